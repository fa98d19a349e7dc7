"""A plain picture of any title's board, from its fields: for titles that do not draw their own."""

from collections.abc import Iterator
from typing import Any

import msgspec

from openoutcry.core.title import Reader
from openoutcry.core.view import View
from openoutcry.drawing.pen import HEAD, MARGIN, WIDTH, Pen, Player
from openoutcry.drawing.svg import MINUS, Markup, each, line, text, together

_WIDE = WIDTH - 2 * MARGIN
_STEP = 22
_COLUMNS = 2
_MOST_ROWS, _MOST_COLUMNS = 40, 10
"""Of each table: a plain picture shows no more of it."""
_NONE = "\u2013"


def draw(view: View, reader: Reader) -> str:
    """Players and prices, the board's plain fields, then a table for each list of things."""
    pen = Pen(reader, {})
    fields = msgspec.to_builtins(view.board)
    plates, height = pen.players(view, _players(view, pen), MARGIN, HEAD + 12, _WIDE)
    y = HEAD + 24 + height
    facts, height = _facts(pen, [*_prices(view, pen), *_plain_fields(pen, fields)], y)
    parts = [plates, facts]
    for name, rows in _tables(fields):
        y += height
        table, height = _table(pen, name, rows[:_MOST_ROWS], y)
        parts.append(table)
    return pen.page(view, y + height + MARGIN, "", *parts)


def _players(view: View, pen: Pen) -> list[Player]:
    return [Player(seat, [(pen.say("ui.worth"), "")]) for seat in range(view.seats)]


def _prices(view: View, pen: Pen) -> Iterator[tuple[str, str]]:
    for id, price in zip(view.companies, view.prices, strict=True):
        yield pen.word("company", id), pen.figure(price)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _word(pen: Pen, field: str) -> str:
    """The catalogue's word for a field; without one, its name."""
    return pen.word("board", field).replace("_", " ")


def _plain_fields(pen: Pen, fields: dict[str, Any], name: str = "") -> Iterator[tuple[str, str]]:
    for key, value in fields.items():
        full = f"{name} {_word(pen, key)}".strip()
        if isinstance(value, dict):
            yield from _plain_fields(pen, value, full)
        elif not _is_table(value):
            yield full, _plain(value)


def _tables(fields: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for key, value in fields.items():
        if _is_table(value):
            yield key, value


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(part)}" for key, part in value.items()) or _NONE
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or _NONE
    if isinstance(value, bool):
        return "✓" if value else _NONE
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    return _NONE if value is None else str(value)


def _facts(pen: Pen, facts: list[tuple[str, str]], y: float) -> tuple[Markup, float]:
    """Names and values in columns, and their height."""
    a_column = -(-len(facts) // _COLUMNS)
    wide = _WIDE / _COLUMNS
    made = []
    for i, (name, value) in enumerate(facts):
        x, below = MARGIN + i // a_column * wide, y + (i % a_column + 1) * _STEP
        made.append(text(x, below, name, 13, pen.theme.faint, room=wide * 0.5))
        made.append(_value(pen, x + wide - 16, below, value, wide * 0.45))
        made.append(_rule(pen, x, below, wide - 16))
    return each(made), (a_column + 1) * _STEP


def _table(pen: Pen, name: str, rows: list[dict[str, Any]], y: float) -> tuple[Markup, float]:
    """A row for each thing, a column for each of its fields, and their height."""
    keys = list(rows[0])[:_MOST_COLUMNS]
    wide = (_WIDE - 40) / len(keys)
    made = [
        text(MARGIN, y + _STEP, _word(pen, name), 17, pen.theme.brass, display=True, room=_WIDE)
    ]
    for column, key in enumerate(keys):
        x = MARGIN + 40 + (column + 1) * wide
        head = _word(pen, key)
        made.append(text(x, y + 2 * _STEP, head, 12, pen.theme.faint, anchor="end", room=wide - 8))
    for number, row in enumerate(rows, 1):
        below = y + (number + 2) * _STEP
        made.append(text(MARGIN, below, str(number), 13, pen.theme.faint))
        made += [
            _value(pen, MARGIN + 40 + (column + 1) * wide, below, _plain(row.get(key)), wide - 8)
            for column, key in enumerate(keys)
        ]
        made.append(_rule(pen, MARGIN, below, _WIDE))
    return together(*made), (len(rows) + 3) * _STEP


def _value(pen: Pen, x: float, y: float, value: str, room: float) -> Markup:
    return text(x, y, value, 13.5, pen.theme.ink, anchor="end", bold=True, room=room)


def _rule(pen: Pen, x: float, y: float, wide: float) -> Markup:
    return line(x, y + 6, x + wide, y + 6, stroke=pen.theme.brass_soft, stroke_dasharray="1 3")
