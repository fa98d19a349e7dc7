"""Ekonos's invariants I-1 to I-5, checked after every step of random play."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import Offer
from openoutcry.titles.ekonos.components import CARD, DEALING, ENDED, NAMING, NOBODY, STARTER
from openoutcry.titles.ekonos.rules import Ekonos

PLAYS = {2: 72, 3: 72, 4: 72, 5: 75, 6: 72}


def check(before: State, actor: int, action: int, after: State) -> None:
    assert isinstance(before, Ekonos) and isinstance(after, Ekonos)
    _check_money(after)
    _check_limits(after)
    _check_presidents(after)
    _check_protection(before, after)
    _check_cards(before, actor, action, after)


def _paid_rounds(state: Ekonos) -> int:
    return int(state.round) - (state.phase == DEALING)


def _check_money(state: Ekonos) -> None:
    """I-1: a column of n shares holds exactly 1 + 2 + ... + n coins."""
    income = _paid_rounds(state) * int(state.income * state.n)
    columns = sum(int(n * (n + 1)) // 2 for n in state.sold)
    assert sum(int(coins) for coins in state.coins) == income - columns
    assert all(coins >= 0 for coins in state.coins)


def _check_limits(state: Ekonos) -> None:
    """I-2, and that masks, counts and holdings agree."""
    taken = 0
    for company in range(int(state.companies)):
        tiles = int(state.tiles[company])
        assert tiles.bit_count() == state.count[company] <= 10
        assert taken & tiles == 0
        taken |= tiles
        owned = [int(state.owned(seat, company)) for seat in range(int(state.n))]
        assert min(owned) >= 0
        assert sum(owned) == state.sold[company] <= state.max_shares
        assert 0 <= state.growth[company] <= 6
    assert taken < 1 << 36
    assert int(state.locked) & ~taken == 0


def _check_presidents(state: Ekonos) -> None:
    """I-3; it rests while the seller is naming the new president."""
    for company in range(int(state.companies)):
        if state.phase == NAMING and company == state.company:
            continue
        president = int(state.president[company])
        assert (president == NOBODY) == (state.sold[company] == 0)
        if president != NOBODY:
            most = max(int(state.owned(seat, company)) for seat in range(int(state.n)))
            assert state.owned(president, company) == most


def _check_protection(before: Ekonos, after: Ekonos) -> None:
    """I-4: a protected tile never changes or leaves."""
    assert int(before.locked) & ~int(after.locked) == 0
    for company in range(int(before.companies)):
        protected = int(before.tiles[company] & before.locked)
        assert protected & ~int(after.tiles[company]) == 0


def _check_cards(before: Ekonos, actor: int, action: int, after: Ekonos) -> None:
    """I-5: hands are empty when a round ends; no card is in two places."""
    hands = [int(hand) for hand in after.hand]
    assert [hand.bit_count() for hand in hands] == [int(held) for held in after.held]
    places = [*hands, int(after.played)]
    assert sum(places) == _union(places)
    if after.round > before.round:
        assert sum(hands) == 0 and after.played == 0
        if before.phase != STARTER:
            assert int(before.played).bit_count() == before.n * before.deal
            assert after.starter == (before.starter + 1) % before.n
    if actor != CHANCE and action >= CARD:
        assert after.round > before.round or after.played != before.played


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def final(state: State) -> None:
    assert isinstance(state, Ekonos)
    assert state.phase == ENDED and state.round == state.rounds
    assert sum(int(held) for held in state.held) == 0
    assert int(state.played).bit_count() == state.n * state.deal
    assert state.rounds * state.n * state.deal == PLAYS[int(state.n)]


def money(state: State, seat: int) -> int:
    assert isinstance(state, Ekonos)
    return int(state.coins[seat])


def promise(before: State, seat: int, offer: Offer) -> int | None:
    """The money afterwards, by the words of an offer that speaks of it."""
    coins, price = money(before, seat), offer.args.get("price")
    if not isinstance(price, int):
        return None
    assert offer.key in ("offer.buy", "offer.sell")
    return coins - price if offer.key == "offer.buy" else coins + price
