"""Ekonos: the words of the rules as numbers, and what an edition says about them.

Sets of spaces and of cards are masks: bit i stands for space or card i, counted from 0
(core/sets.py).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.sets import size_of

# Actions.
EXPAND: Final = 0
WAIT: Final = 1
STOP: Final = 2
KEEP: Final = 3  # sell nothing
PASS: Final = 4  # buy nothing
SELL: Final = 5  # SELL + company
BUY: Final = 11  # BUY + company
NAME: Final = 17  # NAME + seat: the next president
SPACE: Final = 25  # SPACE + space: where the card's tile is placed or protected
TILE: Final = 85  # TILE + space: where the expansion's next tile goes
CARD: Final = 145  # CARD + card * USES + use

# Uses of a card.
PLACE: Final = 0
PROTECT: Final = 1
MIDDLE: Final = 2
BOTTOM: Final = 3
DISCARD: Final = 4
USES: Final = 5

# Draws: a card's number, or this.
FIRST_SEAT: Final = 100  # FIRST_SEAT + s: seat s starts

# Phases.
STARTER: Final = 0  # chance: who starts
DEALING: Final = 1  # chance: a card for seat `at`
CARDS: Final = 2  # the active seat plays a card
SPACES: Final = 3  # and names its space
DECISION: Final = 4  # the president expands or waits
TILES: Final = 5  # the president lays the expansion's tiles
SALE: Final = 6  # the active seat may sell
NAMING: Final = 7  # and names its successor as president
PURCHASE: Final = 8  # and may buy
ENDED: Final = 9

NOBODY: Final = -1


@final
class Components:
    """An edition's numbers, shared by every state of a match."""

    companies: list[tuple[str, str, str]]  # id, letter, colour
    cards: list[tuple[int, int, int]]  # companies on top, in the middle, at the bottom
    spaces: list[tuple[str, int, int]]  # label, x, y
    links: list[tuple[int, int]]
    deals: list[tuple[int, int, int, int]]  # seats, rounds, cards each, coins each
    numbers: list[int]

    top: vec[i64]
    middle: vec[i64]
    bottom: vec[i64]
    bit: vec[i64]  # the mask of a single space or card
    near: vec[i64]  # space -> mask of the spaces linked to it
    everywhere: i64  # mask of all spaces
    deck: i64  # mask of all cards
    supply: i64  # tiles of a company
    slots: i64  # shares of a company on the printed board
    small_box: i64  # the counter's box where the president may expand
    small_tiles: i64
    large_box: i64  # the last box
    large_tiles: i64
    markers: i64  # share markers of a colour
    map_width: i64  # what the spaces' coordinates are measured on
    map_height: i64

    def __init__(
        self,
        companies: list[tuple[str, str, str]],
        cards: list[tuple[int, int, int]],
        spaces: list[tuple[str, int, int]],
        links: list[tuple[int, int]],
        deals: list[tuple[int, int, int, int]],
        numbers: list[int],
    ) -> None:
        self.companies = companies
        self.cards = cards
        self.spaces = spaces
        self.links = links
        self.deals = deals
        self.numbers = numbers
        self.top = vec[i64]([card[0] for card in cards])
        self.middle = vec[i64]([card[1] for card in cards])
        self.bottom = vec[i64]([card[2] for card in cards])
        self.bit = powers_of_two(max(len(spaces), len(cards)) + 1)
        self.near = vec[i64]([0] * len(spaces))
        for a, b in links:
            self.near[a] |= self.bit[b]
            self.near[b] |= self.bit[a]
        self.everywhere = self.bit[len(spaces)] - 1
        self.deck = self.bit[len(cards)] - 1
        self.supply = numbers[0]
        self.slots = numbers[1]
        self.small_box = numbers[2]
        self.small_tiles = numbers[3]
        self.large_box = numbers[4]
        self.large_tiles = numbers[5]
        self.markers = numbers[6]
        self.map_width = numbers[7]
        self.map_height = numbers[8]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        parts = (self.companies, self.cards, self.spaces, self.links, self.deals, self.numbers)
        return Components, parts


def powers_of_two(count: i64) -> vec[i64]:
    """1, 2, 4, ...; a compiled `1 << n` has 32 bits only."""
    powers = vec[i64]([1] * count)
    for i in range(1, count):
        powers[i] = 2 * powers[i - 1]
    return powers


def pick(cards: i64, count: i64, rng: Rng) -> i64:
    """`count` of the cards at random; -1 if there are not enough."""
    left = size_of(cards)
    if left < count:
        return -1
    found: i64 = 0
    while count > 0:
        card = cards & -cards
        if rng.below(left) < count:
            found += card
            count -= 1
        cards -= card
        left -= 1
    return found
