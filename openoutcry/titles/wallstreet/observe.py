"""1920 Wall Street: what a seat may know, as numbers."""

from typing import Final, final

from mypy_extensions import i64

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, Observer, Pen, common_fields, write_worth
from openoutcry.core.options import Options
from openoutcry.core.state import State
from openoutcry.titles.wallstreet import scoring
from openoutcry.titles.wallstreet.box import MAGNATES, cards, slots
from openoutcry.titles.wallstreet.components import COMPANIES, EXPLOSION, NONE
from openoutcry.titles.wallstreet.position import END, ENDED, OFFERS, SET_PAWN, SWAP, Position
from openoutcry.titles.wallstreet.rules import WallStreet
from openoutcry.titles.wallstreet.view import KINDS

CASH: Final = 9999
"""Far beyond what anybody can have."""
LEVELS: Final = 20
DECK: Final = 99
"""More cards than there are."""
DECISIONS: Final = END - SET_PAWN + 1
SIDES: Final = 8  # of the four magnates


@final
class WallStreetObserver(Observer):
    """Everything on the board but what is printed on cards and tracks."""

    def __init__(self, edition: Edition, seats: int) -> None:
        types = len(cards(edition))
        assert len(KINDS) == DECISIONS
        assert 2 * len(MAGNATES) == SIDES
        self.fields = [
            *common_fields(seats, COMPANIES),
            *_table_fields(slots(edition, seats), types),
            *_turn_fields(seats, types),
            *_seat_fields(seats, slots(edition, seats), types),
        ]

    def write_title(self, state: State, pen: Pen) -> None:
        assert isinstance(state, WallStreet)
        p = state.p
        prices = pen.room
        for company in range(COMPANIES):
            prices[company] = p.value(company)
        pen.numbers(prices, 0, COMPANIES)
        _worth(state, pen)
        _table(p, pen)
        _turn(p, pen)
        _exchange(p, pen)
        pen.one_of(COMPANIES, p.now)
        _pawns(p, pen)
        _piles(p, pen)
        _secrets(p, pen)


def _table_fields(slots: int, types: int) -> list[Field]:
    faces = types + 1
    return [
        Field("ring", slots * types, 1, "slot by slot, the card by its type"),
        Field("lots", slots * types, 1, "slot by slot, a lot's second card"),
        Field("clockwise", 1, 1, "does Market Trend show green?"),
        Field("coins", 1, CASH, "coins on Market Trend"),
        Field("top", faces, 1, "the deck's visible card, Explosion last"),
        Field("deck", 1, DECK, "cards in the deck"),
        Field("explosion_possible", 1, 1, "may the next card be Explosion?"),
        Field("explosion_placed", 1, 1, "does Explosion lie in a zone?"),
        Field("zones", 3 * faces, 1, "zone by zone, the top card, Explosion last"),
        Field("discards", 3, DECK, "cards in each zone"),
        Field("levels", COMPANIES, LEVELS, "the cell of each company's cube"),
        Field("magnates", COMPANIES * SIDES, 1, "by company, card and side"),
    ]


def _turn_fields(seats: int, types: int) -> list[Field]:
    phases = ", ".join([*KINDS.values(), "chance"])
    return [
        Field("phase", DECISIONS + 1, 1, f"the decision: {phases}"),
        Field("turn", seats, 1, "the seat whose turn it is", by_seat=True),
        Field("start", seats, 1, "the start player", by_seat=True),
        Field("turns", 1, DECK, "turns played"),
        Field("hand", types, 1, "the card that is being resolved"),
        Field("second", types, 1, "a lot's card still to be resolved"),
        Field("sold", types, 1, "the share that is being sold"),
        Field("shown", types, 1, "the share shown for the Stock Exchange"),
        Field("named", COMPANIES, 1, "the company it stands for"),
        Field(
            "offers", seats * types, 1, "seat by seat, the share offered, if known", by_seat=True
        ),
        Field("decided", seats, 1, "does the seat's offer lie face down?", by_seat=True),
        Field("magnate", COMPANIES, 1, "the company whose magnate acts"),
    ]


def _seat_fields(seats: int, slots: int, types: int) -> list[Field]:
    return [
        Field("pawns", seats * slots, 1, "seat by seat, the pawn's slot", by_seat=True),
        Field("options", seats * slots, 1, "seat by seat, the call option's slot", by_seat=True),
        Field("cash", seats, CASH, "cash of each seat", by_seat=True),
        Field("capital", seats, LEVELS, "capital of each seat", by_seat=True),
        Field("loans", seats, CASH, "loans of each seat", by_seat=True),
        Field("shares", seats, DECK, "cards in each seat's share pile", by_seat=True),
        Field("variations", seats, DECK, "cards in each seat's variation pile", by_seat=True),
        Field("extra", seats, DECK, "points by magnates", least=-DECK, by_seat=True),
        Field("returned", seats, 1, "has the seat returned a card unseen?", by_seat=True),
        Field(
            "cards", seats * types, DECK, "seat by seat, kept cards; 0 where hidden", by_seat=True
        ),
        Field("cards_known", seats, 1, "are the seat's cards known?", by_seat=True),
        Field(
            "secret",
            seats * COMPANIES,
            DECK,
            "seat by seat, the secret share if known",
            by_seat=True,
        ),
        Field("secret_points", seats, DECK, "its points", by_seat=True),
    ]


