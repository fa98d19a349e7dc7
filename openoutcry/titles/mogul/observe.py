"""Mogul: a view's board as numbers."""

from collections.abc import Sequence
from typing import Any

from openoutcry.core.edition import Edition
from openoutcry.core.observation import Field, at_index, at_seat
from openoutcry.core.options import Options

POINTS = 9999
"""Far beyond what anybody can score."""


class MogulObserver:
    """Everything on the board but the borders of cards already owned, which no rule asks for."""

    def __init__(self, edition: Edition, seats: int) -> None:
        colours = edition.texts("companies", "colours")
        cards = len(edition.rows("cards", "list"))
        chips = edition.number("chips", "total")
        shares = max(edition.numbers("companies", "shares"))
        self._index = {colour: i for i, colour in enumerate(colours)}
        self._colours = len(colours)
        self.fields = (
            Field("card_colour", len(colours), 1, "the company of the share up for auction"),
            Field("card_border", len(colours), 1, "the company that may be sold"),
            Field("pot", 1, chips, "chips in the pot"),
            Field("bank", 1, chips, "chips in the bank"),
            Field("deck", 1, cards + 1, "cards left, the crash included"),
            Field("crash_possible", 1, 1, "may the next card be the crash?"),
            Field("auction", 1, cards, "auctions begun"),
            Field("start", seats, 1, "the seat that opens the auction"),
            Field("winner", seats, 1, "the seat that won the auction"),
            Field("second", seats, 1, "the seat that left last"),
            Field("sold", len(colours), shares, "shares of each company out of the game"),
            Field("unseen", len(colours), shares, "shares of each company in the deck"),
            Field("points", seats, POINTS, "points of each seat", least=-POINTS),
            Field("chips", seats, chips, "chips of each seat; 0 where hidden"),
            Field("chips_known", seats, 1, "are the seat's chips known?"),
            Field("in", seats, 1, "is the seat in the auction?"),
            Field("decided", seats, 1, "has the seat answered in the loan window?"),
            Field("shares", seats * len(colours), shares, "seat by seat, shares of each company"),
        )

    def parts(self, board: dict[str, Any], order: Sequence[int]) -> list[list[int]]:
        card, size = board["card"], self._colours
        players = [board["players"][seat] for seat in order]
        chips = [player["chips"] for player in players]
        return [
            at_index(self._index[card["colour"]] if card else None, size),
            at_index(self._index[card["border"]] if card else None, size),
            [board["pot"]],
            [board["bank"]],
            [board["deck"]],
            [int(board["crash_possible"])],
            [board["auction"]],
            at_seat(board["start"], order),
            at_seat(board["winner"], order),
            at_seat(board["second"], order),
            board["sold"],
            board["unseen"],
            [player["points"] for player in players],
            [count or 0 for count in chips],
            [int(count is not None) for count in chips],
            [int(player["in"]) for player in players],
            [int(player["decided"]) for player in players],
            [count for player in players for count in player["shares"]],
        ]


def observer(edition: Edition, seats: int, options: Options) -> MogulObserver:
    return MogulObserver(edition, seats)
