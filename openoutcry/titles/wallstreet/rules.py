"""1920 Wall Street (2017): the rules. Rule ids refer to rules.en.md."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from openoutcry.core.rng import Rng
from openoutcry.core.state import State, places_of
from openoutcry.titles.wallstreet import chance, legal, position, scoring, worlds
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    CAPITAL_CARD,
    CARD,
    CARD_MAGNATE,
    COMPANIES,
    COMPANY,
    COMPANY_MOVE,
    DISCARD,
    DUAL,
    EXPLOSION,
    FIRST_SEAT,
    FLIP,
    GOLD,
    KEEP,
    LOAN_MAGNATE,
    LOT,
    MAGNATE,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PLACE,
    POINTS_MAGNATE,
    RAISE,
    REWARD,
    RIVAL,
    SELL,
    SHARE,
    STOCK_EXCHANGE,
    SURPRISE,
    TAKE,
    TREND_MAGNATE,
    TREND_SLOT,
    Components,
)
from openoutcry.titles.wallstreet.position import (
    AT_END,
    AT_START,
    BOUGHT,
    CAPITAL_DEAL,
    END,
    ENDED,
    LOT_ORDER,
    MAGNATE_DEAL,
    MAGNATE_ORDER,
    MAGNATE_PAY,
    MAGNATE_PILE,
    MAGNATE_RIVAL,
    MAIN,
    NAME_COMPANY,
    NAME_DUAL,
    NOT_ASKED,
    OFFERS,
    PENDING,
    PLACE_EXPLOSION,
    RAISED,
    REPLACE,
    RETURN,
    RING,
    SALE,
    SET_PAWN,
    SHOW,
    START,
    STOP,
    SWAP,
    TOP,
    ZONE,
    Position,
)


def carry_out(p: Position, seat: i64, action: i64) -> None:
    phase = p.phase
    if phase <= START:
        _chance(p, action)
    elif PLACE <= action < PAWN:
        _place_option(p, seat, action - PLACE)
    elif phase == MAIN:
        _act(p, seat, action)
    elif phase == BOUGHT:
        if action == KEEP:
            _keep(p, seat)
        else:
            p.discard(p.hand, action - DISCARD)  # WS-48
            _next_card(p)
    elif phase == END:
        if action == FLIP:
            _flip(p, seat, AT_END)
            _close_action(p)
        else:
            _next_turn(p)
    elif phase == ZONE:
        _forced_discard(p, seat, action - DISCARD)
    elif phase == SET_PAWN:
        _set_pawn(p, seat, action - PAWN)
    elif phase == PLACE_EXPLOSION:
        _place_explosion(p, seat, action - DISCARD)
    elif phase >= MAGNATE_ORDER:
        _answer_magnate(p, seat, action)
    else:
        _answer_card(p, seat, action)


# Set-up


def _chance(p: Position, outcome: i64) -> None:
    phase = p.phase
    if phase == TOP:
        _turn_up(p, outcome)
    elif phase <= RING:
        _fill_ring(p, outcome)
    elif phase == CAPITAL_DEAL:
        p.secret[p.at] = outcome - CAPITAL_CARD  # WS-26
        p.at += 1
        if p.at == p.n:
            p.at = 0
            p.phase = MAGNATE_DEAL if len(p.components.sides) > 0 else START
    elif phase == MAGNATE_DEAL:
        p.magnate[p.at] = outcome - MAGNATE  # WS-130
        p.at += 1
        if p.at == COMPANIES:
            p.phase = START
    else:
        p.start = outcome - FIRST_SEAT  # WS-29
        p.turn = p.start
        p.at = p.start
        p.phase = SET_PAWN


def _fill_ring(p: Position, card: i64) -> None:
    p.leave_deck(card)
    if p.components.is_removed(card):  # WS-31
        p.boxed += 1
        if p.components.version > 1:  # a dual could take its place
            p.phase = REPLACE
        return
    p.phase = RING
    p.ring[p.at] = card
    p.at += 1
    if p.at == p.components.slots:
        _uncover(p, CAPITAL_DEAL)


def _set_pawn(p: Position, seat: i64, slot: i64) -> None:
    p.pawn[seat] = slot
    p.at = p.after(seat)
    if p.at == p.start:
        _begin_turn(p, p.start)


# The deck


def _uncover(p: Position, then: i64) -> None:
    """The top card has gone: the next becomes visible, if there is one (WS-11)."""
    p.top = NONE
    p.then = then
    if p.left + p.hidden == 0:  # WS-104
        _proceed(p)
    else:
        p.phase = TOP


def _turn_up(p: Position, card: i64) -> None:
    if card == EXPLOSION:
        p.hidden = 0
        p.top = EXPLOSION
        _proceed(p)
        return
    p.leave_deck(card)
    if p.components.is_removed(card):  # WS-31
        p.boxed += 1
        _uncover(p, p.then)
        return
    p.top = card
    _proceed(p)


def _proceed(p: Position) -> None:
    p.phase = p.then
    if p.phase == END:
        _close_action(p)
    else:
        p.at = 0


# Turns


def _begin_turn(p: Position, seat: i64) -> None:
    p.turn = seat
    p.flips = 0
    p.phase = MAIN


def _close_action(p: Position) -> None:
    """The action is over: the turn may end with a flip or a call option (WS-32)."""
    p.phase = END
    if not p.may_flip(p.turn) and not p.may_place(p.turn):
        _next_turn(p)


def _next_turn(p: Position) -> None:
    p.turns += 1
    seat = p.after(p.turn)
    if p.top == EXPLOSION:  # WS-100: the next player places it
        p.turn = seat
        p.phase = PLACE_EXPLOSION
    elif p.placed == 1 and seat == p.start:  # WS-101
        p.phase = ENDED
    else:
        _begin_turn(p, seat)


def _place_explosion(p: Position, seat: i64, zone: i64) -> None:
    p.discard(EXPLOSION, zone)
    p.placed = 1
    p.top = NONE
    if seat == p.start:  # WS-100
        p.phase = ENDED
        return
    _begin_turn(p, seat)
    _uncover(p, MAIN)  # WS-103


def _flip(p: Position, seat: i64, when: i64) -> None:
    cost = p.components.flip_cost
    p.pay(seat, cost)  # WS-34
    p.bank -= cost
    p.coins += cost
    p.direction = -p.direction
    p.flips |= when


# The three actions


def _act(p: Position, seat: i64, action: i64) -> None:
    if action == FLIP:
        _flip(p, seat, AT_START)
    elif action == RAISE:
        p.pay(seat, p.components.raise_cost)  # WS-65
        _demand_discard(p, seat, RAISED)
    elif action >= SELL:
        _begin_sale(p, seat, action - SELL)
    else:
        _move(p, seat, action - MOVE)


def _move(p: Position, seat: i64, steps: i64) -> None:
    slot = p.reach(seat, steps)
    part = p.price(seat, steps) - p.capital[seat]  # WS-42
    if slot != TREND_SLOT:
        other = p.after(seat)
        while other != seat:  # WS-44: occupants first, clockwise
            if p.pawn[other] == slot:
                p.pay(seat, p.components.fee)
                p.receive(other, p.components.fee)
            other = p.after(other)
    if part > 0:
        p.pay(seat, part)
    p.pawn[seat] = slot
    if slot == TREND_SLOT:  # WS-50
        p.take_coins(seat)
        _demand_discard(p, seat, STOP)
    else:
        p.second = p.lot[slot]
        p.lift(slot)
        ask = p.second != NONE and p.second != p.hand
        p.phase = LOT_ORDER if ask else BOUGHT


def _next_card(p: Position) -> None:
    """A lot's second card, or the refill (WS-45, WS-49)."""
    p.hand = p.second
    p.second = NONE
    if p.hand != NONE:
        p.phase = BOUGHT
        return
    p.ring[p.pawn[p.turn]] = p.top
    _after_draw(p)


