"""Offers: what one says it does to the chooser's money is what it does when it is taken, and what
it leads to is asked next.

An offer may be made under a condition ("if you have the $3") that another action of the same turn
undoes. A rule that looked once would go on offering; taken then, the action takes a loan, or goes
below zero, or gives something for nothing: the money differs from what the offer said.
"""

from collections import Counter
from collections.abc import Iterator

from openoutcry.conformance.setups import some, walk
from openoutcry.conformance.subjects import SUBJECTS
from openoutcry.core.decisions import legal_actions
from openoutcry.core.state import CHANCE, State
from openoutcry.titles import find

ENOUGH = 150
"""Positions to look at for each kind of decision; the rarer ones turn up less often."""


def test_every_offer_holds_at_the_moment_it_is_taken(name: str, matches: int) -> None:
    seen: Counter[str] = Counter()
    checked = 0
    for setup, seed in some(name, matches // 2, 61):
        for state in [before for before, actor, _, _ in walk(setup, seed) if actor != CHANCE]:
            kind = find(name).views.kind(state, int(state.mover()))
            seen[kind] += 1
            if seen[kind] <= ENOUGH:
                checked += sum(check_offers(name, position) for position in _this_turn(state))
    assert checked > 500


def _this_turn(state: State) -> Iterator[State]:
    """The position, and all that the same seat can make of it before anything else happens."""
    yield state
    seat = int(state.mover())
    for action in legal_actions(state, seat):
        later = state.clone()
        later.apply(seat, action)
        if later.mover() == seat:
            yield later


def check_offers(name: str, state: State) -> int:
    """Take every offer in turn; how many spoke of money."""
    title = find(name)
    invariants = SUBJECTS[name].invariants
    checked = 0
    for seat in range(int(state.seats())):
        for action in legal_actions(state, seat):
            assert state.refuse(seat, action) == ""
            offer = title.views.offer(state, seat, action)
            if offer.leads:
                assert {*offer.leads} <= _chosen_next(name, state, seat, action), offer
            promise = invariants.promise(state, seat, offer)
            if promise is not None:
                after = state.clone()
                after.apply(seat, action)
                assert invariants.money(after, seat) == promise, offer
                checked += 1
    return checked


def _chosen_next(name: str, state: State, seat: int, action: int) -> set[str]:
    """The pieces that the seat can choose right after an action."""
    after = state.clone()
    after.apply(seat, action)
    offer = find(name).views.offer
    actions = legal_actions(after, seat)
    return {target for later in actions for target in offer(after, seat, later).targets}
