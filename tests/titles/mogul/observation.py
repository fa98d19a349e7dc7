"""Mogul's observation, made from the board of a view alone."""

from collections.abc import Sequence

from openoutcry.conformance.flags import Numbers, at_index, at_seat
from openoutcry.core.board import Board
from openoutcry.core.edition import Edition
from openoutcry.titles.mogul.board import MogulBoard


def numbers(board: Board, order: Sequence[int], edition: Edition) -> Numbers:
    assert isinstance(board, MogulBoard)
    colours = edition.texts("companies", "colours")
    card, size = board.card, len(colours)
    players = [board.players[seat] for seat in order]
    chips = [player.chips for player in players]
    return {
        "card_colour": at_index(colours.index(card.colour) if card else None, size),
        "card_border": at_index(colours.index(card.border) if card else None, size),
        "pot": [board.pot],
        "bank": [board.bank],
        "deck": [board.deck],
        "crash_possible": [int(board.crash_possible)],
        "auction": [board.auction],
        "start": at_seat(board.start, order),
        "winner": at_seat(board.winner, order),
        "second": at_seat(board.second, order),
        "sold": board.sold or [],
        "unseen": board.unseen or [],
        "points": [player.points for player in players],
        "chips": [count or 0 for count in chips],
        "chips_known": [int(count is not None) for count in chips],
        "in": [int(player.in_) for player in players],
        "decided": [int(player.decided) for player in players],
        "shares": [count for player in players for count in player.shares],
    }
