"""Mogul (Michael Schacht, 2002): railway shares before the crash, for 3 to 6."""

from pathlib import Path

from openoutcry.core.title import Picture, Screen, Title
from openoutcry.text import Words
from openoutcry.titles.mogul import box, feats, features, notation, standing, story, view
from openoutcry.titles.mogul.advice import MogulAdvice
from openoutcry.titles.mogul.board import MogulBoard
from openoutcry.titles.mogul.layout import LAYOUT
from openoutcry.titles.mogul.memory import MEMORY
from openoutcry.titles.mogul.observe import observer
from openoutcry.titles.mogul.tuning import EFFORTS

_FOLDER = Path(__file__).parent


def _screen() -> Screen:
    from openoutcry.titles.mogul import terminal

    return terminal


def _picture() -> Picture:
    from openoutcry.titles.mogul import picture

    return picture


TITLE = Title(
    name="mogul",
    rules_version=1,
    minutes=30,
    decisions=66,
    choices=2,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    board=MogulBoard,
    stories=story,
    advice=MogulAdvice(),
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
    network="5ad4c3a5e52f1d892acaac0ccd617570665d4f74720362af0efce02cffae61a7",
    ladder={"broker": 1.62, "tycoon": 1.21},
)
