"""1920 Wall Street: the pieces on the table, what can be read off them, and moving them."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from openoutcry.core.state import CHANCE, OVER, flattened, refill
from openoutcry.titles.wallstreet.components import (
    COMPANIES,
    DUAL,
    EXPLOSION,
    FLUCTUATION_DOWN,
    FLUCTUATION_UP,
    GOLD,
    NONE,
    SHARE,
    TREND_SLOT,
    Components,
)

# Phases of chance.
REPLACE: Final = -1  # a card of the deck, for a slot of the ring whose card went to the box
RING: Final = 0  # a card for each slot
TOP: Final = 1  # the deck's next card becomes visible
CAPITAL_DEAL: Final = 2
MAGNATE_DEAL: Final = 3
START: Final = 4  # who starts
# Phases of seats.
SET_PAWN: Final = 5
PLACE_EXPLOSION: Final = 6
MAIN: Final = 7  # flip, or one of the three actions
LOT_ORDER: Final = 8
BOUGHT: Final = 9  # keep the card in hand, or discard it
ZONE: Final = 10  # of a discard that an action demands
NAME_COMPANY: Final = 11  # for a surprise
SHOW: Final = 12  # the Stock Exchange's buyer shows a share
NAME_DUAL: Final = 13
OFFERS: Final = 14  # rivals, sealed
SWAP: Final = 15
MAGNATE_ORDER: Final = 16
MAGNATE_RIVAL: Final = 17
MAGNATE_PILE: Final = 18
MAGNATE_PAY: Final = 19
RETURN: Final = 20  # the others, one after the other, unseen
END: Final = 21  # flip, or nothing more
ENDED: Final = 22

# Answers to the Stock Exchange, if not a card type.
NOT_ASKED: Final = -1
PENDING: Final = -2

# Why a ZONE is asked for.
SALE: Final = 0
STOP: Final = 1
RAISED: Final = 2

# When Market Trend was flipped in this turn.
AT_START: Final = 1
AT_END: Final = 2


@mypyc_attr(acyclic=True)
@final
class Position:
    """Everything on the table. Cards are card types: equal cards are one type."""

    components: Components
    n: i64  # derived: the edition's numbers are made for that many seats

    phase: i64
    then: i64  # the phase after the next card is visible
    at: i64  # slot, seat or company that a phase serves
    turn: i64
    start: i64
    turns: i64  # turns played
    flips: i64  # AT_START and AT_END bits of this turn
    direction: i64  # +1 clockwise, -1 counter-clockwise (WS-10)
    coins: i64  # on the Trend card
    bank: i64  # below zero: substitutes were needed (WS-05)
    top: i64  # the deck's visible card, EXPLOSION or NONE
    left: i64  # cards below it, Explosion not counted
    hidden: i64  # 1 while Explosion lies in the deck
    placed: i64  # 1 when Explosion lies in a zone
    boxed: i64  # Stock Exchanges put away (WS-31)
    hand: i64  # the lifted card that is being resolved
    second: i64  # a lot's other card, still to be resolved
    why: i64  # SALE, STOP or RAISED
    sold: i64  # the share that is being sold
    shown: i64  # the share shown for the Stock Exchange
    named: i64  # the company it stands for
    due: i64  # a bit per company whose magnate waits
    now: i64  # company whose magnate acts
    discarded: i64
    level: vec[i64]  # company -> cell index (WS-03)
    magnate: vec[i64]  # company -> 2 * magnate + side, or NONE
    ring: vec[i64]  # slot -> card or NONE
    lot: vec[i64]  # slot -> a lot's second card or NONE
    deck: vec[i64]  # type -> cards not seen yet; for duals: in the box
    discards: vec[i64]  # 3 * card + zone, in order
    heights: vec[i64]  # derived: zone -> how many of them lie there
    tops: vec[i64]  # zone -> top card or NONE
    dynamite: vec[i64]  # zone -> icons
    pawn: vec[i64]
    cash: vec[i64]
    loans: vec[i64]
    capital: vec[i64]
    secret: vec[i64]  # capital card, or NONE
    marker: vec[i64]  # slot of the seat's call option, or NONE while in hand
    extra: vec[i64]  # points by magnates
    offer: vec[i64]  # card type, PENDING or NOT_ASKED
    pile: vec[i64]  # seat * types + type -> kept cards
    shares: vec[i64]  # seat * 4 + company -> shares on single and double cards
    fitting: vec[i64]  # seat * 4 + company -> dual cards that could count for it
    sizes: vec[i64]  # seat * 2: share pile, variation pile
    points: vec[i64]  # seat -> points of the variation pile
    returned: vec[i64]  # seat -> the card that went back unseen, or NONE
    doubt: vec[i64]  # seat * types + type -> 1 if others must think it may be that card

    def __init__(self, components: Components) -> None:
        """Unfilled: `new` and `clone` set the rest."""
        self.components = components
        self.n = components.seats
        self.phase = self.then = self.at = self.turn = self.start = self.turns = self.flips = 0
        self.direction = self.coins = self.bank = self.top = self.left = self.hidden = 0
        self.placed = self.boxed = self.hand = self.second = self.why = self.sold = self.shown = 0
        self.named = self.due = self.now = self.discarded = 0

    def mover(self) -> i64:
        phase = self.phase
        if phase <= START:
            return CHANCE
        if phase in (SET_PAWN, RETURN):
            return self.at
        if phase == OFFERS:
            seat = self.after(self.turn)
            while self.offer[seat] != PENDING:
                seat = self.after(seat)
            return seat
        if phase == ENDED:
            return OVER
        return self.turn

    def waiting(self, seat: i64) -> bool:
        if self.phase == OFFERS:
            return 0 <= seat < self.n and self.offer[seat] == PENDING
        return seat >= 0 and seat == self.mover()

    def after(self, seat: i64) -> i64:
        """The next seat, clockwise."""
        seat += 1
        if seat == self.n:
            return 0
        return seat

    def value(self, company: i64) -> i64:
        return self.components.cells[company * self.components.longest + self.level[company]]

    def reach(self, seat: i64, steps: i64) -> i64:
        """The slot that many steps on (WS-40)."""
        return self.beyond(self.pawn[seat], steps)

    def beyond(self, slot: i64, steps: i64) -> i64:
        """The slot that many steps on from that one."""
        slots = self.components.slots
        slot += self.direction * steps
        if slot >= slots:
            return slot - slots
        return slot + slots if slot < 0 else slot

    def is_target(self, slot: i64) -> bool:
        """WS-104: an empty slot can only be stepped over."""
        return slot == TREND_SLOT or self.ring[slot] != NONE

    def option_at(self, slot: i64) -> i64:
        """Whose call option lies there, or NONE."""
        for seat in range(self.n):
            if self.marker[seat] == slot:
                return seat
        return NONE

    def surcharge(self, seat: i64, slot: i64) -> i64:
        if not self.components.call_options:
            return 0
        owner = self.option_at(slot)
        if owner != NONE and owner != seat:  # WS-122
            return self.components.option_surcharge
        return 0

    def price(self, seat: i64, steps: i64) -> i64:
        """Steps, cards and call option (WS-41, WS-60); stopping on Trend: steps (WS-50)."""
        return self._price_at(seat, steps, self.reach(seat, steps))

    def _price_at(self, seat: i64, steps: i64, slot: i64) -> i64:
        if slot == TREND_SLOT:
            return steps
        total = steps + self.components.cost[self.ring[slot]] + self.surcharge(seat, slot)
        if self.lot[slot] != NONE:
            total += self.components.cost[self.lot[slot]]
        return total

    def fees(self, seat: i64, slot: i64) -> i64:
        """Cash for the other pawns there (WS-43)."""
        if slot == TREND_SLOT:
            return 0
        total: i64 = 0
        for other in range(self.n):
            if other != seat and self.pawn[other] == slot:
                total += self.components.fee
        return total

    def cash_due(self, seat: i64, steps: i64) -> i64:
        """All the cash that moving there takes (WS-42, WS-43)."""
        slot = self.reach(seat, steps)
        return self.fees(seat, slot) + self._part(seat, steps, slot)

    def _part(self, seat: i64, steps: i64, slot: i64) -> i64:
        """What capital leaves of the price (WS-42)."""
        price = self._price_at(seat, steps, slot)
        capital = self.capital[seat]
        if price <= capital:
            return 0
        return price - capital

    def affords(self, seat: i64, steps: i64, slot: i64) -> bool:
        """WS-74: may the seat choose to move to that slot, so many steps on?"""
        components = self.components
        if components.optional_loans:
            return True
        left = self.cash[seat] - self._part(seat, steps, slot)
        if left >= components.fee * self.n:  # whoever stands there can be paid
            return True
        return left >= self.fees(seat, slot)

    def loans_for(self, seat: i64, amount: i64) -> i64:
        """New loans that paying the amount would take (WS-73)."""
        lacking = amount - self.cash[seat]
        loan = self.components.loan_cash
        if lacking <= 0:
            return 0
        return (lacking + loan - 1) // loan

    def may_choose(self, seat: i64, amount: i64) -> bool:
        """WS-74: may the seat choose to pay that much?"""
        return self.components.optional_loans or self.cash[seat] >= amount

    def sale_value(self, card: i64) -> i64:
        """WS-57."""
        components = self.components
        kind = components.kind[card]
        if kind == GOLD:
            lowest = self.value(0)
            for company in range(1, COMPANIES):
                lowest = min(lowest, self.value(company))
        else:
            lowest = self.value(components.company[card])
            if kind == DUAL:
                lowest = min(lowest, self.value(components.other[card]))
            elif components.shares[card] == 2:
                return lowest
        return (lowest + 1) // 2

    def held(self, seat: i64, card: i64) -> i64:
        return self.pile[seat * self.components.types + card]

    def may_flip(self, seat: i64) -> bool:
        """WS-34, WS-35."""
        if not self.may_choose(seat, self.components.flip_cost):
            return False
        if self.phase == MAIN:
            return self.flips == 0
        return self.flips == 0 or (self.components.two_flips and self.flips == AT_START)

    def has_option(self, seat: i64) -> bool:
        """WS-120: in hand, and the seat may pay for it."""
        components = self.components
        return (
            components.call_options
            and self.marker[seat] == NONE
            and self.may_choose(seat, components.option_cost)
        )

    def is_free(self, slot: i64) -> bool:
        """WS-121: one card, no option; not Trend, no lot."""
        return (
            slot != TREND_SLOT
            and self.ring[slot] != NONE
            and self.lot[slot] == NONE
            and self.option_at(slot) == NONE
        )

    def may_place(self, seat: i64) -> bool:
        """Could the seat put down its call option somewhere?"""
        if self.has_option(seat):
            for slot in range(self.components.slots):
                if self.is_free(slot):
                    return True
        return False

    def may_raise(self, seat: i64) -> bool:
        """WS-66, WS-74."""
        components = self.components
        return self.capital[seat] < components.top_capital and self.may_choose(
            seat, components.raise_cost
        )

    def may_sell(self, seat: i64) -> bool:
        """WS-55, WS-104."""
        slot = self.pawn[seat]
        return (
            slot != TREND_SLOT
            and self.ring[slot] != NONE
            and self.lot[slot] == NONE
            and self.sizes[2 * seat] > 0
        )

    def is_takeable(self, zone: i64) -> bool:
        """WS-134: a visible discard, but not Explosion."""
        return self.tops[zone] != NONE and self.tops[zone] != EXPLOSION

    def any_takeable(self) -> bool:
        return self.is_takeable(0) or self.is_takeable(1) or self.is_takeable(2)

    def may_redeem(self) -> bool:
        """WS-135: with cash in hand, never with a new loan."""
        return self.loans[self.turn] > 0 and self.cash[self.turn] >= self.components.redemption

    def has_valid(self, seat: i64, company: i64) -> bool:
        components = self.components
        base = seat * components.types
        for card in range(components.types):
            if self.pile[base + card] > 0 and components.is_valid_offer(card, company):
                return True
        return False

    def known(self, seat: i64, card: i64) -> i64:
        """Cards of a type, the returned one included: what everybody has seen."""
        more: i64 = 1 if self.returned[seat] == card else 0
        return self.held(seat, card) + more

    def shows(self, seat: i64, card: i64) -> None:
        """The seat has this card: if only one was ever there, it was not returned."""
        if self.returned[seat] != NONE and self.known(seat, card) == 1:
            self.doubt[seat * self.components.types + card] = 0

    def shows_all(self, seat: i64) -> None:
        """All shares lie open: a missing one is known, else none was returned."""
        back = self.returned[seat]
        if back == NONE:
            return
        components = self.components
        missing = components.is_share(back)
        for card in range(components.types):
            if missing or components.is_share(card):
                self.doubt[seat * components.types + card] = 1 if card == back else 0

    def shows_nothing(self, seat: i64) -> None:
        """No exchangeable share is left: one that was there must be the one returned."""
        back = self.returned[seat]
        if back == NONE or not self.components.is_valid_offer(back, NONE):
            return
        for card in range(self.components.types):
            self.doubt[seat * self.components.types + card] = 1 if card == back else 0

    def pay(self, seat: i64, amount: i64) -> None:
        """To the bank, with as many loans as it takes (WS-70, WS-73)."""
        loan = self.components.loan_cash
        while self.cash[seat] < amount:
            self.cash[seat] += loan
            self.bank -= loan
            self.loans[seat] += 1
        self.cash[seat] -= amount
        self.bank += amount

    def receive(self, seat: i64, amount: i64) -> None:
        self.cash[seat] += amount
        self.bank -= amount

    def take_coins(self, seat: i64) -> None:
        self.cash[seat] += self.coins
        self.coins = 0

    def put(self, seat: i64, card: i64, count: i64) -> None:
        """Add cards to a seat's piles, or take them away."""
        components = self.components
        self.pile[seat * components.types + card] += count
        if components.is_share(card):
            self.sizes[2 * seat] += count
            if components.kind[card] == SHARE:
                index = seat * COMPANIES + components.company[card]
                self.shares[index] += count * components.shares[card]
            elif components.kind[card] == DUAL:
                self.fitting[seat * COMPANIES + components.company[card]] += count
                self.fitting[seat * COMPANIES + components.other[card]] += count
        else:
            self.sizes[2 * seat + 1] += count
            self.points[seat] += count * components.points[card]

    def discard(self, card: i64, zone: i64) -> None:
        self.discards[self.discarded] = 3 * card + zone
        self.discarded += 1
        self.heights[zone] += 1
        self.tops[zone] = card
        self.dynamite[zone] += self.components.dynamite_of(card)

    def lift(self, slot: i64) -> None:
        """The slot's card comes to hand; a call option goes home (WS-123)."""
        self.hand = self.ring[slot]
        self.ring[slot] = NONE
        self.lot[slot] = NONE
        for seat in range(self.n):
            if self.marker[seat] == slot:
                self.marker[seat] = NONE

    def leave_deck(self, card: i64) -> None:
        self.deck[card] -= 1
        if card >= self.components.duals:
            self.left -= 1

    def take_discard(self, seat: i64, zone: i64) -> None:
        """WS-134: no effect; what lies below becomes visible."""
        card = self.tops[zone]
        self.dynamite[zone] -= self.components.dynamite_of(card)
        self.put(seat, card, 1)
        index = self.discarded - 1
        while self.discards[index] != 3 * card + zone:
            index -= 1
        self.discarded -= 1
        self.heights[zone] -= 1
        while index < self.discarded:
            self.discards[index] = self.discards[index + 1]
            index += 1
        self.tops[zone] = NONE
        for i in range(self.discarded):
            if self.discards[i] % 3 == zone:
                self.tops[zone] = self.discards[i] // 3

    def shift(self, company: i64, levels: i64) -> None:
        before = self.level[company]
        level = max(0, min(self.components.last[company], before + levels))  # WS-04
        self.level[company] = level
        arrived = level == 0 or level == self.components.last[company]
        if arrived and level != before and self.magnate[company] != NONE:  # WS-131
            self.due |= 1 << company

    def fluctuate(self, kind: i64) -> None:
        """WS-82, WS-83: compared by value, before any cube moves."""
        low = self.value(0)
        high = low
        for company in range(1, COMPANIES):
            low = min(low, self.value(company))
            high = max(high, self.value(company))
        for company in range(COMPANIES):
            value = self.value(company)
            levels: i64 = 0
            if kind != FLUCTUATION_DOWN and value == low:
                levels += 1
            if kind != FLUCTUATION_UP and value == high:
                levels -= 1
            if levels != 0:
                self.shift(company, levels)

    def gold(self, seat: i64) -> i64:
        """Gold cards of a seat."""
        golds = self.components.golds
        total: i64 = 0
        for i in range(len(golds)):
            total += self.held(seat, golds[i])
        return total

    # Fields: written by `python -m openoutcry.core.fields` from the declarations above.

    def clone(self) -> "Position":
        copy = Position(self.components)
        copy.phase = self.phase
        copy.then = self.then
        copy.at = self.at
        copy.turn = self.turn
        copy.start = self.start
        copy.turns = self.turns
        copy.flips = self.flips
        copy.direction = self.direction
        copy.coins = self.coins
        copy.bank = self.bank
        copy.top = self.top
        copy.left = self.left
        copy.hidden = self.hidden
        copy.placed = self.placed
        copy.boxed = self.boxed
        copy.hand = self.hand
        copy.second = self.second
        copy.why = self.why
        copy.sold = self.sold
        copy.shown = self.shown
        copy.named = self.named
        copy.due = self.due
        copy.now = self.now
        copy.discarded = self.discarded
        copy.level = self.level[:]
        copy.magnate = self.magnate[:]
        copy.ring = self.ring[:]
        copy.lot = self.lot[:]
        copy.deck = self.deck[:]
        copy.discards = self.discards[:]
        copy.heights = self.heights[:]
        copy.tops = self.tops[:]
        copy.dynamite = self.dynamite[:]
        copy.pawn = self.pawn[:]
        copy.cash = self.cash[:]
        copy.loans = self.loans[:]
        copy.capital = self.capital[:]
        copy.secret = self.secret[:]
        copy.marker = self.marker[:]
        copy.extra = self.extra[:]
        copy.offer = self.offer[:]
        copy.pile = self.pile[:]
        copy.shares = self.shares[:]
        copy.fitting = self.fitting[:]
        copy.sizes = self.sizes[:]
        copy.points = self.points[:]
        copy.returned = self.returned[:]
        copy.doubt = self.doubt[:]
        return copy

    def dump(self) -> list[int]:
        flat: list[int] = [
            self.phase,
            self.then,
            self.at,
            self.turn,
            self.start,
            self.turns,
            self.flips,
            self.direction,
            self.coins,
            self.bank,
            self.top,
            self.left,
            self.hidden,
            self.placed,
            self.boxed,
            self.hand,
            self.second,
            self.why,
            self.sold,
            self.shown,
            self.named,
            self.due,
            self.now,
            self.discarded,
        ]
        return flat + flattened(self._vectors())

    def restore(self, flat: list[int]) -> None:
        """Take over the numbers of a `dump`."""
        self.phase = flat[0]
        self.then = flat[1]
        self.at = flat[2]
        self.turn = flat[3]
        self.start = flat[4]
        self.turns = flat[5]
        self.flips = flat[6]
        self.direction = flat[7]
        self.coins = flat[8]
        self.bank = flat[9]
        self.top = flat[10]
        self.left = flat[11]
        self.hidden = flat[12]
        self.placed = flat[13]
        self.boxed = flat[14]
        self.hand = flat[15]
        self.second = flat[16]
        self.why = flat[17]
        self.sold = flat[18]
        self.shown = flat[19]
        self.named = flat[20]
        self.due = flat[21]
        self.now = flat[22]
        self.discarded = flat[23]
        refill(self._vectors(), flat, 24)

    def _vectors(self) -> list[vec[i64]]:
        return [
            self.level,
            self.magnate,
            self.ring,
            self.lot,
            self.deck,
            self.discards,
            self.tops,
            self.dynamite,
            self.pawn,
            self.cash,
            self.loans,
            self.capital,
            self.secret,
            self.marker,
            self.extra,
            self.offer,
            self.pile,
            self.shares,
            self.fitting,
            self.sizes,
            self.points,
            self.returned,
            self.doubt,
        ]

    # End of fields.


