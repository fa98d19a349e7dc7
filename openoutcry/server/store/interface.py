"""What a store can do. The journal of a table is the truth; everything else is an index of it."""

import contextlib
from collections.abc import Awaitable, Collection
from pathlib import Path
from typing import Any, Literal, Protocol

from msgspec import Struct

State = Literal["open", "playing", "over", "closed"]


class StoreDown(Exception):
    """The store cannot be reached. Whether the last write arrived is not known."""


class StoreFull(StoreDown):
    """It takes nothing: no space, or read only. The last write has not happened."""


class NameTaken(Exception):
    """Somebody with a password has that name."""


class Entry(Struct, frozen=True):
    """A line of a table's journal."""

    n: int
    at: int
    body: bytes


class Row(Struct, frozen=True):
    """A table in the index: for lists, and to find what is due."""

    id: str
    state: State
    private: bool
    changed: int
    due: int | None
    """When the table needs a server though nobody connects: clocks and bots."""
    line: bytes
    """A `TableLine` of the wire protocol, as JSON."""
    people: tuple[str, ...]
    """Everybody who has a seat now; whoever ever had one stays in the index."""


class Person(Struct, frozen=True):
    """Somebody, guest or with a password."""

    id: str
    name: str
    created: int
    password: str | None = None
    """An argon2 hash."""
    epoch: int = 0
    """Raised to make older cookies worthless."""
    banned: bool = False


class Listener(Protocol):
    """Who wants to hear what other processes do."""

    async def committed(self, table: str, n: int) -> None:
        """Another process wrote entry `n` of the table's journal."""

    async def announced(self, text: str) -> None:
        """Another process sent `announce(text)`."""

    async def refresh(self) -> None:
        """Something may have been missed: look at everything again."""


Found = tuple[list[bytes], bool]
"""Lines of tables, and whether there are more."""

Mark = tuple[int, str]
"""A table's last change and its id: where a page of a list begins."""

NEWEST: Mark = (2**53, "")


class Store(Protocol):
    """A write has reached the disk when its call returns; `StoreDown` if that is not known."""

    async def open(self) -> None:
        """Connect and bring the schema up to date."""

    async def close(self) -> None: ...

    async def check(self) -> None:
        """`StoreDown` unless it answers, and takes what is written."""

    async def secret(self, candidate: str) -> str:
        """The signing key that all nodes share: the first candidate ever offered."""

    async def append(self, table: str, entry: Entry, row: Row) -> bool:
        """Write the journal's entry and the index row together; False if the entry is there."""

    async def journal(self, table: str, since: int = 0) -> list[Entry]:
        """The entries from `since` on; empty for an unknown table."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose time has come, the longest overdue first."""

    async def listed(self, states: tuple[State, ...], before: Mark, limit: int) -> Found:
        """Public tables, last changed first."""

    async def listed_for(self, person: str, before: Mark, limit: int) -> Found:
        """Tables where the person has or had a seat, last changed first."""

    async def all_tables(self) -> list[Row]:
        """For the host's eyes."""

    async def row(self, table: str) -> Row | None:
        """The table in the index."""

    async def add_person(self, person: Person) -> None: ...

    async def person(self, id: str) -> Person | None: ...

    async def person_named(self, name: str) -> Person | None:
        """Whoever keeps the name by a password."""

    async def change_person(self, before: Person, after: Person) -> bool:
        """False if the person is not as `before` any more; `NameTaken` if somebody else keeps
        that name."""

    async def people(self, ids: Collection[str]) -> list[Person]:
        """Those of them who exist."""

    async def listen(self, listener: Listener) -> None:
        """Serve: call the listener from now on, until `close`. `OutcryError` if another server
        does and the store is for one."""

    async def announce(self, text: str) -> None:
        """Tell the other processes; may get lost."""

    async def export(self, path: Path) -> None:
        """Copy everything, as it stands at one moment, into a new SQLite file; `StoreDown` if
        either of them fails."""

    async def restore(self, path: Path) -> None:
        """Take everything from such a file; only into an empty store."""


def folded(name: str) -> str:
    """Names that differ only in case are the same name."""
    return name.casefold()


ROW = "id, state, private, changed, due, line"
"""Columns of an index row, as `row_from` takes them."""

PERSON = "id, name, created, password, epoch, banned"
"""Columns of a person, as `person_from` takes them."""


def row_from(
    id: str, state: State, private: int, changed: int, due: int | None, line: bytes
) -> Row:
    """An index row as both databases give it."""
    return Row(id, state, bool(private), changed, due, bytes(line), ())


def person_from(
    id: str, name: str, created: int, password: str | None, epoch: int, banned: int
) -> Person:
    """A person as both databases give it."""
    return Person(id, name, created, password, epoch, bool(banned))


def one_person(rows: list[Any]) -> Person | None:
    return person_from(*rows[0]) if rows else None


def person_values(person: Person) -> tuple[object, ...]:
    """A new person as both databases take it, in the order of `backup.COLUMNS`."""
    return (
        person.id,
        person.name,
        folded(person.name),
        person.created,
        person.password,
        person.epoch,
        int(person.banned),
    )


def page(rows: list[Any], limit: int) -> Found:
    """Lines of tables, of which one more than the limit was asked for."""
    return [bytes(line) for (line,) in rows[:limit]], len(rows) > limit


async def quietly(call: Awaitable[None]) -> None:
    """A store that is down while we react is noticed elsewhere."""
    with contextlib.suppress(StoreDown):
        await call
