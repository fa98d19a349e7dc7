"""1920 Wall Street (Perepau Llistosella, 2017): shares before the explosion, for 2 to 5."""

from dataclasses import replace
from pathlib import Path

from openoutcry.core.title import Picture, Screen, Title
from openoutcry.text import Words
from openoutcry.titles.wallstreet import box, feats, features, notation, standing, story, view
from openoutcry.titles.wallstreet.advice import USUAL, WallStreetAdvice
from openoutcry.titles.wallstreet.board import WallStreetBoard
from openoutcry.titles.wallstreet.layout import LAYOUT
from openoutcry.titles.wallstreet.memory import MEMORY
from openoutcry.titles.wallstreet.observe import observer
from openoutcry.titles.wallstreet.tuning import EFFORTS, SHREWD

_FOLDER = Path(__file__).parent


def _screen() -> Screen:
    from openoutcry.titles.wallstreet import terminal

    return terminal


def _picture() -> Picture:
    from openoutcry.titles.wallstreet import picture

    return picture


_NEWEST = Title(
    name="wallstreet",
    rules_version=box.VERSION,
    minutes=45,
    decisions=62,
    choices=6,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    board=WallStreetBoard,
    stories=story,
    advice=WallStreetAdvice(USUAL),
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
    shrewd=SHREWD,
    network="7e0d8fbe71c0d948d3570b543f4b2b9a7e14604972e15d9892072205e24bf047",
    ladder={"broker": 2.12, "tycoon": 1.68},
    assumed=box.ASSUMED,
)

TITLE = replace(_NEWEST, older=(replace(_NEWEST, rules_version=1, box=box.OldBox(1)),))
