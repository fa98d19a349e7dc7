"""What a store can do. A table's journal is the truth; everything else is an index of it."""

import contextlib
import errno
from collections.abc import Awaitable, Collection
from pathlib import Path
from typing import Any, Literal, Protocol

from msgspec import Struct

from openoutcry.server.names import likeness
from openoutcry.server.store.analyses import KeptAnalyses
from openoutcry.server.store.bot_accounts import BotAccounts
from openoutcry.server.store.contests import Contests
from openoutcry.server.store.guests import Guests
from openoutcry.server.store.mentions import Mentions
from openoutcry.server.store.moderation import Moderation
from openoutcry.server.store.outbox import Outbox
from openoutcry.server.store.results import KeptResults
from openoutcry.server.store.standings import Rate, Standings
from openoutcry.server.store.vacations import Vacations
from openoutcry.table.result import Result

State = Literal["open", "playing", "over", "closed"]


class StoreDown(Exception):
    """The store cannot be reached; the last write may or may not have arrived."""


class StoreFull(StoreDown):
    """It takes no writes, for want of space or because it is read only; nothing was written."""

    said = "store_full"
    """The message that people are shown."""


def is_full(error: OSError) -> bool:
    """Is there no space, or not for us?"""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


class StoreDamaged(StoreDown):
    """What it keeps cannot be trusted any more; somebody must see to it."""


class OutcomeUnknown(StoreDown):
    """A write was under way when the store went silent: it shows later whether it happened."""


class NameTaken(Exception):
    """Somebody else keeps that name with a password."""


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
    """When the table needs a server even if nobody connects: for clocks and bots."""
    line: bytes
    """A `TableLine` of the wire protocol, as JSON."""
    people: tuple[str, ...]
    """Everybody who has a seat now; the index keeps everybody who ever had one."""
    snapshot: int = 0
    """The entry of the journal that a reader may begin with."""


class Consequences(Struct, frozen=True):
    """What is written together with an entry: both or neither."""

    results: tuple[Result, ...] = ()
    """Of the match that it ended."""
    called: tuple[str, ...] = ()
    """People whose turn it is since then, or who were invited: whoever asked for it is called."""
    mentioned: tuple[str, ...] = ()
    """People whose names or words it holds."""


NOTHING = Consequences()


class Person(Struct, frozen=True):
    """Somebody, a guest or with a password."""

    id: str
    name: str
    created: int
    password: str | None = None
    """An argon2 hash."""
    epoch: int = 0
    """Raised to make older cookies void."""
    banned: bool = False
    named: bool = False
    """They chose the name themselves."""
    seen: int = 0
    """When they were last here, to a day."""


class Listener(Protocol):
    """Hears what other processes do."""

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


class FloorStore(Protocol):
    """What tables and people need of a store, a browser's too. A write has reached the disk when
    its call returns; `StoreDown` if that is not known."""

    moderation: Moderation
    """Reports, blocks and bans."""
    analyses: KeptAnalyses
    """Of finished matches."""
    results: KeptResults
    """What finished matches were for those who played them."""
    vacations: Vacations
    """When whose clocks stand still."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 by the clock that all nodes share: deadlines go by it."""

    async def append(
        self, table: str, entry: Entry, row: Row, also: Consequences = NOTHING
    ) -> bool:
        """Write a journal entry, the index row and what follows from it together; False if there
        is such an entry."""

    async def journal(self, table: str, since: int = 0) -> list[Entry]:
        """The entries from `since` on; empty for an unknown table."""

    async def journal_from_snapshot(self, table: str) -> list[Entry]:
        """The entries from the last snapshot on, or all; empty for an unknown table."""

    async def listed(self, state: State, before: Mark, limit: int) -> Found:
        """Public tables in that state, last changed first."""

    async def listed_for(self, person: str, before: Mark, limit: int) -> Found:
        """Tables where the person has or had a seat, last changed first."""

    async def played_by(self, person: str, limit: int) -> list[bytes]:
        """Lines of the tables in play where the person has or had a seat, last changed first."""

    async def row(self, table: str) -> Row | None:
        """The table in the index."""

    async def add_person(self, person: Person) -> None:
        """`NameTaken` if somebody was quicker to keep the name."""

    async def person(self, id: str) -> Person | None: ...

    async def person_named(self, name: str) -> Person | None:
        """Whoever keeps the name with a password."""

    async def people_like(self, name: str) -> list[Person]:
        """Whoever keeps a name with a password that could be taken for this one."""

    async def change_person(self, before: Person, after: Person) -> bool:
        """False if the person is no longer as `before`; `NameTaken` if somebody else keeps the
        new name."""

    async def people(self, ids: Collection[str]) -> list[Person]:
        """Those of them who exist."""

    async def note_seen(self, person: str, at: int) -> None:
        """They are here."""

    async def announce(self, text: str) -> None:
        """Tell the other processes; the note may get lost."""


