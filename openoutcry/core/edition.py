"""Editions: a title's component data, each table saying where it comes from."""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from openoutcry.core.errors import EditionError
from openoutcry.core.misfit import Misfit

KINDS = ("printed", "reported", "reconstructed")
"""printed: seen on a component or in a rulebook. reported: stated by somebody else.
reconstructed: our own choice to fill a gap; the published value may differ."""

MOST = 1_000_000
"""No box holds more of anything; the engine counts in 64 bits."""
MOST_VALUES = 5_000
"""Values of an edition, its tables and sources included; ours have up to six hundred."""
DEEPEST = 8
"""Tables and lists within each other."""
LONGEST_NAME = 60
"""Characters of a name of the edition, a table, a key or a value that is a text."""
LONGEST_ABOUT = 600
"""Characters of a source or a note."""

ABOUT = ("source", "note", "cells")
"""What a table says about its values. `cells` gives single values a source of their own; they are
named "row,column" or, in a plain list, "column", counted from 1."""


@dataclass(frozen=True)
class Edition:
    """Component data of one title. `identity` tells two editions apart by their values.

    Every value that is asked for is checked: `EditionError` names the table and the key where one
    is missing or has the wrong type.
    """

    title: str
    name: str
    data: Mapping[str, Any]
    assumed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Table -> numbers that hold where the data does not state them (`Title.assumed`)."""

    def __repr__(self) -> str:
        return f"<Edition {self.name!r} of {self.title}, {self.identity}>"

    @cached_property
    def identity(self) -> str:
        """A short hash of the values; sources and notes do not count, nor whether a number that is
        as assumed is stated."""
        values = _without_assumed(_values(self.data), self.assumed)
        text = json.dumps(values, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def rules(self) -> int | None:
        """The version of the title's rules that it was made for; None: for any."""
        return self.number("edition", "rules") if "rules" in self.table("edition") else None

    def table(self, path: str) -> Mapping[str, Any]:
        """The table at a dotted path, such as "prices.plain"."""
        found: Any = self.data
        for part in path.split("."):
            if not isinstance(found, Mapping) or part not in found:
                raise self._wrong(f"table [{path}] is missing", "no_table", path)
            found = found[part]
        if not isinstance(found, Mapping):
            raise self._wrong(f"[{path}] must be a table", "no_table", path)
        return found

    def _wrong(self, text: str, key: str, *place: str) -> EditionError:
        return EditionError(f"{self.name}: {text}", Misfit(text, key, place))

    def number(self, path: str, key: str) -> int:
        """A whole number of a table."""
        assumed, given = self.assumed.get(path, {}), self.data.get(path, {})
        if key in assumed and isinstance(given, Mapping) and key not in given:
            return assumed[key]
        return self._whole(path, key, self._value(path, key))

    def text(self, path: str, key: str) -> str:
        """A text of a table."""
        value = self._value(path, key)
        if not isinstance(value, str):
            raise self._wrong(f"[{path}] {key} must be a text, not {value!r}", "text", path, key)
        return value

    def numbers(self, path: str, key: str) -> list[int]:
        """A list of whole numbers."""
        return [self._whole(path, key, item) for item in self._list(path, key)]

    def texts(self, path: str, key: str) -> list[str]:
        """A list of texts."""
        items = self._list(path, key)
        if not all(isinstance(item, str) for item in items):
            raise self._wrong(f"[{path}] {key} must be a list of texts", "text", path, key)
        return [str(item) for item in items]

    def ids(self, path: str, key: str) -> list[str]:
        """A list of distinct lower-case words, by which messages and files name things."""
        found = self.texts(path, key)
        for word in found:
            if not re.fullmatch(r"[a-z][a-z0-9_]*", word) or found.count(word) > 1:
                said = f"[{path}] {key}: {word!r} must be a lower-case word of its own"
                raise self._wrong(said, "id", path, key)
        return found

    def labels(self) -> dict[str, str]:
        """What the edition itself calls things: the names beside a table's ids."""
        found: dict[str, str] = {}
        for _, table in self.tables():
            ids, names = table.get("ids"), table.get("names")
            if isinstance(ids, list) and isinstance(names, list):
                found.update(zip(map(str, ids), map(str, names), strict=False))
        return found

    def rows(self, path: str, key: str) -> list[list[Any]]:
        """A list of lists, such as a card list."""
        rows = self._list(path, key)
        if not all(isinstance(row, list) for row in rows):
            raise self._wrong(f"[{path}] {key} must be a list of lists", "list", path, key)
        return rows

    def _value(self, path: str, key: str) -> Any:
        table = self.table(path)
        if key not in table:
            raise self._wrong(f"[{path}] {key} is missing", "missing", path, key)
        return table[key]

    def _list(self, path: str, key: str) -> list[Any]:
        value = self._value(path, key)
        if not isinstance(value, list):
            raise self._wrong(f"[{path}] {key} must be a list, not {value!r}", "list", path, key)
        return value

    def _whole(self, path: str, key: str, item: Any) -> int:
        if not isinstance(item, int) or isinstance(item, bool):
            said = f"[{path}] {key}: {item!r} is not a whole number"
            raise self._wrong(said, "number", path, key)
        if abs(item) > MOST:
            raise self._wrong(f"[{path}] {key}: no number beyond {MOST}", "huge", path, key)
        return item

    def tables(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Every table that holds values, with its dotted path, in the file's order."""
        yield from _tables("", self.data)

    def kinds(self) -> dict[str, str]:
        """Table -> printed, reported or reconstructed."""
        return {path: kind_of(str(table["source"])) for path, table in self.tables()}


def kind_of(source: str) -> str:
    """The first word of a source: "reported: a review" -> "reported"."""
    return source.partition(":")[0].strip()


def about_of(source: str) -> str:
    """The rest of a source: "reported: a review" -> "a review"."""
    return source.partition(":")[2].strip()


def _tables(path: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if path and any(not isinstance(table[key], Mapping) for key in table if key not in ABOUT):
        yield path, table
    for key, value in table.items():
        if isinstance(value, Mapping) and key != "cells" and (path or key != "edition"):
            yield from _tables(f"{path}.{key}" if path else key, value)


def _values(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _values(part) for key, part in value.items() if key not in ABOUT}
    return value


def _without_assumed(
    values: dict[str, Any], assumed: Mapping[str, Mapping[str, int]]
) -> dict[str, Any]:
    """The values of an edition that leaves out all that it may."""
    for path, known in assumed.items():
        table = values.pop(path, {})
        stated = {key: value for key, value in table.items() if known.get(key) != value}
        if stated:
            values[path] = stated
    return values


def parse(text: str, where: str) -> Edition:
    """Read an edition; the title checks its own values.

    `EditionError` if it is not TOML or a table does not say where it comes from.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        about = str(error)[:200] if isinstance(error, tomllib.TOMLDecodeError) else "too deep"
        raise EditionError(
            f"{where}: not valid TOML: {about}", Misfit(f"not valid TOML: {about}", "toml")
        ) from None
    return from_data(data, where)


def from_data(data: Mapping[str, Any], where: str) -> Edition:
    """An edition from its parsed form, such as a record's copy; `EditionError` as in `parse`, and
    if it holds more than any box, or anything but texts, whole numbers, yes, no, lists and tables.
    """
    _check_extent(data, where)
    head = data.get("edition")
    if not isinstance(head, Mapping):
        raise _unreadable(where, "starts with [edition], naming its title and name", "head")
    for key in ("title", "name"):
        if not isinstance(head.get(key), str) or not head[key].strip():
            raise _unreadable(where, f'[edition] needs {key} = "..."', "head")
    edition = Edition(head["title"], head["name"], data)
    for path, table in edition.tables():
        _check_source(where, path, table)
    return edition


def _unreadable(where: str, text: str, key: str, *place: str) -> EditionError:
    return EditionError(f"{where}: {text}", Misfit(text, key, place))


def _check_extent(data: Mapping[str, Any], where: str) -> None:
    """Anybody may have made it: whatever would take long to check, or to read, is refused first."""
    level: list[tuple[str, Any]] = [("", data)]
    found = 0
    for _ in range(DEEPEST + 1):
        level = [part for about, value in level for part in _parts(about, value)]
        found += len(level)
        if found > MOST_VALUES:
            raise _unreadable(where, f"more than {MOST_VALUES} values: no box is so large", "large")
        for about, value in level:
            _check_leaf(about, value, where)
        if not level:
            return
    raise _unreadable(where, "tables and lists are nested too deep", "large")


def _parts(about: str, value: Any) -> list[tuple[str, Any]]:
    """What is directly inside, each with the name that it stands under."""
    if isinstance(value, Mapping):
        return [(about if about in ABOUT else str(key), part) for key, part in value.items()] + [
            ("key", key) for key in value
        ]
    return [(about, part) for part in value] if isinstance(value, list) else []


def _check_leaf(about: str, value: Any, where: str) -> None:
    if isinstance(value, str):
        longest = LONGEST_ABOUT if about in ABOUT else LONGEST_NAME
        if len(value) > longest:
            said = f"{value[:20]!r}...: at most {longest} characters"
            raise EditionError(f"{where}: {said}", Misfit(said, "long", most=longest))
        if not all(char.isprintable() or char == "\n" for char in value):
            raise _unreadable(where, f"{value[:20]!r}: text that cannot be seen", "invisible")
    elif isinstance(value, bool):
        return
    elif isinstance(value, int | float):
        if not abs(value) < 2**53:  # what JSON can carry, and "not a number" is not less either
            raise _unreadable(where, f"{about}: no number beyond {MOST}", "huge")
    elif not isinstance(value, Mapping | list):
        said = f"{about}: {str(value)[:20]!r} is neither a text nor a whole number"
        raise _unreadable(where, said, "number")


def _check_source(where: str, path: str, table: Mapping[str, Any]) -> None:
    cells = table.get("cells", {})
    if not isinstance(cells, Mapping):
        said = f"[{path}.cells] must be a table of single values' sources"
        raise _unreadable(where, said, "source", path)
    for label, source in [("source", table.get("source")), *cells.items()]:
        if not isinstance(source, str) or kind_of(source) not in KINDS:
            said = f"[{path}] {label} must begin with printed:, reported: or reconstructed:"
            raise _unreadable(where, said, "source", path)


def read(path: Path) -> Edition:
    """An edition from a file; `EditionError` if it cannot be read, and as in `parse`."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise EditionError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise EditionError(f"{path}: cannot be read: not UTF-8 text") from None
    return parse(text, path.name)
