"""A store in a browser's own storage: the same journals, kept by IndexedDB."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol, TypeVar

import msgspec

from openoutcry.pocket.results import StoredResults
from openoutcry.server import clock
from openoutcry.server.store.analyses import KeptAnalyses
from openoutcry.server.store.interface import (
    NEWEST,
    NOTHING,
    Consequences,
    Entry,
    Found,
    Mark,
    Person,
    Row,
    State,
    StoreDown,
    StoreFull,
)
from openoutcry.server.store.moderation import Moderation
from openoutcry.server.store.results import KeptResults
from openoutcry.server.store.vacations import Vacations

T = TypeVar("T")


class BrowserStorage(Protocol):
    """What the browser's side keeps (client/src/pocket/storage.ts). It raises an error whose text
    begins with `full` where there is no room or nothing may be stored."""

    def add(self, table: str, n: int, at: int, body: str, row: str) -> Awaitable[bool]:
        """An entry and the table's row, both or neither; False if there is such an entry."""

    def entries(self, table: str, since: int) -> Awaitable[str]:
        """From `since` on, in order, as JSON: number, time and body of each."""

    def row(self, table: str) -> Awaitable[str | None]:
        """A table's row as JSON, if there is one."""

    def rows(self) -> Awaitable[str]:
        """All rows as JSON."""

    def put(self, name: str, value: str) -> Awaitable[None]:
        """Keeps a value under a name."""

    def get(self, name: str) -> Awaitable[str | None]:
        """The value under a name, if there is one."""

    def announce(self, text: str) -> None:
        """Tells the other tabs."""


class BrowserFull(StoreFull):
    """The browser keeps nothing more, or nothing at all."""

    said = "browser_full"


class _Kept(msgspec.Struct, array_like=True):
    n: int
    at: int
    body: str


_rows = msgspec.json.Decoder(list[str])
_row = msgspec.json.Decoder(Row)
_entries = msgspec.json.Decoder(list[_Kept])
_person = msgspec.json.Decoder(Person)
_encode = msgspec.json.Encoder().encode


class BrowserStore:
    """A device holds few tables: lists are made from all of them."""

    def __init__(self, storage: BrowserStorage) -> None:
        self._storage = storage
        self.moderation = Moderation(_nothing, _nothing)
        self.analyses: KeptAnalyses = _StoredAnalyses(self)
        self.results: KeptResults = StoredResults(self.keep, self.kept)
        self.vacations = Vacations(_nothing, _nothing)

    def now_ms(self) -> int:
        """The time, in milliseconds since 1970."""
        return clock.now_ms()

    # Tables

    async def append(
        self, table: str, entry: Entry, row: Row, also: Consequences = NOTHING
    ) -> bool:
        before = await self.row(table)
        if before is not None:
            people = dict.fromkeys([*before.people, *row.people])
            row = msgspec.structs.replace(row, people=tuple(people))
        body, kept = entry.body.decode(), _encode(row).decode()
        added = await _asked(lambda: self._storage.add(table, entry.n, entry.at, body, kept))
        if added and also.results:
            await self.results.put(also.results)
        return added

    async def journal(self, table: str, since: int = 0) -> list[Entry]:
        kept = _entries.decode(await _asked(lambda: self._storage.entries(table, since)))
        return [Entry(entry.n, entry.at, entry.body.encode()) for entry in kept]

    async def journal_from_snapshot(self, table: str) -> list[Entry]:
        row = await self.row(table)
        return await self.journal(table, 0 if row is None else row.snapshot)

    async def row(self, table: str) -> Row | None:
        found = await _asked(lambda: self._storage.row(table))
        return None if found is None else _row.decode(found)

    async def _all(self) -> list[Row]:
        return [_row.decode(row) for row in _rows.decode(await _asked(self._storage.rows))]

    async def listed(self, state: State, before: Mark, limit: int) -> Found:
        found = [row for row in await self._all() if row.state == state and not row.private]
        return _page(found, before, limit)

    async def listed_for(self, person: str, before: Mark, limit: int) -> Found:
        found = [row for row in await self._all() if person in row.people]
        return _page(found, before, limit)

    async def played_by(self, person: str, limit: int) -> list[bytes]:
        found = [r for r in await self._all() if person in r.people and r.state == "playing"]
        return _page(found, NEWEST, limit)[0]

    # People: whoever uses this browser

    async def add_person(self, person: Person) -> None:
        await self.keep(f"person {person.id}", _encode(person).decode())

    async def person(self, id: str) -> Person | None:
        found = await self.kept(f"person {id}")
        return None if found is None else _person.decode(found)

    async def person_named(self, name: str) -> Person | None:
        """Nobody keeps a name with a password here."""
        return None

    async def people_like(self, name: str) -> list[Person]:
        return []

    async def change_person(self, before: Person, after: Person) -> bool:
        if await self.person(before.id) != before:
            return False
        await self.add_person(after)
        return True

    async def people(self, ids: Collection[str]) -> list[Person]:
        found = [await self.person(id) for id in ids]
        return [person for person in found if person is not None]

    async def note_seen(self, person: str, at: int) -> None:
        """Whoever uses this browser is not forgotten."""

    async def keep(self, name: str, value: str) -> None:
        await _asked(lambda: self._storage.put(name, value))

    async def kept(self, name: str) -> str | None:
        return await _asked(lambda: self._storage.get(name))

    async def announce(self, text: str) -> None:
        self._storage.announce(text)


class _StoredAnalyses:
    """Kept by the table's id, beside everything else."""

    def __init__(self, store: BrowserStore) -> None:
        self._store = store

    async def kept(self, table: str) -> bytes | None:
        found = await self._store.kept(f"analysis {table}")
        return None if found is None else found.encode()

    async def keep(self, table: str, analysis: bytes) -> None:
        await self._store.keep(f"analysis {table}", analysis.decode())


async def _nothing(sql: str, *values: object) -> list[Any]:
    """Moderation has nothing to do where nobody else is."""
    return []


async def _asked(ask: Callable[[], Awaitable[T]]) -> T:
    try:
        return await ask()
    except Exception as error:  # a browser's errors have no class of their own here
        text = str(error)
        raise (BrowserFull(text) if "full" in text else StoreDown(text)) from None


def _page(rows: list[Row], before: Mark, limit: int) -> Found:
    """As the databases page: by last change and id, the newest first."""
    earlier = [row for row in rows if (row.changed, row.id) < before]
    earlier.sort(key=lambda row: (row.changed, row.id), reverse=True)
    return [row.line for row in earlier[:limit]], len(earlier) > limit
