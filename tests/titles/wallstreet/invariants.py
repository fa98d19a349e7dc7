"""1920 Wall Street's invariants, checked after every step of random play."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import Offer
from openoutcry.titles.wallstreet.components import (
    EXPLOSION,
    MOVE,
    NONE,
    PLACE,
    RAISE,
    SELL,
    STOCK_EXCHANGE,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.position import (
    END,
    ENDED,
    LOT_ORDER,
    MAIN,
    OFFERS,
    SET_PAWN,
    ZONE,
    Position,
)
from openoutcry.titles.wallstreet.rules import WallStreet


def check(before: State, actor: int, action: int, after: State) -> None:
    assert isinstance(before, WallStreet) and isinstance(after, WallStreet)
    b, a = before.p, after.p
    _check_cards(a)
    _check_money(b, actor, action, a)
    _check_piles(a)
    _check_table(b, a)
    if b.phase == MAIN:
        _check_action(b, actor, action, a)
    if b.phase == a.phase == OFFERS:
        assert before.sealed() and after.sealed()
    assert a.turns in (b.turns, b.turns + 1)
    if b.placed == 1:
        assert a.placed == 1


def _check_cards(p: Position) -> None:
    """All 88 cards and Explosion, wherever they are (WS-22, WS-23)."""
    components = p.components
    found = [int(p.deck[card]) for card in range(components.types)]
    explosions = int(p.hidden)
    lying = [p.ring[slot] for slot in range(components.slots)]
    lying += [p.lot[slot] for slot in range(components.slots)]
    lying += [p.top, p.hand, p.second, *(p.returned[seat] for seat in range(p.n))]
    lying += [p.discards[i] // 3 for i in range(p.discarded)]
    for card in lying:
        if card == EXPLOSION:
            explosions += 1
        elif card != NONE:
            found[card] += 1
    for seat in range(p.n):
        for card in range(components.types):
            assert p.held(seat, card) >= 0
            found[card] += int(p.held(seat, card))
    for card in range(components.types):
        gone = int(p.boxed) if components.kind[card] == STOCK_EXCHANGE else 0
        assert found[card] + gone == components.copies[card], card
    assert explosions == 1
    assert sum(int(p.deck[card]) for card in range(components.duals, components.types)) == p.left


def _check_money(b: Position, actor: int, action: int, a: Position) -> None:
    """No coin appears or vanishes; loans grow only for those who could not pay."""
    total = int(a.bank + a.coins) + sum(int(a.cash[seat]) for seat in range(a.n))
    assert total == a.components.coins
    for seat in range(a.n):
        assert a.cash[seat] >= 0 and a.loans[seat] >= 0
        new = a.loans[seat] - b.loans[seat]
        if new > 0:
            assert a.cash[seat] < b.cash[seat] + b.coins + a.components.loan_cash * new
        assert new >= -1
        if not a.components.optional_loans and PLACE <= action < PLACE + 9 and seat == actor:
            assert new == 0


def _check_piles(p: Position) -> None:
    components = p.components
    for seat in range(p.n):
        cards = [(card, int(p.held(seat, card))) for card in range(components.types)]
        assert p.sizes[2 * seat] == sum(n for card, n in cards if components.is_share(card))
        assert p.sizes[2 * seat + 1] == sum(n for card, n in cards if not components.is_share(card))
        assert p.points[seat] == sum(n * int(components.points[card]) for card, n in cards)
        if p.returned[seat] != NONE:
            assert p.doubt[seat * components.types + p.returned[seat]] == 1
    for zone in range(3):
        lying = [p.discards[i] // 3 for i in range(p.discarded) if p.discards[i] % 3 == zone]
        assert p.tops[zone] == (lying[-1] if lying else NONE)
        assert p.dynamite[zone] == sum(int(components.dynamite_of(card)) for card in lying)


def _check_table(b: Position, a: Position) -> None:
    components = a.components
    assert a.ring[TREND_SLOT] == NONE and a.lot[TREND_SLOT] == NONE
    for slot in range(components.slots):
        assert a.ring[slot] != EXPLOSION and a.lot[slot] != EXPLOSION  # WS-102
        assert a.lot[slot] == NONE or a.ring[slot] != NONE
    for company in range(4):
        assert 0 <= a.level[company] <= components.last[company]
        assert a.magnate[company] in (b.magnate[company], NONE) or b.phase < SET_PAWN
    markers = [a.marker[seat] for seat in range(a.n) if a.marker[seat] != NONE]
    assert len(markers) == len(set(markers))
    for slot in markers:
        assert slot != TREND_SLOT and a.ring[slot] != NONE and a.lot[slot] == NONE
    secrets = [a.secret[seat] for seat in range(a.n) if a.secret[seat] != NONE]
    assert len(secrets) == len(set(secrets))
    assert all(1 <= a.capital[seat] <= components.top_capital for seat in range(a.n))
    assert (a.hand != NONE) == (a.phase >= LOT_ORDER and a.phase not in (END, ENDED)) or (
        a.phase == ZONE
    )


def _check_action(b: Position, actor: int, action: int, a: Position) -> None:
    if MOVE < action < PLACE:
        assert a.pawn[actor] == b.reach(actor, action - MOVE)
        due = b.cash_due(actor, action - MOVE)
        gained = b.coins if a.pawn[actor] == TREND_SLOT else 0
        loans = a.loans[actor] - b.loans[actor]
        assert a.cash[actor] == b.cash[actor] + loans * b.components.loan_cash - due + gained
        for seat in range(b.n):
            if seat != actor:
                stood = b.pawn[seat] == a.pawn[actor] != TREND_SLOT
                assert a.cash[seat] == b.cash[seat] + stood
    elif action >= SELL:
        assert b.held(actor, action - SELL) > 0
    if action >= SELL or action == RAISE:
        assert a.pawn[actor] == b.pawn[actor]


def final(state: State) -> None:
    """WS-100, WS-101: everybody had as many turns, and Explosion lies in a zone."""
    assert isinstance(state, WallStreet)
    p = state.p
    assert p.placed == 1
    assert p.turns % p.n == 0
    assert 72 - p.n < p.turns <= 80 + p.n
    zones = [p.discards[i] % 3 for i in range(p.discarded) if p.discards[i] // 3 == EXPLOSION]
    assert len(zones) == 1
    assert state.mover() not in (CHANCE, *range(p.n))


def money(state: State, seat: int) -> tuple[int, int]:
    """Cash and loans."""
    assert isinstance(state, WallStreet)
    return int(state.p.cash[seat]), int(state.p.loans[seat])


def promise(before: State, seat: int, offer: Offer) -> tuple[int, int] | None:
    """The money afterwards, by the words of an offer that speaks of it."""
    assert isinstance(before, WallStreet)
    cash, loans = money(before, seat)
    said = {word: number for word, number in offer.args.items() if isinstance(number, int)}
    match offer.key.removeprefix("offer."):
        case "redeem":
            return cash - said["cost"], loans - 1
        case "move" | "move_lot" | "move_trend":
            cash += said.get("coins", 0) - said["cash_part"] - said["fees"]
        case "flip" | "raise" | "keep_black_day":
            cash -= said["cost"]
        case "option":
            cash -= said["price"]
        case _:
            return None
    return cash + said["loans"] * int(before.p.components.loan_cash), loans + said["loans"]
