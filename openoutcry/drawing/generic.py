"""A plain picture of any title's board, from its fields: for titles that do not draw their own."""

from collections.abc import Iterator
from typing import Any

import msgspec

from openoutcry.core.title import Reader
from openoutcry.core.view import View
from openoutcry.drawing.pen import HEAD, MARGIN, WIDTH, Pen, Player
from openoutcry.drawing.svg import Markup, each, line, text, together

_COLUMNS = 2
_NOTHING = "\u2013"
_STEP = 22
_MOST = 120
"""Lines that are drawn; a plain picture shows no more."""


def draw(view: View, reader: Reader) -> str:
    pen = Pen(reader, {})
    wide = WIDTH - 2 * MARGIN
    plates, height = pen.players(view, _players(view, pen), MARGIN, HEAD + 12, wide)
    top = HEAD + 24 + height
    facts = [*_prices(view, pen), *_facts(msgspec.to_builtins(view.board))][:_MOST]
    a_column = -(-len(facts) // _COLUMNS)
    table = each(
        _line(pen, fact, MARGIN + i // a_column * wide / _COLUMNS, top + (i % a_column + 1) * _STEP)
        for i, fact in enumerate(facts)
    )
    return pen.page(view, top + (a_column + 1) * _STEP, "", plates, table)


def _players(view: View, pen: Pen) -> list[Player]:
    return [Player(seat, [(pen.say("ui.worth"), "")]) for seat in range(view.seats)]


def _prices(view: View, pen: Pen) -> Iterator[tuple[str, str]]:
    for id, price in zip(view.companies, view.prices, strict=True):
        yield pen.word("company", id), pen.figure(price)


def _facts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every field with its value; lists of plain values in one line, others entry by entry."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _facts(part, f"{name} {str(key).replace('_', ' ')}".strip())
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        for number, part in enumerate(value, 1):
            yield from _facts(part, f"{name} {number}")
    else:
        yield name, _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or _NOTHING
    if isinstance(value, bool):
        return "✓" if value else _NOTHING
    return _NOTHING if value is None else str(value)


def _line(pen: Pen, fact: tuple[str, str], x: float, y: float) -> Markup:
    name, value = fact
    wide = (WIDTH - 2 * MARGIN) / _COLUMNS - 16
    return together(
        text(x, y, name, 13, pen.theme.faint, room=wide * 0.55),
        text(x + wide, y, value, 14, pen.theme.ink, anchor="end", bold=True, room=wide * 0.42),
        line(x, y + 6, x + wide, y + 6, stroke=pen.theme.brass_soft, stroke_dasharray="1 3"),
    )
