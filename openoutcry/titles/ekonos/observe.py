"""Ekonos: a view's board as numbers."""

from collections.abc import Iterable, Sequence
from typing import Any

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, at_index, at_seat
from openoutcry.core.options import Options
from openoutcry.titles.ekonos.notation import USE_WORDS

COINS = 9999
"""Far beyond what anybody can have."""

_USES = list(USE_WORDS.values())
_STEPS = ("place", "decision", "tile", "naming")


class EkonosObserver:
    """Everything on the board but what never changes in a match."""

    def __init__(self, edition: Edition, seats: int, options: Options) -> None:
        self._ids = edition.texts("companies", "ids")
        self._cards = len(edition.rows("cards", "list"))
        self._spaces = len(edition.rows("map", "spaces"))
        companies, cards, spaces = len(self._ids), self._cards, self._spaces
        deals = edition.rows("players", "rounds")
        tiles = edition.number("tiles", "each")
        shares = max(edition.number("shares", "slots"), int(options["maxShares"]))
        boxes = edition.number("growth", "large_box")
        laid = max(edition.number("growth", key) for key in ("small_tiles", "large_tiles"))
        self.fields = (
            Field("round", 1, max(row[1] for row in deals), "the round, from 1"),
            Field("starter", seats, 1, "the seat that started the round"),
            Field("active", seats, 1, "the seat whose turn it is, also while a president decides"),
            Field("decider", seats, 1, "the seat that decides"),
            Field("stock", 1, cards, "cards not dealt in this round"),
            Field("card", cards, 1, "the last card played in this round"),
            Field("use", len(_USES), 1, f"what for: {', '.join(_USES)}"),
            Field("pending", len(_STEPS), 1, f"what is pending: {', '.join(_STEPS)}"),
            Field("pending_company", companies, 1, "the company that is about"),
            Field("tiles_left", 1, laid, "tiles that the expansion still has"),
            Field("hand", cards, 1, "the viewer's cards"),
            Field("played", cards, 1, "the cards played in this round"),
            Field("growth", companies, boxes, "the box of each company's counter"),
            Field("tiles", companies, tiles, "each company's tiles on the map: its value"),
            Field("sold", companies, shares, "each company's shares that are owned"),
            Field("map", companies * spaces, 1, "company by company, the spaces of its tiles"),
            Field("protected", spaces, 1, "the spaces with a protected tile"),
            Field("laid", spaces, 1, "the spaces of the tiles laid in this expansion"),
            Field("coins", seats, COINS, "coins of each seat; 0 where hidden"),
            Field("coins_known", seats, 1, "are the seat's coins known?"),
            Field("cards", seats, max(row[2] for row in deals), "cards in each seat's hand"),
            Field("shares", seats * companies, shares, "seat by seat, shares of each company"),
            Field("president", seats * companies, 1, "seat by seat, the companies it presides"),
        )

    def parts(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        return [
            *self._turn(board, order),
            *self._companies(board),
            *self._map(board),
            *self._seats([board["players"][seat] for seat in order]),
        ]

    def _turn(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        card, pending, expansion = board["card"], board["pending"], board["expansion"]
        return [
            [board["round"]],
            at_seat(board["starter"], order),
            at_seat(board["active"], order),
            at_seat(board["decider"], order),
            [board["stock"]],
            at_index(card["id"] - 1 if card else None, self._cards),
            [int(board["use"] == use) for use in _USES],
            [int(pending is not None and pending["step"] == step) for step in _STEPS],
            [int(pending is not None and pending["company"] == name) for name in self._ids],
            [expansion["left"] if expansion else 0],
            self._card_flags(board["hand"] or ()),
            self._card_flags(board["discards"]),
        ]

    def _card_flags(self, cards: Iterable[dict[str, Any]]) -> list[int]:
        return _flags((card["id"] for card in cards), self._cards)

    def _companies(self, board: dict[str, Any]) -> list[list[int]]:
        companies = board["companies"]
        return [[company[key] for company in companies] for key in ("growth", "tiles", "sold")]

    def _map(self, board: dict[str, Any]) -> list[list[int]]:
        spaces, expansion = board["spaces"], board["expansion"]
        return [
            self._tiles(spaces),
            [int(space["protected"]) for space in spaces],
            _flags(expansion["laid"] if expansion else (), self._spaces),
        ]

    def _tiles(self, spaces: list[dict[str, Any]]) -> list[int]:
        flags = [0] * (len(self._ids) * self._spaces)
        for number, space in enumerate(spaces):
            name = space["company"]
            if name is not None:
                flags[self._ids.index(name) * self._spaces + number] = 1
        return flags

    def _seats(self, players: list[dict[str, Any]]) -> list[list[int]]:
        coins = [player["coins"] for player in players]
        return [
            [amount or 0 for amount in coins],
            [int(amount is not None) for amount in coins],
            [player["cards"] for player in players],
            [count for player in players for count in player["shares"]],
            [int(name in player["presidencies"]) for player in players for name in self._ids],
        ]


def _flags(numbers: Iterable[int], size: int) -> list[int]:
    """1 at every number, counted from 1."""
    flags = [0] * size
    for number in numbers:
        flags[number - 1] = 1
    return flags


def observer(edition: Edition, seats: int, options: Options) -> EkonosObserver:
    return EkonosObserver(edition, seats, options)
