"""Bots that answer at once: one that rolls dice, one that follows the title's advice."""

from openoutcry.bots.bot import legal
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import Advice, State
from openoutcry.core.title import Title
from openoutcry.titles import find as find_title

WORLDS = 4
"""How many worlds the apprentice imagines before it chooses."""


class Random:
    """Any legal action, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(derive(seed))

    def choose(self, state: State, seat: int, budget: int) -> int:
        """Any legal action of the seat."""
        actions = legal(state, seat)
        return actions[self._rng.below(len(actions))]


class Apprentice:
    """Sensible but shallow: looks one action ahead, as far as the title's advice rates it.

    It never asks about the real state, only about worlds that its seat cannot tell from it.
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(derive(seed))

    def choose(self, state: State, seat: int, budget: int) -> int:
        """The action rated best over a few imagined worlds; ties are broken at random."""
        advice = advice_for(state)
        worlds = [state.imagine(seat, self._rng) for _ in range(WORLDS)]
        actions = legal(state, seat)
        ratings = [sum(int(advice.rate(w, seat, action)) for w in worlds) for action in actions]
        best = [a for a, rating in zip(actions, ratings, strict=True) if rating == max(ratings)]
        return best[self._rng.below(len(best))]


def advice_for(state: State) -> Advice:
    """The advice of the title that the state belongs to."""
    return title_of(state).advice


def title_of(state: State) -> Title:
    """The state's title, ours or another package's, in the version of its rules."""
    return find_title(state.title(), int(state.rules_version()))
