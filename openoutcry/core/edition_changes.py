"""In which values two editions differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from openoutcry.core.edition import ABOUT, Edition


@dataclass(frozen=True)
class Change:
    """A value, or a row of a list, that differs; None where there is none."""

    table: str
    key: str
    row: int | None
    """From 0, in the newer edition; where a row went, the place that it left."""
    column: int | None
    before: Any
    after: Any


def changes(before: Edition, after: Edition) -> list[Change]:
    """What is different in the second edition, in its own order."""
    old, new = (dict(edition.tables()) for edition in (before, after))
    found: list[Change] = []
    for path in dict.fromkeys([*new, *old]):
        found += _in_table(path, _values(before, path, old), _values(after, path, new))
    return found


def _values(edition: Edition, path: str, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A table's values, those that it leaves out but which hold included."""
    stated = {
        key: value
        for key, value in tables.get(path, {}).items()
        if key not in ABOUT and not isinstance(value, Mapping)
    }
    return {**edition.assumed.get(path, {}), **stated}


def _in_table(path: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    for key in dict.fromkeys([*new, *old]):
        before, after = old.get(key), new.get(key)
        if _same(before, after):
            continue
        if isinstance(before, list) and isinstance(after, list):
            yield from _in_list(path, key, before, after)
        else:
            yield Change(path, key, None, None, before, after)


def _same(before: Any, after: Any) -> bool:
    """1 and true are not the same."""
    return repr(before) == repr(after)


def _in_list(path: str, key: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Rows that stayed keep their places, so that one new card is one change."""
    if len(old) == len(new):
        yield from _paired(path, key, 0, old, new)
        return
    matcher = SequenceMatcher(None, list(map(repr, old)), list(map(repr, new)), autojunk=False)
    for kind, first, last, start, stop in matcher.get_opcodes():
        if kind == "equal":
            continue
        both = min(last - first, stop - start)
        yield from _paired(path, key, start, old[first : first + both], new[start : start + both])
        for row in range(start + both, stop):
            yield Change(path, key, row, None, None, new[row])
        for gone in old[first + both : last]:
            yield Change(path, key, start + both, None, gone, None)


def _paired(path: str, key: str, row: int, old: list[Any], new: list[Any]) -> Iterator[Change]:
    for number, (before, after) in enumerate(zip(old, new, strict=True), row):
        if _same(before, after):
            continue
        rows = isinstance(before, list) and isinstance(after, list)
        if not rows or len(before) != len(after):
            yield Change(path, key, number, None, before, after)
            continue
        for column, (one, other) in enumerate(zip(before, after, strict=True)):
            if not _same(one, other):
                yield Change(path, key, number, column, one, other)
