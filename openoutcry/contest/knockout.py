"""Knock-out: the better half of each round plays the next, until one is left.

Better is whoever had the larger share of those with equal cards below them; where that is equal,
whoever had it in the rounds before, and then the lot. Who does not finish in time is out.
"""

import hashlib
from collections.abc import Sequence

from openoutcry.contest.line import Line


def field(rounds: Sequence[Sequence[Line]]) -> list[str]:
    """Who goes on from the last of these rounds, the best first.

    >>> lines = [Line("t", 0, who, 1, 1, share) for who, share in (("a", 0.0), ("b", 1.0))]
    >>> field([lines])
    ['b']
    """
    played = [line for line in rounds[-1] if line.person is not None]
    earlier = _means(rounds[:-1])

    def worth(line: Line) -> tuple[float, float, str]:
        return line.share, earlier.get(line.person or "", 0.0), _lot(line)

    best = sorted((line for line in played if not line.forfeit), key=worth, reverse=True)
    return [line.person for line in best[: -(-len(played) // 2)] if line.person is not None]


def out_in(rounds: Sequence[Sequence[Line]]) -> dict[str, int]:
    """The round, from 0, in which each person went out."""
    found: dict[str, int] = {}
    for number, lines in enumerate(rounds):
        going_on = set(field(rounds[: number + 1]))
        people = [line.person for line in lines if line.person is not None]
        found |= {person: number for person in people if person not in going_on}
    return found


def rounds_for(people: int) -> int:
    """How many it takes until one is left.

    >>> [rounds_for(people) for people in (1, 2, 3, 4, 5, 8, 9)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, people - 1).bit_length()


def _means(rounds: Sequence[Sequence[Line]]) -> dict[str, float]:
    shares: dict[str, list[float]] = {}
    for line in (line for lines in rounds for line in lines):
        if line.person is not None:
            shares.setdefault(line.person, []).append(line.share)
    return {person: sum(found) / len(found) for person, found in shares.items()}


def _lot(line: Line) -> str:
    """Nobody can choose it: the table's name is drawn when the round begins."""
    return hashlib.sha256(f"{line.table} {line.seat}".encode()).hexdigest()
