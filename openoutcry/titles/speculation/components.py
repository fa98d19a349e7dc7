"""Speculation: the words of the rules as numbers, and what an edition says about them.

Sets of cards are numbers: bit c stands for card c (core/sets.py).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng

# Companies are 0 to 7 (fewer in a small edition); the number after them is a card and a choice.
HOLIDAY: Final = 8  # the Bank Holiday card
NOTHING: Final = 8  # no share sold, no share bought

# Actions. A trade is sold * CHOICES + bought: one step, because each half may pay for the other.
CHOICES: Final = 9
HOLD: Final = 80
RAISE: Final = 81  # RAISE + c
LOWER: Final = 89  # LOWER + c
PLAY: Final = 97  # PLAY + card
WIDTH: Final = 106

# Draws.
SHARE: Final = 0  # SHARE + c: a starting share
FIRST_SEAT: Final = 10  # FIRST_SEAT + s: seat s starts
CARD: Final = 20  # CARD + card, into a hand
TILE: Final = 30  # TILE + kind of action tile
STEPS: Final = 40  # STEPS + value of the movement tile

# Kinds of action tiles.
TRADE: Final = 0
RANK_UP: Final = 1
RANK_DOWN: Final = 2
NO_ACTION: Final = 3
TILE_KINDS: Final = 4
NO_TILE: Final = -1

# Phases.
DEAL: Final = 0  # chance: a starting share for each seat
START: Final = 1  # chance: who starts
FILL: Final = 2  # chance: cards into the hands
DRAW_ACTION: Final = 3  # chance: the action tile
DRAW_STEPS: Final = 4  # chance: the movement tile
TRADING: Final = 5
RANKING: Final = 6
CARDS: Final = 7  # all seats at once: a card each, face down
ENDED: Final = 8

NO_CARD: Final = -1

Label = tuple[str, str, str]
"""A company's id, name and colour."""
Lists = list[list[int]]
"""Prices of one board side: a list for each segment, by rank."""


@final
class Components:
    """An edition's numbers, shared by every state of a match."""

    labels: list[Label]
    segments: list[tuple[int, int]]  # first and last space; the last segment is END
    lists: list[Lists]  # board side -> its price lists
    shares: list[int]  # shares of each company in play, by number of seats
    companies: i64
    end: i64  # the number of the END space
    segment: vec[i64]  # space -> segment
    bit: vec[i64]  # space -> its bit; compiled, 1 << space would be a 32-bit number
    prices: vec[i64]  # (side * segments + segment) * companies + rank - 1
    actions: vec[i64]  # kind -> how many action tiles
    steps: vec[i64]  # value -> how many movement tiles
    full_set: i64  # every card of a seat, a bit each
    set_size: i64
    hand: i64
    start_price: i64
    start_cash: i64
    half_from: i64  # with this many seats one Bank Holiday only halves the steps

    def __init__(
        self,
        labels: list[Label],
        segments: list[tuple[int, int]],
        lists: list[Lists],
        shares: list[int],
        tiles: tuple[list[int], list[int]],
        numbers: list[int],
    ) -> None:
        self.labels = labels
        self.segments = segments
        self.lists = lists
        self.shares = shares
        self.companies = len(labels)
        self.end = segments[-1][1]
        spaces = [0]
        for number, (first, last) in enumerate(segments):
            spaces.extend([number] * (last - first + 1))
        self.segment = vec[i64](spaces)
        self.bit = vec[i64]([2**space for space in range(len(spaces))])
        self.prices = vec[i64]([price for side in lists for rows in side for price in rows])
        self.actions = vec[i64](tiles[0])
        self.steps = vec[i64](tiles[1])
        self.full_set = 2 ** len(labels) - 1 + 2**HOLIDAY
        self.set_size = len(labels) + 1
        self.hand = numbers[0]
        self.start_price = numbers[1]
        self.start_cash = numbers[2]
        self.half_from = numbers[3]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        actions = [int(self.actions[i]) for i in range(len(self.actions))]
        steps = [int(self.steps[i]) for i in range(len(self.steps))]
        numbers: list[int] = [self.hand, self.start_price, self.start_cash, self.half_from]
        parts = (self.labels, self.segments, self.lists, self.shares, (actions, steps), numbers)
        return Components, parts

    def id(self, company: i64) -> str:
        """The id by which messages name it."""
        return self.labels[company][0]


def nth_tile(bag: vec[i64], rng: Rng) -> i64:
    """The kind or value of a tile drawn from the bag."""
    total: i64 = 0
    for kind in range(len(bag)):
        total += bag[kind]
    index = rng.below(total)
    drawn: i64 = 0
    while index >= bag[drawn]:
        index -= bag[drawn]
        drawn += 1
    return drawn


def tiles_of(bag: vec[i64], first: int) -> list[tuple[int, int]]:
    """The outcomes of drawing from the bag."""
    return [(first + kind, int(bag[kind])) for kind in range(len(bag)) if bag[kind] > 0]
