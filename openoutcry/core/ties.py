"""Equal scores and different places: whom a rule for ties has told apart."""

from itertools import pairwise


def broken_ties(scores: list[int], places: list[int]) -> list[tuple[int, int]]:
    """Neighbours in the order of places who have the same score, the better placed one first.

    >>> broken_ties([30, 32, 32, 7], [3, 2, 1, 4])
    [(2, 1)]
    """
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    return [
        (ahead, behind)
        for ahead, behind in pairwise(order)
        if scores[ahead] == scores[behind] and places[ahead] < places[behind]
    ]
