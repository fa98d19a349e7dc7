"""Ferries' invariants, checked after every step of random play."""

from openoutcry.core.state import State
from openoutcry.core.title import Offer
from outcry_ferries.rules import BIDS, ENDED, NO_LINE, Ferries


def check(before: State, actor: int, action: int, after: State) -> None:
    assert isinstance(before, Ferries) and isinstance(after, Ferries)
    seats = range(after.n)
    assert all(0 <= after.coins[seat] <= before.coins[seat] for seat in seats)
    for line, total in enumerate(after.components.shares):
        held = sum(after.held(seat, line) for seat in seats)
        assert held + after.deck[line] + (after.line == line) <= total  # unsold ones are gone
    assert (after.line != NO_LINE) == (after.phase == BIDS)
    assert sum(after.price) >= 0


def final(state: State) -> None:
    assert isinstance(state, Ferries)
    assert state.phase == ENDED and not any(state.deck)
    assert state.auctions == sum(state.components.shares) - state.n * state.components.hand


def money(state: State, seat: int) -> int:
    assert isinstance(state, Ferries)
    return int(state.coins[seat])


def promise(before: State, seat: int, offer: Offer) -> int | None:
    """Nothing is paid while bids lie face down; what the last one will cost, only 0 can tell."""
    assert isinstance(before, Ferries)
    last = sum(before.waiting(other) for other in range(before.n)) == 1
    return None if last and offer.key != "offer.pass" else money(before, seat)
