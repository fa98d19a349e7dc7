"""What an edition still needs from somebody who has the box, by its own marks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openoutcry.core.edition import ABOUT, Edition, about_of, kind_of

OURS = "ours"
"""A source that begins with "reconstructed: ours" is of something that no box prints."""


@dataclass(frozen=True)
class Wanted:
    """A part of the box, and how many of its values nobody has seen in print."""

    part: str
    """The first name of its tables' paths: "prices" for [prices.plain] and [prices.star]."""
    reconstructed: int
    reported: int
    total: int
    rows: int
    """Rows of its lists, such as the kinds of cards."""


def checklist(edition: Edition) -> list[Wanted]:
    """Every part of which something is not printed, those with most of our own making first."""
    parts: dict[str, list[Mapping[str, Any]]] = {}
    for path, table in edition.tables():
        parts.setdefault(path.partition(".")[0], []).append(table)
    found = [_wanted(part, tables) for part, tables in parts.items()]
    missing = [wanted for wanted in found if wanted.reconstructed or wanted.reported]
    return sorted(missing, key=lambda wanted: (-wanted.reconstructed, -wanted.reported))


def numbers(edition: Edition) -> dict[str, int]:
    """The edition's single numbers by table and key, for messages: "counts_duals"."""
    return {
        f"{path}_{key}".replace(".", "_"): value
        for path, table in edition.tables()
        for key, value in table.items()
        if type(value) is int
    }


def _wanted(part: str, tables: list[Mapping[str, Any]]) -> Wanted:
    sources = [source for table in tables for source in _sources(table)]
    kinds = [kind_of(source) for source in sources if not _is_ours(source)]
    return Wanted(
        part=part,
        reconstructed=kinds.count("reconstructed"),
        reported=kinds.count("reported"),
        total=len(kinds),
        rows=sum(len(value) for table in tables for value in table.values() if _is_grid(value)),
    )


def _is_ours(source: str) -> bool:
    return kind_of(source) == "reconstructed" and about_of(source).startswith(OURS)


def _sources(table: Mapping[str, Any]) -> Iterator[str]:
    """Where each single value of a table comes from."""
    for key, value in table.items():
        if key in ABOUT or isinstance(value, Mapping):
            continue
        for names in _cell_names(key, value):
            yield _source(table, names)


def _cell_names(key: str, value: Any) -> Iterator[tuple[str, ...]]:
    """For each value below a key, the names by which `cells` may give it a source."""
    if not isinstance(value, list):
        yield (key,)
        return
    for row, items in enumerate(value):
        if not isinstance(items, list):
            yield f"{key}.{row}", str(row + 1), key
            continue
        for column in range(len(items)):
            yield f"{row + 1},{column + 1}", f"{key}.{row}", key


def _source(table: Mapping[str, Any], names: tuple[str, ...]) -> str:
    cells = table.get("cells", {})
    return str(next((cells[name] for name in names if name in cells), table["source"]))


def _is_grid(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)
