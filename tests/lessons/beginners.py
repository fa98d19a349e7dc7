"""Somebody who has read no rule against three apprentices, by the lessons' morals or by the coach's
first hint. `python -m tests.lessons.beginners` plays many matches, by deals that nobody has chosen,
and prints how many of them are won."""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from openoutcry.bots.driver import player
from openoutcry.coach import Thoroughness, rate
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.core.view import View
from openoutcry.lab.spread import Workers
from openoutcry.server.coaching import SIMULATIONS
from openoutcry.titles import find, names
from tests.lessons.morals import ekonos, mogul, speculation, wallstreet

WAYS = ("morals", "hints")
TRIES = 3
SEATS = 4

Choose = Callable[[Match, int], str]
"""What somebody does at a seat that has to decide."""


class Pupil(Protocol):
    """Values a choice by what the lessons' morals say about it."""

    def __init__(self, view: View) -> None: ...

    def worth(self, action: str) -> float: ...


PUPILS: dict[str, type[Pupil]] = {
    "ekonos": ekonos.Player,
    "mogul": mogul.Player,
    "speculation": speculation.Player,
    "wallstreet": wallstreet.Player,
}


def by_morals(match: Match, seat: int) -> str:
    view = match.view(seat)
    assert view.decision is not None
    return max(view.decision.actions, key=PUPILS[match.title.name](view).worth)


def by_hints(simulations: int, match: Match, seat: int) -> str:
    return rate(match.state, seat, Thoroughness(simulations))[0].action


def numbered(title: str, choose: Choose, number: int) -> tuple[int, bool]:
    """For work that is spread: results come in any order."""
    return number, wins(title, choose, number)


def wins(title: str, choose: Choose, number: int) -> bool:
    """Does the beginner win the match of that number? Seats change from match to match."""
    match = Match.begin(Setup.of(find(title), SEATS), QuickDraws(derive(1, number)))
    me = number % SEATS
    rivals = {s: player("apprentice", derive(2, number, s)) for s in range(SEATS) if s != me}
    while not match.over:
        seat = match.waiting[0]
        if seat == me:
            match.play(seat, choose(match, seat))
        else:
            match.play_action(seat, rivals[seat].answer(match.state, seat))
    return match.places()[me] == 1


def beginners(won: list[bool]) -> Iterator[bool]:
    """Each has three tries, one match after another: who wins one of them?"""
    for first in range(0, len(won), TRIES):
        yield any(won[first : first + TRIES])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300, help="of each (default: 300)")
    parser.add_argument("--way", choices=WAYS, nargs="+", default=WAYS)
    parser.add_argument(
        "--simulations",
        type=int,
        default=SIMULATIONS,
        help="of a hint (default: %(default)s, as at a table)",
    )
    parser.add_argument("titles", nargs="*", default=names(), metavar="TITLE")
    args = parser.parse_args()
    ways: dict[str, Choose] = {"morals": by_morals, "hints": partial(by_hints, args.simulations)}
    for title in args.titles:
        for way in args.way:
            work = partial(numbered, title, ways[way])
            found = sorted(Workers(2).each(work, range(args.matches)))
            won = [won for _, won in found]
            happy = list(beginners(won))
            print(
                f"{title:12} by {way:6}: {sum(won)} of {len(won)} matches won;"
                f" {sum(happy)} of {len(happy)} beginners win one of three",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
