"""Speculation's invariants, checked after every step of random play without the rules' help."""

from openoutcry.core.sets import listed
from openoutcry.core.state import State
from openoutcry.core.title import Offer
from openoutcry.titles.speculation.components import (
    CARDS,
    DRAW_ACTION,
    ENDED,
    FILL,
    HOLD,
    HOLIDAY,
    LOWER,
    PLAY,
    RANKING,
    TRADE,
    TRADING,
)
from openoutcry.titles.speculation.rules import Speculation

END = 60


def check(before: State, actor: int, action: int, after: State) -> None:
    assert isinstance(before, Speculation) and isinstance(after, Speculation)
    _check_shares_and_cash(after)
    _check_bricks(before, action, after)
    _check_tiles(before, after)
    _check_cards(after)
    _check_prices(after)
    if before.phase == CARDS:
        _check_movement(before, actor, action, after)
    elif actor >= 0 and before.phase == TRADING:
        _check_trade(before, actor, action, after)
    else:
        assert _listed(after.cash) == _listed(before.cash)
    _check_end(before, after)


def _listed(part: object) -> list[int]:
    return [int(value) for value in part]  # type: ignore[attr-defined]


def _check_shares_and_cash(state: Speculation) -> None:
    for company in range(8):
        held = sum(int(state.shares[seat * 8 + company]) for seat in range(int(state.n)))
        assert held + state.bank[company] == state.n - 1
    assert min(_listed(state.cash)) >= 0
    assert min(_listed(state.shares)) >= 0


def _check_bricks(before: Speculation, action: int, after: Speculation) -> None:
    standing = [space for space in _listed(after.position) if 0 < space < END]
    assert len(set(standing)) == len(standing)
    lowered = before.phase == RANKING and LOWER <= action < PLAY
    for company in range(8):
        if after.position[company] < before.position[company]:
            assert lowered and company == action - LOWER


def _check_tiles(before: Speculation, after: Speculation) -> None:
    bags = sum(_listed(after.action_bag)), sum(_listed(after.steps_bag))
    assert min(_listed(after.action_bag) + _listed(after.steps_bag)) >= 0
    assert max(_listed(after.steps_bag)) <= 1
    if after.phase == DRAW_ACTION:
        assert bags[0] == bags[1]
        assert bags[0] >= 3  # at most three turns without Trade lie out
        if before.turn > 0 and before.tile == TRADE:
            assert bags == (6, 6)
    elif after.phase in (TRADING, RANKING, CARDS, FILL) and after.turn > 0:
        assert bags[0] == bags[1] < 6


def _check_cards(state: Speculation) -> None:
    sizes = set()
    for seat in range(int(state.n)):
        piles = [int(state.hand[seat]), int(state.deck(seat)), int(state.shown[seat])]
        assert sum(piles) == piles[0] | piles[1] | piles[2] == 0b111111111
        sizes.add(tuple(len(listed(pile)) for pile in piles))
    if state.phase != FILL:
        assert len(sizes) == 1


def _order(state: Speculation) -> list[int]:
    """The companies from first to last; those on START by their number."""
    return sorted(range(8), key=lambda c: (-int(state.position[c]), int(state.arrival[c]), c))


def _check_prices(state: Speculation) -> None:
    lists = state.components.lists[state.side]
    for rank, company in enumerate(_order(state)):
        space = int(state.position[company])
        wanted = lists[6 if space == END else (space - 1) // 10][rank] if space else 20
        assert state.price[company] == wanted


def _check_trade(before: Speculation, actor: int, action: int, after: Speculation) -> None:
    assert action <= HOLD
    assert _listed(after.position) == _listed(before.position)
    for seat in range(int(before.n)):
        gained = [int(after.shares[seat * 8 + c] - before.shares[seat * 8 + c]) for c in range(8)]
        if seat != actor:
            assert not any(gained)
        assert gained.count(1) <= 1 and gained.count(-1) <= 1
        paid = sum(count * int(before.price[c]) for c, count in enumerate(gained))
        assert after.cash[seat] == before.cash[seat] - paid


def _check_movement(before: Speculation, actor: int, action: int, after: Speculation) -> None:
    picks = _listed(before.pick)
    picks[actor] = action - PLAY
    assert picks[actor] in listed(int(before.hand[actor]))
    if after.phase == CARDS:
        assert _listed(after.position) == _listed(before.position)
        return
    holidays = picks.count(HOLIDAY)
    steps = int(before.steps)
    if holidays:
        steps = -(-steps // 2) if before.n >= 5 and holidays == 1 else 0
    seats = [(int(before.active) + i) % int(before.n) for i in range(int(before.n))]
    where = _listed(before.position)
    for company in [picks[seat] for seat in seats if picks[seat] != HOLIDAY]:
        free = [s for s in range(where[company] + 1, END) if s not in where] + [END] * steps
        where[company] = free[steps - 1] if steps and where[company] < END else where[company]
    assert _listed(after.position) == where


def _check_end(before: Speculation, after: Speculation) -> None:
    arrived = [company for company in range(8) if after.position[company] == END]
    assert after.arrived == len(arrived)
    assert sorted(int(after.arrival[c]) for c in arrived) == list(range(1, len(arrived) + 1))
    assert all(after.arrival[c] == 0 for c in range(8) if c not in arrived)
    if after.turn > before.turn:
        assert not arrived
    if after.phase == ENDED:
        assert arrived and after.turn == before.turn


def final(state: State) -> None:
    assert isinstance(state, Speculation)
    assert state.phase == ENDED
    assert state.arrived >= 1
    for seat, score in enumerate(state.scores()):
        held = sum(int(state.shares[seat * 8 + c] * state.price[c]) for c in range(8))
        assert score == state.cash[seat] + held


def money(state: State, seat: int) -> int:
    assert isinstance(state, Speculation)
    return int(state.cash[seat])


def promise(before: State, seat: int, offer: Offer) -> int | None:
    """The money afterwards, by the words of an offer that speaks of it."""
    cash = offer.args.get("cash_after")
    assert cash is None or (isinstance(cash, int) and cash >= 0)
    return cash