def _after_draw(p: Position) -> None:
    """The action took the top card, if there was one; it is over."""
    if p.top == NONE:
        _close_action(p)
    else:
        _uncover(p, END)


def _begin_sale(p: Position, seat: i64, card: i64) -> None:
    p.sold = card
    p.shows(seat, card)
    p.lift(p.pawn[seat])  # WS-56, WS-124
    p.why = SALE
    p.phase = ZONE


def _demand_discard(p: Position, seat: i64, why: i64) -> None:
    p.why = why
    if p.top == NONE:  # WS-104
        _finish_demand(p, seat)
        _close_action(p)
    else:
        p.phase = ZONE


def _finish_demand(p: Position, seat: i64) -> None:
    if p.why == RAISED:
        p.capital[seat] += 1


def _forced_discard(p: Position, seat: i64, zone: i64) -> None:
    if p.why == SALE:
        p.discard(p.hand, zone)
        p.hand = NONE
        slot = p.pawn[seat]
        p.put(seat, p.sold, -1)
        p.receive(seat, p.sale_value(p.sold))  # WS-57
        p.ring[slot] = p.sold
        p.lot[slot] = p.top
        p.sold = NONE
    else:
        p.discard(p.top, zone)
        _finish_demand(p, seat)
    _after_draw(p)


# Kept cards and the market


