"""1920 Wall Street: the board that a view shows."""

from typing import Literal

from msgspec import Struct

from openoutcry.core.board import Board


class Card(Struct, frozen=True, kw_only=True):
    """What is printed on a card."""

    type: int | None
    """Its number in the edition, equal for equal cards; None for Explosion."""
    name: str
    """Its key below `card.` in the catalogues."""
    dynamite: int
    """Sticks of dynamite."""
    companies: list[str]
    """The companies it names: two on a dual share, none on most variations."""
    share: bool
    """A share, gold included; else a variation or Explosion."""
    shares: int
    """How many shares it counts as."""
    levels: int
    """How far it moves its company's value, down if negative."""
    cost: int | None
    """The price printed on it; None for Explosion, which nobody buys."""
    points: int
    """Victory points for keeping it."""
    due: int
    """What everybody pays when it is kept: for Black Day only (WS-84)."""
    copies: int
    """How many such cards there are."""


class KeptCard(Card, frozen=True, kw_only=True):
    """A card in somebody's piles."""

    count: int
    """How many of them are there for certain."""


class Slot(Struct, frozen=True, kw_only=True):
    """A slot of the ring."""

    trend: bool
    """The trend card lies here."""
    cards: list[Card]
    """One card, two in a lot."""
    pawns: list[int]
    """Seats whose pawns stand here."""
    option: int | None
    """The seat whose call option lies here."""


class Zone(Struct, frozen=True, kw_only=True):
    """A discard pile under its end event."""

    event: str
    """The event that strikes if most dynamite lies here."""
    top: Card | None
    """All that may be seen of it."""
    cards: int
    """How many lie there."""
    dynamite: int | None
    """Counted after the end only (WS-14)."""
    strikes: bool | None
    """Whether its event happened; after the end."""


class Magnate(Struct, frozen=True):
    """A magnate above a company."""

    id: str
    """Its id in the catalogues."""
    side: Literal["reward", "penalty"]
    """The side that lies up."""
    amount: int
    """The number it speaks of: points, coins, or the capital from which a level is lost; else 0."""


class Company(Struct, frozen=True, kw_only=True):
    """A company's row of the market."""

    id: str
    """Its id in the catalogues."""
    cells: list[int]
    """The values along its row."""
    start: int
    """The cell it began on."""
    level: int
    """The cell it stands on, from 0."""
    value: int
    """Of a share now."""
    minimum: int
    """Shares it takes to score (WS-112)."""
    magnate: Magnate | None
    """If the table plays with them."""


class Secret(Struct, frozen=True):
    """A secret share."""

    company: str
    """Of which company."""
    shares: int
    """How many shares it counts as."""
    points: int
    """Victory points for having it."""


class Player(Struct, frozen=True, kw_only=True):
    """What a seat has."""

    cash: int
    """Money in hand."""
    capital: int
    """Pays towards the price of every move."""
    top_capital: int
    """The greatest capital there is."""
    loans: int
    """Loans taken."""
    penalty: int
    """Points they will cost."""
    pawn: int | None
    """The slot its pawn stands on."""
    shares: int
    """Cards in the pile of shares."""
    variations: int
    """Cards in the pile of variations."""
    extra: int
    """Points of magnates."""
    option: Literal["hand"] | int | None
    """The call option: in hand or in a slot; None if the table plays without."""
    returned: bool
    """A magnate made it return a kept card (WS-134)."""
    cards: list[KeptCard] | None
    """Kept cards; None where they are hidden. With all but one of `unsure` they make up both
    piles."""
    unsure: list[Card]
    """One of these, unknown which, was returned face down; the others are still kept (WS-134)."""
    secret: Secret | None
    """None where it is hidden."""


class Exchange(Struct, frozen=True, kw_only=True):
    """A stock exchange under way (WS-85)."""

    shown: Card
    """The card that is offered."""
    company: str | None
    """The company it counts for, once it is named."""
    offers: list[Card | None]
    """By seat; None where there is none, or none to be seen yet."""
    decided: list[bool]
    """By seat: has an offer face down."""
    asked: list[bool]
    """By seat: may offer."""


class WallStreetBoard(Board, frozen=True, kw_only=True):
    """The ring, the market, the discards and everybody's holdings."""

    phase: str
    """What is being decided; "chance" for a draw."""
    ring: list[Slot]
    """In the board's order."""
    direction: int
    """1 for clockwise, -1 against."""
    coins: int
    """On the trend card."""
    top: Card | None
    """The open top card of the deck."""
    deck: int
    """Cards in the deck."""
    explosion_possible: bool
    """The next card may be Explosion."""
    explosion_placed: bool
    """Explosion lies in a discard pile."""
    turns_left: int | None
    """Once it does: turns to be played, the present one included."""
    zones: list[Zone]
    """The discard piles."""
    market: list[Company]
    """In the board's order."""
    players: list[Player]
    """By seat."""
    turn: int | None
    """The seat whose turn it is."""
    start: int | None
    """The first seat to play."""
    turns: int
    """Turns played."""
    hand: Card | None
    """The card just bought."""
    second: Card | None
    """The other card of a lot, still to be dealt with."""
    sold: Card | None
    """A card on its way from a pile to a discard."""
    exchange: Exchange | None
    """The stock exchange under way."""
    magnate: str | None
    """The company whose magnate acts now."""
    call_options: bool
    """The table plays with call options."""