class Store(FloorStore, Protocol):
    """A server's store, which can also be opened, checked and backed up."""

    outbox: Outbox
    """Whom to alert, and how."""
    standings: Standings
    """Ratings, and who shows theirs."""
    contests: Contests
    """Several tables that play the same deals."""
    bot_accounts: BotAccounts
    """Bots that play from elsewhere."""
    guests: Guests
    """People who have left nothing behind."""
    mentions: Mentions
    """Where somebody's name or words are kept."""

    async def rate_next(self, rate: Rate) -> bool:
        """Rate the match that ended first of those that are not rated, and note all that follows
        from it, or nothing; False if there is none."""

    async def open(self, create: bool = True) -> None:
        """Connect and bring the schema up to date. `OutcryError` if there is no floor yet and none
        is to be created."""

    async def close(self) -> None: ...

    async def check(self) -> None:
        """Write something and read it back, and read a table: `StoreDown` if that fails,
        `StoreDamaged` as long as damage is known."""

    async def check_deeply(self) -> None:
        """As `check`, and read everything, as far as the database can check itself: `StoreDamaged`
        if anything is. May take minutes."""

    async def shred(self) -> None:
        """What was deleted or overwritten is to be gone from the database's files, too, as far as
        that is ours to do: a database server sees to it by itself, later."""

    async def secret(self, candidate: str) -> str:
        """The signing key that all nodes share: the first candidate ever offered."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose time has come, the longest overdue first."""

    async def stale(self, state: State, before: int, limit: int) -> list[str]:
        """Tables in that state that have not changed since, the oldest first."""

    async def archive(self, before: int, limit: int) -> int:
        """Put closed tables that have not changed since out of the lists and their journals
        aside; how many."""

    async def all_tables(self) -> list[Row]:
        """Private ones too: for whoever runs the server."""

    async def listen(self, listener: Listener) -> None:
        """Call the listener from now on, until `close`. `OutcryError` if the store is for one
        server and another one is listening."""

    async def export(self, path: Path) -> None:
        """Copy a snapshot of everything into a new SQLite file; `StoreDown` if either fails."""

    async def restore(self, path: Path) -> None:
        """Take everything from such a file; the store must be empty."""


def folded(name: str) -> str:
    """Names that differ only in case are the same name."""
    return name.casefold()


ROW = "id, state, private, changed, due, line, snapshot"
"""Columns of an index row, as `row_from` takes them."""

ARCHIVE = (
    "INSERT INTO archive SELECT table_id, n, at, body FROM journal WHERE table_id = {}",
    "DELETE FROM journal WHERE table_id = {}",
    "DELETE FROM seated WHERE table_id = {}",
    "DELETE FROM analyses WHERE table_id = {}",
    "DELETE FROM tables WHERE id = {}",
)
"""What puts a table aside; `{}` is the placeholder."""

PROBE_BYTES = 8192
"""How much a health check writes: more than fits where the last one was."""

PERSON = "id, name, created, password, epoch, banned, named, seen"
"""Columns of a person, as `person_from` takes them."""


def row_from(
    id: str,
    state: State,
    private: int,
    changed: int,
    due: int | None,
    line: bytes,
    snapshot: int,
) -> Row:
    """An index row as both databases return it."""
    return Row(id, state, bool(private), changed, due, bytes(line), (), snapshot)


def person_from(
    id: str,
    name: str,
    created: int,
    password: str | None,
    epoch: int,
    banned: int,
    named: int,
    seen: int,
) -> Person:
    """A person as both databases return it."""
    return Person(id, name, created, password, epoch, bool(banned), bool(named), seen)


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
        likeness(person.name),
        int(person.named),
        person.seen,
    )


def page(rows: list[Any], limit: int) -> Found:
    """A page of a list, made of one row more than fits on it."""
    return [bytes(line) for (line,) in rows[:limit]], len(rows) > limit


async def quietly(call: Awaitable[None]) -> None:
    """Ignore a store that is down: that is reported elsewhere."""
    with contextlib.suppress(StoreDown):
        await call