def _worth(state: WallStreet, pen: Pen) -> None:
    """As in the view: one's own without the end event; nobody may count the dynamite."""
    p = state.p
    if p.phase == ENDED:
        write_worth(pen, state.scores(), known=True)
        return
    if pen.viewer >= 0:
        pen.one_number(p.n, 0, scoring.worth(p, pen.viewer, NONE))
    else:
        pen.at += p.n
    pen.own_flag()


def _table(p: Position, pen: Pen) -> None:
    components = p.components
    types = components.types
    pen.one_of_each(types, p.ring, 0, components.slots)
    pen.one_of_each(types, p.lot, 0, components.slots)
    pen.flag(p.direction > 0)
    pen.number(p.coins)
    _face(p, p.top, pen)
    pen.number(p.left + p.hidden if p.top == NONE else p.left + p.hidden + 1)
    pen.flag(p.hidden == 1 and p.left <= components.bottom)
    pen.flag(p.placed == 1)
    for zone in range(3):
        _face(p, p.tops[zone], pen)
    pen.numbers(p.heights, 0, 3)
    pen.numbers(p.level, 0, COMPANIES)
    pen.one_of_each(SIDES, p.magnate, 0, COMPANIES)


def _face(p: Position, card: i64, pen: Pen) -> None:
    """A card type, with one more flag for Explosion."""
    types = p.components.types
    pen.one_of(types + 1, types if card == EXPLOSION else card)


def _turn(p: Position, pen: Pen) -> None:
    phase, types = p.phase, p.components.types
    decides = SET_PAWN <= phase <= END
    nobody: i64 = NONE
    by_chance: i64 = DECISIONS
    pen.one_of(DECISIONS + 1, phase - SET_PAWN if decides else by_chance)
    pen.seat(p.turn if decides and phase != SET_PAWN else nobody)
    pen.seat(p.start if phase >= SET_PAWN else nobody)
    pen.number(p.turns)
    pen.one_of(types, p.hand)
    pen.one_of(types, p.second)
    pen.one_of(types, p.sold)


def _exchange(p: Position, pen: Pen) -> None:
    types, offer, going_on = p.components.types, p.offer, p.shown != NONE
    pen.one_of(types, p.shown)
    none: i64 = NONE
    pen.one_of(COMPANIES, p.named if going_on else none)
    for offset in range(pen.seats):
        seat = pen.seat_at(offset)
        seen = going_on and (p.phase == SWAP or seat == pen.viewer)
        pen.one_of(types, offer[seat] if seen else none)
    for offset in range(pen.seats):
        pen.flag(going_on and p.phase == OFFERS and offer[pen.seat_at(offset)] >= 0)


def _pawns(p: Position, pen: Pen) -> None:
    slots = p.components.slots
    pen.one_of_each_by_seat(slots, p.pawn)
    if p.components.call_options:
        pen.one_of_each_by_seat(slots, p.marker)
    else:
        pen.at += pen.seats * slots
    pen.by_seat(p.cash)
    pen.by_seat(p.capital)
    pen.by_seat(p.loans)


def _piles(p: Position, pen: Pen) -> None:
    sizes, returned, kept_shown = p.sizes, p.returned, p.components.kept_shown
    seats, by_kind = pen.seats, pen.room
    for offset in range(seats):
        seat = pen.seat_at(offset)
        by_kind[offset] = sizes[2 * seat]
        by_kind[seats + offset] = sizes[2 * seat + 1]
    pen.numbers(by_kind, 0, 2 * seats)
    pen.by_seat(p.extra)
    for offset in range(pen.seats):
        pen.flag(returned[pen.seat_at(offset)] != NONE)
    for offset in range(pen.seats):
        _pile(p, pen.seat_at(offset), pen)
    for offset in range(pen.seats):
        pen.flag(kept_shown or _open_to(p, pen.seat_at(offset), pen))


def _open_to(p: Position, seat: i64, pen: Pen) -> bool:
    """Does the viewer know what only the seat knows during the match?"""
    return seat == pen.viewer or p.phase == ENDED


def _pile(p: Position, seat: i64, pen: Pen) -> None:
    """Kept cards; of a rival, if they are shown, all that everybody has seen."""
    types = p.components.types
    if _open_to(p, seat, pen) or (p.components.kept_shown and not _doubtful(p, seat)):
        pen.numbers(p.pile, seat * types, types)
    elif p.components.kept_shown:
        for card in range(types):
            pen.number(p.known(seat, card))
    else:
        pen.at += types


def _doubtful(p: Position, seat: i64) -> bool:
    """Has the seat returned a card of which others cannot be sure?"""
    if p.returned[seat] == NONE:
        return False
    types = p.components.types
    suspects: i64 = 0
    for card in range(types):
        suspects += p.doubt[seat * types + card]
    return suspects > 1


def _secrets(p: Position, pen: Pen) -> None:
    components = p.components
    for offset in range(pen.seats):
        secret = _secret(p, pen.seat_at(offset), pen)
        if secret != NONE:
            company = components.secret_company[secret]
            pen.one_number(COMPANIES, company, components.secret_shares[secret])
        else:
            pen.at += COMPANIES
    for offset in range(pen.seats):
        secret = _secret(p, pen.seat_at(offset), pen)
        if secret != NONE:
            pen.number(components.secret_points[secret])
        else:
            pen.at += 1


def _secret(p: Position, seat: i64, pen: Pen) -> i64:
    """The seat's capital card, if the viewer knows it."""
    none: i64 = NONE
    return p.secret[seat] if _open_to(p, seat, pen) else none


def observer(edition: Edition, seats: int, options: Options) -> WallStreetObserver:
    return WallStreetObserver(edition, seats)
