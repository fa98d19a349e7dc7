"""A view as numbers: what a title's observe.py says about its board."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class Field(NamedTuple):
    """A named slice of an observation: so many numbers, each from `least` to `most`."""

    name: str
    size: int
    most: int
    about: str
    least: int = 0


class Observer(Protocol):
    """observe.py: `observer(edition, seats, options)` gives one of these.

    It is handed the board of a view and never a state, so it cannot know more than the view.
    """

    fields: Sequence[Field]

    def parts(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        """The numbers of each field. `order` is the seats, the viewer first, clockwise."""


def at_seat(seat: int | None, order: Sequence[int]) -> list[int]:
    """1 at the place of `seat` in `order`; all 0 for None.

    >>> at_seat(3, [2, 3, 0, 1])
    [0, 1, 0, 0]
    """
    return [int(seat == other) for other in order]


def at_index(index: int | None, size: int) -> list[int]:
    """1 at `index`; all 0 for None.

    >>> at_index(2, 4)
    [0, 0, 1, 0]
    """
    flags = [0] * size
    if index is not None:
        flags[index] = 1
    return flags
