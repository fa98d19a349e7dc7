"""What the laboratory says to people, in every language: `text` beside this file."""

from pathlib import Path

from openoutcry.text import catalogue
from openoutcry.text.message import fill

TEXT = Path(__file__).parent / "text"
BETWEEN = " | "
"""Stands between the heads of a table, which are one message."""


def say(lang: str, key: str, **args: str | int) -> str:
    """The message `key` in that language."""
    return fill(catalogue(TEXT, lang)[key], args, lang, str, str)


def heads(lang: str, key: str) -> list[str]:
    """The heads of a table."""
    return say(lang, key).split(BETWEEN)


def between(lang: str, low: str, high: str) -> str:
    """ "2 to 4" """
    return say(lang, "range", low=low, high=high)
