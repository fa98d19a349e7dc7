"""Ferries: the rules. Rule ids refer to rules.en.md."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, State, flattened, places_of, refill

# An action is a bid, in coins; a draw is a line, of which one share comes off the deck.

# Phases.
DEAL: Final = 0  # chance: the hands, one share after another
REVEAL: Final = 1  # chance: the share to be auctioned
BIDS: Final = 2  # all seats at once
ENDED: Final = 3

UNDECIDED: Final = -1
NOBODY: Final = -1
NO_LINE: Final = -1


@final
class Components:
    """An edition's numbers, shared by every state of a match."""

    def __init__(self, lines: list[str], shares: list[int], numbers: list[int]) -> None:
        self.lines = lines  # the ferry lines' ids
        self.shares = shares  # how many each of them has
        self.coins, self.hand, self.price = numbers  # per seat, per seat, of each line at first

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Components, (self.lines, self.shares, [self.coins, self.hand, self.price])


@final
class Ferries(State):
    """A position of Ferries."""

    components: Components
    n: i64
    second_price: bool  # option: the winner pays the second-highest bid

    phase: i64
    dealt: i64  # shares dealt into hands
    auctions: i64  # auctions begun
    start: i64  # seat that wins a tie, and those after it clockwise
    line: i64  # of the share on auction, or NO_LINE
    winner: i64  # of the last auction, or NOBODY
    coins: vec[i64]
    bid: vec[i64]  # this auction's, or the last one's; UNDECIDED
    price: vec[i64]  # of a share of each line
    deck: vec[i64]  # line -> shares left
    hands: vec[i64]  # seat * lines + line -> shares face down
    open: vec[i64]  # the same, shares face up

    def __init__(self, components: Components, seats: i64) -> None:
        """An unfilled state: `new` and `clone` set the rest."""
        self.components = components
        self.n = seats
        self.second_price = False
        self.phase = self.dealt = self.auctions = self.start = self.line = self.winner = 0

    def title(self) -> str:
        return "ferries"

    # Who acts

    def seats(self) -> i64:
        return self.n

    def mover(self) -> i64:
        if self.phase == BIDS:
            seat: i64 = 0
            while self.bid[seat] != UNDECIDED:
                seat += 1
            return seat
        return OVER if self.phase == ENDED else CHANCE

    def waiting(self, seat: i64) -> bool:
        return self.phase == BIDS and 0 <= seat < self.n and self.bid[seat] == UNDECIDED

    def sealed(self) -> bool:
        return self.phase == BIDS  # FE-06

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        if self.phase == DEAL:
            return seat == self.receiver()  # FE-04
        return self.phase == REVEAL or seat == actor

    def receiver(self) -> i64:
        """The seat that gets the next share of the deal."""
        return self.dealt // self.components.hand

    # What may be done

    def width(self) -> i64:
        # Coins only ever leave a purse, so no bid can be higher.
        return self.components.coins + 1

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        if not self.waiting(seat):
            return 0
        for coins in range(self.coins[seat] + 1):  # FE-07
            out[coins] = coins
        return self.coins[seat] + 1

    def default(self, seat: i64) -> i64:
        return 0

    def refuse(self, seat: i64, action: i64) -> str:
        if self.phase == ENDED:
            return "FE-11 over"
        if not self.waiting(seat):
            return "FE-06 not_now"
        if action < 0 or action >= self.width():
            return "FE-07 no_bid"
        if action > self.coins[seat]:
            return f"FE-07 too_few coins={self.coins[seat]}"
        return ""

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        if self.phase == DEAL:
            self._deal(action)
        elif self.phase == REVEAL:
            self._reveal(action)
        else:
            self.bid[seat] = action
            if all(self.bid[other] != UNDECIDED for other in range(self.n)):
                self._settle()

    def _deal(self, line: i64) -> None:
        self.hands[self.receiver() * len(self.deck) + line] += 1
        self.deck[line] -= 1
        self.dealt += 1
        if self.dealt == self.n * self.components.hand:
            self.phase = REVEAL

    def _reveal(self, line: i64) -> None:
        self.line = line
        self.deck[line] -= 1
        self.auctions += 1
        self.winner = NOBODY
        for seat in range(self.n):
            self.bid[seat] = UNDECIDED
        self.phase = BIDS

    def _settle(self) -> None:
        """The bids are turned up: sell the share, and go on to the next one."""
        self.winner = self._highest()
        if self.winner != NOBODY:
            paid = self._second_bid() if self.second_price else self.bid[self.winner]
            self.coins[self.winner] -= paid  # FE-08
            self.open[self.winner * len(self.deck) + self.line] += 1
            self.price[self.line] = paid  # FE-09: the last trade makes the price
        self.line = NO_LINE
        self.start = (self.start + 1) % self.n  # FE-08
        self.phase = REVEAL if any(self.deck) else ENDED  # FE-11

    def _highest(self) -> i64:
        """Who bid most; of several, the first from the start seat on. Nobody by bidding 0."""
        best: i64 = NOBODY
        for place in range(self.n):
            seat = (self.start + place) % self.n
            if self.bid[seat] > (self.bid[best] if best != NOBODY else 0):
                best = seat
        return best

    def _second_bid(self) -> i64:
        """The highest bid beside the winner's."""
        second: i64 = 0
        for seat in range(self.n):
            if seat != self.winner and self.bid[seat] > second:
                second = self.bid[seat]
        return second

    # Chance

    def draw(self, rng: Rng) -> i64:
        return _pick(self.deck, rng)

    def outcomes(self) -> list[tuple[int, int]]:
        return [(line, int(left)) for line, left in enumerate(self.deck) if left]

    # Copies and other worlds

    # Fields: written by `python -m openoutcry.core.fields` from the declarations above.

    def clone(self) -> "Ferries":
        copy = Ferries(self.components, self.n)
        copy.second_price = self.second_price
        copy.phase = self.phase
        copy.dealt = self.dealt
        copy.auctions = self.auctions
        copy.start = self.start
        copy.line = self.line
        copy.winner = self.winner
        copy.coins = self.coins[:]
        copy.bid = self.bid[:]
        copy.price = self.price[:]
        copy.deck = self.deck[:]
        copy.hands = self.hands[:]
        copy.open = self.open[:]
        return copy

    def dump(self) -> list[int]:
        flat: list[int] = [
            self.n,
            int(self.second_price),
            self.phase,
            self.dealt,
            self.auctions,
            self.start,
            self.line,
            self.winner,
        ]
        return flat + flattened(self._vectors())

    def restore(self, flat: list[int]) -> None:
        """Take over the numbers of a `dump`."""
        self.n = flat[0]
        self.second_price = bool(flat[1])
        self.phase = flat[2]
        self.dealt = flat[3]
        self.auctions = flat[4]
        self.start = flat[5]
        self.line = flat[6]
        self.winner = flat[7]
        refill(self._vectors(), flat, 8)

    def _vectors(self) -> list[vec[i64]]:
        return [
            self.coins,
            self.bid,
            self.price,
            self.deck,
            self.hands,
            self.open,
        ]

    # End of fields.

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return revive, (self.components, self.dump())

    def imagine(self, seat: i64, rng: Rng) -> "Ferries":
        world = self.clone()
        if self.phase == ENDED:
            return world  # FE-10: everything lies open
        lines = len(self.deck)
        # First all that the seat cannot see goes back, then it is dealt again.
        sizes = [0] * self.n
        for other in range(self.n):
            for line in range(lines):
                if other != seat:
                    sizes[other] += self.hands[other * lines + line]
                    world.deck[line] += self.hands[other * lines + line]
                    world.hands[other * lines + line] = 0
        for other in range(self.n):
            for _ in range(sizes[other]):
                line = _pick(world.deck, rng)
                world.deck[line] -= 1
                world.hands[other * lines + line] += 1
            if self.phase == BIDS and other != seat and self.bid[other] != UNDECIDED:
                world.bid[other] = rng.below(self.coins[other] + 1)
        return world

    # The end

    def held(self, seat: i64, line: i64) -> i64:
        """All shares of a line that a seat has, face down and face up."""
        place = seat * len(self.deck) + line
        return self.hands[place] + self.open[place]

    def scores(self) -> list[int]:
        return [int(self.worth(seat)) for seat in range(self.n)]

    def worth(self, seat: i64) -> i64:
        """Coins, and every share at its line's price (FE-12)."""
        total = self.coins[seat]
        for line in range(len(self.deck)):
            total += self.held(seat, line) * self.price[line]
        return total

    def places(self) -> list[int]:
        # FE-13: of equal scores the one with more coins comes first.
        scores = self.scores()
        most = self.components.coins + 1
        return places_of([scores[seat] * most + int(self.coins[seat]) for seat in range(self.n)])


def _pick(counts: vec[i64], rng: Rng) -> i64:
    """A line, each as likely as it has shares there."""
    left = rng.below(sum(counts))
    line = 0
    while left >= counts[line]:
        left -= counts[line]
        line += 1
    return line


def new(components: Components, seats: int, second_price: bool) -> Ferries:
    """The position before the first draw (FE-03)."""
    lines = len(components.lines)
    state = Ferries(components, seats)
    state.second_price = second_price
    state.phase = DEAL
    state.dealt = state.auctions = state.start = 0
    state.line = NO_LINE
    state.winner = NOBODY
    state.coins = vec[i64]([components.coins] * seats)
    state.bid = vec[i64]([UNDECIDED] * seats)
    state.price = vec[i64]([components.price] * lines)
    state.deck = vec[i64](components.shares)
    state.hands = vec[i64]([0] * seats * lines)
    state.open = vec[i64]([0] * seats * lines)
    return state


def revive(components: Components, flat: list[int]) -> Ferries:
    """From the numbers of a `dump`, as a pickle keeps them."""
    state = new(components, flat[0], False)
    state.restore(flat)
    return state
