"""Speculation (Dirk Henn, 2013): bricks in a race set the prices of shares, for 3 to 6."""

from pathlib import Path

from openoutcry.core.title import Picture, Screen, Title
from openoutcry.text import Words
from openoutcry.titles.speculation import box, feats, features, notation, standing, story, view
from openoutcry.titles.speculation.advice import USUAL, SpeculationAdvice
from openoutcry.titles.speculation.board import SpeculationBoard
from openoutcry.titles.speculation.layout import LAYOUT
from openoutcry.titles.speculation.observe import observer
from openoutcry.titles.speculation.tuning import EFFORTS, SHREWD

_FOLDER = Path(__file__).parent


def _screen() -> Screen:
    from openoutcry.titles.speculation import terminal

    return terminal


def _picture() -> Picture:
    from openoutcry.titles.speculation import picture

    return picture


TITLE = Title(
    name="speculation",
    rules_version=1,
    minutes=45,
    decisions=42,
    choices=8,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    board=SpeculationBoard,
    stories=story,
    advice=SpeculationAdvice(USUAL),
    words=Words(_FOLDER),
    load_screen=_screen,
    observer=observer,
    load_picture=_picture,
    layout=LAYOUT,
    between=story.between,
    features=features,
    feats=feats,
    standing=standing,
    efforts=EFFORTS,
    shrewd=SHREWD,
    ladder={"broker": 1.7, "tycoon": 1.78},
)
