"""Where the ways of those who played the same deal parted.

With the same draws and the same bots, whoever has chosen the same so far stands in the same
position: the first choice that differs is all that tells two matches apart.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Parting(NamedTuple):
    """The first choice in which somebody's way differs from others'."""

    number: int
    """How many choices were the same before."""
    mine: str
    chosen: list[tuple[str, int]]
    """What was chosen there and by how many, mine among them; the most first."""


def parting(mine: Sequence[str], others: Sequence[list[str]]) -> Parting | None:
    """Where the way parted from the others' first; None if nobody's differs.

    >>> parting(["pay", "sell 1"], [["pay", "sell 1"], ["pay", "sell 2"], ["take"]])
    Parting(number=0, mine='pay', chosen=[('pay', 3), ('take', 1)])
    >>> parting(["pay"], [["pay"]]) is None
    True
    """
    own = list(mine)
    differing = [way for way in others if own[: len(way)] != way[: len(own)]]
    if not differing:
        return None
    number = min(_first_difference(own, way) for way in differing)
    choices = Counter([own[number], *(way[number] for way in others if number < len(way))])
    ranked = sorted(choices.items(), key=lambda item: (-item[1], item[0]))
    return Parting(number, own[number], ranked)


def _first_difference(one: Sequence[str], other: Sequence[str]) -> int:
    return next(n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
