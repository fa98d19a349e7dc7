"""Mogul: what has to be remembered."""

from typing import Any

from msgspec.structs import replace

from openoutcry.core.board import Board
from openoutcry.core.memory import Memory
from openoutcry.titles.mogul.board import MogulBoard


def _forget(board: Any) -> Board:
    """Sold shares lie in the box (MO-28), and what is left in the deck follows from them."""
    assert isinstance(board, MogulBoard)
    return replace(board, sold=None, unseen=None)


MEMORY = Memory("MO-49", forget=_forget)
