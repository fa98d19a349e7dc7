"""Backups: everything in one SQLite file, whichever database it came from."""

import sqlite3
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.store import migrations

COLUMNS = {
    "secret": ("id", "value"),
    "journal": ("table_id", "n", "at", "body"),
    "tables": ("id", "state", "private", "changed", "due", "line", "snapshot"),
    "people": ("id", "name", "folded", "created", "password", "epoch", "banned"),
    "seated": ("person", "table_id"),
    "archive": ("table_id", "n", "at", "body"),
}
"""The tables and columns to copy: all there are, but for the row that health checks write."""


def insertion(table: str, mark: str = "?") -> str:
    """The statement that adds a row; `mark` is the placeholder, `{}` in it the value's number."""
    columns = COLUMNS[table]
    marks = ", ".join(mark.format(number) for number in range(1, len(columns) + 1))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def check_backup(path: Path) -> None:
    """Is the file a backup that this version can read?"""
    if not path.is_file():
        raise OutcryError(f"{path}: no such file")
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            connection.execute("SELECT count(*) FROM journal").fetchone()
        finally:
            connection.close()
    except sqlite3.Error:
        raise OutcryError(f"{path}: not a backup of Open Outcry") from None
    if version != migrations.LATEST:
        raise OutcryError(
            f"{path}: made with schema {version}, this version has {migrations.LATEST};"
            " restore it with the version that made it, then update"
        )


def not_empty() -> OutcryError:
    return OutcryError("there are tables already: restore into a new --data folder or database")
