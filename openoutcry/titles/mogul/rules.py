"""Mogul (2002): the rules. Rule ids refer to rules.en.md."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from openoutcry.core.rng import Rng
from openoutcry.core.sets import listed, nth_of, only, size_of
from openoutcry.core.state import CHANCE, OVER, State, flattened, places_of, refill

# Actions.
LEAVE: Final = 0
PAY: Final = 1
LOAN: Final = 2
NO_LOAN: Final = 3
TAKE: Final = 4
SELL: Final = 5  # SELL + k sells k shares

# Draws: a card's number, or one of these.
CRASH: Final = 99
FIRST_SEAT: Final = 100  # FIRST_SEAT + s: seat s starts

# Where a share lies, if not in front of a seat (0, 1, ...).
DECK: Final = -1
SOLD: Final = -2
POOL: Final = -3  # the cards set apart for a quick start
UP: Final = -4  # revealed, up for auction

# Phases.
DEAL: Final = 0  # chance: a starting share for each seat
QUICK_PICK: Final = 1  # chance: one card of each colour is set apart
QUICK_DEAL: Final = 2  # chance: one of those for each seat
START: Final = 3  # chance: who starts
REVEAL: Final = 4  # chance: the next card
WINDOW: Final = 5  # all seats at once: a loan or none
AUCTION: Final = 6
WINNER: Final = 7
SECOND: Final = 8
ENDED: Final = 9

# A set of seats is a number, bit s for seat s. An edition may have more cards than a number has
# bits, so a set of cards is several: bit c % CARDS of word c // CARDS is card c.
CARDS: Final = 60


@final
class Components:
    """An edition's numbers, shared by every state of a match."""

    palette: list[str]  # the colours' names
    colours: i64
    background: vec[i64]  # card -> colour it is a share of
    border: vec[i64]  # card -> colour that may be sold while it is up
    starter: vec[i64]  # card -> 1 if marked S
    deck: vec[i64]  # the set of all cards
    starters: vec[i64]  # the set of those marked S
    coloured: vec[i64]  # word * colours + colour -> which of its cards are shares of the colour
    grouped: vec[i64]  # all cards by their background
    group: vec[i64]  # colour -> where its cards begin there; last: where they end
    most: i64  # shares in the largest company
    chips: i64
    chips_each: i64
    loan_chips: i64
    loan_points: i64
    chips_per_point: i64
    crash_among: i64  # the crash is mixed into this many last shares
    spaces: i64  # of the scoring track

    def __init__(
        self, palette: list[str], cards: list[tuple[int, int, int]], numbers: list[int]
    ) -> None:
        self.palette = palette
        self.colours = len(palette)
        self.background = vec[i64]([card[0] for card in cards])
        self.border = vec[i64]([card[1] for card in cards])
        self.starter = vec[i64]([card[2] for card in cards])
        numbered = range(len(cards))
        self.deck = set_of(list(numbered), len(cards))
        self.starters = set_of([card for card in numbered if cards[card][2] != 0], len(cards))
        self.coloured = vec[i64]([0] * (len(palette) * len(self.deck)))
        for card in numbered:
            word = card // CARDS
            self.coloured[word * len(palette) + cards[card][0]] |= only(card % CARDS)
        sizes = [len([1 for card in cards if card[0] == k]) for k in range(len(palette))]
        order = [i for k in range(len(palette)) for i, card in enumerate(cards) if card[0] == k]
        self.grouped = vec[i64](order)
        self.group = vec[i64]([sum(sizes[:k]) for k in range(len(palette) + 1)])
        self.most = max(sizes)
        self.chips = numbers[0]
        self.chips_each = numbers[1]
        self.loan_chips = numbers[2]
        self.loan_points = numbers[3]
        self.chips_per_point = numbers[4]
        self.crash_among = numbers[5]
        self.spaces = numbers[6]

    def parts(self) -> tuple[list[str], list[tuple[int, int, int]], list[int]]:
        """What `__init__` takes."""
        cards = [
            (int(self.background[i]), int(self.border[i]), int(self.starter[i]))
            for i in range(len(self.background))
        ]
        numbers: list[int] = [
            self.chips,
            self.chips_each,
            self.loan_chips,
            self.loan_points,
            self.chips_per_point,
            self.crash_among,
            self.spaces,
        ]
        return self.palette, cards, numbers

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Components, self.parts()


