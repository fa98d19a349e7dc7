"""Ekonos (2004): the rules. Rule ids refer to rules.en.md."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from openoutcry.core.rng import Rng
from openoutcry.core.sets import least_of, nth_of
from openoutcry.core.state import CHANCE, OVER, State, flattened, places_of, refill
from openoutcry.titles.ekonos import legal
from openoutcry.titles.ekonos.components import (
    BOTTOM,
    BUY,
    CARD,
    CARDS,
    DEALING,
    DECISION,
    DISCARD,
    ENDED,
    EXPAND,
    FIRST_SEAT,
    KEEP,
    MIDDLE,
    NAME,
    NAMING,
    NOBODY,
    PASS,
    PLACE,
    PROTECT,
    PURCHASE,
    SALE,
    SELL,
    SPACE,
    SPACES,
    STARTER,
    STOP,
    TILE,
    TILES,
    USES,
    Components,
    pick,
)


@mypyc_attr(acyclic=True)
@final
class Ekonos(State):
    """A position of Ekonos."""

    components: Components
    n: i64
    max_shares: i64  # option maxShares
    force_at_six: bool  # option forceAtSix
    chaining: bool  # option growthChaining
    partial: bool  # option allowPartialExpansion
    hold_at_six: bool  # option holdAtSix
    needs_tile: bool  # option tradeNeedsTile
    count_markers: bool  # option countMarkers
    money_open: bool  # option moneyOpen

    companies: i64  # derived, as the next three, from the edition and the seats
    rounds: i64  # derived
    deal: i64  # derived: cards for each seat in a round
    income: i64  # derived: coins for each seat in a round

    phase: i64
    round: i64  # 1, 2, ...
    starter: i64
    active: i64  # whose turn it is, also while a president decides
    at: i64  # seat to be dealt to
    card: i64  # the last card played in this round, or -1
    use: i64  # what it was played for
    company: i64  # placed, protected, expanding or losing its president; else NOBODY
    todo: i64  # tiles still to be laid in this expansion
    fresh: i64  # mask: spaces of the tiles laid in this expansion
    locked: i64  # mask: spaces with a protected tile
    played: i64  # mask: cards played in this round
    hand: vec[i64]  # seat -> mask of cards
    held: vec[i64]  # seat -> number of cards in hand
    barred: vec[i64]  # seat -> mask: cards it showed not to hold (EK-21)
    coins: vec[i64]
    shares: vec[i64]  # seat * companies + company -> how many
    sold: vec[i64]  # company -> shares owned by all seats
    president: vec[i64]  # company -> seat or NOBODY
    growth: vec[i64]  # company -> box of its counter
    tiles: vec[i64]  # company -> mask of spaces
    count: vec[i64]  # company -> number of tiles on the map

    def __init__(self, components: Components, seats: i64) -> None:
        """An unfilled state: `new` and `clone` set the rest."""
        self.components = components
        self.n = seats
        self.force_at_six = self.chaining = self.partial = self.hold_at_six = False
        self.needs_tile = self.count_markers = self.money_open = False
        self.max_shares = self.companies = self.rounds = self.deal = self.income = self.phase = 0
        self.round = self.starter = self.active = self.at = self.card = self.use = self.company = 0
        self.todo = self.fresh = self.locked = self.played = 0

    def title(self) -> str:
        return "ekonos"

    # Who acts

    def seats(self) -> i64:
        return self.n

    def mover(self) -> i64:
        phase = self.phase
        if phase in (DECISION, TILES):
            return self.president[self.company]  # EK-23: whoever's turn it is
        if phase == ENDED:
            return OVER
        if phase <= DEALING:
            return CHANCE
        return self.active

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        return self.phase != DEALING or seat == self.at  # EK-54: hands are hidden

    def _after(self, seat: i64) -> i64:
        seat += 1
        if seat == self.n:
            return 0
        return seat

    # What may be done

    def width(self) -> i64:
        return CARD + USES * len(self.components.top)

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        return legal.legal_into(self, seat, out)

    def forced(self, seat: i64) -> i64:
        return legal.forced(self, seat)

    def default(self, seat: i64) -> i64:
        return legal.default(self, seat)

    def refuse(self, seat: i64, action: i64) -> str:
        return legal.refuse(self, seat, action)

    def uses(self) -> i64:
        """Which companies may be placed (bits 0-7), protected (8-15), grown (16-23): EK-20."""
        found: i64 = 0
        bit: i64 = 1
        room = self._empty() != 0
        for c in range(self.companies):
            if room and self.count[c] < self.components.supply:  # EK-17
                found += bit
            if self.tiles[c] & ~self.locked != 0:
                found += bit << 8
            if self.growth[c] < self.components.large_box or self.can_expand(c):
                found += bit << 16
            bit += bit
        return found

    def live_cards(self, uses: i64) -> i64:
        """The cards of the deck that have an available function."""
        found: i64 = 0
        bit: i64 = 1
        components = self.components
        for card in range(len(components.top)):
            top = uses >> components.top[card] | uses >> (components.top[card] + 8)
            below = uses >> (components.middle[card] + 16) | uses >> (components.bottom[card] + 16)
            if (top | below) & 1 != 0:
                found += bit
            bit += bit
        return found

    def _empty(self) -> i64:
        """The empty spaces."""
        taken: i64 = 0
        for c in range(self.companies):
            taken |= self.tiles[c]
        return self.components.everywhere & ~taken

    def open_spaces(self) -> i64:
        """Where the top company of the card just played may be placed or protected."""
        if self.use == PROTECT:  # EK-14
            return self.tiles[self.company] & ~self.locked
        return self._empty()  # EK-13

    def targets(self, company: i64) -> i64:
        """Where the company may expand to (EK-27)."""
        bases = self.tiles[company]
        if not self.chaining:  # EK-28: bases stay those of the beginning
            bases &= ~self.fresh
        found: i64 = 0
        near = self.components.near
        while bases != 0:
            found |= near[least_of(bases)]
            bases &= bases - 1
        return found & ~(self.tiles[company] | self.locked)

    def can_expand(self, company: i64) -> bool:  # EK-30
        return (
            self.president[company] != NOBODY
            and self.count[company] < self.components.supply
            and self.targets(company) != 0
        )

    def is_heir(self, seat: i64) -> bool:
        """May the seller name this seat as president (EK-47)?"""
        most = self._most_besides(self.active, self.company)
        return seat != self.active and self.owned(seat, self.company) == most

    def _most_besides(self, seat: i64, company: i64) -> i64:
        """The largest holding among the others."""
        most: i64 = 0
        for other in range(self.n):
            if other != seat:
                most = max(most, self.owned(other, company))
        return most

    def owned(self, seat: i64, company: i64) -> i64:
        return self.shares[seat * self.companies + company]

    def may_sell(self, seat: i64, company: i64) -> bool:  # EK-36, EK-40
        # Asked more often than anything else, so it does without a call of `owned`.
        if self.shares[seat * self.companies + company] == 0:
            return False
        return not self.needs_tile or self.count[company] > 0

    def may_buy(self, seat: i64, company: i64) -> bool:
        sold = self.sold[company]
        if sold >= self.max_shares or self.coins[seat] <= sold:  # EK-37, EK-38
            return False
        if self.needs_tile and self.count[company] == 0:  # EK-40
            return False
        return not self.count_markers or self._markers_suffice(seat, company)  # EK-43

    def _markers_suffice(self, seat: i64, company: i64) -> bool:
        """Shares and offices after the purchase, counted against the seat's markers."""
        needed: i64 = 2 if self._takes_office(seat, company) else 1
        first = seat * self.companies
        for c in range(self.companies):
            needed += self.shares[first + c]
            if self.president[c] == seat:
                needed += 1
        return needed <= self.components.markers

    def _takes_office(self, seat: i64, company: i64) -> bool:
        """Would one more share make this seat the president (EK-44, EK-45)?"""
        president = self.president[company]
        if president == NOBODY:
            return True
        return president != seat and self.owned(seat, company) >= self.owned(president, company)

    def company_of(self, action: i64) -> i64:
        """The company that a card's use concerns."""
        card = (action - CARD) // USES
        use = (action - CARD) % USES
        if use == MIDDLE:
            return self.components.middle[card]
        return self.components.bottom[card] if use == BOTTOM else self.components.top[card]

    def company_at(self, space: i64) -> i64:
        """The company whose tile lies there, or NOBODY."""
        for c in range(self.companies):
            if self.tiles[c] >> space & 1 != 0:
                return c
        return NOBODY

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == CARDS:
            self._play_card(seat, action)
        elif phase == SPACES:
            self._use_space(action - SPACE)
        elif phase == DECISION:
            if action == EXPAND:
                self._begin_expansion()
            else:  # EK-31: the counter stays
                self._open_sale()
        elif phase == TILES:
            if action == STOP:
                self._end_expansion()
            else:
                self._lay(action - TILE)
        elif phase == SALE:
            if action == KEEP:
                self._open_purchase()
            else:
                self._sell(seat, action - SELL)
        elif phase == NAMING:
            self.president[self.company] = action - NAME
            self._open_purchase()
        elif phase == PURCHASE:
            if action != PASS:
                self._buy(seat, action - BUY)
            self._end_turn()
        elif phase == DEALING:
            self._deal_card(action)
        else:  # EK-06
            self.starter = action - FIRST_SEAT
            self._open_round()

    # A round begins

    def _open_round(self) -> None:
        """EK-07: all cards are gathered and dealt anew, one at a time from the starter on."""
        self.round += 1
        self.active = self.starter
        self.at = self.starter
        self.card = -1
        self.use = -1
        self.played = 0
        for seat in range(self.n):
            self.barred[seat] = 0
        self.phase = DEALING

    def _deal_card(self, card: i64) -> None:
        self.hand[self.at] |= self.components.bit[card]
        self.held[self.at] += 1
        self.at = self._after(self.at)
        if self.at == self.starter and self.held[self.at] == self.deal:
            for seat in range(self.n):
                self.coins[seat] += self.income
            self.phase = CARDS

    # Step 1: the card

    def _play_card(self, seat: i64, action: i64) -> None:
        card = (action - CARD) // USES
        use = (action - CARD) % USES
        bit = self.components.bit[card]
        self.hand[seat] &= ~bit
        self.held[seat] -= 1
        self.played |= bit
        self.card = card
        self.use = use
        if use in (PLACE, PROTECT):
            self.company = self.components.top[card]
            self.phase = SPACES
        elif use == DISCARD:
            self.barred[seat] |= self.live_cards(self.uses())
            self._open_sale()
        else:
            self._grow(self.company_of(action))

    def _use_space(self, space: i64) -> None:
        bit = self.components.bit[space]
        if self.use == PROTECT:
            self.locked |= bit  # EK-14
        else:
            self.tiles[self.company] |= bit  # EK-13
            self.count[self.company] += 1
        self._open_sale()

    # Growth and expansion

    def _grow(self, company: i64) -> None:
        components = self.components
        if (
            self.growth[company] < components.large_box
        ):  # EK-33: a held counter is only checked again
            self.growth[company] += 1
        box = self.growth[company]
        if box == components.large_box:
            if self.can_expand(company):
                self._ask(company, self.force_at_six)  # EK-25
                return
            if not self.hold_at_six:  # EK-33
                self.growth[company] = 0
        elif box == components.small_box and self.can_expand(company):  # EK-23, EK-32
            self._ask(company, False)
            return
        self._open_sale()

    def _ask(self, company: i64, must: bool) -> None:
        self.company = company
        if must:
            self._begin_expansion()
        else:
            self.phase = DECISION

    def _begin_expansion(self) -> None:
        components = self.components
        last = self.growth[self.company] == components.large_box
        self.todo = components.large_tiles if last else components.small_tiles
        self.phase = TILES

    def _lay(self, space: i64) -> None:
        bit = self.components.bit[space]
        company = self.company
        victim = self.company_at(space)
        if victim != NOBODY:  # EK-18
            self.tiles[victim] &= ~bit
            self.count[victim] -= 1
        self.tiles[company] |= bit
        self.count[company] += 1
        self.fresh |= bit
        self.todo -= 1
        if (
            self.todo == 0
            or self.count[company] == self.components.supply
            or self.targets(company) == 0
        ):  # EK-29
            self._end_expansion()

    def _end_expansion(self) -> None:
        self.growth[self.company] = 0  # EK-31
        self.todo = 0
        self.fresh = 0
        self._open_sale()

    # Steps 2 and 3: shares

    def _open_sale(self) -> None:
        """EK-11; whoever has nothing to sell is not asked."""
        self.company = NOBODY
        for c in range(self.companies):
            if self.may_sell(self.active, c):
                self.phase = SALE
                return
        self._open_purchase()

    def _sell(self, seat: i64, company: i64) -> None:
        self.coins[seat] += self.sold[company]  # EK-36
        self.sold[company] -= 1
        self.shares[seat * self.companies + company] -= 1
        if self.president[company] == seat and self._asks_heir(seat, company):  # EK-49
            self.company = company
            self.phase = NAMING
        else:
            self._open_purchase()

    def _asks_heir(self, seat: i64, company: i64) -> bool:
        """The president has sold: settles the office, unless several could have it."""
        own = self.owned(seat, company)
        most = self._most_besides(seat, company)
        if most <= own:  # EK-46
            if own == 0:
                self.president[company] = NOBODY  # EK-48
            return False
        heirs: i64 = 0
        for other in range(self.n):
            if other != seat and self.owned(other, company) == most:
                self.president[company] = other
                heirs += 1
        if heirs == 1:
            return False
        self.president[company] = seat  # EK-47: until the seller has named one
        return True

    def _open_purchase(self) -> None:
        """Whoever can buy nothing is not asked."""
        self.company = NOBODY
        for c in range(self.companies):
            if self.may_buy(self.active, c):
                self.phase = PURCHASE
                return
        self._end_turn()

    def _buy(self, seat: i64, company: i64) -> None:
        if self._takes_office(seat, company):  # EK-44, EK-45
            self.president[company] = seat
        self.sold[company] += 1
        self.shares[seat * self.companies + company] += 1
        self.coins[seat] -= self.sold[company]  # EK-37

    def _end_turn(self) -> None:
        self.active = self._after(self.active)  # EK-08
        if self.held[self.active] > 0:
            self.phase = CARDS
        elif self.round == self.rounds:
            self.phase = ENDED  # EK-50
        else:
            self.starter = self._after(self.starter)  # EK-09
            self._open_round()

    def price(self, company: i64) -> i64:
        """What the sale of a share brings: the number of shares sold (EK-35, EK-36)."""
        return self.sold[company]

    # Chance

    def _stock(self) -> i64:
        """The cards not dealt in this round."""
        gone = self.played
        for seat in range(self.n):
            gone |= self.hand[seat]
        return self.components.deck & ~gone

    def draw(self, rng: Rng) -> i64:
        if self.phase == STARTER:
            return FIRST_SEAT + rng.below(self.n)
        left: i64 = len(self.components.top)
        for seat in range(self.n):
            left -= self.held[seat]
        return nth_of(self._stock(), rng.below(left))

    def outcomes(self) -> list[tuple[int, int]]:
        if self.phase == STARTER:
            return [(FIRST_SEAT + seat, 1) for seat in range(int(self.n))]
        stock = self._stock()
        return [(card, 1) for card in range(len(self.components.top)) if stock >> card & 1 != 0]

    # Copies and other worlds

    # Fields: written by `python -m openoutcry.core.fields` from the declarations above.

    def clone(self) -> "Ekonos":
        copy = Ekonos(self.components, self.n)
        copy.max_shares = self.max_shares
        copy.force_at_six = self.force_at_six
        copy.chaining = self.chaining
        copy.partial = self.partial
        copy.hold_at_six = self.hold_at_six
        copy.needs_tile = self.needs_tile
        copy.count_markers = self.count_markers
        copy.money_open = self.money_open
        copy.companies = self.companies
        copy.rounds = self.rounds
        copy.deal = self.deal
        copy.income = self.income
        copy.phase = self.phase
        copy.round = self.round
        copy.starter = self.starter
        copy.active = self.active
        copy.at = self.at
        copy.card = self.card
        copy.use = self.use
        copy.company = self.company
        copy.todo = self.todo
        copy.fresh = self.fresh
        copy.locked = self.locked
        copy.played = self.played
        copy.hand = self.hand[:]
        copy.held = self.held[:]
        copy.barred = self.barred[:]
        copy.coins = self.coins[:]
        copy.shares = self.shares[:]
        copy.sold = self.sold[:]
        copy.president = self.president[:]
        copy.growth = self.growth[:]
        copy.tiles = self.tiles[:]
        copy.count = self.count[:]
        return copy

    def dump(self) -> list[int]:
        flat: list[int] = [
            self.n,
            self.max_shares,
            int(self.force_at_six),
            int(self.chaining),
            int(self.partial),
            int(self.hold_at_six),
            int(self.needs_tile),
            int(self.count_markers),
            int(self.money_open),
            self.phase,
            self.round,
            self.starter,
            self.active,
            self.at,
            self.card,
            self.use,
            self.company,
            self.todo,
            self.fresh,
            self.locked,
            self.played,
        ]
        return flat + flattened(self._vectors())

    def restore(self, flat: list[int]) -> None:
        """Take over the numbers of a `dump`."""
        self.n = flat[0]
        self.max_shares = flat[1]
        self.force_at_six = bool(flat[2])
        self.chaining = bool(flat[3])
        self.partial = bool(flat[4])
        self.hold_at_six = bool(flat[5])
        self.needs_tile = bool(flat[6])
        self.count_markers = bool(flat[7])
        self.money_open = bool(flat[8])
        self.phase = flat[9]
        self.round = flat[10]
        self.starter = flat[11]
        self.active = flat[12]
        self.at = flat[13]
        self.card = flat[14]
        self.use = flat[15]
        self.company = flat[16]
        self.todo = flat[17]
        self.fresh = flat[18]
        self.locked = flat[19]
        self.played = flat[20]
        refill(self._vectors(), flat, 21)

    def _vectors(self) -> list[vec[i64]]:
        return [
            self.hand,
            self.held,
            self.barred,
            self.coins,
            self.shares,
            self.sold,
            self.president,
            self.growth,
            self.tiles,
            self.count,
        ]

    # End of fields.

    def imagine(self, seat: i64, rng: Rng) -> "Ekonos":
        """The cards that `seat` has not seen in this round are dealt anew (EK-54).

        Hands keep their sizes; nobody is given a card that they showed not to hold. Only what
        the seat knows counts, so that nothing of the true hands shows in what is imagined.
        """
        world = self.clone()
        while not world._redeal(seat, rng):
            continue
        return world

    def _redeal(self, seat: i64, rng: Rng) -> bool:
        """Fills the others' hands, the restricted ones first; False if one cannot be filled."""
        unseen = self.components.deck & ~self.played
        if seat >= 0:
            unseen &= ~self.hand[seat]
        for restricted in (True, False):
            for other in range(self.n):
                if other == seat or (self.barred[other] != 0) != restricted:
                    continue
                hand = pick(unseen & ~self.barred[other], self.held[other], rng)
                if hand < 0:
                    return False
                self.hand[other] = hand
                unseen &= ~hand
        return True

    def __reduce__(self) -> tuple[object, tuple[Components, list[int]]]:
        return revive, (self.components, self.dump())

    # Score

    def scores(self) -> list[int]:
        return [int(self.score(seat)) for seat in range(self.n)]

    def score(self, seat: i64) -> i64:
        """Coins, and for every share its company's tiles (EK-51, EK-52)."""
        shares, count, companies = self.shares, self.count, self.companies
        score = self.coins[seat]
        first = seat * companies
        for c in range(companies):
            score += shares[first + c] * count[c]
        return score

    def places(self) -> list[int]:
        return places_of(self.scores())  # EK-53


