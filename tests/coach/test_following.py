"""Whoever knows no rule and follows the coach's first hint wins soon."""

import pytest

from openoutcry.bots import Player, find, play_on
from openoutcry.bots.simple import title_of
from openoutcry.coach import Thoroughness, rate
from openoutcry.core.bare import BareMatch
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.titles import find as find_title
from openoutcry.titles import names as titles

TRIES = 3
BRIEFLY = Thoroughness(60)
"""A tenth of what the coach spends at a table."""


class Follower:
    """A bot that always takes the first hint."""

    def choose(self, state: State, seat: int, budget: int) -> int:
        best = rate(state, seat, BRIEFLY, most=2)[0].action
        return title_of(state).notation.read(best)


def place(title: str, number: int) -> int:
    """The follower's place against three apprentices."""
    match = BareMatch(Setup.of(find_title(title), 4), Rng(derive(7, number)))
    players = {
        seat: Player("apprentice", find("apprentice", derive(number, seat)), seat)
        for seat in range(1, 4)
    }
    play_on(match, {0: Player("follower", Follower()), **players})
    return match.state.places()[0]


@pytest.mark.parametrize("title", [name for name in titles() if find_title(name).features])
def test_who_follows_the_first_hint_wins_against_three_apprentices_in_at_most_three_tries(
    title: str,
) -> None:
    places: list[int] = []
    while 1 not in places and len(places) < TRIES:
        places.append(place(title, len(places)))
    assert 1 in places, places
