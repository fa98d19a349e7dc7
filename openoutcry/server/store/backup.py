"""Backups: everything in one SQLite file, whichever database it came from."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.store import migrations

COLUMNS = {
    "secret": ("id", "value"),
    "journal": ("table_id", "n", "at", "body"),
    "tables": ("id", "state", "private", "changed", "due", "line", "snapshot"),
    "people": (
        *("id", "name", "folded", "created", "password", "epoch", "banned", "likeness"),
        *("named", "seen"),
    ),
    "seated": ("person", "table_id"),
    "archive": ("table_id", "n", "at", "body"),
    "reports": (
        *("id", "at", "table_id", "reporter", "reporter_name", "person", "name"),
        *("reason", "text", "lines", "settled"),
    ),
    "blocks": ("person", "blocked"),
    "addresses": ("person", "address", "at"),
    "address_bans": ("address", "person", "since", "until"),
    "analyses": ("table_id", "body"),
    "results": (
        *("person", "table_id", "seat", "title", "ended", "deal", "counts", "body"),
        *("rated", "mu", "sigma"),
    ),
    "tries": ("deal", "person", "table_id"),
    "deals": ("deal", "body"),
    "channels": ("id", "person", "table_id", "kind", "body", "live", "sent"),
    "outbox": ("channel", "table_id", "person", "n", "at", "due", "tries"),
    "keys": ("name", "value"),
    "ratings": ("person", "title", "season", "mu", "sigma", "played"),
    "profiles": ("person", "hidden", "body"),
    "mentions": ("person", "table_id"),
    "vacations": ("person", "day", "begins", "ends"),
    "contests": ("id", "state", "private", "changed", "version", "body"),
    "contestants": ("person", "contest"),
    "bots": ("person", "owner", "token", "created", "stream", "seen", "titles", "most"),
}
"""The tables and columns to copy: all there are, but for the row that health checks write."""


def insertion(table: str, mark: str = "?") -> str:
    """The statement that adds a row; `mark` is the placeholder, `{}` in it the value's number."""
    columns = COLUMNS[table]
    marks = ", ".join(mark.format(number) for number in range(1, len(columns) + 1))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def check(path: Path) -> int:
    """Open a backup and read every page of it; returns how many tables' journals it holds.

    `OutcryError` if it is none, or is damaged, or was made by a newer version.
    """
    if not path.is_file():
        raise OutcryError(f"{path}: no such file")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        ) as file:
            version = int(file.execute("PRAGMA user_version").fetchone()[0])
            tables = int(file.execute("SELECT count(DISTINCT table_id) FROM journal").fetchone()[0])
            found = str(file.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise OutcryError(f"{path}: not a backup of Open Outcry, or damaged: {error}") from None
    if found != "ok":
        raise OutcryError(f"{path}: damaged: {' '.join(found.split())}")
    migrations.statements(version, migrations.SQLITE)
    return tables


@contextlib.contextmanager
def brought_up_to_date(path: Path, migrate: Callable[[sqlite3.Connection], None]) -> Iterator[Path]:
    """A copy of a backup, of whatever schema, with the schema of today."""
    closing = contextlib.closing
    with tempfile.TemporaryDirectory(prefix="outcry-restore-") as folder:
        copy = Path(folder) / "copy"
        with (
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy, isolation_level=None)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            migrate(target)
        yield copy


def not_empty() -> OutcryError:
    return OutcryError("there are tables already: restore into a new --data folder or database")