def new(components: Components, seats: i64, max_shares: i64, switches: list[bool]) -> Ekonos:
    """A match about to be dealt. The switches stand in the order of `box.SWITCHES`."""
    state = Ekonos(components, seats)
    companies: i64 = len(components.companies)
    state.max_shares = max_shares
    state.force_at_six = switches[0]
    state.chaining = switches[1]
    state.partial = switches[2]
    state.hold_at_six = switches[3]
    state.needs_tile = switches[4]
    state.count_markers = switches[5]
    state.money_open = switches[6]
    state.companies = companies
    for players, rounds, cards, coins in components.deals:  # EK-02
        if players == seats:
            state.rounds = rounds
            state.deal = cards
            state.income = coins
    state.phase = STARTER
    state.round = 0
    state.starter = 0
    state.active = 0
    state.at = 0
    state.card = -1
    state.use = -1
    state.company = NOBODY
    state.todo = 0
    state.fresh = 0
    state.locked = 0
    state.played = 0
    state.hand = vec[i64]([0] * seats)
    state.held = vec[i64]([0] * seats)
    state.barred = vec[i64]([0] * seats)
    state.coins = vec[i64]([0] * seats)  # EK-04
    state.shares = vec[i64]([0] * (seats * companies))
    state.sold = vec[i64]([0] * companies)
    state.president = vec[i64]([NOBODY] * companies)
    state.growth = vec[i64]([0] * companies)
    state.tiles = vec[i64]([0] * companies)
    state.count = vec[i64]([0] * companies)
    return state


def revive(components: Components, flat: list[int]) -> Ekonos:
    """The state with this `dump`."""
    state = new(components, flat[0], flat[1], [False] * 7)
    state.restore(flat)
    return state
