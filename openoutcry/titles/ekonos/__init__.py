"""Ekonos (Víctor Català, 2004): six companies spread over Europe, for 2 to 6."""

from pathlib import Path

from openoutcry.core.title import Title
from openoutcry.text import Words
from openoutcry.titles.ekonos import box, notation, story, terminal, view
from openoutcry.titles.ekonos.advice import EkonosAdvice
from openoutcry.titles.ekonos.observe import observer
from openoutcry.titles.ekonos.tuning import EFFORTS

_FOLDER = Path(__file__).parent

TITLE = Title(
    name="ekonos",
    rules_version=1,
    minutes=60,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    stories=story,
    advice=EkonosAdvice(),
    words=Words(_FOLDER),
    screen=terminal,
    observer=observer,
    efforts=EFFORTS,
    lookup=terminal.lookup,
)
