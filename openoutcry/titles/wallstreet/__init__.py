"""1920 Wall Street (Perepau Llistosella, 2017): shares before the explosion, for 2 to 5."""

from pathlib import Path

from openoutcry.core.title import Title
from openoutcry.text import Words
from openoutcry.titles.wallstreet import box, notation, story, terminal, view
from openoutcry.titles.wallstreet.advice import WallStreetAdvice
from openoutcry.titles.wallstreet.observe import observer
from openoutcry.titles.wallstreet.tuning import EFFORTS

_FOLDER = Path(__file__).parent

TITLE = Title(
    name="wallstreet",
    rules_version=1,
    minutes=45,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    stories=story,
    advice=WallStreetAdvice(),
    words=Words(_FOLDER),
    screen=terminal,
    observer=observer,
    efforts=EFFORTS,
    assumed=box.ASSUMED,
)
