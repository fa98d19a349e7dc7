"""Ferries: bids and draws as text, and back."""


def write(action: int) -> str:
    if action < 0:
        raise ValueError(f"no action {action}")
    return f"bid {action}"


def read(text: str) -> int:
    return _number(text, "bid")


def write_draw(outcome: int) -> str:
    return f"share {outcome}"


def read_draw(text: str) -> int:
    return _number(text, "share")


def _number(text: str, word: str) -> int:
    """The n of "word n", written in just one way."""
    head, _, digits = text.partition(" ")
    if head != word or not digits.isascii() or not digits.isdigit() or len(digits) > 2:
        raise ValueError(f"not an action: {text!r}")
    if digits != str(int(digits)):
        raise ValueError(f"not an action: {text!r}")
    return int(digits)
