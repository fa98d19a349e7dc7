"""A view as numbers: what a title's observe.py says about its board."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.state import OVER, State


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


def common_parts(
    state: State, seat: int, order: list[int], prices: list[int], worth: list[int | None]
) -> list[list[int]]:
    """The fields that every title's observations begin with."""
    return [
        [int(seat == other) for other in range(len(order))],
        [int(state.waiting(other)) for other in order],
        [int(state.mover() == OVER)],
        prices,
        [worth[other] or 0 for other in order],
        [int(worth[other] is not None) for other in order],
    ]


def write_parts(parts: list[list[int]], out: vec[i64], begin: i64) -> i64:
    """Write the numbers one after another into `out`; returns where they end."""
    for part in parts:
        for number in part:
            out[begin] = number
            begin += 1
    return begin
