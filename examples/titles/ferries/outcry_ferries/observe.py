"""Ferries: what a seat may know, as numbers."""

from typing import final

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, Observer, Pen, common_fields, write_worth
from openoutcry.core.options import Options
from openoutcry.core.state import State
from outcry_ferries.rules import BIDS, ENDED, UNDECIDED, Ferries


@final
class FerriesObserver(Observer):
    """Everything on the board."""

    def __init__(self, edition: Edition, seats: int) -> None:
        shares = edition.numbers("lines", "shares")
        lines, most, total = len(shares), max(shares), sum(shares)
        coins = edition.number("purse", "coins")
        self.fields = [
            *common_fields(seats, lines),
            Field("share", lines, 1, "the line whose share is on auction"),
            Field("auction", 1, total, "auctions begun"),
            Field("deck", 1, total, "shares in the deck"),
            Field("start", seats, 1, "the seat that wins a tie"),
            Field("winner", seats, 1, "the seat that won the last auction"),
            Field("coins", seats, coins, "coins of each seat"),
            Field("bid", seats, coins, "bid of each seat; 0 where hidden"),
            Field("bid_known", seats, 1, "is the seat's bid known?"),
            Field("decided", seats, 1, "has the seat bid, while others have not?"),
            Field("hand", seats * lines, most, "seat by seat, shares face down; 0 where hidden"),
            Field("hand_known", seats, 1, "is the seat's hand known?"),
            Field("shares", seats * lines, most, "seat by seat, shares face up"),
        ]

    def write_title(self, state: State, pen: Pen) -> None:
        assert isinstance(state, Ferries)
        lines = len(state.components.lines)
        for line in range(lines):
            pen.number(state.price[line])
        write_worth(pen, state.scores(), known=state.phase == ENDED)
        pen.one_of(lines, state.line)
        pen.number(state.auctions)
        pen.number(sum(state.deck))
        pen.seat(state.start)
        pen.seat(state.winner)
        pen.by_seat(state.coins)
        _bids(state, pen)
        _hands(state, pen)
        for place in range(pen.seats):
            pen.numbers(state.open, pen.seat_at(place) * lines, lines)


def _bids(state: Ferries, pen: Pen) -> None:
    seats = [pen.seat_at(place) for place in range(pen.seats)]
    made = [state.bid[seat] != UNDECIDED for seat in seats]
    known = [
        bid and (state.phase != BIDS or seat == pen.viewer)
        for seat, bid in zip(seats, made, strict=True)
    ]
    for seat, yes in zip(seats, known, strict=True):
        pen.number(state.bid[seat] if yes else 0)
    for yes in known:
        pen.flag(yes)
    for yes in made:
        pen.flag(yes and state.phase == BIDS)


def _hands(state: Ferries, pen: Pen) -> None:
    lines = len(state.components.lines)
    seats = [pen.seat_at(place) for place in range(pen.seats)]
    known = [seat == pen.viewer or state.phase == ENDED for seat in seats]  # FE-04, FE-10
    for seat, yes in zip(seats, known, strict=True):
        if yes:
            pen.numbers(state.hands, seat * lines, lines)
        else:
            pen.at += lines
    for yes in known:
        pen.flag(yes)


def observer(edition: Edition, seats: int, options: Options) -> FerriesObserver:
    return FerriesObserver(edition, seats)
