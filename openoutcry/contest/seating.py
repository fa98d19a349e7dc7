"""Who sits where in a round, so that over the rounds luck cancels.

Everybody who has the same seat in the same round has equal cards, and is compared. So everybody
should have every seat about equally often, among as many different people as can be.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

TRIES = 300
"""Orders that are tried by lot; the best is taken."""

Seats = list[str | None]
"""The people at one table, by seat; None for a bot."""


def chairs(seats: int, people: int, number: int) -> list[int]:
    """Which seats people have in the round of that number, where bots have some: spread over the
    table, one further each round.

    >>> chairs(4, 2, 0), chairs(4, 2, 1), chairs(3, 3, 5)
    ([0, 2], [1, 3], [0, 1, 2])
    """
    return sorted((index * seats // people + number) % seats for index in range(people))


def seated(
    people: Sequence[str], seats: int, at_each: int, before: Sequence[Sequence[Seats]], seed: str
) -> list[Seats]:
    """The tables of the next round; `before` has those of the earlier ones. Always the same for
    the same seed."""
    rng = Random(f"{seed} {len(before)}")
    count = -(-len(people) // at_each)
    places: Seats = [*people, *[None] * (count * at_each - len(people))]
    free = chairs(seats, at_each, len(before))
    sat, met = _history(before)
    found: list[list[Seats]] = []
    for _ in range(TRIES):
        rng.shuffle(places)
        found.append(_tables(places, seats, free, count))
    return min(found, key=lambda tables: _repeats(tables, sat, met))


def _tables(places: Seats, seats: int, free: list[int], count: int) -> list[Seats]:
    tables: list[Seats] = [[None] * seats for _ in range(count)]
    for number, person in enumerate(places):
        tables[number % count][free[number // count]] = person
    return tables


def _history(
    before: Sequence[Sequence[Seats]],
) -> tuple[Counter[tuple[str, int]], Counter[frozenset[str]]]:
    """How often everybody had each seat, and met each other."""
    sat: Counter[tuple[str, int]] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for table in (table for tables in before for table in tables):
        known = [(person, seat) for seat, person in enumerate(table) if person is not None]
        sat.update(known)
        met.update(frozenset(pair) for pair in combinations([person for person, _ in known], 2))
    return sat, met


def _repeats(
    tables: list[Seats], sat: Counter[tuple[str, int]], met: Counter[frozenset[str]]
) -> int:
    """How much somebody has what they had before; a seat weighs more than company."""
    found = 0
    for table in tables:
        known = [(person, seat) for seat, person in enumerate(table) if person is not None]
        found += sum(4 * sat[one] ** 2 for one in known)
        found += sum(met[frozenset(pair)] for pair in combinations([who for who, _ in known], 2))
    return found