def set_of(cards: list[int], size: int) -> vec[i64]:
    """A set of cards, of `size` that there are."""
    found = vec[i64]([0] * (size // CARDS + 1))
    for card in cards:
        found[card // CARDS] |= only(card % CARDS)
    return found


@mypyc_attr(acyclic=True)
@final
class Mogul(State):
    """A position of Mogul."""

    components: Components
    n: i64
    on_turn_loans: bool  # option: borrow on one's auction turn instead of in the window
    open_chips: bool  # option: chip counts lie open
    quick: bool  # option: quick start

    phase: i64
    at: i64  # seat or colour that a chance phase serves; seat whose auction turn it is
    start: i64  # seat that opens the auction
    card: i64  # the revealed share, or -1
    pot: i64
    bank: i64
    left: i64  # shares in the deck
    inside: i64  # set of the seats still in the auction
    asked: i64  # set of the seats that asked for a loan for this auction
    decided: i64  # set of the seats that asked or declined
    winner: i64
    second: i64
    auctions: i64  # auctions begun
    points: vec[i64]
    chips: vec[i64]
    shares: vec[i64]  # seat * colours + colour -> how many
    owner: vec[i64]  # card -> seat, DECK, SOLD, POOL or UP
    deck: vec[i64]  # derived: the set of the cards that `owner` says are in the deck
    sold: vec[i64]  # derived: colour -> how many cards `owner` says are sold

    def __init__(self, components: Components, seats: i64) -> None:
        """An unfilled state: `new` and `clone` set the rest."""
        self.components = components
        self.n = seats
        self.on_turn_loans = self.open_chips = self.quick = False
        self.phase = self.at = self.start = self.card = self.pot = self.bank = self.left = 0
        self.inside = self.asked = self.decided = self.winner = self.second = self.auctions = 0

    def title(self) -> str:
        return "mogul"

    # Who acts

    def seats(self) -> i64:
        return self.n

    def mover(self) -> i64:
        phase = self.phase
        if phase == AUCTION:
            return self.at
        if phase == WINDOW:
            seat = self.start
            while self.decided >> seat & 1:
                seat = self._after(seat)
            return seat
        if phase == WINNER:
            return self.winner
        if phase == SECOND:
            return self.second
        if phase == ENDED:
            return OVER
        return CHANCE

    def waiting(self, seat: i64) -> bool:
        if self.phase == WINDOW:
            return 0 <= seat < self.n and not self.decided >> seat & 1
        return seat == self.mover()

    def sealed(self) -> bool:
        return self.phase == WINDOW  # MO-36: all seats decide at the same time

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        return self.phase != WINDOW or seat == actor

    def _after(self, seat: i64) -> i64:
        seat += 1
        if seat == self.n:
            return 0
        return seat

    # What may be done

    def width(self) -> i64:
        return SELL + self.components.most + 1

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == AUCTION:
            if seat != self.at:
                return 0
            count: i64 = 1
            out[0] = LEAVE
            if self.chips[seat] > 0:  # MO-20
                out[1] = PAY
                count = 2
            if self._may_borrow(seat):
                out[count] = LOAN
                count += 1
            return count
        if not self.waiting(seat):
            return 0
        if phase == WINDOW:
            out[0] = LOAN
            out[1] = NO_LOAN
            return 2
        first: i64 = 0
        if phase == WINNER:
            out[0] = TAKE
            first = 1
        held = self.shares[seat * self.components.colours + self.components.border[self.card]]
        for k in range(held + 1):  # MO-26: from none to all
            out[first + k] = SELL + k
        return first + held + 1

    def _may_borrow(self, seat: i64) -> bool:
        """With loans on one's turn: once an auction, while the bank can pay (MO-37, MO-38)."""
        return (
            self.on_turn_loans
            and not self.asked >> seat & 1
            and self.bank >= self.components.loan_chips
        )

    def default(self, seat: i64) -> i64:
        if self.phase == WINDOW:
            return NO_LOAN
        if self.phase == AUCTION:
            return LEAVE
        if self.phase == WINNER:
            return TAKE
        return SELL

    def refuse(self, seat: i64, action: i64) -> str:
        phase = self.phase
        if phase == ENDED:
            return "MO-41 over"
        if not self.waiting(seat):
            return "MO-17 not_your_turn"
        if action == LEAVE:
            return "" if phase == AUCTION else "MO-18 no_auction"
        if action == PAY:
            if phase != AUCTION:
                return "MO-18 no_auction"
            return "" if self.chips[seat] > 0 else "MO-20 no_chip"
        if action == LOAN:
            return self._refuse_loan(seat)
        if action == NO_LOAN:
            return "" if phase == WINDOW else "MO-36 no_window"
        if action == TAKE:
            if phase == SECOND:
                return "MO-30 other_action"
            return "" if phase == WINNER else "MO-24 not_won"
        if action < SELL or action >= self.width():
            return "MO-13 unknown"
        if phase != WINNER and phase != SECOND:
            return "MO-24 not_won"
        colour = self.components.border[self.card]
        held = self.shares[seat * self.components.colours + colour]
        if action - SELL > held:
            return f"MO-26 too_few held={held} colour={self.components.palette[colour]}"
        return ""

    def _refuse_loan(self, seat: i64) -> str:
        if self.phase == WINDOW:
            return ""
        if self.phase != AUCTION or not self.on_turn_loans:
            return "MO-36 no_window"
        if self.asked >> seat & 1:
            return "MO-37 one_loan"
        return "" if self.bank >= self.components.loan_chips else "MO-38 bank_empty"

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == AUCTION:
            if action == PAY:
                self.chips[seat] -= 1  # MO-18
                self.pot += 1
                self._next_bidder()
            elif action == LEAVE:
                self._leave(seat)
            else:
                self.asked |= only(seat)
                self._grant(seat)
        elif phase == WINDOW:
            self.decided |= only(seat)
            if action == LOAN:
                self.asked |= only(seat)
            if self.decided == self._everybody():
                self._close_window()
        elif phase == REVEAL:
            self._reveal(action)
        elif phase == WINNER:
            if action == TAKE:
                self._give_card(seat)  # MO-25
                if self._held(self.second, self.components.border[self.card]) > 0:
                    self.phase = SECOND
                else:  # MO-32: nothing to sell, nothing to ask
                    self._next_round()
            else:
                self._sell(seat, action - SELL)
                self._give_card(self.second)  # MO-31
                self._next_round()
        elif phase == SECOND:
            self._sell(seat, action - SELL)
            self._next_round()
        else:
            self._set_up(action)

    def _held(self, seat: i64, colour: i64) -> i64:
        return self.shares[seat * self.components.colours + colour]

    def _set_up(self, outcome: i64) -> None:
        if self.phase == DEAL:  # MO-09
            self._deal(outcome)
            if self.at == self.n:
                self.at = 0
                self.phase = QUICK_PICK if self.quick else START
        elif self.phase == QUICK_PICK:  # MO-48
            self._take_from_deck(outcome, POOL)
            self.at += 1
            if self.at == self.components.colours:
                self.at = 0
                self.phase = QUICK_DEAL
        elif self.phase == QUICK_DEAL:
            self._put_into_deck(outcome)  # _deal takes it off again
            self._deal(outcome)
            if self.at == self.n:
                self._return_pool()
                self.phase = START
        else:  # MO-12
            self.start = outcome - FIRST_SEAT
            self.phase = REVEAL

    def _deal(self, card: i64) -> None:
        self._take_from_deck(card, self.at)
        self.shares[self.at * self.components.colours + self.components.background[card]] += 1
        self.at += 1

    def _take_from_deck(self, card: i64, to: i64) -> None:
        self.owner[card] = to
        self.deck[card // CARDS] &= ~only(card % CARDS)
        self.left -= 1

    def _put_into_deck(self, card: i64) -> None:
        self.owner[card] = DECK
        self.deck[card // CARDS] |= only(card % CARDS)
        self.left += 1

    def _return_pool(self) -> None:
        for card in range(len(self.owner)):
            if self.owner[card] == POOL:
                self._put_into_deck(card)

    def _reveal(self, card: i64) -> None:
        if card == CRASH:  # MO-14, MO-41: the crash
            self.card = -1
            self.phase = ENDED
            return
        colours = self.components.colours
        self.card = card
        self._take_from_deck(card, UP)
        self.auctions += 1
        held = self.components.background[card]
        points, shares = self.points, self.shares
        for seat in range(self.n):
            points[seat] += shares[held]  # MO-15
            held += colours
        self.inside = self._everybody()
        self.asked = 0
        self.decided = 0
        if self.on_turn_loans or self.bank < self.components.loan_chips:  # MO-36, MO-38
            self._open_auction()
        else:
            self.phase = WINDOW

    def _close_window(self) -> None:
        seat = self.start
        for _turn in range(self.n):  # MO-36: granted in seat order from the start seat
            if self.asked >> seat & 1 and self.bank >= self.components.loan_chips:
                self._grant(seat)
            seat = self._after(seat)
        self._open_auction()

    def _grant(self, seat: i64) -> None:
        self.bank -= self.components.loan_chips  # MO-35
        self.chips[seat] += self.components.loan_chips
        self.points[seat] -= self.components.loan_points  # MO-40: below zero too

    def _open_auction(self) -> None:
        self.phase = AUCTION
        self.at = self.start  # MO-17

    def _everybody(self) -> i64:
        """The set of all seats."""
        return only(self.n) - 1

    def _next_bidder(self) -> None:
        seat = self._after(self.at)
        while not self.inside >> seat & 1:
            seat = self._after(seat)
        self.at = seat

    def _leave(self, seat: i64) -> None:
        self.chips[seat] += self.pot  # MO-19
        self.pot = 0
        self.inside &= ~only(seat)
        self._next_bidder()
        if self.inside == only(self.at):  # MO-21, MO-22
            self.winner = self.at
            self.second = seat
            self.phase = WINNER

    def _give_card(self, seat: i64) -> None:
        card = self.card
        self.owner[card] = seat
        self.shares[seat * self.components.colours + self.components.background[card]] += 1
        self.start = seat  # MO-33

    def price(self, colour: i64) -> i64:
        """Shares of the colour lying in front of all seats (MO-27)."""
        shares, colours = self.shares, self.components.colours
        total: i64 = 0
        index = colour
        for _seat in range(self.n):
            total += shares[index]
            index += colours
        return total

    def _sell(self, seat: i64, count: i64) -> None:
        if count == 0:  # MO-29
            return
        colour = self.components.border[self.card]
        self.points[seat] += count * self.price(colour)
        self.shares[seat * self.components.colours + colour] -= count
        self.sold[colour] += count
        components = self.components
        for index in range(components.group[colour], components.group[colour + 1]):  # MO-28
            card = components.grouped[index]
            if count > 0 and self.owner[card] == seat:
                self.owner[card] = SOLD
                count -= 1

    def _next_round(self) -> None:
        self.card = -1
        self.phase = REVEAL

    # Chance

    def draw(self, rng: Rng) -> i64:
        if self.phase == START:
            return FIRST_SEAT + rng.below(self.n)
        if self.phase == REVEAL:
            cards = self.left
            if cards <= self.components.crash_among:
                cards += 1
            return self._nth(rng.below(cards))
        eligible: i64 = 0
        for word in range(len(self.deck)):
            eligible += size_of(self._eligible(word))
        return self._nth(rng.below(eligible))

    def _eligible(self, word: i64) -> i64:
        """Which of these cards may be the next that is dealt, set apart or revealed?"""
        deck = self.deck[word]
        if self.phase == DEAL:
            return deck & self.components.starters[word]
        if self.phase == QUICK_PICK:
            return deck & self.components.coloured[word * self.components.colours + self.at]
        if self.phase == QUICK_DEAL:
            return self._pool(word)
        return deck

    def _pool(self, word: i64) -> i64:
        pool: i64 = 0
        for card in range(len(self.owner)):
            if card // CARDS == word and self.owner[card] == POOL:
                pool |= only(card % CARDS)
        return pool

    def _nth(self, index: i64) -> i64:
        """The index-th card that may be next; past the last one: the crash."""
        for word in range(len(self.deck)):
            eligible = self._eligible(word)
            size = size_of(eligible)
            if index < size:
                return word * CARDS + nth_of(eligible, index)
            index -= size
        return CRASH

    def outcomes(self) -> list[tuple[int, int]]:
        if self.phase == START:
            return [(FIRST_SEAT + seat, 1) for seat in range(int(self.n))]
        found: list[tuple[int, int]] = []
        for word in range(len(self.deck)):
            found += [(word * CARDS + card, 1) for card in listed(self._eligible(word))]
        # MO-11: the crash lies with equal chance in any of the last places.
        if self.phase == REVEAL and self.left <= self.components.crash_among:
            found.append((CRASH, 1))
        return found

    def unseen(self, colour: i64) -> i64:
        """Shares of the colour in the deck."""
        found: i64 = 0
        for word in range(len(self.deck)):
            coloured = self.components.coloured[word * self.components.colours + colour]
            found += size_of(self.deck[word] & coloured)
        return found

    def gather(self) -> None:
        """Read off the cards' owners what is in the deck, and what is sold."""
        self.deck = set_of(
            [card for card in range(len(self.owner)) if self.owner[card] == DECK], len(self.owner)
        )
        self.sold = vec[i64]([0] * self.components.colours)
        for card in range(len(self.owner)):
            if self.owner[card] == SOLD:
                self.sold[self.components.background[card]] += 1

    # Copies and other worlds

    # Fields: written by `python -m openoutcry.core.fields` from the declarations above.

    def clone(self) -> "Mogul":
        copy = Mogul(self.components, self.n)
        copy.on_turn_loans = self.on_turn_loans
        copy.open_chips = self.open_chips
        copy.quick = self.quick
        copy.phase = self.phase
        copy.at = self.at
        copy.start = self.start
        copy.card = self.card
        copy.pot = self.pot
        copy.bank = self.bank
        copy.left = self.left
        copy.inside = self.inside
        copy.asked = self.asked
        copy.decided = self.decided
        copy.winner = self.winner
        copy.second = self.second
        copy.auctions = self.auctions
        copy.points = self.points[:]
        copy.chips = self.chips[:]
        copy.shares = self.shares[:]
        copy.owner = self.owner[:]
        copy.deck = self.deck[:]
        copy.sold = self.sold[:]
        return copy

    def dump(self) -> list[int]:
        flat: list[int] = [
            self.n,
            int(self.on_turn_loans),
            int(self.open_chips),
            int(self.quick),
            self.phase,
            self.at,
            self.start,
            self.card,
            self.pot,
            self.bank,
            self.left,
            self.inside,
            self.asked,
            self.decided,
            self.winner,
            self.second,
            self.auctions,
        ]
        return flat + flattened(self._vectors())

    def restore(self, flat: list[int]) -> None:
        """Take over the numbers of a `dump`."""
        self.n = flat[0]
        self.on_turn_loans = bool(flat[1])
        self.open_chips = bool(flat[2])
        self.quick = bool(flat[3])
        self.phase = flat[4]
        self.at = flat[5]
        self.start = flat[6]
        self.card = flat[7]
        self.pot = flat[8]
        self.bank = flat[9]
        self.left = flat[10]
        self.inside = flat[11]
        self.asked = flat[12]
        self.decided = flat[13]
        self.winner = flat[14]
        self.second = flat[15]
        self.auctions = flat[16]
        refill(self._vectors(), flat, 17)

    def _vectors(self) -> list[vec[i64]]:
        return [
            self.points,
            self.chips,
            self.shares,
            self.owner,
        ]

    # End of fields.

    def imagine(self, seat: i64, rng: Rng) -> "Mogul":
        """Everything but the answers of others in an open loan window is public (MO-49)."""
        world = self.clone()
        if world.phase == WINDOW:
            for other in range(world.n):
                if other != seat and world.decided >> other & 1:
                    world.asked &= ~only(other)
                    if rng.below(2) == 1:
                        world.asked |= only(other)
        return world

    def __reduce__(self) -> tuple[object, tuple[Components, list[int]]]:
        return revive, (self.components, self.dump())

    # Score

    def scores(self) -> list[int]:
        """Points with the final exchange of chips (MO-43), as if the crash came now."""
        rate = self.components.chips_per_point
        return [int(self.points[s] + self.chips[s] // rate) for s in range(self.n)]

    def places(self) -> list[int]:
        # MO-44; a tie goes to more shares (MO-45); then the place is shared (MO-46).
        keys = []
        colours = self.components.colours
        for seat, score in enumerate(self.scores()):
            owned: i64 = 0
            for colour in range(colours):
                owned += self.shares[seat * colours + colour]
            keys.append(score * 1000 + int(owned))
        return places_of(keys)


def new(
    components: Components, seats: i64, on_turn_loans: bool, open_chips: bool, quick: bool
) -> Mogul:
    """A match about to be dealt."""
    state = Mogul(components, seats)
    state.on_turn_loans = on_turn_loans
    state.open_chips = open_chips
    state.quick = quick
    state.phase = DEAL
    state.at = 0
    state.start = 0
    state.card = -1
    state.pot = 0
    state.bank = components.chips - components.chips_each * seats  # MO-07
    state.left = len(components.background)
    state.inside = 0
    state.asked = 0
    state.decided = 0
    state.winner = -1
    state.second = -1
    state.auctions = 0
    state.points = vec[i64]([0] * seats)  # MO-04
    state.chips = vec[i64]([components.chips_each] * seats)
    state.shares = vec[i64]([0] * (seats * components.colours))
    state.owner = vec[i64]([DECK] * len(components.background))
    state.deck = components.deck[:]
    state.sold = vec[i64]([0] * components.colours)
    return state


def revive(components: Components, flat: list[int]) -> Mogul:
    """The state with this `dump`."""
    state = new(components, flat[0], on_turn_loans=False, open_chips=False, quick=False)
    state.restore(flat)
    state.gather()
    return state
