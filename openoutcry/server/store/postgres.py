"""PostgreSQL: for several server processes or machines, which hear of each other by NOTIFY."""

import asyncio
import contextlib
import json
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Collection, Iterator
from pathlib import Path
from typing import Any

import asyncpg

from openoutcry.core.errors import OutcryError
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
from openoutcry.server.store.sqlite import migrate
from openoutcry.server.store.standings import Rate, Standings
from openoutcry.server.store.vacations import Vacations
from openoutcry.table.result import decode

_CHANNEL = "outcry"
_LOCK = 0x0DDC
"""Held by the node that migrates."""
_RATING = 0x0DDD
"""Held by the node that rates a match."""
_RECONNECT_SECONDS = 0.5
_DEEP_SECONDS = 600
_LISTEN_CHECK_SECONDS = 10.0
"""How often to check that the connection we listen on is alive."""
_LONGEST_LOOK = 1.0
"""Seconds after which the database's answer says too little about its clock."""
_MOST_UNKNOWN = 1000
_TAKES_NOTHING = (asyncpg.InsufficientResourcesError, asyncpg.ReadOnlySQLTransactionError)
_NOT_NOW = (
    *(asyncpg.CannotConnectNowError, asyncpg.AdminShutdownError, asyncpg.CrashShutdownError),
    *_TAKES_NOTHING,
)
"""It starts, stops, or has no room: later it may be there."""
_UNREACHABLE = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError, TimeoutError)

# One statement: one round trip, and it happens wholly or not at all.
_APPEND = """
WITH written AS (
    INSERT INTO journal (table_id, n, at, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING n
), indexed AS (
    INSERT INTO tables (id, state, private, changed, due, line, snapshot)
    SELECT $1, $5, $6, $7, $8, $9, $13 FROM written
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, private = excluded.private,
        changed = excluded.changed, due = excluded.due, line = excluded.line,
        snapshot = excluded.snapshot
), people AS (
    INSERT INTO seated (person, table_id) SELECT unnest($10::text[]), $1 FROM written
    ON CONFLICT DO NOTHING
), mentioned AS (
    INSERT INTO mentions (person, table_id) SELECT unnest($16::text[]), $1 FROM written
    ON CONFLICT DO NOTHING
), alerted AS (
    {put}
)
SELECT pg_notify($11, $12) FROM written
""".replace("{put}", outbox.PUT_POSTGRES)


