"""Speculation: actions and draws as text, and back. Companies are the letters A to H."""

from openoutcry.titles.speculation.components import (
    CARD,
    CHOICES,
    FIRST_SEAT,
    HOLIDAY,
    LOWER,
    NOTHING,
    PLAY,
    RAISE,
    SHARE,
    STEPS,
    TILE,
    WIDTH,
)

LETTERS = "ABCDEFGH"
_CARDS = [*LETTERS, "holiday"]
_TILES = ["trade", "raise", "lower", "none"]


def _trade(action: int) -> str:
    sold, bought = divmod(action, CHOICES)
    parts = []
    if sold != NOTHING:
        parts.append(f"sell {LETTERS[sold]}")
    if bought != NOTHING:
        parts.append(f"buy {LETTERS[bought]}")
    return " ".join(parts) or "hold"


def _word(action: int) -> str:
    if action < RAISE:
        return _trade(action)
    if action < LOWER:
        return f"raise {LETTERS[action - RAISE]}"
    if action < PLAY:
        return f"lower {LETTERS[action - LOWER]}"
    return f"play {_CARDS[action - PLAY]}"


_WORDS = [_word(action) for action in range(WIDTH)]
_ACTIONS = {word: action for action, word in enumerate(_WORDS)}

_DRAWN = {
    **{SHARE + company: f"share {letter}" for company, letter in enumerate(LETTERS)},
    **{FIRST_SEAT + seat: f"start {seat}" for seat in range(len(LETTERS))},
    **{CARD + card: f"card {_CARDS[card]}" for card in range(HOLIDAY + 1)},
    **{TILE + kind: f"tile {word}" for kind, word in enumerate(_TILES)},
    **{STEPS + value: f"steps {value}" for value in range(1, 21)},
}
_DRAWS = {word: outcome for outcome, word in _DRAWN.items()}


def write(action: int) -> str:
    if not 0 <= action < WIDTH:
        raise ValueError(f"no action {action}")
    return _WORDS[action]


def read(text: str) -> int:
    if text not in _ACTIONS:
        raise ValueError(f"not an action: {text!r}")
    return _ACTIONS[text]


def write_draw(outcome: int) -> str:
    if outcome not in _DRAWN:
        raise ValueError(f"no draw {outcome}")
    return _DRAWN[outcome]


def read_draw(text: str) -> int:
    if text not in _DRAWS:
        raise ValueError(f"not a draw: {text!r}")
    return _DRAWS[text]
