"""1920 Wall Street: what is printed on cards and magnates, and the names of things."""

from typing import Literal

from openoutcry.titles.wallstreet.board import Card, Magnate
from openoutcry.titles.wallstreet.box import MAGNATES
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    COMPANY_MOVE,
    DUAL,
    EXPLOSION,
    GOLD,
    LOAN_MAGNATE,
    NONE,
    PENALTY,
    POINTS_MAGNATE,
    REWARD,
    SHARE,
    SURPRISE,
    TREND_MAGNATE,
)
from openoutcry.titles.wallstreet.position import Position

NAMES = ("maize", "cotton", "steel", "oil")
EVENTS = ("gold_3", "minus_1", "halve")
_SPECIALS = (
    "fluctuation_up",
    "fluctuation_down",
    "fluctuation_mixed",
    "black_day",
    "stock_exchange",
)


def card_name(p: Position, card: int) -> str:
    """The card's key below `card.` in the catalogue."""
    if card == EXPLOSION:
        return "explosion"
    components = p.components
    kind, levels = int(components.kind[card]), int(components.levels[card])
    if kind == DUAL:
        return f"dual.{NAMES[components.company[card]]}.{NAMES[components.other[card]]}"
    if kind == SHARE:
        size = "double" if components.shares[card] == 2 else "single"
        return f"{size}.{NAMES[components.company[card]]}"
    if kind == GOLD:
        return "gold"
    if kind == COMPANY_MOVE:
        way = "up" if levels > 0 else "down"
        return f"move.{NAMES[components.company[card]]}.{way}{max(levels, -levels)}"
    if kind == SURPRISE:
        return "surprise_up" if levels > 0 else "surprise_down"
    return _SPECIALS[kind - SURPRISE - 1]


def card_face(p: Position, card: int) -> Card:
    """What is printed on the card."""
    components = p.components
    name, dynamite = card_name(p, card), int(components.dynamite_of(card))
    if card == EXPLOSION:
        return Card(
            type=None,
            name=name,
            dynamite=dynamite,
            companies=[],
            share=False,
            shares=0,
            levels=0,
            cost=None,
            points=0,
            due=0,
            copies=1,
        )
    return Card(
        type=int(card),
        name=name,
        dynamite=dynamite,
        companies=[
            NAMES[c] for c in (components.company[card], components.other[card]) if c != NONE
        ],
        share=bool(components.is_share(card)),
        shares=int(components.shares[card]),
        levels=int(components.levels[card]),
        cost=int(components.cost[card]),
        points=int(components.points[card]),
        due=int(components.black_day_cost) if components.kind[card] == BLACK_DAY else 0,
        copies=int(components.copies[card]),
    )


def magnate_of(p: Position, company: int) -> Magnate | None:
    """The magnate above a company, and the side it lies on."""
    code = int(p.magnate[company])
    if code == NONE:
        return None
    side: Literal["reward", "penalty"] = "reward" if code % 2 == REWARD else "penalty"
    return Magnate(MAGNATES[code // 2], side, _amount_of(p, code))


def _amount_of(p: Position, code: int) -> int:
    """The number that a magnate's side speaks of (WS-132 to WS-135)."""
    amounts = {
        2 * POINTS_MAGNATE + REWARD: p.components.magnate_points,
        2 * POINTS_MAGNATE + PENALTY: p.components.magnate_points,
        2 * TREND_MAGNATE + PENALTY: p.components.fine,
        2 * LOAN_MAGNATE + REWARD: p.components.redemption,
        2 * LOAN_MAGNATE + PENALTY: p.components.rich,
    }
    return int(amounts.get(code, 0))
