"""Ferries' observation, made from the board of a view alone."""

from collections.abc import Sequence

from openoutcry.conformance.flags import Numbers, at_index, at_seat
from openoutcry.core.board import Board
from openoutcry.core.edition import Edition
from outcry_ferries.board import FerriesBoard


def numbers(board: Board, order: Sequence[int], edition: Edition) -> Numbers:
    assert isinstance(board, FerriesBoard)
    lines = edition.texts("lines", "ids")
    share = None if board.share is None else lines.index(board.share)
    players = [board.players[seat] for seat in order]
    hands = [player.hand for player in players]
    return {
        "share": at_index(share, len(lines)),
        "auction": [board.auction],
        "deck": [board.deck],
        "start": at_seat(board.start, order),
        "winner": at_seat(board.winner, order),
        "coins": [player.coins for player in players],
        "bid": [player.bid or 0 for player in players],
        "bid_known": [int(player.bid is not None) for player in players],
        "decided": [int(player.decided) for player in players],
        "hand": [count for hand in hands for count in hand or [0] * len(lines)],
        "hand_known": [int(hand is not None) for hand in hands],
        "shares": [count for player in players for count in player.shares],
    }
