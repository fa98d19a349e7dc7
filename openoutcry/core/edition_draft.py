"""An edition that is being corrected: values by their places, rows that come and go, undo.

A cell is written as in a table's `cells`: `TABLE.KEY`, `TABLE.KEY 3` for the third of a list and
`TABLE.KEY 3,2` for the second value of its third row.
"""

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openoutcry.core.edition import ABOUT, Edition, from_data
from openoutcry.core.errors import EditionError

_PLACE = re.compile(r"([\w.]+?)\.(\w+)(?: +(\d{1,4})(?:,(\d{1,4}))?)?")
_NUMBERED = re.compile(r"(\d+)((?:,\d+)?)")


@dataclass(frozen=True)
class Cell:
    """A value; row and column from 0."""

    table: str
    key: str
    row: int | None = None
    column: int | None = None

    @classmethod
    def read(cls, text: str) -> "Cell":
        """From its text; `EditionError` if it is not written so."""
        found = _PLACE.fullmatch(text.strip())
        if found is None:
            raise EditionError(
                f"{text!r}: a cell is written TABLE.KEY, TABLE.KEY 3 or TABLE.KEY 3,2"
            )
        row, column = (None if number is None else int(number) - 1 for number in found.groups()[2:])
        if row == -1 or column == -1:
            raise EditionError(f"{text!r}: rows and columns are counted from 1")
        return cls(found[1], found[2], row, column)

    @property
    def name(self) -> str:
        """Its name in the table's `cells`."""
        if self.row is None:
            return self.key
        return str(self.row + 1) if self.column is None else f"{self.row + 1},{self.column + 1}"


@dataclass
class Draft:
    """Data that is changed by copies, so that every step can be undone."""

    data: dict[str, Any]
    source: str
    """Where the values are read that are changed from now on: "printed: my copy"."""
    past: list[dict[str, Any]] = field(default_factory=list)
    future: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, edition: Edition, source: str) -> "Draft":
        """One that begins as the edition is."""
        return cls(copy.deepcopy(dict(edition.data)), source)

    def edition(self) -> Edition:
        """As it stands; `EditionError` if it is none."""
        return from_data(self.data, "the draft")

    def get(self, cell: Cell) -> Any:
        """What stands there; `EditionError` if there is no such cell."""
        value = self._list_or_value(self._table(self.data, cell), cell)
        if cell.row is None:
            return value
        line = self._row(value, cell)
        return line if cell.column is None else self._column(line, cell)

    def set(self, cell: Cell, value: str | int | bool) -> None:
        """A value of the kind that stands there, and where it was read."""
        known = self.get(cell)
        if isinstance(known, list | Mapping):
            raise EditionError(f"{cell.table}.{cell.key}: name a single value of this list")
        if type(known) is not type(value):
            kind = {bool: "true or false", int: "a whole number"}.get(type(known), "a text")
            raise EditionError(f"{cell.table}.{cell.key}: {value!r} is not {kind}")
        table = self._table(self._begin(), cell)
        if cell.row is None:
            table[cell.key] = value
        elif cell.column is None:
            table[cell.key][cell.row] = value
        else:
            table[cell.key][cell.row][cell.column] = value
        table["cells"] = {**table.get("cells", {}), cell.name: self.source}

    def add_row(self, cell: Cell) -> None:
        """A copy of a row, or of the last, right after it: to be corrected."""
        rows = self.get(Cell(cell.table, cell.key))
        if not isinstance(rows, list) or not rows:
            raise EditionError(f"{cell.table}.{cell.key} is no list with rows")
        row = len(rows) - 1 if cell.row is None else cell.row
        copied = copy.deepcopy(self._row(rows, Cell(cell.table, cell.key, row)))
        table = self._table(self._begin(), cell)
        table[cell.key].insert(row + 1, copied)
        _shift(table, cell.key, row + 1, 1)

    def remove_row(self, cell: Cell) -> None:
        """Take a row out of its list; `EditionError` if there is none."""
        if cell.row is None:
            raise EditionError(f"{cell.table}.{cell.key}: name the row to remove")
        self.get(Cell(cell.table, cell.key, cell.row))
        table = self._table(self._begin(), cell)
        del table[cell.key][cell.row]
        _shift(table, cell.key, cell.row, -1)

    def undo(self) -> bool:
        """Back by one step; False at the first."""
        if not self.past:
            return False
        self.future.append(self.data)
        self.data = self.past.pop()
        return True

    def redo(self) -> bool:
        """Forward by one step that was undone; False at the last."""
        if not self.future:
            return False
        self.past.append(self.data)
        self.data = self.future.pop()
        return True

    def _begin(self) -> dict[str, Any]:
        self.past.append(self.data)
        self.future.clear()
        self.data = copy.deepcopy(self.data)
        return self.data

    def _table(self, data: dict[str, Any], cell: Cell) -> dict[str, Any]:
        found: Any = data
        for part in cell.table.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        if not isinstance(found, dict):
            raise EditionError(f"there is no table [{cell.table}]")
        return found

    def _list_or_value(self, table: Mapping[str, Any], cell: Cell) -> Any:
        if cell.key not in table or cell.key in ABOUT:
            known = ", ".join(key for key in table if key not in ABOUT)
            raise EditionError(f"[{cell.table}] has no {cell.key}; it has: {known}")
        return table[cell.key]

    def _row(self, value: Any, cell: Cell) -> Any:
        assert cell.row is not None
        return _item(value, cell.row, f"{cell.table}.{cell.key}", "rows")

    def _column(self, line: Any, cell: Cell) -> Any:
        assert cell.column is not None
        return _item(line, cell.column, f"{cell.table}.{cell.key}: this row", "columns")


def _item(items: Any, number: int, where: str, what: str) -> Any:
    """An item of a list; `EditionError` if it has fewer."""
    count = len(items) if isinstance(items, list) else 0
    if number >= count:
        raise EditionError(f"{where} has {count} {what}")
    return items[number]


def _shift(table: dict[str, Any], key: str, row: int, by: int) -> None:
    """Sources stay with their rows when one before them comes or goes."""
    cells = table.get("cells")
    if not isinstance(cells, Mapping):
        return
    moved: dict[str, Any] = {}
    for cell, source in cells.items():
        name = _shifted(cell, key, row, by)
        if name is not None:
            moved[name] = source
    table["cells"] = moved


def _shifted(cell: str, key: str, row: int, by: int) -> str | None:
    if numbered := _NUMBERED.fullmatch(cell):
        moved = _moved(int(numbered[1]) - 1, row, by)
        return None if moved is None else f"{moved + 1}{numbered[2]}"
    prefix, _, number = cell.rpartition(".")
    if prefix != key or not number.isdigit():
        return cell
    moved = _moved(int(number), row, by)
    return None if moved is None else f"{key}.{moved}"


def _moved(old: int, row: int, by: int) -> int | None:
    if old < row:
        return old
    return None if by < 0 and old == row else old + by
