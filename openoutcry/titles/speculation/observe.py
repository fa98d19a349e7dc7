"""Speculation: what a seat may know, as numbers."""

from typing import Final, final

from mypy_extensions import i64

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, Observer, Pen, common_fields
from openoutcry.core.options import Options
from openoutcry.core.sets import size_of
from openoutcry.core.state import State
from openoutcry.titles.speculation.box import TILES
from openoutcry.titles.speculation.components import (
    CARDS,
    HOLIDAY,
    NO_CARD,
    TILE_KINDS,
)
from openoutcry.titles.speculation.rules import Speculation

CASH: Final = 99_999
"""Far beyond what anybody can have."""


@final
class SpeculationObserver(Observer):
    """Everything on the board but what never changes in a match."""

    def __init__(self, edition: Edition, seats: int) -> None:
        companies = len(edition.texts("companies", "ids"))
        cards = companies + 1
        segments = edition.rows("track", "segments")
        shares = edition.number("shares", "printed")
        tiles = [edition.number("tiles", kind) for kind in TILES]
        steps = edition.numbers("movement", "values")
        values = len(set(steps))
        self.fields = [
            *common_fields(seats, companies),
            Field("turn", 1, CASH, "turns begun"),
            Field("active", seats, 1, "the seat whose turn it is", by_seat=True),
            Field("tile", len(TILES), 1, f"the action tile: {', '.join(TILES)}"),
            Field("steps", 1, max(steps), "the movement tile; 0 before it is drawn"),
            Field("tiles_left", len(TILES), max(tiles), "action tiles in the bag, by kind"),
            Field("steps_left", values, len(steps), "movement tiles in the bag, by value"),
            Field("space", companies, segments[-1][1], "where each company stands on the track"),
            Field("segment", companies, len(segments), "its segment of the track; 0 at the start"),
            Field("rank", companies, companies, "its rank, 1 for the first; on START the last"),
            Field("bank", companies, shares, "its shares in the bank"),
            Field("hand", cards, 1, "the viewer's cards, by company, Bank Holiday last"),
            Field("picked", cards, 1, "the viewer's card that lies face down"),
            Field("cash", seats, CASH, "cash of each seat", least=-CASH, by_seat=True),
            Field("cards", seats, cards, "cards in each seat's hand", by_seat=True),
            Field("deck", seats, cards, "cards in each seat's deck", by_seat=True),
            Field("decided", seats, 1, "does the seat's card lie face down?", by_seat=True),
            Field(
                "shown",
                seats * cards,
                1,
                "seat by seat, the card turned up this turn",
                by_seat=True,
            ),
            Field(
                "played",
                seats * cards,
                1,
                "seat by seat, the cards played since the shuffle",
                by_seat=True,
            ),
            Field(
                "shares",
                seats * companies,
                shares,
                "seat by seat, shares of each company",
                by_seat=True,
            ),
        ]

    def write_title(self, state: State, pen: Pen) -> None:
        assert isinstance(state, Speculation)
        pen.numbers(state.price, 0, state.components.companies)
        worth = pen.room
        for offset in range(pen.seats):
            worth[offset] = state.worth(pen.seat_at(offset))
        pen.numbers(worth, 0, pen.seats)
        pen.ones(pen.seats)
        _turn(state, pen)
        _companies(state, pen)
        _own_cards(state, pen)
        _seats(state, pen)


def _turn(s: Speculation, pen: Pen) -> None:
    nobody: i64 = -1
    pen.number(s.turn)
    pen.seat(s.active if s.turn > 0 else nobody)
    pen.one_of(TILE_KINDS, s.tile)
    pen.number(s.steps)
    pen.numbers(s.action_bag, 0, TILE_KINDS)
    for value in range(1, len(s.components.steps)):
        if s.components.steps[value] > 0:
            pen.number(s.steps_bag[value])


def _companies(s: Speculation, pen: Pen) -> None:
    companies, position = s.components.companies, s.position
    occupied, ranks = s.occupied(), pen.room
    pen.numbers(position, 0, companies)
    pen.looked_up(s.components.segment, position, companies)
    for company in range(companies):
        ranks[company] = s.rank_among(company, occupied)
    pen.numbers(ranks, 0, companies)
    pen.numbers(s.bank, 0, companies)


def _own_cards(s: Speculation, pen: Pen) -> None:
    seat = pen.viewer
    nothing: i64 = 0
    no_card: i64 = NO_CARD
    _cards(s, s.hand[seat] if seat >= 0 else nothing, pen)
    _card(s, s.pick[seat] if seat >= 0 and s.phase == CARDS else no_card, pen)


def _seats(s: Speculation, pen: Pen) -> None:
    pen.by_seat(s.cash)
    hand, pick, shown = s.hand, s.pick, s.shown
    seats, sizes = pen.seats, pen.room
    for offset in range(seats):
        seat = pen.seat_at(offset)
        sizes[offset] = size_of(hand[seat])
        sizes[seats + offset] = size_of(s.deck(seat))
    pen.numbers(sizes, 0, 2 * seats)
    if s.phase == CARDS:  # face down
        for offset in range(seats):
            pen.flag(pick[pen.seat_at(offset)] != NO_CARD)
        pen.at += seats * (s.components.companies + 1)
    else:
        pen.at += seats
        for offset in range(seats):
            _card(s, pick[pen.seat_at(offset)], pen)
    for offset in range(seats):
        _cards(s, shown[pen.seat_at(offset)], pen)
    pen.rows_by_seat(s.shares, s.components.companies)


def _cards(s: Speculation, mask: i64, pen: Pen) -> None:
    companies = s.components.companies
    if companies == HOLIDAY:
        pen.members(companies + 1, mask)
    else:
        pen.members(companies, mask)
        pen.flag(mask >> HOLIDAY & 1 == 1)


def _card(s: Speculation, card: i64, pen: Pen) -> None:
    pen.one_of(s.components.companies + 1, s.components.companies if card == HOLIDAY else card)


def observer(edition: Edition, seats: int, options: Options) -> SpeculationObserver:
    return SpeculationObserver(edition, seats)
