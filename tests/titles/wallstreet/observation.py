"""Wall Street's observation, made from the board of a view alone."""

from collections.abc import Sequence

from openoutcry.conformance.flags import Numbers, at_index, at_seat
from openoutcry.core.board import Board
from openoutcry.core.edition import Edition
from openoutcry.titles.wallstreet.board import Card, Magnate, Player, Secret, WallStreetBoard
from openoutcry.titles.wallstreet.box import MAGNATES, cards
from openoutcry.titles.wallstreet.faces import NAMES
from openoutcry.titles.wallstreet.view import KINDS

PHASES = [*KINDS.values(), "chance"]


def numbers(board: Board, order: Sequence[int], edition: Edition) -> Numbers:
    assert isinstance(board, WallStreetBoard)
    types = len(cards(edition))
    players = [board.players[seat] for seat in order]
    return {
        **_table(board, types),
        **_turn(board, order, types),
        **_pawns(players, len(order) + 4),
        **_piles(players, types),
    }


def _table(board: WallStreetBoard, types: int) -> Numbers:
    slots, zones, market = [s.cards for s in board.ring], board.zones, board.market
    return {
        "ring": [flag for found in slots for flag in _card(found[0] if found else None, types)],
        "lots": [flag for found in slots for flag in _card(found[1] if found[1:] else None, types)],
        "clockwise": [int(board.direction > 0)],
        "coins": [board.coins],
        "top": _face(board.top, types),
        "deck": [board.deck],
        "explosion_possible": [int(board.explosion_possible)],
        "explosion_placed": [int(board.explosion_placed)],
        "zones": [flag for zone in zones for flag in _face(zone.top, types)],
        "discards": [zone.cards for zone in zones],
        "levels": [company.level for company in market],
        "magnates": [flag for company in market for flag in _magnate(company.magnate)],
    }


def _turn(board: WallStreetBoard, order: Sequence[int], types: int) -> Numbers:
    exchange = board.exchange
    offers = exchange.offers if exchange else [None] * len(order)
    decided = exchange.decided if exchange else [False] * len(order)
    return {
        "phase": at_index(PHASES.index(board.phase), len(PHASES)),
        "turn": at_seat(board.turn, order),
        "start": at_seat(board.start, order),
        "turns": [board.turns],
        "hand": _card(board.hand, types),
        "second": _card(board.second, types),
        "sold": _card(board.sold, types),
        "shown": _card(exchange.shown if exchange else None, types),
        "named": _company(exchange.company if exchange else None),
        "offers": [flag for seat in order for flag in _card(offers[seat], types)],
        "decided": [int(decided[seat]) for seat in order],
        "magnate": _company(board.magnate),
    }


def _pawns(players: list[Player], slots: int) -> Numbers:
    return {
        "pawns": [flag for player in players for flag in at_index(player.pawn, slots)],
        "options": [flag for player in players for flag in at_index(_placed(player), slots)],
    }


def _piles(players: list[Player], types: int) -> Numbers:
    secrets = [player.secret for player in players]
    return {
        "cash": [player.cash for player in players],
        "capital": [player.capital for player in players],
        "loans": [player.loans for player in players],
        "shares": [player.shares for player in players],
        "variations": [player.variations for player in players],
        "extra": [player.extra for player in players],
        "returned": [int(player.returned) for player in players],
        "cards": [count for player in players for count in _counts(player, types)],
        "cards_known": [int(player.cards is not None) for player in players],
        "secret": [count for secret in secrets for count in _secret(secret)],
        "secret_points": [secret.points if secret else 0 for secret in secrets],
    }


def _card(card: Card | None, types: int) -> list[int]:
    return at_index(None if card is None else card.type, types)


def _face(card: Card | None, types: int) -> list[int]:
    """As `_card`, with a place for Explosion."""
    if card is not None and card.type is None:
        return at_index(types, types + 1)
    return _card(card, types + 1)


def _counts(player: Player, types: int) -> list[int]:
    """All cards that everybody has seen, the one that was returned unseen included."""
    counts = [0] * types
    for card in player.cards or []:
        assert card.type is not None
        counts[card.type] += card.count
    for suspect in player.unsure:
        assert suspect.type is not None
        counts[suspect.type] += 1
    return counts


def _company(name: str | None) -> list[int]:
    return [int(name == other) for other in NAMES]


def _magnate(magnate: Magnate | None) -> list[int]:
    return [
        int(magnate is not None and magnate.id == name and magnate.side == side)
        for name in MAGNATES
        for side in ("reward", "penalty")
    ]


def _placed(player: Player) -> int | None:
    """The slot of the call option, if it lies in the ring."""
    option = player.option
    return None if option is None or option == "hand" else int(option)


def _secret(secret: Secret | None) -> list[int]:
    """The secret share's shares of each company."""
    if secret is None:
        return [0] * len(NAMES)
    return [secret.shares * flag for flag in _company(secret.company)]
