"""Ekonos: what a seat may know, as numbers."""

from typing import Final, final

from mypy_extensions import i64

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, Observer, Pen, common_fields
from openoutcry.core.options import Options
from openoutcry.core.sets import size_of
from openoutcry.core.state import OVER, State
from openoutcry.titles.ekonos.components import (
    DECISION,
    ENDED,
    NAMING,
    SPACES,
    TILES,
    USES,
)
from openoutcry.titles.ekonos.notation import USE_WORDS
from openoutcry.titles.ekonos.rules import Ekonos

COINS: Final = 9999
"""Far beyond what anybody can have."""

STEPS: Final = 4  # what may be pending: SPACES, DECISION, TILES, NAMING


@final
class EkonosObserver(Observer):
    """Everything on the board but what never changes in a match."""

    def __init__(self, edition: Edition, seats: int, options: Options) -> None:
        companies = len(edition.texts("companies", "ids"))
        cards = len(edition.rows("cards", "list"))
        spaces = len(edition.rows("map", "spaces"))
        deals = edition.rows("players", "rounds")
        tiles = edition.number("tiles", "each")
        shares = max(edition.number("shares", "slots"), int(options["maxShares"]))
        boxes = edition.number("growth", "large_box")
        laid = max([edition.number("growth", key) for key in ("small_tiles", "large_tiles")])
        uses = ", ".join([USE_WORDS[use] for use in range(USES)])
        self.fields = [
            *common_fields(seats, companies),
            Field("round", 1, max([row[1] for row in deals]), "the round, from 1"),
            Field("starter", seats, 1, "the seat that started the round", by_seat=True),
            Field(
                "active",
                seats,
                1,
                "the seat whose turn it is, also while a president decides",
                by_seat=True,
            ),
            Field("decider", seats, 1, "the seat that decides", by_seat=True),
            Field("stock", 1, cards, "cards not dealt in this round"),
            Field("card", cards, 1, "the last card played in this round"),
            Field("use", USES, 1, f"what for: {uses}"),
            Field("pending", STEPS, 1, "what is pending: place, decision, tile, naming"),
            Field("pending_company", companies, 1, "the company it is about"),
            Field("tiles_left", 1, laid, "tiles that the expansion still has"),
            Field("hand", cards, 1, "the viewer's cards"),
            Field("played", cards, 1, "the cards played in this round"),
            Field("growth", companies, boxes, "the box of each company's counter"),
            Field("tiles", companies, tiles, "each company's tiles on the map: its value"),
            Field("sold", companies, shares, "each company's shares that are owned"),
            Field("map", companies * spaces, 1, "company by company, the spaces of its tiles"),
            Field("protected", spaces, 1, "the spaces with a protected tile"),
            Field("laid", spaces, 1, "the spaces of the tiles laid in this expansion"),
            Field("coins", seats, COINS, "coins of each seat; 0 where hidden", by_seat=True),
            Field("coins_known", seats, 1, "are the seat's coins known?", by_seat=True),
            Field(
                "cards",
                seats,
                max([row[2] for row in deals]),
                "cards in each seat's hand",
                by_seat=True,
            ),
            Field(
                "shares",
                seats * companies,
                shares,
                "seat by seat, shares of each company",
                by_seat=True,
            ),
            Field(
                "president",
                seats * companies,
                1,
                "seat by seat, where it is president",
                by_seat=True,
            ),
        ]

    def write_title(self, state: State, pen: Pen) -> None:
        assert isinstance(state, Ekonos)
        known = state.money_open or state.phase == ENDED  # EK-54
        pen.numbers(state.sold, 0, state.companies)  # EK-35: a price is as many
        _worth(state, pen, known)
        _turn(state, pen)
        _cards(state, pen)
        _companies(state, pen)
        _map(state, pen)
        _seats(state, pen, known)


def _worth(s: Ekonos, pen: Pen, known: bool) -> None:
    if known:
        for offset in range(pen.seats):
            pen.number(s.score(pen.seat_at(offset)))
    elif pen.viewer >= 0:
        pen.one_number(pen.seats, 0, s.score(pen.viewer))
    else:
        pen.at += pen.seats
    _known(pen, known)


def _known(pen: Pen, known: bool) -> None:
    """Does everybody know, or each seat its own?"""
    if known:
        pen.ones(pen.seats)
    else:
        pen.own_flag()


def _turn(s: Ekonos, pen: Pen) -> None:
    mover = s.mover()
    dealt = size_of(s.played)
    for seat in range(s.n):
        dealt += s.held[seat]
    cards = len(s.components.top)
    nobody: i64 = -1
    pen.number(s.round)
    pen.seat(s.starter)
    pen.seat(nobody if mover == OVER else s.active)
    pen.seat(mover)
    pen.number(cards - dealt)
    pen.one_of(cards, s.card)
    pen.one_of(USES, s.use if s.card >= 0 else nobody)
    pending = _pending(s)
    pen.one_of(STEPS, pending)
    pen.one_of(s.companies, s.company if pending >= 0 else nobody)
    pen.number(_tiles_left(s))


def _pending(s: Ekonos) -> i64:
    """Which step the last card, a president or a resignation waits for; -1 for none."""
    if s.phase == NAMING:
        return STEPS - 1
    return s.phase - SPACES if SPACES <= s.phase <= TILES else -1


def _tiles_left(s: Ekonos) -> i64:
    if s.phase == TILES:
        return s.todo
    if s.phase != DECISION:
        return 0
    last = s.growth[s.company] == s.components.large_box
    return s.components.large_tiles if last else s.components.small_tiles


def _cards(s: Ekonos, pen: Pen) -> None:
    cards = len(s.components.top)
    if pen.viewer >= 0:
        pen.members(cards, s.hand[pen.viewer])
    else:
        pen.at += cards
    pen.members(cards, s.played)


def _companies(s: Ekonos, pen: Pen) -> None:
    pen.numbers(s.growth, 0, s.companies)
    pen.numbers(s.count, 0, s.companies)
    pen.numbers(s.sold, 0, s.companies)


def _map(s: Ekonos, pen: Pen) -> None:
    spaces = len(s.components.near)
    for company in range(s.companies):
        pen.members(spaces, s.tiles[company])
    pen.members(spaces, s.locked)
    nothing: i64 = 0
    pen.members(spaces, s.fresh if s.phase in (DECISION, TILES) else nothing)


def _seats(s: Ekonos, pen: Pen, known: bool) -> None:
    if known:
        pen.by_seat(s.coins)
    else:
        pen.own_number(s.coins)
    _known(pen, known)
    pen.by_seat(s.held)
    pen.rows_by_seat(s.shares, s.companies)
    companies, president = s.companies, s.president
    for offset in range(pen.seats):
        seat = pen.seat_at(offset)
        for company in range(companies):
            pen.flag(president[company] == seat)


def observer(edition: Edition, seats: int, options: Options) -> EkonosObserver:
    return EkonosObserver(edition, seats, options)
