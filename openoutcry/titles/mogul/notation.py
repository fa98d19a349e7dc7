"""Mogul: actions and draws as text, and back."""

from openoutcry.titles.mogul.rules import CRASH, FIRST_SEAT, LEAVE, LOAN, NO_LOAN, PAY, SELL, TAKE

_WORDS = {LEAVE: "leave", PAY: "pay", LOAN: "loan", NO_LOAN: "no loan", TAKE: "take"}
_ACTIONS = {word: action for action, word in _WORDS.items()}


def write(action: int) -> str:
    if action >= SELL:
        return f"sell {action - SELL}"
    if action not in _WORDS:
        raise ValueError(f"no action {action}")
    return _WORDS[action]


def read(text: str) -> int:
    if text in _ACTIONS:
        return _ACTIONS[text]
    return SELL + _number(text, "sell")


def write_draw(outcome: int) -> str:
    if outcome == CRASH:
        return "crash"
    return f"card {outcome}" if outcome < CRASH else f"start {outcome - FIRST_SEAT}"


def read_draw(text: str) -> int:
    if text == "crash":
        return CRASH
    if text.startswith("start "):
        return FIRST_SEAT + _number(text, "start")
    return _number(text, "card")


def _number(text: str, word: str) -> int:
    """The n of "word n", written in just one way."""
    head, _, digits = text.partition(" ")
    if head != word or not digits.isascii() or not digits.isdigit() or len(digits) > 2:
        raise ValueError(f"not an action: {text!r}")
    if digits != str(int(digits)):
        raise ValueError(f"not an action: {text!r}")
    return int(digits)
