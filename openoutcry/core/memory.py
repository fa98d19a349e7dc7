"""What people at a table have to keep in their heads, because the rules let nobody look it up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from openoutcry.core.board import Board
from openoutcry.core.options import Value


def _all_of_it(board: Any) -> Board:
    assert isinstance(board, Board)
    return board


@dataclass(frozen=True)
class Memory:
    """A title's memory.py: that the course of a match may not be looked up, and what else. It says
    what is told at a table, not what happens there: the match and its record are the same."""

    rule: str
    """Where the rules text says so."""
    needs: tuple[str, Value] | None = None
    """The option, and its value, without which all that counts lies open."""
    forget: Callable[[Any], Board] = _all_of_it
    """The title's board without what nobody at the table could look up any more."""

    def matters(self, options: Mapping[str, object]) -> bool:
        """Is there anything to remember at a table with these options?"""
        return self.needs is None or options.get(self.needs[0]) == self.needs[1]
