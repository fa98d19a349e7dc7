"""Speculation: the board that a view shows."""

from msgspec import Struct

from openoutcry.core.board import Board


class Tiles(Struct, frozen=True):
    """Action tiles and number tiles."""

    actions: dict[str, int]
    """How many of each kind."""
    steps: list[int]
    """The number tiles' values, ascending."""


class Company(Struct, frozen=True, kw_only=True):
    """A company with its brick on the track."""

    id: str
    """Its id in the edition and the catalogues."""
    letter: str
    """As actions name it."""
    name: str
    """As the edition names it."""
    colour: str
    """Of its brick and cards."""
    space: int
    """Where its brick stands: 0 is START."""
    segment: int | None
    """The segment of that space, from 0; None on START."""
    rank: int
    """1 for the brick that is ahead of all others; bricks on START are jointly last (SP-12)."""
    price: int
    """Of a share now."""
    bank: int
    """Shares that can be bought."""


class Player(Struct, frozen=True, kw_only=True):
    """What lies in front of a seat."""

    cash: int
    """Money."""
    shares: list[int]
    """How many of each company."""
    hand: int
    """Cards in hand."""
    deck: int
    """Cards left in its own deck."""
    played: list[str]
    """Cards played since the last shuffle."""
    decided: bool
    """Has a card face down while others still choose."""
    shown: str | None
    """The card of this turn, once it is turned up."""


class SpeculationBoard(Board, frozen=True, kw_only=True):
    """The track, the price lists, the tiles and everybody's holdings."""

    side: str
    """Which price lists are in force."""
    turn: int
    """From 1; 0 before the first."""
    active: int | None
    """The seat that drew this turn's tiles."""
    tile: str | None
    """This turn's action."""
    steps: int | None
    """This turn's number."""
    table: Tiles
    """Tiles that lie out."""
    bags: Tiles
    """Tiles still to be drawn."""
    start_price: int
    """Of a company whose brick has not moved."""
    segments: list[tuple[int, int]]
    """First and last space of each; the last segment is END."""
    lists: dict[str, list[list[int]]]
    """For each side, each segment's prices by rank."""
    companies: list[Company]
    """In the edition's order."""
    hand: list[str] | None
    """The viewer's own cards; None for a spectator."""
    picked: str | None
    """The viewer's own card while it lies face down."""
    players: list[Player]
    """By seat."""
