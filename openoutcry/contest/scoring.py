"""What results are worth on equal cards, and how sure that is.

In a round a result is compared with those of the same seat at the other tables, which had the same
draws: the share of them that did worse. Somebody's mean over the rounds is their score. It is told
with a band: how far a mean of so few rounds would be off by chance 19 times of 20.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from openoutcry.contest import knockout
from openoutcry.contest.line import Line

BAND = 1.96
"""Standard errors to either side that hold the truth 19 times of 20."""


class Played(NamedTuple):
    """A seat's result at one table."""

    table: str
    seat: int
    person: str | None
    score: int
    place: int
    forfeit: bool = False


class Ranked(NamedTuple):
    """Where somebody stands."""

    rank: int
    person: str
    mean: float
    band: float
    shares: list[float | None]
    """Round by round; None where they had no seat."""
    out: int | None = None
    """The round, from 0, in which they went out of a knock-out."""

    @property
    def rounds(self) -> int:
        """In which they played."""
        return sum(share is not None for share in self.shares)


def lines(played: Sequence[Played]) -> list[Line]:
    """A round's results, each compared with the same seat at the other tables."""
    return [
        Line(
            one.table,
            one.seat,
            one.person,
            one.score,
            one.place,
            0.0 if one.forfeit else share(one, played),
            one.forfeit,
        )
        for one in played
    ]


def share(one: Played, played: Sequence[Played]) -> float:
    """Of the same seat at the other tables, how many did worse.

    >>> tables = [Played(t, 0, t, score, 1) for t, score in (("a", 9), ("b", 5), ("c", 5))]
    >>> [share(one, tables) for one in tables]
    [1.0, 0.25, 0.25]
    """
    others = [o.score for o in played if o.seat == one.seat and o.table != one.table]
    if not others:
        return 0.5
    worse = sum(
        1.0 if score < one.score else 0.5 if score == one.score else 0.0 for score in others
    )
    return worse / len(others)


def ranking(people: Sequence[str], rounds: Sequence[Sequence[Line]]) -> list[Ranked]:
    """Everybody who has a result, the best first; equal ones share a rank."""
    by_round = {person: _shares(person, rounds) for person in people}
    played = {person: [one for one in by_round[person] if one is not None] for person in people}
    played = {person: found for person, found in played.items() if found}
    spread = _spread(list(played.values()), max(map(_tables, rounds), default=0))
    means = {person: sum(found) / len(found) for person, found in played.items()}
    ranked = [
        Ranked(
            rank=1 + sum(other > means[person] for other in means.values()),
            person=person,
            mean=means[person],
            band=BAND * spread / sqrt(len(found)),
            shares=by_round[person],
        )
        for person, found in played.items()
    ]
    return sorted(ranked, key=lambda one: one.rank)


def knockout_ranking(people: Sequence[str], rounds: Sequence[Sequence[Line]]) -> list[Ranked]:
    """The same, but by how far everybody came: those who went out in one round share a rank."""
    out = knockout.out_in(rounds)
    last = len(rounds)
    ranked = [
        one._replace(
            rank=1 + sum(out.get(other, last) > out.get(one.person, last) for other in people),
            out=out.get(one.person),
        )
        for one in ranking(people, rounds)
    ]
    return sorted(ranked, key=lambda one: one.rank)


def _shares(person: str, rounds: Sequence[Sequence[Line]]) -> list[float | None]:
    """Somebody's, round by round; None where they had no seat."""
    return [next((one.share for one in lines if one.person == person), None) for lines in rounds]


def _tables(lines: Sequence[Line]) -> int:
    return len({line.table for line in lines})


def _spread(shares: Sequence[Sequence[float]], tables: int) -> float:
    """By how much somebody's rounds differ from each other, from everybody's; before anybody has
    played two, by how much they would if places were drawn by lot."""
    freedom = sum(len(found) - 1 for found in shares)
    if freedom < 1:
        return _by_lot(tables)
    squares = sum((x - sum(found) / len(found)) ** 2 for found in shares for x in found)
    return max(sqrt(squares / freedom), _by_lot(tables) / 4)


def _by_lot(tables: int) -> float:
    return sqrt((tables + 1) / (12 * (tables - 1))) if tables > 1 else sqrt(1 / 12)
