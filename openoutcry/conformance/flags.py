"""Choices as flags, for observations that are made from views."""

from collections.abc import Iterable, Sequence

Numbers = dict[str, list[int]]
"""The numbers of each field of an observation."""


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
    return at_indices([] if index is None else [index], size)


def at_indices(indices: Iterable[int], size: int) -> list[int]:
    """1 at every index.

    >>> at_indices([0, 2], 4)
    [1, 0, 1, 0]
    """
    flags = [0] * size
    for index in indices:
        flags[index] = 1
    return flags
