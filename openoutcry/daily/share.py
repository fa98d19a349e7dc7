"""A result to show others that gives nothing of the deal away."""

from collections.abc import Sequence

_HEIGHTS = "▁▂▃▄▅▆▇█"


def bars(standing: Sequence[int], seats: int) -> str:
    """A place after each quarter as bars: the higher, the better.

    >>> bars([4, 3, 1, 1], 4)
    '▁▃██'
    """
    steps = max(1, seats - 1)
    return "".join(_HEIGHTS[(seats - place) * (len(_HEIGHTS) - 1) // steps] for place in standing)