def _keep(p: Position, seat: i64) -> None:
    components = p.components
    card = p.hand
    kind = components.kind[card]
    if kind in (SHARE, COMPANY_MOVE):  # WS-46, WS-80
        p.shift(components.company[card], components.levels[card])
    elif kind == SURPRISE:
        p.phase = NAME_COMPANY
        return
    elif kind == BLACK_DAY:  # WS-84
        other = seat
        for _seat in range(p.n):
            p.pay(other, p.components.black_day_cost)
            other = p.after(other)
    elif kind == STOCK_EXCHANGE:
        _open_exchange(p, seat)
        return
    elif kind > GOLD:
        p.fluctuate(kind)
    _after_effect(p)


def _after_effect(p: Position) -> None:
    """Magnates that were reached; then the card goes to its pile (WS-131)."""
    due = p.due
    if due == 0:
        p.put(p.turn, p.hand, 1)
        _next_card(p)
    elif due & (due - 1) == 0:
        company: i64 = 0
        while (due >> company) & 1 == 0:
            company += 1
        _call_magnate(p, company)
    else:
        p.phase = MAGNATE_ORDER


def _answer_card(p: Position, seat: i64, action: i64) -> None:
    phase = p.phase
    if phase == LOT_ORDER:
        if action == LOT + 1:
            first = p.second
            p.second = p.hand
            p.hand = first
        p.phase = BOUGHT
    elif phase == NAME_COMPANY:
        p.shift(action - COMPANY, p.components.levels[p.hand])  # WS-81
        _after_effect(p)
    elif phase == SHOW:
        p.shown = action - CARD
        p.shows(seat, p.shown)
        if p.components.kind[p.shown] == DUAL:
            p.phase = NAME_DUAL
        else:
            _ask_offers(p, seat, p.components.company[p.shown])
    elif phase == NAME_DUAL:
        _ask_offers(p, seat, action - COMPANY)
    elif phase == OFFERS:
        p.offer[seat] = action - CARD
        _open_offers(p)
    else:
        _swap(p, seat, action - RIVAL)


# Stock Exchange (WS-85 to WS-87)


def _open_exchange(p: Position, seat: i64) -> None:
    if p.has_valid(seat, NONE):
        p.phase = SHOW
    else:
        p.shows_nothing(seat)
        _after_effect(p)


def _ask_offers(p: Position, seat: i64, company: i64) -> None:
    p.named = company
    asked = False
    for other in range(p.n):
        p.offer[other] = NOT_ASKED
        if other == seat:
            continue
        if p.has_valid(other, company):
            p.offer[other] = PENDING
            asked = True
        else:
            p.shows_all(other)  # WS-86
    if asked:
        p.phase = OFFERS
    else:
        _end_exchange(p)


def _open_offers(p: Position) -> None:
    for other in range(p.n):
        if p.offer[other] == PENDING:
            return
    for other in range(p.n):
        if p.offer[other] != NOT_ASKED:
            p.shows(other, p.offer[other])
    p.phase = SWAP


def _swap(p: Position, seat: i64, other: i64) -> None:
    theirs = p.offer[other]
    p.put(seat, p.shown, -1)
    p.put(other, theirs, -1)
    p.put(seat, theirs, 1)
    p.put(other, p.shown, 1)
    _end_exchange(p)


def _end_exchange(p: Position) -> None:
    for other in range(p.n):
        p.offer[other] = NOT_ASKED
    p.shown = NONE
    p.named = NONE
    _after_effect(p)


# Call options (WS-120 to WS-124)


def _place_option(p: Position, seat: i64, slot: i64) -> None:
    p.pay(seat, p.components.option_cost)
    p.marker[seat] = slot
    if p.phase == END:
        _close_action(p)


# Magnates (WS-130 to WS-136)


def _call_magnate(p: Position, company: i64) -> None:
    p.now = company
    p.due &= ~(1 << company)
    who = p.magnate[company] // 2
    reward = p.magnate[company] % 2 == REWARD
    if who == POINTS_MAGNATE and not reward:
        p.phase = MAGNATE_RIVAL
    elif who == CARD_MAGNATE and not reward:
        _ask_return(p, p.after(p.turn))
    elif who == CARD_MAGNATE and p.any_takeable():
        p.phase = MAGNATE_PILE
    elif who == LOAN_MAGNATE and reward and p.may_redeem():
        p.phase = MAGNATE_PAY
    else:
        _silent_magnate(p, who, reward)
        _dismiss_magnate(p)


