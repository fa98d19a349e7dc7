"""Speculation's observation, made from the board of a view alone."""

from collections.abc import Sequence

from openoutcry.conformance.flags import Numbers, at_index, at_indices, at_seat
from openoutcry.core.board import Board
from openoutcry.core.edition import Edition
from openoutcry.titles.speculation.board import Company, Player, SpeculationBoard

TILES = ("trade", "rank_up", "rank_down", "no_action")


def numbers(board: Board, order: Sequence[int], edition: Edition) -> Numbers:
    assert isinstance(board, SpeculationBoard)
    cards = [*edition.texts("companies", "ids"), "holiday"]
    steps = sorted(set(edition.numbers("movement", "values")))
    bags = board.bags
    return {
        "turn": [board.turn],
        "active": at_seat(board.active, order),
        "tile": [int(board.tile == kind) for kind in TILES],
        "steps": [board.steps or 0],
        "tiles_left": [bags.actions[kind] for kind in TILES],
        "steps_left": [bags.steps.count(value) for value in steps],
        **_companies(board.companies),
        "hand": at_indices(map(cards.index, board.hand or ()), len(cards)),
        "picked": _card(board.picked, cards),
        **_players([board.players[seat] for seat in order], cards),
    }


def _companies(companies: list[Company]) -> Numbers:
    return {
        "space": [company.space for company in companies],
        "segment": [company.segment or 0 for company in companies],
        "rank": [company.rank for company in companies],
        "bank": [company.bank for company in companies],
    }


def _players(players: list[Player], cards: list[str]) -> Numbers:
    return {
        "cash": [player.cash for player in players],
        "cards": [player.hand for player in players],
        "deck": [player.deck for player in players],
        "decided": [int(player.decided) for player in players],
        "shown": [flag for player in players for flag in _card(player.shown, cards)],
        "played": [int(card in player.played) for player in players for card in cards],
        "shares": [count for player in players for count in player.shares],
    }


def _card(name: str | None, cards: list[str]) -> list[int]:
    return at_index(None if name is None else cards.index(name), len(cards))