class PostgreSQL:
    """A store that several nodes share."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.node = secrets.token_hex(6)
        self._pool: asyncpg.Pool | None = None
        self._listening: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock: float | None = None
        """What the database's clock shows beyond our monotonic one, in seconds."""
        self._unknown: dict[tuple[str, int], None] = {}
        """Entries that were being written when the database went silent."""
        self.moderation = Moderation(self._fetch, self._fetch)
        self.analyses: KeptAnalyses = Analyses(self._fetch, self._fetch)
        self.results: KeptResults = Results(self._fetch, self._fetch)
        self.outbox = Outbox(self._fetch, self._fetch)
        self.standings = Standings(self._fetch, self._fetch)
        self.guests = Guests(self._fetch, self._fetch)
        self.mentions = Mentions(self._fetch, self._fetch)
        self.vacations = Vacations(self._fetch, self._fetch)
        self.bot_accounts = BotAccounts(self._fetch, self._fetch)
        self.contests = Contests(self._fetch, self._fetch)

    # Opening and closing

    async def open(self, create: bool = True) -> None:
        try:
            await self._open(create)
        except (*_UNREACHABLE, *_NOT_NOW) as error:
            await self._drop_pool()
            raise StoreDown(f"PostgreSQL cannot be used: {_why(error)}") from None
        except (asyncpg.PostgresError, ValueError) as error:
            await self._drop_pool()
            raise OutcryError(f"--database: PostgreSQL cannot be used: {error}") from None

    async def _open(self, create: bool) -> None:
        self._pool = await asyncpg.create_pool(self.url, min_size=1, max_size=8, command_timeout=20)
        if not create and not await self._pool.fetchval("SELECT to_regclass('journal')"):
            raise OutcryError(
                "--database: there are no tables of Open Outcry in it; is its name right?"
            )
        await self._migrate()
        await self._read_clock(self._pool)

    async def _drop_pool(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.terminate()

    async def _migrate(self) -> None:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
            await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER)")
            version = await connection.fetchval("SELECT version FROM schema_version")
            for statement in migrations.statements(version or 0, migrations.POSTGRES):
                await connection.execute(statement)
            await self._note_likenesses(connection)
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1)", migrations.LATEST)

    async def _note_likenesses(self, connection: Any) -> None:
        """For names kept before they were compared by their looks."""
        sql = "SELECT id, name FROM people WHERE likeness = '' AND password IS NOT NULL"
        kept = [(id, likeness(name)) for id, name in await connection.fetch(sql)]
        await connection.executemany("UPDATE people SET likeness = $2 WHERE id = $1", kept)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        if self._pool is not None:
            await self._pool.close()

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        assert self._pool is not None
        async with self._pool.acquire() as connection:
            yield connection

    async def _fetch(self, sql: str, *values: object) -> list[Any]:
        assert self._pool is not None
        with _translated():
            return list(await self._pool.fetch(sql, *values))

    # What a store can do

    def now_ms(self) -> int:
        """By the database's clock, whatever ours says or is set to."""
        assert self._clock is not None
        return int(1000 * (time.monotonic() + self._clock))

    async def _read_clock(self, connection: Any) -> None:
        asked = time.monotonic()
        seconds = await connection.fetchval(
            "SELECT extract(epoch FROM clock_timestamp())::float8", timeout=_LISTEN_CHECK_SECONDS
        )
        heard = time.monotonic()
        if self._clock is None or heard - asked < _LONGEST_LOOK:
            self._clock = seconds - (asked + heard) / 2

    async def check(self) -> None:
        value = secrets.token_hex(PROBE_BYTES // 2)
        written = await self._fetch(
            "INSERT INTO probe VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET value = excluded.value"
            " RETURNING value",
            value,
        )
        if written[0][0] != value:
            raise StoreDown("what was written is not what is read")
        await self._fetch(
            "SELECT body FROM journal WHERE table_id = (SELECT id FROM tables LIMIT 1) LIMIT 1"
        )

    async def shred(self) -> None:
        """Old versions of rows go with the database's next vacuum."""

    async def check_deeply(self) -> None:
        """Reads every row: PostgreSQL checks pages when it reads them, if its cluster was made
        with checksums."""
        for table in backup.COLUMNS:
            with _translated():
                async with self._connection() as connection:
                    sql = f"SELECT count(*), sum(length(t::text)) FROM {table} t"
                    await connection.fetch(sql, timeout=_DEEP_SECONDS)
        await self.check()

    async def secret(self, candidate: str) -> str:
        await self._fetch("INSERT INTO secret VALUES (1, $1) ON CONFLICT DO NOTHING", candidate)
        return str((await self._fetch("SELECT value FROM secret"))[0][0])

    async def append(
        self, table: str, entry: Entry, row: Row, also: Consequences = NOTHING
    ) -> bool:
        note = json.dumps([self.node, table, entry.n])
        values = (
            *(table, entry.n, entry.at, entry.body),
            *(row.state, int(row.private), row.changed, row.due, row.line, list(row.people)),
            *(_CHANNEL, note, row.snapshot, list(also.called), outbox.WAIT),
            list(also.mentioned),
        )
        try:
            if also.results:
                return await self._append_with(values, also)
            written = await self._fetch(_APPEND, *values)
        except StoreFull:
            raise
        except StoreDown:
            self._listen_for(table, entry.n)
            raise
        return bool(written)

    async def _append_with(self, values: tuple[object, ...], also: Consequences) -> bool:
        """At the end of a match more has to be written than one statement can."""
        with _translated():
            async with self._connection() as connection, connection.transaction():
                if not await connection.fetch(_APPEND, *values):
                    return False
                rows = [results.values(result) for result in also.results]
                await connection.executemany(results.insertion("$"), rows)
                return True

    async def rate_next(self, rate: Rate) -> bool:
        with _translated():
            async with self._connection() as connection, connection.transaction():
                # One node at a time: what a match does depends on the one before it.
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _RATING)
                table = await connection.fetchval(standings.NEXT)
                if table is None:
                    return False
                rows = await connection.fetch(standings.RESULTS_OF, table)
                played = [decode(bytes(row[0])) for row in rows]
                season, known = standings.season_of(played[0]), list[Any]()
                for r in played:
                    known += await connection.fetch(standings.KNOWN, r.person, r.title, season)
                for new in rate(played, standings.known_of(known)):
                    about = (new.person, new.title, new.season, new.mu, new.sigma, new.played)
                    await connection.execute(standings.PUT, *about)
                    if not new.season:
                        noted = (new.person, table, new.mu, new.sigma)
                        await connection.execute(standings.NOTE, *noted)
                await connection.execute(standings.SETTLED, table)
                return True

    def _listen_for(self, table: str, n: int) -> None:
        """The entry may yet arrive, when a database that hung goes on: its note tells."""
        self._unknown[table, n] = None
        if len(self._unknown) > _MOST_UNKNOWN:
            del self._unknown[next(iter(self._unknown))]

    async def journal(self, table: str, since: int = 0) -> list[Entry]:
        sql = "SELECT n, at, body FROM journal WHERE table_id = $1 AND n >= $2 ORDER BY n"
        return [Entry(*found) for found in await self._fetch(sql, table, since)]

    async def journal_from_snapshot(self, table: str) -> list[Entry]:
        sql = (
            "SELECT n, at, body FROM journal WHERE table_id = $1 AND n >="
            " coalesce((SELECT snapshot FROM tables WHERE id = $1), 0) ORDER BY n"
        )
        return [Entry(*found) for found in await self._fetch(sql, table)]

    async def due(self, now: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2"
        return [found[0] for found in await self._fetch(sql, now, limit)]

    async def listed(self, state: State, before: Mark, limit: int) -> Found:
        sql = (
            "SELECT line FROM tables WHERE state = $1 AND private = 0"
            " AND (changed, id) < ($2, $3) ORDER BY changed DESC, id DESC LIMIT $4"
        )
        return page(await self._fetch(sql, state, *before, limit + 1), limit)

    async def listed_for(self, person: str, before: Mark, limit: int) -> Found:
        sql = (
            "SELECT line FROM seated JOIN tables ON id = table_id WHERE person = $1"
            " AND (changed, id) < ($2, $3) ORDER BY changed DESC, id DESC LIMIT $4"
        )
        return page(await self._fetch(sql, person, *before, limit + 1), limit)

    async def played_by(self, person: str, limit: int) -> list[bytes]:
        sql = (
            "SELECT line FROM seated JOIN tables ON id = table_id WHERE person = $1"
            " AND state = 'playing' ORDER BY changed DESC LIMIT $2"
        )
        return [bytes(found[0]) for found in await self._fetch(sql, person, limit)]

    async def stale(self, state: State, before: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE state = $1 AND changed < $2 ORDER BY changed LIMIT $3"
        return [found[0] for found in await self._fetch(sql, state, before, limit)]

    async def archive(self, before: int, limit: int) -> int:
        with _translated():
            async with self._connection() as connection, connection.transaction():
                sql = (
                    "SELECT id FROM tables WHERE state = 'closed' AND changed < $1 LIMIT $2"
                    " FOR UPDATE SKIP LOCKED"
                )
                found = [(row[0],) for row in await connection.fetch(sql, before, limit)]
                for statement in ARCHIVE:
                    await connection.executemany(statement.format("$1"), found)
                return len(found)

    async def all_tables(self) -> list[Row]:
        rows = await self._fetch(f"SELECT {ROW} FROM tables ORDER BY changed DESC")
        return [row_from(*found) for found in rows]

    async def row(self, table: str) -> Row | None:
        rows = await self._fetch(f"SELECT {ROW} FROM tables WHERE id = $1", table)
        return row_from(*rows[0]) if rows else None

    async def add_person(self, person: Person) -> None:
        try:
            await self._fetch(backup.insertion("people", "${}"), *person_values(person))
        except asyncpg.UniqueViolationError:
            raise NameTaken(person.name) from None

    async def change_person(self, before: Person, after: Person) -> bool:
        changed = (after.name, folded(after.name), after.password, after.epoch, int(after.banned))
        known = (before.id, before.name, before.epoch, int(before.banned))
        looks = likeness(after.name)
        try:
            done = await self._fetch(
                "UPDATE people SET name = $1, folded = $2, password = $3, epoch = $4, banned = $5"
                ", likeness = $10, named = $11"
                " WHERE id = $6 AND name = $7 AND epoch = $8 AND banned = $9 RETURNING id",
                *changed,
                *known,
                looks,
                int(after.named),
            )
        except asyncpg.UniqueViolationError:
            raise NameTaken(after.name) from None
        return bool(done)

    async def person(self, id: str) -> Person | None:
        return one_person(await self._fetch(f"SELECT {PERSON} FROM people WHERE id = $1", id))

    async def person_named(self, name: str) -> Person | None:
        sql = f"SELECT {PERSON} FROM people WHERE folded = $1 AND password IS NOT NULL"
        return one_person(await self._fetch(sql, folded(name)))

    async def people_like(self, name: str) -> list[Person]:
        sql = f"SELECT {PERSON} FROM people WHERE likeness = $1 AND password IS NOT NULL"
        return [person_from(*found) for found in await self._fetch(sql, likeness(name))]

    async def people(self, ids: Collection[str]) -> list[Person]:
        rows = await self._fetch(f"SELECT {PERSON} FROM people WHERE id = ANY($1)", list(ids))
        return [person_from(*found) for found in rows]

    async def note_seen(self, person: str, at: int) -> None:
        await self._fetch(NOTE_SEEN, person, at)

    # Backups

    async def export(self, path: Path) -> None:
        """Copies a snapshot row by row while others go on writing."""
        with (
            _translated(),
            contextlib.closing(sqlite3.connect(path, isolation_level=None)) as target,
        ):
            migrate(target)
            target.execute("BEGIN")
            async with (
                self._connection() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                for table, columns in backup.COLUMNS.items():
                    query = f"SELECT {', '.join(columns)} FROM {table}"
                    async for row in connection.cursor(query):
                        target.execute(backup.insertion(table), tuple(row))
            target.execute("COMMIT")

    async def restore(self, path: Path) -> None:
        if await self._fetch("SELECT 1 FROM journal LIMIT 1"):
            raise backup.not_empty()
        with _translated(), contextlib.closing(sqlite3.connect(path)) as source:
            async with self._connection() as connection, connection.transaction():
                for table, columns in backup.COLUMNS.items():
                    await connection.execute(f"DELETE FROM {table}")
                    rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}")
                    await connection.copy_records_to_table(table, records=rows, columns=columns)

    # Other nodes

    async def announce(self, text: str) -> None:
        note = json.dumps([self.node, text])
        await self._fetch("SELECT pg_notify($1, $2)", _CHANNEL, note)

    async def listen(self, listener: Listener) -> None:
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(listener, ready))
        await ready.wait()

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        """Listen on a separate connection; after losing it, look at everything again."""
        while True:
            with contextlib.suppress(*_UNREACHABLE, asyncpg.PostgresError, StoreDown):
                connection = await asyncpg.connect(self.url)
                lost = asyncio.Event()
                try:
                    await self._follow(connection, listener, lost)
                    if ready.is_set():
                        await listener.refresh()
                    ready.set()
                    await self._until(lost, connection)
                finally:
                    await connection.close(timeout=1)
            await asyncio.sleep(_RECONNECT_SECONDS)

    async def _follow(self, connection: Any, listener: Listener, lost: asyncio.Event) -> None:
        def hear(_connection: object, _pid: int, _channel: str, note: str) -> None:
            node, *rest = json.loads(note)
            if node == self.node and not self._was_unknown(rest):
                return
            call = listener.committed(*rest) if len(rest) == 2 else listener.announced(rest[0])
            task = asyncio.ensure_future(quietly(call))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        connection.add_termination_listener(lambda _connection: lost.set())
        await connection.add_listener(_CHANNEL, hear)

    def _was_unknown(self, note: list[Any]) -> bool:
        """Is it our own entry that arrived after all?"""
        return len(note) == 2 and self._unknown.pop(tuple(note), self) is None

    async def _until(self, lost: asyncio.Event, connection: Any) -> None:
        """Wait until the connection ends. It is probed now and then, because one that dies
        silently would leave us deaf; the answer tells the time."""
        while not lost.is_set():
            try:
                await asyncio.wait_for(lost.wait(), _LISTEN_CHECK_SECONDS)
            except TimeoutError:
                await self._read_clock(connection)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except asyncpg.UniqueViolationError:
        raise
    except asyncpg.CharacterNotInRepertoireError:
        # Somebody sent a text with a zero in it: that is no fault of the database.
        raise OutcryError("a text with a character that cannot be kept") from None
    except asyncpg.DataCorruptedError as error:
        raise StoreDamaged(str(error)) from None
    except _TAKES_NOTHING as error:
        raise StoreFull(str(error)) from None
    except (*_UNREACHABLE, asyncpg.PostgresError, sqlite3.Error) as error:
        raise StoreDown(_why(error)) from None


def _why(error: BaseException) -> str:
    """For the log; a timeout says nothing by itself."""
    return str(error) or "it does not answer"
