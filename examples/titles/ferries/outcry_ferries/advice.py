"""Ferries: what a sensible player would do."""

from typing import final

from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import Advice, State
from outcry_ferries.rules import Ferries


@final
class FerriesAdvice(Advice):
    """Bids for lines that it holds: its own bid makes their price."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Ferries)
        target = sensible_bid(state, seat) + rng.below(3) - 1
        return max(0, min(target, state.coins[seat]))

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Ferries)
        off = action - sensible_bid(state, seat)
        return -20 * max(off, -off)


def sensible_bid(state: Ferries, seat: i64) -> i64:
    """A fair part of the purse for each auction to come, more for a line that is held."""
    left = sum(state.deck) + 1
    fair = state.coins[seat] // left
    return min(state.coins[seat], fair + 2 * state.held(seat, state.line))
