"""Mogul: the board that a view shows."""

from msgspec import Struct, field

from openoutcry.core.board import Board


class Card(Struct, frozen=True):
    """A share."""

    id: int
    """Its number in the edition, from 0."""
    colour: str
    """The company it is a share of."""
    border: str
    """The company whose shares may be sold when it is won (MO-26)."""


class Player(Struct, frozen=True, kw_only=True):
    """What lies in front of a seat."""

    points: int
    """Victory points; more than once round the track counts on."""
    space: int
    """Where the marker stands on the track (MO-47)."""
    lap: int
    """Which time round: 1 at first, 0 below zero points."""
    chips: int | None
    """None where they are concealed (MO-08)."""
    shares: list[int]
    """How many of each company."""
    cards: list[Card]
    """The shares themselves."""
    in_: bool = field(name="in")
    """Still in the auction."""
    decided: bool
    """Has answered whether to take a loan, while others have not."""


class MogulBoard(Board, frozen=True, kw_only=True):
    """The share on auction, the pot, the bank and everybody's holdings."""

    card: Card | None
    """The share on auction."""
    pot: int
    """Chips paid in this auction."""
    bank: int
    """Chips that may still be lent."""
    deck: int
    """Cards in the deck, the crash included."""
    crash_possible: bool
    """The next card may be the crash."""
    auction: int
    """Its number, from 1."""
    start: int
    """The seat that opened the auction."""
    winner: int | None
    """The seat that won it, until all is settled."""
    second: int | None
    """The seat that left last, until all is settled."""
    sold: list[int] | None
    """Shares of each company that were sold; None where that has to be remembered (MO-49)."""
    unseen: list[int] | None
    """Shares of each company that are still in the deck; None as above."""
    spaces: int
    """The length of the track."""
    players: list[Player]
    """By seat."""
