"""SQLite in WAL mode: one writer thread that commits in groups, and readers beside it.

Written by hand because aiosqlite commits for each caller alone: a group shares one wait for the
disk.
"""

import asyncio
import contextlib
import json
import os
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from openoutcry.core.errors import OutcryError
from openoutcry.server import clock
from openoutcry.server.names import likeness
from openoutcry.server.store import backup, migrations, outbox, results, standings
from openoutcry.server.store.analyses import Analyses, KeptAnalyses
from openoutcry.server.store.bot_accounts import BotAccounts
from openoutcry.server.store.contests import Contests
from openoutcry.server.store.guests import NOTE_SEEN, Guests
from openoutcry.server.store.interface import (
    ARCHIVE,
    NOTHING,
    PERSON,
    PROBE_BYTES,
    ROW,
    Consequences,
    Entry,
    Found,
    Listener,
    Mark,
    NameTaken,
    Person,
    Row,
    State,
    StoreDamaged,
    StoreDown,
    StoreFull,
    folded,
    is_full,
    one_person,
    page,
    person_from,
    person_values,
    quietly,
    row_from,
)
from openoutcry.server.store.mentions import Mentions
from openoutcry.server.store.moderation import Moderation
from openoutcry.server.store.outbox import Outbox
from openoutcry.server.store.results import KeptResults, Results
from openoutcry.server.store.standings import Rate, Standings
from openoutcry.server.store.vacations import Vacations
from openoutcry.table.result import decode

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
_LARGEST_GROUP = 256
_WATCH_SECONDS = 0.5
"""How often to check whether another process (`outcry admin`) has written."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_TAKES_NOTHING = (
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_WRITE),
    *(sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE),
)


class _Job:
    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Work, future: "asyncio.Future[Any]") -> None:
        self.work = work
        self.future = future
        self.result: Any = None
        self.error: BaseException | None = None


class SQLite:
    """A store in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(2, "outcry-reader", initializer=self._open_reader)
        self._local = threading.local()
        self._reading: list[sqlite3.Connection] = []
        self._listener: Listener | None = None
        self._server_lock: sqlite3.Connection | None = None
        """Holds the lock that keeps a second server out."""
        self._damage = ""
        """What is wrong with the file, if that was found out."""
        self.moderation = Moderation(self._ask, self._tell)
        self.analyses: KeptAnalyses = Analyses(self._ask, self._tell)
        self.results: KeptResults = Results(self._ask, self._tell)
        self.outbox = Outbox(self._ask, self._tell)
        self.standings = Standings(self._ask, self._tell)
        self.guests = Guests(self._ask, self._tell)
        self.mentions = Mentions(self._ask, self._tell)
        self.vacations = Vacations(self._ask, self._tell)
        self.bot_accounts = BotAccounts(self._ask, self._tell)
        self.contests = Contests(self._ask, self._tell)

    # Opening and closing

    async def open(self, create: bool = True) -> None:
        if not create and not self.path.is_file():
            raise OutcryError(f"{self.path}: there is no database; is --data right?")
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._prepare)
        self._writer = threading.Thread(target=self._write, name="outcry-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        self._readers.shutdown()
        for connection in [*self._reading, *([self._server_lock] if self._server_lock else [])]:
            connection.close()

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            with contextlib.closing(self._connect()) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
                migrate(connection)
        except (OSError, sqlite3.Error) as error:
            raise _unusable(error, f"{self.path}: cannot be used as a database: {error}") from None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, isolation_level=None, timeout=10, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # zeros, where something was
        return connection

    def _open_reader(self) -> None:
        connection = self._connect()
        connection.execute("PRAGMA query_only = ON")
        self._local.connection = connection
        self._reading.append(connection)

    # The writer thread

    def _write(self) -> None:
        connection = self._connect()
        seen, looked = _version_of_others(connection), time.monotonic()
        while True:
            group = self._group()
            if group is None or not self._commit(connection, group):
                break
            if time.monotonic() - looked >= _WATCH_SECONDS:
                before, seen, looked = seen, _version_of_others(connection), time.monotonic()
                if seen != before:
                    self._others_wrote()
        connection.close()

    def _group(self) -> list[_Job] | None:
        """All the jobs that wait; empty if none came for a while; None when it is time to stop."""
        group: list[_Job] = []
        with contextlib.suppress(queue.Empty):
            job = self._jobs.get(timeout=_WATCH_SECONDS)
            if job is None:
                return None
            group.append(job)
            while len(group) < _LARGEST_GROUP:
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)
                    break
                group.append(job)
        return group

    def _commit(self, connection: sqlite3.Connection, group: list[_Job]) -> bool:
        """All in one transaction; if that fails, one by one. False if the event loop is gone."""
        if not group:
            return True
        if not _carry_out(connection, group):
            for job in group:
                _carry_out(connection, [job])
        self._note_damage(group[-1].error.__cause__ if group[-1].error else None)
        try:
            self._loop.call_soon_threadsafe(_resolve, group)
        except RuntimeError:
            return False
        return True

    def _others_wrote(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell_listener)

    def _tell_listener(self) -> None:
        if self._listener is not None:
            self._refreshing = asyncio.ensure_future(quietly(self._listener.refresh()))

    async def _written(self, work: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, future))
        return await future

    async def _read(self, sql: str, *values: object) -> list[Any]:
        def query() -> list[Any]:
            connection: sqlite3.Connection = self._local.connection
            return connection.execute(sql, values).fetchall()

        try:
            return await self._loop.run_in_executor(self._readers, query)
        except (sqlite3.Error, RuntimeError) as error:
            self._note_damage(error)
            raise StoreDown(str(error)) from None

    async def _ask(self, sql: str, *values: object) -> list[Any]:
        """Read; `$1` stands for the first value, as in PostgreSQL."""
        return await self._read(sql.replace("$", "?"), *values)

    async def _tell(self, sql: str, *values: object) -> list[Any]:
        """The same, for a statement that writes."""

        def work(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(sql.replace("$", "?"), values).fetchall()

        return await self._written(work)

    def _note_damage(self, error: BaseException | None) -> None:
        """A file that was once found damaged is so until somebody has seen to it."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            self._damage = str(error)

    # What a store can do

    def now_ms(self) -> int:
        return clock.now_ms()

    async def check(self) -> None:
        if self._damage:
            raise StoreDamaged(self._damage)
        value = await self._written(_probe)
        found = await self._read("SELECT value FROM probe")
        if found != [(value,)]:
            raise StoreDown("what was written is not what is read")
        await self._read(
            "SELECT body FROM journal WHERE table_id = (SELECT id FROM tables LIMIT 1) LIMIT 1"
        )

    async def shred(self) -> None:
        """Empty the log of changes, which holds what stood there before. Whoever reads a moment
        longer keeps it from that: then it is overwritten in time."""

        def empty() -> None:
            with contextlib.closing(self._connect()) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        with contextlib.suppress(sqlite3.Error):
            await asyncio.to_thread(empty)

    async def check_deeply(self) -> None:
        """On a thread and a connection of its own, so that nobody waits for it."""

        def look() -> list[Any]:
            with contextlib.closing(self._connect()) as connection:
                return connection.execute("PRAGMA integrity_check(1)").fetchall()

        try:
            found = await asyncio.to_thread(look)
        except sqlite3.Error as error:
            found = [(str(error),)]
        if found != [("ok",)]:
            self._damage = str(found[0][0])
        await self.check()

    async def secret(self, candidate: str) -> str:
        def work(connection: sqlite3.Connection) -> str:
            connection.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (candidate,))
            return str(connection.execute("SELECT value FROM secret").fetchone()[0])

        return await self._written(work)

    async def append(
        self, table: str, entry: Entry, row: Row, also: Consequences = NOTHING
    ) -> bool:
        def work(connection: sqlite3.Connection) -> bool:
            values = (table, entry.n, entry.at, entry.body)
            done = connection.execute("INSERT OR IGNORE INTO journal VALUES (?, ?, ?, ?)", values)
            if done.rowcount == 0:
                return False
            connection.execute(
                f"INSERT OR REPLACE INTO tables ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (row.id, row.state, row.private, row.changed, row.due, row.line, row.snapshot),
            )
            connection.executemany(
                "INSERT OR IGNORE INTO seated VALUES (?, ?)",
                [(person, table) for person in row.people],
            )
            _follow_up(connection, table, entry, also)
            return True

        return await self._written(work)

    async def rate_next(self, rate: Rate) -> bool:
        return await self._written(lambda connection: _rate_next(connection, rate))

    async def journal(self, table: str, since: int = 0) -> list[Entry]:
        sql = "SELECT n, at, body FROM journal WHERE table_id = ? AND n >= ? ORDER BY n"
        return [Entry(*found) for found in await self._read(sql, table, since)]

    async def journal_from_snapshot(self, table: str) -> list[Entry]:
        sql = (
            "SELECT n, at, body FROM journal WHERE table_id = ?1 AND n >="
            " coalesce((SELECT snapshot FROM tables WHERE id = ?1), 0) ORDER BY n"
        )
        return [Entry(*found) for found in await self._read(sql, table)]

    async def due(self, now: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?"
        return [id for (id,) in await self._read(sql, now, limit)]

    async def listed(self, state: State, before: Mark, limit: int) -> Found:
        sql = (
            "SELECT line FROM tables WHERE state = ? AND private = 0"
            " AND (changed, id) < (?, ?) ORDER BY changed DESC, id DESC LIMIT ?"
        )
        return page(await self._read(sql, state, *before, limit + 1), limit)

    async def listed_for(self, person: str, before: Mark, limit: int) -> Found:
        sql = (
            "SELECT line FROM seated JOIN tables ON id = table_id WHERE person = ?"
            " AND (changed, id) < (?, ?) ORDER BY changed DESC, id DESC LIMIT ?"
        )
        return page(await self._read(sql, person, *before, limit + 1), limit)

    async def played_by(self, person: str, limit: int) -> list[bytes]:
        sql = (
            "SELECT line FROM seated JOIN tables ON id = table_id WHERE person = ?"
            " AND state = 'playing' ORDER BY changed DESC LIMIT ?"
        )
        return [bytes(line) for (line,) in await self._read(sql, person, limit)]

    async def stale(self, state: State, before: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE state = ? AND changed < ? ORDER BY changed LIMIT ?"
        return [id for (id,) in await self._read(sql, state, before, limit)]

    async def archive(self, before: int, limit: int) -> int:
        def work(connection: sqlite3.Connection) -> int:
            sql = "SELECT id FROM tables WHERE state = 'closed' AND changed < ? LIMIT ?"
            found = connection.execute(sql, (before, limit)).fetchall()
            for statement in ARCHIVE:
                connection.executemany(statement.format("?"), found)
            return len(found)

        return await self._written(work)

    async def all_tables(self) -> list[Row]:
        rows = await self._read(f"SELECT {ROW} FROM tables ORDER BY changed DESC")
        return [row_from(*found) for found in rows]

    async def row(self, table: str) -> Row | None:
        rows = await self._read(f"SELECT {ROW} FROM tables WHERE id = ?", table)
        return row_from(*rows[0]) if rows else None

    async def add_person(self, person: Person) -> None:
        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(backup.insertion("people"), person_values(person))
            except sqlite3.IntegrityError:
                raise NameTaken(person.name) from None

        await self._written(work)

    async def change_person(self, before: Person, after: Person) -> bool:
        return await self._written(lambda connection: _change_person(connection, before, after))

    async def person(self, id: str) -> Person | None:
        return one_person(await self._read(f"SELECT {PERSON} FROM people WHERE id = ?", id))

    async def person_named(self, name: str) -> Person | None:
        sql = f"SELECT {PERSON} FROM people WHERE folded = ? AND password IS NOT NULL"
        return one_person(await self._read(sql, folded(name)))

    async def people_like(self, name: str) -> list[Person]:
        sql = f"SELECT {PERSON} FROM people WHERE likeness = ? AND password IS NOT NULL"
        return [person_from(*found) for found in await self._read(sql, likeness(name))]

    async def people(self, ids: Collection[str]) -> list[Person]:
        sql = f"SELECT {PERSON} FROM people WHERE id IN (SELECT value FROM json_each(?))"
        return [person_from(*found) for found in await self._read(sql, json.dumps(list(ids)))]

    async def note_seen(self, person: str, at: int) -> None:
        await self._tell(NOTE_SEEN, person, at)

    async def listen(self, listener: Listener) -> None:
        self._server_lock = await asyncio.to_thread(self._lock_out_other_servers)
        self._listener = listener

    def _lock_out_other_servers(self) -> sqlite3.Connection:
        """Take a lock that ends with the process. Two servers on one file would not hear of each
        other's people."""
        path = self.path.with_name(f"{self.path.name}.server")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            connection = sqlite3.connect(
                path, isolation_level=None, timeout=0, check_same_thread=False
            )
            connection.execute("BEGIN EXCLUSIVE")
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
                raise OutcryError(
                    f"{self.path}: another server is open there; stop it, choose another --data"
                    " folder, or give both the same --database postgresql://..."
                ) from None
            raise _unusable(error, f"{path}: cannot be used as a lock: {error}") from None
        return connection

    async def announce(self, text: str) -> None:
        """There is nobody to tell: a file has one server."""

    async def export(self, path: Path) -> None:
        def copy() -> None:
            closing = contextlib.closing
            with closing(self._connect()) as source, closing(sqlite3.connect(path)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")

        try:
            await asyncio.to_thread(copy)
        except sqlite3.Error as error:
            raise StoreDown(str(error)) from None

    async def restore(self, path: Path) -> None:
        if await self._read("SELECT 1 FROM journal LIMIT 1"):
            raise backup.not_empty()

        def copy(connection: sqlite3.Connection) -> None:
            with contextlib.closing(sqlite3.connect(path)) as source:
                for table, columns in backup.COLUMNS.items():
                    connection.execute(f"DELETE FROM {table}")
                    rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}")
                    connection.executemany(backup.insertion(table), rows)

        await self._written(copy)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        for statement in migrations.statements(version, migrations.SQLITE):
            connection.execute(statement)
        _note_likenesses(connection)
        _set_version(connection)
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # a full disk has already rolled it back
            connection.execute("ROLLBACK")
        raise


def _follow_up(
    connection: sqlite3.Connection, table: str, entry: Entry, also: Consequences
) -> None:
    """In the transaction that writes the entry."""
    if also.results:
        connection.executemany(results.insertion("?"), map(results.values, also.results))
    connection.executemany(
        "INSERT OR IGNORE INTO mentions VALUES (?, ?)",
        [(person, table) for person in also.mentioned],
    )
    for person in also.called:
        due = entry.at + outbox.WAIT
        connection.execute(outbox.PUT_SQLITE, (table, entry.n, entry.at, due, person))


def _rate_next(connection: sqlite3.Connection, rate: Rate) -> bool:
    def ask(sql: str, *values: object) -> list[Any]:
        return connection.execute(sql.replace("$", "?"), values).fetchall()

    found = ask(standings.NEXT)
    if not found:
        return False
    table = found[0][0]
    played = [decode(bytes(body)) for (body,) in ask(standings.RESULTS_OF, table)]
    season = standings.season_of(played[0])
    rows = [row for r in played for row in ask(standings.KNOWN, r.person, r.title, season)]
    for new in rate(played, standings.known_of(rows)):
        ask(standings.PUT, *(new.person, new.title, new.season, new.mu, new.sigma, new.played))
        if not new.season:
            ask(standings.NOTE, new.person, table, new.mu, new.sigma)
    ask(standings.SETTLED, table)
    return True


def _note_likenesses(connection: sqlite3.Connection) -> None:
    """For names kept before they were compared by their looks."""
    sql = "SELECT id, name FROM people WHERE likeness = '' AND password IS NOT NULL"
    for id, name in connection.execute(sql).fetchall():
        connection.execute("UPDATE people SET likeness = ? WHERE id = ?", (likeness(name), id))


def _set_version(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA user_version = {migrations.LATEST}")


def _probe(connection: sqlite3.Connection) -> str:
    """Write something that was not there before and needs space."""
    value = secrets.token_hex(PROBE_BYTES // 2)
    connection.execute("INSERT OR REPLACE INTO probe VALUES (1, ?)", (value,))
    return value


def _version_of_others(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection writes; -1 if it cannot be read."""
    try:
        return int(connection.execute("PRAGMA data_version").fetchone()[0])
    except sqlite3.Error:
        return -1


def _carry_out(connection: sqlite3.Connection, group: list[_Job]) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in group:
            job.result = job.work(connection)
        connection.execute("COMMIT")
    except Exception as error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        for job in group:
            job.error = _translated(error)
            job.error.__cause__ = error
        return False
    for job in group:
        job.error = None
    return True


def _translated(error: Exception) -> Exception:
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", 0)
    takes_nothing = code in _TAKES_NOTHING or code & 0xFF in _TAKES_NOTHING
    return StoreFull(str(error)) if takes_nothing else StoreDown(str(error))


def _unusable(error: OSError | sqlite3.Error, text: str) -> Exception:
    """A full disk may have space again; anything else somebody must see to."""
    if isinstance(error, OSError):
        return StoreFull(text) if is_full(error) else OutcryError(text)
    return StoreFull(text) if isinstance(_translated(error), StoreFull) else OutcryError(text)


def _resolve(group: list[_Job]) -> None:
    for job in group:
        if job.future.done():
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)


def _change_person(connection: sqlite3.Connection, before: Person, after: Person) -> bool:
    changed = (after.name, folded(after.name), after.password, after.epoch, after.banned)
    looks = likeness(after.name), after.named
    known = (before.id, before.name, before.epoch, before.banned)
    try:
        done = connection.execute(
            "UPDATE people SET name = ?, folded = ?, password = ?, epoch = ?, banned = ?,"
            " likeness = ?, named = ? WHERE id = ? AND name = ? AND epoch = ? AND banned = ?",
            (*changed, *looks, *known),
        )
    except sqlite3.IntegrityError:
        raise NameTaken(after.name) from None
    return done.rowcount > 0
