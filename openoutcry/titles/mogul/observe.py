"""Mogul: what a seat may know, as numbers."""

from typing import Final, final

from mypy_extensions import i64

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, Observer, Pen, common_fields, write_worth
from openoutcry.core.options import Options
from openoutcry.core.state import State
from openoutcry.titles.mogul.rules import (
    AUCTION,
    ENDED,
    SECOND,
    WINDOW,
    WINNER,
    Mogul,
)

POINTS: Final = 9999
"""Far beyond what anybody can score."""


@final
class MogulObserver(Observer):
    """Everything on the board but the borders of cards already owned, which no rule asks for."""

    def __init__(self, edition: Edition, seats: int) -> None:
        colours = len(edition.texts("companies", "colours"))
        cards = len(edition.rows("cards", "list"))
        chips = edition.number("chips", "total")
        shares = max(edition.numbers("companies", "shares"))
        self.fields = [
            *common_fields(seats, colours),
            Field("card_colour", colours, 1, "the company of the share up for auction"),
            Field("card_border", colours, 1, "the company that may be sold"),
            Field("pot", 1, chips, "chips in the pot"),
            Field("bank", 1, chips, "chips in the bank"),
            Field("deck", 1, cards + 1, "cards left, the crash included"),
            Field("crash_possible", 1, 1, "may the next card be the crash?"),
            Field("auction", 1, cards, "auctions begun"),
            Field("start", seats, 1, "the seat that opens the auction", by_seat=True),
            Field("winner", seats, 1, "the seat that won the auction", by_seat=True),
            Field("second", seats, 1, "the seat that left last", by_seat=True),
            Field("sold", colours, shares, "shares of each company out of the game"),
            Field("unseen", colours, shares, "shares of each company in the deck"),
            Field("points", seats, POINTS, "points of each seat", least=-POINTS, by_seat=True),
            Field("chips", seats, chips, "chips of each seat; 0 where hidden", by_seat=True),
            Field("chips_known", seats, 1, "are the seat's chips known?", by_seat=True),
            Field("in", seats, 1, "is the seat in the auction?", by_seat=True),
            Field("decided", seats, 1, "has the seat answered in the loan window?", by_seat=True),
            Field(
                "shares",
                seats * colours,
                shares,
                "seat by seat, shares of each company",
                by_seat=True,
            ),
        ]

    def write_title(self, state: State, pen: Pen) -> None:
        assert isinstance(state, Mogul)
        for colour in range(state.components.colours):
            pen.number(state.price(colour))
        if state.phase == ENDED:
            write_worth(pen, state.scores(), known=True)
        else:
            pen.by_seat(state.points)
            pen.ones(state.n)
        _auction(state, pen)
        _cards_of_nobody(state, pen)
        _seats(state, pen)


def _auction(s: Mogul, pen: Pen) -> None:
    components, won = s.components, s.phase in (WINNER, SECOND)
    nobody: i64 = -1
    if s.card >= 0:
        pen.one_of(components.colours, components.background[s.card])
        pen.one_of(components.colours, components.border[s.card])
    else:
        pen.at += 2 * components.colours
    pen.number(s.pot)
    pen.number(s.bank)
    pen.number(s.left if s.phase == ENDED else s.left + 1)
    pen.flag(s.left <= components.crash_among)
    pen.number(s.auctions)
    pen.seat(s.start)
    pen.seat(s.winner if won else nobody)
    pen.seat(s.second if won else nobody)


def _cards_of_nobody(s: Mogul, pen: Pen) -> None:
    """How many cards of each colour are sold, and then how many are in the deck."""
    pen.numbers(s.sold, 0, s.components.colours)
    for colour in range(s.components.colours):
        pen.number(s.unseen(colour))


def _seats(s: Mogul, pen: Pen) -> None:
    auction = s.phase in (WINDOW, AUCTION, WINNER, SECOND)
    nobody: i64 = 0
    pen.by_seat(s.points)
    if s.open_chips or s.phase == ENDED:  # MO-08: chips may be held concealed
        pen.by_seat(s.chips)
        pen.ones(pen.seats)
    else:
        pen.own_number(s.chips)
        pen.own_flag()
    pen.members_by_seat(s.inside if auction else nobody)
    pen.members_by_seat(s.decided if s.phase == WINDOW else nobody)
    pen.rows_by_seat(s.shares, s.components.colours)


def observer(edition: Edition, seats: int, options: Options) -> MogulObserver:
    return MogulObserver(edition, seats)
