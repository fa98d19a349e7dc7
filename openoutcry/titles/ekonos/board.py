"""Ekonos: the board that a view shows."""

from msgspec import Struct

from openoutcry.core.board import Board


class Card(Struct, frozen=True):
    """A card of the hand or the discards."""

    id: int
    """Its number, from 1."""
    top: str
    """The company that may place or protect a tile."""
    middle: str
    """A company that may grow."""
    bottom: str
    """The other company that may grow."""


class Pending(Struct, frozen=True):
    """What a card, a president or a resignation has started."""

    company: str
    """The company it is about."""
    step: str
    """The kind of decision that is open."""


class Expansion(Struct, frozen=True, kw_only=True):
    """A company that expands, or may."""

    company: str
    """Which."""
    president: int
    """The seat that decides."""
    tiles: int
    """The size of the expansion."""
    left: int
    """Tiles still to be laid."""
    laid: list[int]
    """Numbers of the spaces it has taken so far."""


class Company(Struct, frozen=True, kw_only=True):
    """A company: its tiles, its growth track and its column of shares."""

    id: str
    """Its id in the edition and the catalogues."""
    letter: str
    """As actions name it."""
    colour: str
    """Of its tiles."""
    tiles: int
    """On the map: also the value of a share."""
    protected: int
    """Of its tiles, those that cannot be replaced."""
    supply: int
    """Tiles not on the map."""
    growth: int
    """The box of the growth track it stands in."""
    sold: int
    """Shares that seats hold."""
    slots: int
    """Shares there are."""
    sell: int
    """What a share sells for."""
    buy: int | None
    """What the next share costs; None when all are sold."""
    president: int | None
    """The president's seat."""
    owned: list[int]
    """Shares of each seat."""


class Space(Struct, frozen=True, kw_only=True):
    """A space of the map."""

    number: int
    """From 1."""
    label: str
    """The city's id in the catalogues."""
    x: int
    """Eastward, in the map's units."""
    y: int
    """Southward, in the map's units."""
    links: list[int]
    """Numbers of the adjacent spaces."""
    company: str | None
    """Whose tile lies here."""
    protected: bool
    """The tile cannot be replaced."""


class Map(Struct, frozen=True):
    """The map's size, in the units of its spaces' coordinates."""

    width: int
    """From west to east."""
    height: int
    """From north to south."""


class Track(Struct, frozen=True, kw_only=True):
    """The growth track: where it lets a company expand."""

    small_box: int
    """The box of the small expansion."""
    small_tiles: int
    """Its size."""
    large_box: int
    """The last box, that of the large expansion."""
    large_tiles: int
    """Its size."""


class Player(Struct, frozen=True, kw_only=True):
    """What a seat has."""

    coins: int | None
    """None where money is hidden (EK-54)."""
    cards: int
    """Cards in hand."""
    shares: list[int]
    """How many of each company."""
    presidencies: list[str]
    """The companies it presides over."""


class EkonosBoard(Board, frozen=True, kw_only=True):
    """The map, the companies, the cards and everybody's holdings."""

    round: int
    """From 1."""
    rounds: int
    """How many there will be."""
    starter: int
    """The seat that begins the round."""
    active: int | None
    """The seat whose turn it is, also while a president decides; None at the end."""
    decider: int | None
    """The seat that decides now."""
    stock: int
    """Cards not dealt yet."""
    card: Card | None
    """The card just played."""
    use: str | None
    """What it was played for."""
    pending: Pending | None
    """What was started and is not finished."""
    expansion: Expansion | None
    """The expansion at hand."""
    hand: list[Card] | None
    """The viewer's own cards; None for a spectator."""
    discards: list[Card]
    """All cards played."""
    companies: list[Company]
    """In the edition's order."""
    spaces: list[Space]
    """By number."""
    map: Map
    """Its size."""
    track: Track
    """The growth track, equal for all companies."""
    players: list[Player]
    """By seat."""