def _silent_magnate(p: Position, who: i64, reward: bool) -> None:
    """Effects that nobody has to decide about."""
    seat = p.turn
    if who == POINTS_MAGNATE:
        p.extra[seat] += p.components.magnate_points  # WS-132
    elif who == TREND_MAGNATE and reward:
        p.take_coins(seat)  # WS-133
    elif who != CARD_MAGNATE and not reward:
        other = p.after(seat)
        while other != seat:
            if who == TREND_MAGNATE:
                p.pay(other, p.components.fine)  # WS-133
            elif p.capital[other] >= p.components.rich:
                p.capital[other] -= 1  # WS-135
            other = p.after(other)


def _dismiss_magnate(p: Position) -> None:
    p.magnate[p.now] = NONE
    p.now = NONE
    _after_effect(p)


def _answer_magnate(p: Position, seat: i64, action: i64) -> None:
    phase = p.phase
    if phase == MAGNATE_ORDER:
        _call_magnate(p, action - COMPANY)
        return
    if phase == RETURN:
        _return_card(p, seat, action - CARD)
        _ask_return(p, p.after(seat))
        return
    if phase == MAGNATE_RIVAL:
        p.extra[action - RIVAL] -= p.components.magnate_points  # WS-132
    elif phase == MAGNATE_PILE:
        p.take_discard(seat, action - TAKE)
    elif action == PAY:
        p.pay(seat, p.components.redemption)  # WS-135
        p.loans[seat] -= 1
    _dismiss_magnate(p)


def _ask_return(p: Position, seat: i64) -> None:
    """The next of the others who has a card, clockwise."""
    while seat != p.turn and p.sizes[2 * seat] + p.sizes[2 * seat + 1] == 0:
        seat = p.after(seat)
    if seat == p.turn:
        _dismiss_magnate(p)
    else:
        p.at = seat
        p.phase = RETURN


def _return_card(p: Position, seat: i64, card: i64) -> None:
    """Pile sizes are public, so others learn which pile it came from (WS-13)."""
    components = p.components
    for kind in range(components.types):
        if p.held(seat, kind) > 0 and components.is_share(kind) == components.is_share(card):
            p.doubt[seat * components.types + kind] = 1
    p.put(seat, card, -1)
    p.returned[seat] = card


@mypyc_attr(acyclic=True)
@final
class WallStreet(State):
    """1920 Wall Street as the contract asks for it; `p` is what lies on the table."""

    p: Position

    def __init__(self, position: Position) -> None:
        self.p = position

    def title(self) -> str:
        return "wallstreet"

    def rules_version(self) -> i64:
        return self.p.components.version

    def seats(self) -> i64:
        return self.p.n

    def mover(self) -> i64:
        return self.p.mover()

    def waiting(self, seat: i64) -> bool:
        return self.p.waiting(seat)

    def sealed(self) -> bool:
        return self.p.phase == OFFERS  # WS-85

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        phase = self.p.phase
        if phase == CAPITAL_DEAL:
            return seat == self.p.at  # WS-26
        if phase in (OFFERS, RETURN):
            return seat == actor  # WS-85, WS-134
        return True

    def width(self) -> i64:
        return self.p.components.width()

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        return legal.legal_into(self.p, seat, out)

    def forced(self, seat: i64) -> i64:
        return legal.forced(self.p, seat)

    def default(self, seat: i64) -> i64:
        return legal.default(self.p, seat)

    def refuse(self, seat: i64, action: i64) -> str:
        return legal.refuse(self.p, seat, action)

    def apply(self, seat: i64, action: i64) -> None:
        carry_out(self.p, seat, action)

    def draw(self, rng: Rng) -> i64:
        return chance.draw(self.p, rng)

    def outcomes(self) -> list[tuple[int, int]]:
        return chance.outcomes(self.p)

    def clone(self) -> "WallStreet":
        return WallStreet(self.p.clone())

    def imagine(self, seat: i64, rng: Rng) -> "WallStreet":
        return WallStreet(worlds.imagine(self.p, seat, rng))

    def dump(self) -> list[int]:
        return self.p.dump()

    def __reduce__(self) -> tuple[object, tuple[Components, list[int]]]:
        return revive, (self.p.components, self.p.dump())

    def scores(self) -> list[int]:
        """Final, or as if the match ended now."""
        zone = scoring.event(self.p)
        return [int(scoring.worth(self.p, seat, zone)) for seat in range(self.p.n)]

    def places(self) -> list[int]:
        # WS-115: a tie goes to the higher capital; then the place is shared.
        scores = self.scores()
        return places_of([100 * scores[seat] + self.p.capital[seat] for seat in range(self.p.n)])


def new(components: Components) -> WallStreet:
    """A match about to be set up."""
    return WallStreet(position.new(components))


def revive(components: Components, flat: list[int]) -> WallStreet:
    """The state with this `dump`."""
    return WallStreet(position.revive(components, flat))
