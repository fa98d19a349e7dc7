"""Ferries: twelve shares, sealed bids, five minutes; a title for Open Outcry."""

from pathlib import Path

from openoutcry.core.title import Screen, Title
from openoutcry.text import Words
from outcry_ferries import box, notation, story, view
from outcry_ferries.advice import FerriesAdvice
from outcry_ferries.board import FerriesBoard
from outcry_ferries.observe import observer
from outcry_ferries.tuning import EFFORTS

_FOLDER = Path(__file__).parent


def _screen() -> Screen:
    from outcry_ferries import terminal

    return terminal


TITLE = Title(
    name="ferries",
    rules_version=1,
    minutes=5,
    folder=_FOLDER,
    box=box,
    notation=notation,
    views=view,
    board=FerriesBoard,
    stories=story,
    advice=FerriesAdvice(),
    words=Words(_FOLDER),
    load_screen=_screen,
    observer=observer,
    efforts=EFFORTS,
)
