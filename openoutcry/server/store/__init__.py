"""Where tables and people are kept: one interface, SQLite and PostgreSQL behind it."""

from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.store.interface import Store


def open_store(database: str | None, data: Path) -> Store:
    """The store for a database URL, or SQLite in the data folder; not opened yet."""
    if database is None:
        from openoutcry.server.store.sqlite import SQLite

        return SQLite(data / "outcry.db")
    kind, _, rest = database.partition("://")
    if kind in ("postgres", "postgresql"):
        from openoutcry.server.store.postgres import PostgreSQL

        return PostgreSQL(database)
    if kind == "sqlite":
        from openoutcry.server.store.sqlite import SQLite

        return SQLite(Path(rest))
    raise OutcryError(
        "--database: an address such as postgresql://user@host/name or sqlite:///path/to/file"
    )
