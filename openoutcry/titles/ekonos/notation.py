"""Ekonos: actions and draws as text, and back. Spaces and cards count from 1, seats from 0."""

from openoutcry.titles.ekonos.box import LETTERS, MOST_CARDS, MOST_SEATS, MOST_SPACES
from openoutcry.titles.ekonos.components import (
    BOTTOM,
    BUY,
    CARD,
    DISCARD,
    EXPAND,
    FIRST_SEAT,
    KEEP,
    MIDDLE,
    NAME,
    PASS,
    PLACE,
    PROTECT,
    SELL,
    SPACE,
    STOP,
    TILE,
    USES,
    WAIT,
)

USE_WORDS = {
    PLACE: "place",
    PROTECT: "protect",
    MIDDLE: "middle",
    BOTTOM: "bottom",
    DISCARD: "discard",
}
_WORDS = {EXPAND: "expand", WAIT: "wait", STOP: "stop", KEEP: "keep", PASS: "pass"}


def _texts() -> dict[int, str]:
    """Every action with its text."""
    texts = dict(_WORDS)
    for company, letter in enumerate(LETTERS):
        texts[SELL + company] = f"sell {letter}"
        texts[BUY + company] = f"buy {letter}"
    for seat in range(MOST_SEATS):
        texts[NAME + seat] = f"name {seat}"
    for space in range(MOST_SPACES):
        texts[SPACE + space] = f"space {space + 1}"
        texts[TILE + space] = f"tile {space + 1}"
    for card in range(MOST_CARDS):
        for use, word in USE_WORDS.items():
            texts[CARD + card * USES + use] = f"card {card + 1} {word}"
    return texts


def _draw_texts() -> dict[int, str]:
    cards = {card: f"deal {card + 1}" for card in range(MOST_CARDS)}
    return cards | {FIRST_SEAT + seat: f"start {seat}" for seat in range(MOST_SEATS)}


_TEXTS = _texts()
_ACTIONS = {text: action for action, text in _TEXTS.items()}
_DRAW_TEXTS = _draw_texts()
_DRAWS = {text: outcome for outcome, text in _DRAW_TEXTS.items()}


def write(action: int) -> str:
    return _text(_TEXTS, action)


def read(text: str) -> int:
    return _number(_ACTIONS, text)


def write_draw(outcome: int) -> str:
    return _text(_DRAW_TEXTS, outcome)


def read_draw(text: str) -> int:
    return _number(_DRAWS, text)


def _text(texts: dict[int, str], number: int) -> str:
    if number not in texts:
        raise ValueError(f"no action or draw {number}")
    return texts[number]


def _number(numbers: dict[str, int], text: str) -> int:
    if text not in numbers:
        raise ValueError(f"not an action or draw: {text!r}")
    return numbers[text]
