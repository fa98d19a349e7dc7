"""Ekonos (Víctor Català, 2004): six companies spread over Europe, for 2 to 6."""

from pathlib import Path

from openoutcry.core.title import Picture, Screen, Title
from openoutcry.text import Words
from openoutcry.titles.ekonos import box, feats, features, notation, standing, story, view
from openoutcry.titles.ekonos.advice import USUAL, EkonosAdvice
from openoutcry.titles.ekonos.board import EkonosBoard
from openoutcry.titles.ekonos.layout import LAYOUT
from openoutcry.titles.ekonos.memory import MEMORY
from openoutcry.titles.ekonos.observe import observer
from openoutcry.titles.ekonos.tuning import EFFORTS

_FOLDER = Path(__file__).parent


def _screen() -> Screen:
    from openoutcry.titles.ekonos import terminal

    return terminal


def _picture() -> Picture:
    from openoutcry.titles.ekonos import picture

    return picture


TITLE = Title(
    name="ekonos",
    rules_version=1,
    minutes=60,
    decisions=63,
    choices=9,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    board=EkonosBoard,
    stories=story,
    advice=EkonosAdvice(USUAL),
    words=Words(_FOLDER),
    load_screen=_screen,
    observer=observer,
    memory=MEMORY,
    load_picture=_picture,
    layout=LAYOUT,
    features=features,
    feats=feats,
    standing=standing,
    efforts=EFFORTS,
    ladder={"broker": 2.04, "tycoon": 1.67},
)
