"""1920 Wall Street: a view's board as numbers."""

from collections.abc import Sequence
from typing import Any

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, at_index, at_seat
from openoutcry.core.options import Options
from openoutcry.titles.wallstreet.box import MAGNATES, cards
from openoutcry.titles.wallstreet.view import KINDS, NAMES

CASH = 9999
"""Far beyond what anybody can have."""
LEVELS = 20
DECK = 99
"""More cards than there are."""

Card = dict[str, Any] | None


class WallStreetObserver:
    """Everything on the board but what is printed on cards and tracks."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self._types = len(cards(edition))
        self._phases = (*KINDS.values(), "chance")
        self._slots = seats + 4
        self.fields = (*self._table_fields(), *self._turn_fields(seats), *self._seat_fields(seats))

    def _table_fields(self) -> tuple[Field, ...]:
        faces = self._types + 1
        return (
            Field("ring", self._slots * self._types, 1, "slot by slot, the card by its type"),
            Field("lots", self._slots * self._types, 1, "slot by slot, a lot's second card"),
            Field("clockwise", 1, 1, "does Market Trend show green?"),
            Field("coins", 1, CASH, "coins on Market Trend"),
            Field("top", faces, 1, "the deck's visible card, Explosion last"),
            Field("deck", 1, DECK, "cards in the deck"),
            Field("explosion_possible", 1, 1, "may the next card be Explosion?"),
            Field("explosion_placed", 1, 1, "does Explosion lie in a zone?"),
            Field("zones", 3 * faces, 1, "zone by zone, the top card, Explosion last"),
            Field("discards", 3, DECK, "cards in each zone"),
            Field("levels", len(NAMES), LEVELS, "the cell of each company's cube"),
            Field("magnates", len(NAMES) * 2 * len(MAGNATES), 1, "by company, card and side"),
        )

    def _turn_fields(self, seats: int) -> tuple[Field, ...]:
        return (
            Field("phase", len(self._phases), 1, f"the decision: {', '.join(self._phases)}"),
            Field("turn", seats, 1, "the seat whose turn it is"),
            Field("start", seats, 1, "the start player"),
            Field("turns", 1, DECK, "turns played"),
            Field("hand", self._types, 1, "the card that is being resolved"),
            Field("second", self._types, 1, "a lot's card still to be resolved"),
            Field("sold", self._types, 1, "the share that is being sold"),
            Field("shown", self._types, 1, "the share shown for the Stock Exchange"),
            Field("named", len(NAMES), 1, "the company it stands for"),
            Field("offers", seats * self._types, 1, "seat by seat, the share offered, if known"),
            Field("decided", seats, 1, "does the seat's offer lie face down?"),
            Field("magnate", len(NAMES), 1, "the company whose magnate acts"),
        )

    def _seat_fields(self, seats: int) -> tuple[Field, ...]:
        return (
            Field("pawns", seats * self._slots, 1, "seat by seat, the pawn's slot"),
            Field("options", seats * self._slots, 1, "seat by seat, the call option's slot"),
            Field("cash", seats, CASH, "cash of each seat"),
            Field("capital", seats, LEVELS, "capital of each seat"),
            Field("loans", seats, CASH, "loans of each seat"),
            Field("shares", seats, DECK, "cards in each seat's share pile"),
            Field("variations", seats, DECK, "cards in each seat's variation pile"),
            Field("extra", seats, DECK, "points by magnates", least=-DECK),
            Field("returned", seats, 1, "has the seat returned a card unseen?"),
            Field("cards", seats * self._types, DECK, "seat by seat, kept cards; 0 where hidden"),
            Field("cards_known", seats, 1, "are the seat's cards known?"),
            Field("secret", seats * len(NAMES), DECK, "seat by seat, the secret share if known"),
            Field("secret_points", seats, DECK, "its points"),
        )

    def parts(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        players = [board["players"][seat] for seat in order]
        return [*self._table(board), *self._turn(board, order), *self._seats(players)]

    def _table(self, board: dict[str, Any]) -> list[list[int]]:
        slots = [slot["cards"] for slot in board["ring"]]
        market = board["market"]
        return [
            [flag for found in slots for flag in self._card(found[0] if found else None)],
            [flag for found in slots for flag in self._card(found[1] if len(found) > 1 else None)],
            [int(board["direction"] > 0)],
            [board["coins"]],
            self._face(board["top"]),
            [board["deck"]],
            [int(board["explosion_possible"])],
            [int(board["explosion_placed"])],
            [flag for zone in board["zones"] for flag in self._face(zone["top"])],
            [zone["cards"] for zone in board["zones"]],
            [company["level"] for company in market],
            [flag for company in market for flag in _magnate(company["magnate"])],
        ]

    def _turn(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        exchange = board["exchange"] or {}
        offers = exchange.get("offers") or [None] * len(order)
        decided = exchange.get("decided") or [False] * len(order)
        return [
            at_index(self._phases.index(board["phase"]), len(self._phases)),
            at_seat(board["turn"], order),
            at_seat(board["start"], order),
            [board["turns"]],
            self._card(board["hand"]),
            self._card(board["second"]),
            self._card(board["sold"]),
            self._card(exchange.get("shown")),
            _company(exchange.get("company")),
            [flag for seat in order for flag in self._card(offers[seat])],
            [int(decided[seat]) for seat in order],
            _company(board["magnate"]),
        ]

    def _seats(self, players: list[dict[str, Any]]) -> list[list[int]]:
        slots = self._slots
        return [
            [flag for player in players for flag in at_index(player["pawn"], slots)],
            [flag for player in players for flag in at_index(_placed(player), slots)],
            [player["cash"] for player in players],
            [player["capital"] for player in players],
            [player["loans"] for player in players],
            [player["shares"] for player in players],
            [player["variations"] for player in players],
            [player["extra"] for player in players],
            [int(player["returned"]) for player in players],
            [count for player in players for count in self._counts(player["cards"])],
            [int(player["cards"] is not None) for player in players],
            [count for player in players for count in _secret(player["secret"])],
            [player["secret"]["points"] if player["secret"] else 0 for player in players],
        ]

    def _card(self, card: Card) -> list[int]:
        return at_index(None if card is None else card["type"], self._types)

    def _face(self, card: Card) -> list[int]:
        """As `_card`, with a place for Explosion."""
        number = None if card is None else card["type"]
        if card is not None and number is None:
            number = self._types
        return at_index(number, self._types + 1)

    def _counts(self, kept: list[dict[str, Any]] | None) -> list[int]:
        counts = [0] * self._types
        for card in kept or []:
            counts[card["type"]] = card["count"]
        return counts


def _company(name: str | None) -> list[int]:
    return [int(name == other) for other in NAMES]


def _magnate(magnate: dict[str, str] | None) -> list[int]:
    return [
        int(magnate is not None and magnate["id"] == name and magnate["side"] == side)
        for name in MAGNATES
        for side in ("reward", "penalty")
    ]


def _placed(player: dict[str, Any]) -> int | None:
    """The slot of the call option, if it lies in the ring."""
    option = player["option"]
    return None if option is None or option == "hand" else int(option)


def _secret(secret: dict[str, Any] | None) -> list[int]:
    """The secret share's shares of each company."""
    if secret is None:
        return [0] * len(NAMES)
    return [secret["shares"] * flag for flag in _company(secret["company"])]


def observer(edition: Edition, seats: int, options: Options) -> WallStreetObserver:
    return WallStreetObserver(edition, seats)
