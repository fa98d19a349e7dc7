"""Ekonos's observation, made from the board of a view alone."""

from collections.abc import Sequence

from openoutcry.conformance.flags import Numbers, at_index, at_indices, at_seat
from openoutcry.core.board import Board
from openoutcry.core.edition import Edition
from openoutcry.titles.ekonos.board import EkonosBoard, Player

USES = ("place", "protect", "middle", "bottom", "discard")
STEPS = ("place", "decision", "tile", "naming")


def numbers(board: Board, order: Sequence[int], edition: Edition) -> Numbers:
    assert isinstance(board, EkonosBoard)
    names = edition.texts("companies", "ids")
    return {
        **_turn(board, order, len(edition.rows("cards", "list")), names),
        "growth": [company.growth for company in board.companies],
        "tiles": [company.tiles for company in board.companies],
        "sold": [company.sold for company in board.companies],
        **_map(board, names),
        **_players([board.players[seat] for seat in order], names),
    }


def _turn(board: EkonosBoard, order: Sequence[int], cards: int, names: list[str]) -> Numbers:
    card, pending, expansion = board.card, board.pending, board.expansion
    return {
        "round": [board.round],
        "starter": at_seat(board.starter, order),
        "active": at_seat(board.active, order),
        "decider": at_seat(board.decider, order),
        "stock": [board.stock],
        "card": at_index(card.id - 1 if card else None, cards),
        "use": [int(board.use == use) for use in USES],
        "pending": [int(pending is not None and pending.step == step) for step in STEPS],
        "pending_company": [int(pending is not None and pending.company == name) for name in names],
        "tiles_left": [expansion.left if expansion else 0],
        "hand": at_indices([card.id - 1 for card in board.hand or ()], cards),
        "played": at_indices([card.id - 1 for card in board.discards], cards),
    }


def _map(board: EkonosBoard, names: list[str]) -> Numbers:
    spaces, expansion = board.spaces, board.expansion
    laid = expansion.laid if expansion else ()
    return {
        "map": [int(space.company == name) for name in names for space in spaces],
        "protected": [int(space.protected) for space in spaces],
        "laid": [int(space.number in laid) for space in spaces],
    }


def _players(players: list[Player], names: list[str]) -> Numbers:
    coins = [player.coins for player in players]
    return {
        "coins": [amount or 0 for amount in coins],
        "coins_known": [int(amount is not None) for amount in coins],
        "cards": [player.cards for player in players],
        "shares": [count for player in players for count in player.shares],
        "president": [int(name in player.presidencies) for player in players for name in names],
    }