def new(components: Components) -> Position:
    """A match about to be set up."""
    seats = components.seats
    state = Position(components)
    state.phase = RING
    state.then = CAPITAL_DEAL
    state.at = 1  # WS-24: Trend lies on slot 0
    state.turn = 0
    state.start = 0
    state.turns = 0
    state.flips = 0
    state.direction = 1
    state.coins = 0
    state.bank = components.coins - components.start_cash * seats  # WS-21, WS-28
    state.top = NONE
    state.left = 0
    state.hidden = 1
    state.placed = 0
    state.boxed = 0
    state.hand = NONE
    state.second = NONE
    state.why = SALE
    state.sold = NONE
    state.shown = NONE
    state.named = NONE
    state.due = 0
    state.now = NONE
    state.discarded = 0
    state.level = components.start[:]
    state.magnate = vec[i64]([NONE] * COMPANIES)
    state.ring = vec[i64]([NONE] * components.slots)
    state.lot = vec[i64]([NONE] * components.slots)
    state.deck = components.copies[:]
    for card in range(components.duals, components.types):
        state.left += components.copies[card]
    state.discards = vec[i64]([NONE] * (state.left + components.duals + 1))
    state.heights = vec[i64]([0] * 3)
    state.tops = vec[i64]([NONE] * 3)
    state.dynamite = vec[i64]([0] * 3)
    state.pawn = vec[i64]([NONE] * seats)
    state.cash = vec[i64]([components.start_cash] * seats)
    state.loans = vec[i64]([0] * seats)
    state.capital = vec[i64]([components.start_capital] * seats)  # WS-27
    state.secret = vec[i64]([NONE] * seats)
    state.marker = vec[i64]([NONE] * seats)
    state.extra = vec[i64]([0] * seats)
    state.offer = vec[i64]([NOT_ASKED] * seats)
    state.pile = vec[i64]([0] * (seats * components.types))
    state.shares = vec[i64]([0] * (seats * COMPANIES))
    state.fitting = vec[i64]([0] * (seats * COMPANIES))
    state.sizes = vec[i64]([0] * (2 * seats))
    state.points = vec[i64]([0] * seats)
    state.returned = vec[i64]([NONE] * seats)
    doubtful: i64 = seats * components.types if components.unseen_returns else 0
    state.doubt = vec[i64]([0] * doubtful)
    return state


def revive(components: Components, flat: list[int]) -> Position:
    """The state with this `dump`."""
    state = new(components)
    state.restore(flat)
    for i in range(state.discarded):
        state.heights[state.discards[i] % 3] += 1
    return state
