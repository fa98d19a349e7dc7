"""Who has kept a table from ending before its deadline."""

from collections.abc import Mapping, Set


def slow(took: Mapping[int, int], waiting: Set[int]) -> set[int]:
    """The seats of those for whom the table had to wait. `took`: how long each seat of a person
    took for all its decisions, the present one included; `waiting`: those who are asked when the
    deadline comes. It is whoever is waited for then, unless they have hardly been: otherwise a
    slow player could leave the last minute to somebody else.

    >>> slow({0: 2, 1: 20}, {1}), slow({0: 23, 1: 1}, {1})
    ({1}, {0})
    >>> sorted(slow({0: 20, 1: 20, 2: 1}, {0, 1}))
    [0, 1]
    """
    part = sum(took.values()) / (2 * len(took)) if took else 0
    late = {seat for seat in waiting if took[seat] >= part}
    if late or not waiting:
        return late
    return {seat for seat in took if took[seat] == max(took.values())}
