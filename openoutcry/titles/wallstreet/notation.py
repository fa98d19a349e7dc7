"""1920 Wall Street: actions and draws as text, and back.

Cards are named by the number of their type, its place in the edition.
"""

from collections.abc import Mapping
from typing import TypeVar

from openoutcry.titles.wallstreet.components import (
    CAPITAL_CARD,
    CARD,
    COMPANY,
    DECLINE,
    DISCARD,
    DONE,
    EXPLOSION,
    FIRST_SEAT,
    FLIP,
    KEEP,
    LOT,
    MAGNATE,
    MOST_TYPES,
    MOVE,
    PAWN,
    PAY,
    PLACE,
    RAISE,
    RIVAL,
    SELL,
    TAKE,
)

Key = TypeVar("Key")
Value = TypeVar("Value")

ZONES = ("gold", "fewer", "halve")
_COMPANIES = ("maize", "cotton", "steel", "oil")
_SLOTS = range(9)
_TYPES = range(MOST_TYPES)

_ACTIONS: dict[int, str] = {
    KEEP: "keep",
    FLIP: "flip",
    RAISE: "raise",
    DONE: "done",
    PAY: "pay",
    DECLINE: "decline",
    **{DISCARD + zone: f"discard {word}" for zone, word in enumerate(ZONES)},
    **{TAKE + zone: f"take {word}" for zone, word in enumerate(ZONES)},
    **{COMPANY + company: f"company {word}" for company, word in enumerate(_COMPANIES)},
    **{LOT + place: f"first {place + 1}" for place in range(2)},
    **{RIVAL + seat: f"seat {seat}" for seat in range(5)},
    **{MOVE + steps: f"move {steps}" for steps in range(1, 10)},
    **{PLACE + slot: f"option {slot}" for slot in _SLOTS},
    **{PAWN + slot: f"pawn {slot}" for slot in _SLOTS},
    **{CARD + card: f"card {card}" for card in _TYPES},
    **{SELL + card: f"sell {card}" for card in _TYPES},
}
_DRAWS: dict[int, str] = {
    **{card: f"card {card}" for card in _TYPES},
    EXPLOSION: "explosion",
    **{CAPITAL_CARD + number: f"capital {number}" for number in range(5)},
    **{FIRST_SEAT + seat: f"start {seat}" for seat in range(5)},
    **{
        MAGNATE + 2 * who + side: f"magnate {name} {('reward', 'penalty')[side]}"
        for who, name in enumerate(("points", "trend", "card", "loan"))
        for side in range(2)
    },
}
_ACTION_OF = {text: action for action, text in _ACTIONS.items()}
_DRAW_OF = {text: outcome for outcome, text in _DRAWS.items()}


def write(action: int) -> str:
    return _found(_ACTIONS, action)


def read(text: str) -> int:
    return _found(_ACTION_OF, text)


def write_draw(outcome: int) -> str:
    return _found(_DRAWS, outcome)


def read_draw(text: str) -> int:
    return _found(_DRAW_OF, text)


def _found(table: Mapping[Key, Value], key: Key) -> Value:
    if key not in table:
        raise ValueError(f"not an action: {key!r}")
    return table[key]
