"""The time for a decision: what each has, the reserve beyond it, and rests when it stands still.

All in milliseconds; a rest is when it begins and when it ends.
"""

from collections.abc import Iterable
from typing import Final

DAY: Final = 86_400_000
REFILL: Final = 4
"""A decision made in time gives this part of a decision's time back to the reserve."""

Rest = tuple[int, int]


def is_over_days(seconds: int | None) -> bool:
    """May a decision take a day or more?"""
    return seconds is not None and 1000 * seconds >= DAY


def running(since: int, until: int, rests: Iterable[Rest]) -> int:
    """How long a clock has run between the two times.

    >>> running(0, 100, [(10, 30), (90, 200)])
    70
    """
    stood = sum(max(0, min(until, ends) - max(since, begins)) for begins, ends in rests)
    return until - since - stood


def runs_out(since: int, allowed: int, rests: Iterable[Rest]) -> int:
    """When a clock that starts then has run for as long as is allowed.

    >>> runs_out(0, 100, [(10, 30), (110, 150), (400, 500)])
    160
    """
    end = since + allowed
    for begins, ends in sorted(rests):
        if begins < end and ends > since:
            end += ends - max(begins, since)
    return end


def reserve_after(reserve: int, full: int, each: int, used: int) -> int:
    """What is left of a reserve after a decision that has taken so long, where `each` may take.

    >>> [reserve_after(50, 100, 40, used) for used in (60, 20)], reserve_after(95, 100, 40, 1)
    ([30, 60], 100)
    """
    if used > each:
        return max(0, reserve - (used - each))
    return min(full, reserve + each // REFILL)


def reserve_before(reserve: int, full: int, each: int, used: int) -> int:
    """The other way round, for a decision that is taken back; never more than there was."""
    if used > each:
        return min(full, reserve + (used - each))
    return max(0, reserve - each // REFILL)


def included(rests: Iterable[Rest], rest: Rest) -> list[Rest]:
    """With that one; of those that begin at the same time the last said holds."""
    return sorted([*(known for known in rests if known[0] != rest[0]), rest])
