"""Speculation (2013): the rules. Rule ids refer to rules.en.md."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from openoutcry.core.rng import Rng
from openoutcry.core.sets import listed, nth_of, only, size_of
from openoutcry.core.state import CHANCE, OVER, State, flattened, places_of, refill
from openoutcry.titles.speculation import legal
from openoutcry.titles.speculation.components import (
    CARD,
    CARDS,
    CHOICES,
    DEAL,
    DRAW_ACTION,
    DRAW_STEPS,
    ENDED,
    FILL,
    FIRST_SEAT,
    HOLIDAY,
    LOWER,
    NO_ACTION,
    NO_CARD,
    NO_TILE,
    NOTHING,
    PLAY,
    RAISE,
    RANKING,
    SHARE,
    START,
    STEPS,
    TILE,
    TRADE,
    TRADING,
    WIDTH,
    Components,
    nth_tile,
    tiles_of,
)


@mypyc_attr(acyclic=True)
@final
class Speculation(State):
    """A position of Speculation. Sets of cards are bit masks: bit c for card c."""

    components: Components
    n: i64
    side: i64  # option: 0 without star, 1 with star

    phase: i64
    at: i64  # seat that a deal serves or that trades
    active: i64
    turn: i64  # 0 before the first
    tile: i64  # this turn's action tile, or NO_TILE
    steps: i64  # this turn's movement tile, or 0
    played: i64  # cards that each seat has played since the last shuffle
    arrived: i64  # bricks on END
    position: vec[i64]  # company -> 0 = START, 1, 2, ..., END
    arrival: vec[i64]  # company -> 1 for the first on END, ...; 0 = not there
    bank: vec[i64]  # company -> shares that can be bought
    cash: vec[i64]
    shares: vec[i64]  # seat * companies + company
    hand: vec[i64]  # seat -> cards
    shown: vec[i64]  # seat -> cards played since the last shuffle
    pick: vec[i64]  # seat -> card lying in front of it, or NO_CARD
    action_bag: vec[i64]  # kind -> how many
    steps_bag: vec[i64]  # value -> how many
    price: vec[i64]  # derived from the bricks, kept because it is read so often

    def __init__(self, components: Components, seats: i64) -> None:
        """An unfilled state: `new` and `clone` set the rest."""
        self.components = components
        self.n = seats
        self.side = self.phase = self.at = self.active = self.turn = self.tile = self.steps = 0
        self.played = self.arrived = 0

    def title(self) -> str:
        return "speculation"

    # Who acts

    def seats(self) -> i64:
        return self.n

    def mover(self) -> i64:
        phase = self.phase
        if phase == TRADING:
            return self.at
        if phase == CARDS:
            seat = self.active
            while self.pick[seat] != NO_CARD:
                seat = self._after(seat)
            return seat
        if phase == RANKING:
            return self.active
        if phase == ENDED:
            return OVER
        return CHANCE

    def waiting(self, seat: i64) -> bool:
        if self.phase == CARDS:  # SP-30: all at once
            return 0 <= seat < self.n and self.pick[seat] == NO_CARD
        return seat == self.mover()

    def sealed(self) -> bool:
        return self.phase == CARDS

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        if self.phase == CARDS:
            return seat == actor
        return self.phase != FILL or seat == self.at  # SP-08: hands are secret

    def _after(self, seat: i64) -> i64:
        seat += 1
        if seat == self.n:
            return 0
        return seat

    # Ranks and prices

    def rank(self, company: i64) -> i64:
        """1 = furthest ahead; bricks on START share the last place (SP-12, SP-38)."""
        return self.rank_among(company, self.occupied())

    def rank_among(self, company: i64, occupied: i64) -> i64:
        """As `rank`, for whoever has asked already which spaces are occupied."""
        space = self.position[company]
        if space == 0:
            return self.components.companies
        return self._rank_at(company, space, occupied)

    def _rank_at(self, company: i64, space: i64, occupied: i64) -> i64:
        """Bricks ahead are on END, where the first to arrive leads, or alone on their spaces."""
        if space == self.components.end:
            return self.arrival[company]
        return self.arrived + 1 + size_of(occupied >> (space + 1))

    def reprice(self) -> None:
        """Read every price off the board again (SP-10, SP-11)."""
        self._reprice(self.occupied())

    def _reprice(self, occupied: i64) -> None:
        components = self.components
        companies = components.companies
        first = self.side * len(components.segments)
        price, position = self.price, self.position
        for company in range(companies):
            space = position[company]
            if space == 0:
                price[company] = components.start_price
            else:
                row = first + components.segment[space]
                rank = self._rank_at(company, space, occupied)
                price[company] = components.prices[row * companies + rank - 1]

    def worth(self, seat: i64) -> i64:
        """Cash and shares at the prices of the moment (SP-39)."""
        shares, price, companies = self.shares, self.price, self.components.companies
        total = self.cash[seat]
        first = seat * companies
        for company in range(companies):
            total += shares[first + company] * price[company]
        return total

    # What may be done

    def width(self) -> i64:
        return WIDTH

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        return legal.legal_into(self, seat, out)

    def default(self, seat: i64) -> i64:
        return legal.default(self, seat)

    def refuse(self, seat: i64, action: i64) -> str:
        return legal.refuse(self, seat, action)

    def next_ahead(self, company: i64) -> i64:
        """Where the brick ranked directly before it stands; 0 if it leads (SP-24, SP-25)."""
        here = self.position[company]
        found: i64 = 0
        for other in range(self.components.companies):
            there = self.position[other]
            if there > here and (found == 0 or there < found):
                found = there
        return found

    def next_behind(self, company: i64) -> i64:
        """Where the brick ranked directly after it stands; -1 if it is last (SP-27, SP-28)."""
        here = self.position[company]
        found: i64 = -1
        for other in range(self.components.companies):
            there = self.position[other]
            if found < there < here:
                found = there
        return found

    def cost(self, trade: i64) -> i64:
        """What a trade costs, both halves together; negative: what it brings (SP-13, SP-19)."""
        sold = trade // CHOICES
        bought = trade % CHOICES
        cost: i64 = 0
        if bought != NOTHING:
            cost = self.price[bought]
        if sold != NOTHING:
            cost -= self.price[sold]
        return cost

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == CARDS:
            self.pick[seat] = action - PLAY
            self._reveal()
        elif phase == TRADING:
            self._trade(seat, action)
            self.at = self._after(seat)  # SP-18
            if self.at == self.active:
                self._lay_cards()
        elif phase == FILL:
            self._take_card(action - CARD)
        elif phase == DRAW_ACTION:
            self.tile = action - TILE
            self.action_bag[self.tile] -= 1
            self.phase = DRAW_STEPS
        elif phase == DRAW_STEPS:
            self.steps = action - STEPS
            self.steps_bag[self.steps] -= 1
            self._begin_action()
        elif phase == RANKING:
            self._change_rank(action)
            self._lay_cards()
        elif phase == DEAL:
            self._deal(action - SHARE)
        else:  # SP-09
            self.active = action - FIRST_SEAT
            self._fill()

    def _deal(self, company: i64) -> None:
        """A starting share, no company twice (SP-06)."""
        self.shares[self.at * self.components.companies + company] = 1
        self.bank[company] -= 1
        self.at += 1
        if self.at == self.n:
            self.phase = START

    def _begin_turn(self) -> None:
        self.turn += 1
        if self.turn == 1:  # SP-16: a Trade tile is set
            self.tile = TRADE
            self.action_bag[TRADE] -= 1
            self.phase = DRAW_STEPS
        else:  # SP-15
            self.phase = DRAW_ACTION

    def _begin_action(self) -> None:
        """Action first, then movement (SP-17)."""
        if self.tile == TRADE:
            self.phase = TRADING
            self.at = self.active
        elif self.tile == NO_ACTION or self._all_on_start():  # SP-29
            self._lay_cards()
        else:  # SP-23
            self.phase = RANKING

    def _all_on_start(self) -> bool:
        total: i64 = 0
        for company in range(self.components.companies):
            total += self.position[company]
        return total == 0

    def _trade(self, seat: i64, action: i64) -> None:
        first = seat * self.components.companies
        sold = action // CHOICES
        bought = action % CHOICES
        self.cash[seat] -= self.cost(action)
        if sold != NOTHING:
            self.shares[first + sold] -= 1
            self.bank[sold] += 1
        if bought != NOTHING:
            self.shares[first + bought] += 1
            self.bank[bought] -= 1

    def _change_rank(self, action: i64) -> None:
        if action < LOWER:
            company = action - RAISE
            space = self.space_ahead(company)
        else:
            company = action - LOWER
            space = self.space_behind(company)
        self._put(company, space)
        self.reprice()

    def space_ahead(self, company: i64) -> i64:
        """Where Rank +1 leads: the first empty space ahead of the next brick, or END."""
        occupied = self.occupied()
        space = self.next_ahead(company) + 1
        while space < self.components.end and occupied >> space & 1:  # SP-24
            space += 1
        return min(space, self.components.end)  # SP-26

    def space_behind(self, company: i64) -> i64:
        """Where Rank -1 leads: the first empty space behind the next brick, or START."""
        occupied = self.occupied()
        space = self.next_behind(company) - 1
        while space > 0 and occupied >> space & 1:  # SP-27
            space -= 1
        return max(space, 0)  # SP-28

    def occupied(self) -> i64:
        """The spaces between START and END that hold a brick, a bit each (SP-04)."""
        components = self.components
        end = components.end
        found: i64 = 0
        for company in range(components.companies):
            space = self.position[company]
            if 0 < space < end:
                found |= components.bit[space]
        return found

    def _put(self, company: i64, space: i64) -> None:
        self.position[company] = space
        if space == self.components.end:  # SP-38
            self.arrived += 1
            self.arrival[company] = self.arrived

    def _lay_cards(self) -> None:
        self.phase = CARDS
        for seat in range(self.n):
            self.pick[seat] = NO_CARD

    def _reveal(self) -> None:
        holidays: i64 = 0
        for seat in range(self.n):
            if self.pick[seat] == NO_CARD:
                return
            if self.pick[seat] == HOLIDAY:
                holidays += 1
        self._move(self.steps_with(holidays))
        hand, shown = self.hand, self.shown
        for seat in range(self.n):  # SP-34
            card = 1 << self.pick[seat]
            hand[seat] &= ~card
            shown[seat] |= card
        self.played += 1
        if self.played == self.components.set_size:  # SP-35
            self.played = 0
            for seat in range(self.n):
                self.shown[seat] = 0
        self._fill()

    def steps_with(self, holidays: i64) -> i64:
        """How far each card moves its brick (SP-31, SP-33)."""
        if holidays == 0:
            return self.steps
        if holidays == 1 and self.n >= self.components.half_from:
            return (self.steps + 1) // 2
        return 0

    def _move(self, steps: i64) -> None:
        if steps == 0:
            return
        occupied = self.occupied()
        seat = self.active
        for _seat in range(self.n):  # SP-31: in the order of the seats
            card = self.pick[seat]
            if card != HOLIDAY:
                occupied = self._advance(card, steps, occupied)
            seat = self._after(seat)
        self._reprice(occupied)

    def advance(self, company: i64, steps: i64) -> None:
        """Move over `steps` empty spaces; occupied ones do not count (SP-31)."""
        self._advance(company, steps, self.occupied())

    def _advance(self, company: i64, steps: i64, occupied: i64) -> i64:
        """Move among the occupied spaces; returns which are occupied then."""
        end = self.components.end
        begin = self.position[company]
        if begin == end:  # SP-32
            return occupied
        space = begin
        while steps > 0 and space < end:
            space += 1
            if not occupied >> space & 1:
                steps -= 1
        self._put(company, space)
        bit = self.components.bit
        occupied &= ~bit[begin]
        if space < end:
            occupied |= bit[space]
        return occupied

    def _fill(self) -> None:
        """Cards into every hand, as far as the decks reach (SP-08, SP-34, SP-35)."""
        if size_of(self.hand[0]) < self._hand_size():
            self.phase = FILL
            self.at = 0
        else:
            self._end_turn()

    def _hand_size(self) -> i64:
        return min(self.components.hand, self.components.set_size - self.played)

    def _take_card(self, card: i64) -> None:
        hand = self.hand[self.at] | only(card)
        self.hand[self.at] = hand
        if size_of(hand) == self._hand_size():
            self.at += 1
            if self.at == self.n:
                self._end_turn()

    def deck(self, seat: i64) -> i64:
        """The cards left in the seat's deck."""
        return self.components.full_set & ~(self.hand[seat] | self.shown[seat])

    def _end_turn(self) -> None:
        if self.turn > 0:
            if self.tile == TRADE:  # SP-36
                self.action_bag = self.components.actions[:]
                self.steps_bag = self.components.steps[:]
            self.tile = NO_TILE
            self.steps = 0
            if self.arrived > 0:  # SP-37
                self.phase = ENDED
                return
            self.active = self._after(self.active)
        self._begin_turn()

    # Chance

    def draw(self, rng: Rng) -> i64:
        phase = self.phase
        if phase == FILL:
            deck = self.deck(self.at)
            return CARD + nth_of(deck, rng.below(size_of(deck)))
        if phase == DRAW_ACTION:
            return TILE + nth_tile(self.action_bag, rng)
        if phase == DRAW_STEPS:
            return STEPS + nth_tile(self.steps_bag, rng)
        if phase == START:
            return FIRST_SEAT + rng.below(self.n)
        undealt = self._undealt()
        return SHARE + nth_of(undealt, rng.below(size_of(undealt)))

    def _undealt(self) -> i64:
        """The companies whose starting share is still in the bag (SP-06)."""
        found: i64 = 0
        for company in range(self.components.companies):
            if self.bank[company] == self.components.shares[self.n]:
                found |= 1 << company
        return found

    def outcomes(self) -> list[tuple[int, int]]:
        phase = self.phase
        if phase == FILL:
            return [(CARD + card, 1) for card in listed(self.deck(self.at))]
        if phase == DRAW_ACTION:
            return tiles_of(self.action_bag, TILE)
        if phase == DRAW_STEPS:
            return tiles_of(self.steps_bag, STEPS)
        if phase == START:
            return [(FIRST_SEAT + seat, 1) for seat in range(int(self.n))]
        return [(SHARE + company, 1) for company in listed(self._undealt())]

    # Copies and other worlds

    # Fields: written by `python -m openoutcry.core.fields` from the declarations above.

    def clone(self) -> "Speculation":
        copy = Speculation(self.components, self.n)
        copy.side = self.side
        copy.phase = self.phase
        copy.at = self.at
        copy.active = self.active
        copy.turn = self.turn
        copy.tile = self.tile
        copy.steps = self.steps
        copy.played = self.played
        copy.arrived = self.arrived
        copy.position = self.position[:]
        copy.arrival = self.arrival[:]
        copy.bank = self.bank[:]
        copy.cash = self.cash[:]
        copy.shares = self.shares[:]
        copy.hand = self.hand[:]
        copy.shown = self.shown[:]
        copy.pick = self.pick[:]
        copy.action_bag = self.action_bag[:]
        copy.steps_bag = self.steps_bag[:]
        copy.price = self.price[:]
        return copy

    def dump(self) -> list[int]:
        flat: list[int] = [
            self.n,
            self.side,
            self.phase,
            self.at,
            self.active,
            self.turn,
            self.tile,
            self.steps,
            self.played,
            self.arrived,
        ]
        return flat + flattened(self._vectors())

    def restore(self, flat: list[int]) -> None:
        """Take over the numbers of a `dump`."""
        self.n = flat[0]
        self.side = flat[1]
        self.phase = flat[2]
        self.at = flat[3]
        self.active = flat[4]
        self.turn = flat[5]
        self.tile = flat[6]
        self.steps = flat[7]
        self.played = flat[8]
        self.arrived = flat[9]
        refill(self._vectors(), flat, 10)

    def _vectors(self) -> list[vec[i64]]:
        return [
            self.position,
            self.arrival,
            self.bank,
            self.cash,
            self.shares,
            self.hand,
            self.shown,
            self.pick,
            self.action_bag,
            self.steps_bag,
        ]

    # End of fields.

    def imagine(self, seat: i64, rng: Rng) -> "Speculation":
        """Others hold any cards they have not played; what lies face down is one of those."""
        world = self.clone()
        for other in range(world.n):
            if other != seat:
                world._deal_again(other, rng)
        return world

    def _deal_again(self, seat: i64, rng: Rng) -> None:
        held = size_of(self.hand[seat])
        unseen = self.components.full_set & ~self.shown[seat]
        hand: i64 = 0
        for _card in range(held):
            rest = unseen & ~hand
            hand |= 1 << nth_of(rest, rng.below(size_of(rest)))
        self.hand[seat] = hand
        if self.phase == CARDS and self.pick[seat] != NO_CARD:
            self.pick[seat] = nth_of(hand, rng.below(held))

    def __reduce__(self) -> tuple[object, tuple[Components, list[int]]]:
        return revive, (self.components, self.dump())

    # Score

    def scores(self) -> list[int]:
        return [int(self.worth(seat)) for seat in range(self.n)]

    def places(self) -> list[int]:
        return places_of(self.scores())  # SP-39: ties share the win


def new(components: Components, seats: i64, side: i64) -> Speculation:
    """A match about to be dealt."""
    companies = components.companies
    state = Speculation(components, seats)
    state.side = side  # SP-03
    state.phase = DEAL
    state.at = 0
    state.active = 0
    state.turn = 0
    state.tile = NO_TILE
    state.steps = 0
    state.played = 0
    state.arrived = 0
    state.position = vec[i64]([0] * companies)  # SP-04
    state.arrival = vec[i64]([0] * companies)
    state.bank = vec[i64]([components.shares[seats]] * companies)  # SP-05
    state.cash = vec[i64]([components.start_cash] * seats)  # SP-07
    state.shares = vec[i64]([0] * (seats * companies))
    state.hand = vec[i64]([0] * seats)
    state.shown = vec[i64]([0] * seats)
    state.pick = vec[i64]([NO_CARD] * seats)
    state.action_bag = components.actions[:]
    state.steps_bag = components.steps[:]
    state.price = vec[i64]([components.start_price] * companies)
    return state


def revive(components: Components, flat: list[int]) -> Speculation:
    """The state with this `dump`."""
    state = new(components, flat[0], flat[1])
    state.restore(flat)
    state.reprice()
    return state
