"""What does not fit together in an edition, for people: a text, and the parts to say it in any
language and to point at the place."""

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""A table's path, a key of it, a row and a column, both from 0: as far as they are known."""

_RULE = re.compile(r"\(([A-Z]{2}-\d+)\)")


class Misfit(str):
    """A problem as one English line. `key` and `args` are the message `wrong.KEY` of the title's
    catalogue or the shared one, which need not name the place."""

    key: str
    args: Mapping[str, str | int]
    path: Path

    def __new__(cls, text: str, key: str, path: Path = (), **args: str | int) -> "Misfit":
        made = super().__new__(cls, text)
        made.key, made.path, made.args = key, path, args
        return made

    @property
    def rule(self) -> str:
        """The rule that the text cites; empty if it cites none.

        >>> Misfit("card 3: both are pink (MO-03)", "same").rule
        'MO-03'
        """
        found = _RULE.search(self)
        return found[1] if found else ""


def out_of_range(table: str, key: str, least: int, most: int, text: str = "") -> Misfit:
    """A number, or a count, that must lie between two others."""
    said = text or f"[{table}] {key} must lie between {least} and {most}"
    return Misfit(said, "range", (table, key), least=least, most=most)


def too_small(table: str, key: str, least: int) -> Misfit:
    """A number below the least that the rules allow."""
    said = f"[{table}] {key} must be at least {least}"
    return Misfit(said, "at_least", (table, key), least=least)
