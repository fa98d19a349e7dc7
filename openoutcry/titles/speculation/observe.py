"""Speculation: a view's board as numbers."""

from collections.abc import Sequence
from typing import Any

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, at_index, at_seat
from openoutcry.core.options import Options
from openoutcry.titles.speculation.view import TILES

CASH = 99_999
"""Far beyond what anybody can have."""


class SpeculationObserver:
    """Everything on the board but what never changes in a match."""

    def __init__(self, edition: Edition, seats: int) -> None:
        ids = edition.texts("companies", "ids")
        companies, cards = len(ids), len(ids) + 1
        segments = edition.rows("track", "segments")
        shares = edition.number("shares", "printed")
        tiles = [edition.number("tiles", kind) for kind in TILES]
        self._steps = sorted(set(edition.numbers("movement", "values")))
        most = len(edition.numbers("movement", "values"))
        self._card = {card: i for i, card in enumerate((*ids, "holiday"))}
        self.fields = (
            Field("turn", 1, CASH, "turns begun"),
            Field("active", seats, 1, "the seat whose turn it is"),
            Field("tile", len(TILES), 1, f"the action tile: {', '.join(TILES)}"),
            Field("steps", 1, self._steps[-1], "the movement tile; 0 before it is drawn"),
            Field("tiles_left", len(TILES), max(tiles), "action tiles in the bag, by kind"),
            Field("steps_left", len(self._steps), most, "movement tiles in the bag, by value"),
            Field("space", companies, segments[-1][1], "where each company stands on the track"),
            Field("segment", companies, len(segments), "its segment of the track; 0 at the start"),
            Field("rank", companies, companies, "its rank, 1 for the first"),
            Field("bank", companies, shares, "its shares in the bank"),
            Field("hand", cards, 1, "the viewer's cards, by company, Bank Holiday last"),
            Field("picked", cards, 1, "the viewer's card that lies face down"),
            Field("cash", seats, CASH, "cash of each seat", least=-CASH),
            Field("cards", seats, cards, "cards in each seat's hand"),
            Field("deck", seats, cards, "cards in each seat's deck"),
            Field("decided", seats, 1, "does the seat's card lie face down?"),
            Field("shown", seats * cards, 1, "seat by seat, the card turned up this turn"),
            Field("played", seats * cards, 1, "seat by seat, the cards played since the shuffle"),
            Field("shares", seats * companies, shares, "seat by seat, shares of each company"),
        )

    def parts(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        players = [board["players"][seat] for seat in order]
        companies, tile, bags = board["companies"], board["tile"], board["bags"]
        return [
            [board["turn"]],
            at_seat(board["active"], order),
            [int(tile == kind) for kind in TILES],
            [board["steps"] or 0],
            [bags["actions"][kind] for kind in TILES],
            [bags["steps"].count(value) for value in self._steps],
            [company["space"] for company in companies],
            [company["segment"] or 0 for company in companies],
            [company["rank"] for company in companies],
            [company["bank"] for company in companies],
            self._cards(board["hand"] or ()),
            self._one(board["picked"]),
            [player["cash"] for player in players],
            [player["hand"] for player in players],
            [player["deck"] for player in players],
            [int(player["decided"]) for player in players],
            [flag for player in players for flag in self._one(player["shown"])],
            [flag for player in players for flag in self._cards(player["played"])],
            [count for player in players for count in player["shares"]],
        ]

    def _cards(self, names: Sequence[str]) -> list[int]:
        flags = [0] * len(self._card)
        for name in names:
            flags[self._card[name]] = 1
        return flags

    def _one(self, name: str | None) -> list[int]:
        return at_index(None if name is None else self._card[name], len(self._card))


def observer(edition: Edition, seats: int, options: Options) -> SpeculationObserver:
    return SpeculationObserver(edition, seats)
