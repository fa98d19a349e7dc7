"""1920 Wall Street: the words of the rules as numbers, and what an edition says about them."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

COMPANIES: Final = 4
TREND_SLOT: Final = 0
NONE: Final = -1

# Actions.
KEEP: Final = 0
FLIP: Final = 1
RAISE: Final = 2
DONE: Final = 3
PAY: Final = 4
DECLINE: Final = 5
DISCARD: Final = 6  # + zone
TAKE: Final = 9  # + zone: take the pile's top card
COMPANY: Final = 12  # + company
LOT: Final = 16  # + 0 or 1: the card of a lot that is resolved first
RIVAL: Final = 18  # + seat
MOVE: Final = 22  # + steps, 1 to 9
PLACE: Final = 32  # + slot: the call option
PAWN: Final = 41  # + slot
CARD: Final = 50  # + card type: shown, offered or returned
SELL: Final = 146  # + card type

# Draws: a card type, or one of these. EXPLOSION also stands for the card itself.
MOST_TYPES: Final = 96
MOST_SLOTS: Final = 9  # what moves, call options and pawns have room for
EXPLOSION: Final = 96
CAPITAL_CARD: Final = 100  # + capital card
FIRST_SEAT: Final = 110  # + seat
MAGNATE: Final = 120  # + 2 * magnate + side

# Kinds of cards; up to GOLD they go to the share pile, the others to the variation pile.
SHARE: Final = 0
DUAL: Final = 1
GOLD: Final = 2
COMPANY_MOVE: Final = 3
SURPRISE: Final = 4  # up or down by the sign of its levels
FLUCTUATION_UP: Final = 5
FLUCTUATION_DOWN: Final = 6
FLUCTUATION_MIXED: Final = 7
BLACK_DAY: Final = 8
STOCK_EXCHANGE: Final = 9

# Discard zones, named for the events they stand for (WS-14, WS-95).
GOLD_3: Final = 0
MINUS_1: Final = 1
HALVE: Final = 2

# Magnates and their sides.
POINTS_MAGNATE: Final = 0
TREND_MAGNATE: Final = 1
CARD_MAGNATE: Final = 2
LOAN_MAGNATE: Final = 3
REWARD: Final = 0
PENALTY: Final = 1
BOTH_SIDES: Final = 2  # either, at random


@final
class Components:
    """An edition's numbers for one match, with its options: shared by every state.

    `cards`: [kind, company, other company, shares, levels, cost, points, dynamite, copies],
    duals first. `tracks`: per company its cells; `starts`: the cells' indices.
    `secrets`: [company, shares, points] per capital card. `sides`: per magnate REWARD,
    PENALTY or BOTH_SIDES; empty when they do not play.
    """

    parts: tuple[
        int,
        list[list[int]],
        list[list[int]],
        list[int],
        list[int],
        list[list[int]],
        list[int],
        list[int],
    ]
    seats: i64
    slots: i64
    types: i64
    duals: i64  # the types below are the dual cards
    golds: vec[i64]  # the types of gold cards
    kind: vec[i64]
    company: vec[i64]
    other: vec[i64]
    shares: vec[i64]
    levels: vec[i64]
    cost: vec[i64]
    points: vec[i64]
    dynamite: vec[i64]
    copies: vec[i64]
    cells: vec[i64]  # company * longest + level -> value
    longest: i64
    last: vec[i64]  # company -> index of the top cell
    start: vec[i64]
    minimum: vec[i64]
    secret_company: vec[i64]
    secret_shares: vec[i64]
    secret_points: vec[i64]
    sides: vec[i64]
    unseen_returns: bool  # may a card go back to the box unseen? (WS-134)
    start_cash: i64
    start_capital: i64
    top_capital: i64
    loan_cash: i64
    loan_points: i64
    gold_points: i64
    explosion_dynamite: i64
    bottom: i64  # Explosion is mixed into this many last cards
    coins: i64
    option_cost: i64
    option_surcharge: i64
    magnate_points: i64
    redemption: i64  # what the magnate charges for cancelling a loan
    rich: i64  # the capital from which the magnate takes a level
    flip_cost: i64
    fee: i64  # to each pawn on the slot where one stops
    raise_cost: i64
    black_day_cost: i64
    fine: i64  # what the trend magnate takes from the others
    ring_cards: i64  # cards of the deck in the ring
    two_flips: bool
    optional_loans: bool
    call_options: bool
    kept_shown: bool
    version: i64  # of the rules: 1 had two faults, which its matches keep

    def __init__(
        self,
        seats: int,
        cards: list[list[int]],
        tracks: list[list[int]],
        starts: list[int],
        minimum: list[int],
        secrets: list[list[int]],
        sides: list[int],
        numbers: list[int],
    ) -> None:
        self.parts = (seats, cards, tracks, starts, minimum, secrets, sides, numbers)
        self.seats = seats
        self.slots = seats + 1 + numbers[23]  # WS-07
        self.types = len(cards)
        self.duals = len([card for card in cards if card[0] == DUAL])
        self.golds = vec[i64]([i for i, card in enumerate(cards) if card[0] == GOLD])
        self.kind = vec[i64]([card[0] for card in cards])
        self.company = vec[i64]([card[1] for card in cards])
        self.other = vec[i64]([card[2] for card in cards])
        self.shares = vec[i64]([card[3] for card in cards])
        self.levels = vec[i64]([card[4] for card in cards])
        self.cost = vec[i64]([card[5] for card in cards])
        self.points = vec[i64]([card[6] for card in cards])
        self.dynamite = vec[i64]([card[7] for card in cards])
        self.copies = vec[i64]([card[8] for card in cards])
        longest = max([len(track) for track in tracks])
        self.longest = longest
        self.cells = vec[i64](
            [value for track in tracks for value in track + [0] * (longest - len(track))]
        )
        self.last = vec[i64]([len(track) - 1 for track in tracks])
        self.start = vec[i64](starts)
        self.minimum = vec[i64](minimum)
        self.secret_company = vec[i64]([secret[0] for secret in secrets])
        self.secret_shares = vec[i64]([secret[1] for secret in secrets])
        self.secret_points = vec[i64]([secret[2] for secret in secrets])
        self.sides = vec[i64](sides)
        self.unseen_returns = len(sides) > 0 and sides[CARD_MAGNATE] != REWARD
        self.start_cash = numbers[0]
        self.start_capital = numbers[1]
        self.top_capital = numbers[2]
        self.loan_cash = numbers[3]
        self.loan_points = numbers[4]
        self.gold_points = numbers[5]
        self.explosion_dynamite = numbers[6]
        self.bottom = numbers[7]
        self.coins = numbers[8]
        self.option_cost = numbers[9]
        self.option_surcharge = numbers[10]
        self.magnate_points = numbers[11]
        self.redemption = numbers[12]
        self.rich = numbers[13]
        self.two_flips = numbers[14] == 2
        self.optional_loans = numbers[15] == 1
        self.call_options = numbers[16] == 1
        self.kept_shown = numbers[17] == 1
        self.flip_cost = numbers[18]
        self.fee = numbers[19]
        self.raise_cost = numbers[20]
        self.black_day_cost = numbers[21]
        self.fine = numbers[22]
        self.ring_cards = numbers[23]
        self.version = numbers[24]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Components, self.parts

    def width(self) -> i64:
        """Size of the action space."""
        return SELL + self.types

    def dynamite_of(self, card: i64) -> i64:
        """Of any card, Explosion included."""
        return self.explosion_dynamite if card == EXPLOSION else self.dynamite[card]

    def is_share(self, card: i64) -> bool:
        """Does it go to the share pile? Single, double, dual or gold."""
        return self.kind[card] <= GOLD

    def is_removed(self, card: i64) -> bool:
        """WS-31: with two players the Stock Exchange is put away on sight."""
        return self.seats == 2 and self.kind[card] == STOCK_EXCHANGE

    def is_valid_offer(self, card: i64, company: i64) -> bool:
        """WS-85, WS-87: no gold, nothing of that company; a dual always has another one."""
        kind = self.kind[card]
        return kind == DUAL or (kind == SHARE and self.company[card] != company)
