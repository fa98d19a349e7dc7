"""Takes somebody's name out of everything that is kept; the moves stay."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from openoutcry.server import admin
from openoutcry.server.accounts import Accounts
from openoutcry.server.bot_streams import BotStreams
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.slices import Slices
from openoutcry.server.store.interface import NEWEST, Person, Store
from openoutcry.table import commands
from openoutcry.table.protocol import TableLine
from openoutcry.table.refusal import UnknownRules
from openoutcry.table.seat import ERASED, REMOTE

_MOST_TABLES = 10_000
_ATTEMPTS = 5
_HEARD_SECONDS = 0.5
"""Within which other nodes hear of something."""
_WORDS = ("name", "text")
"""What stands beside a person's id and is theirs."""
_SAID = ("said_in_advance", "played_in_advance")
"""Events of a seat, without its person's id, that hold what they said in advance."""
_OF_SEATS = tuple(f'{{"type":"{kind}"'.encode() for kind in ("renamed", "sat", "opening", *_SAID))
_TOLD = ("replaced_by", "about")
"""Somebody's name, without the id."""


class Erasing:
    """Takes somebody out of everything, tables in memory included."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        tables: LiveTables,
        slices: Slices,
        streams: BotStreams,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._tables = tables
        self._slices = slices
        self._streams = streams

    async def erase(self, person: Person) -> None:
        """Bots take over where the person plays; the account is nobody's afterwards. Whoever is
        interrupted may ask again: the account goes when all else is gone."""
        for bot in await self._streams.accounts.of(person.id):
            await self._erase_bot(bot.person)
        for table in await self._present_tables(person.id):
            await self._leave(table, person.id)
        await self._store.contests.remove(person.id, self._store.now_ms())
        tables = await self._store.mentions.tables(person.id)
        for table in tables:
            await self._erase_at(table, partial(Cleaning, person.id))
        await self._store.mentions.forget(person.id, ERASED)
        changed = await self._accounts.forget(person)
        await self._tables.person_changed(changed)
        await self._tables.rewritten(tables)
        # Other nodes may have written the name again before they heard of it.
        await asyncio.sleep(_HEARD_SECONDS if tables else 0)
        for table in tables:
            await self._erase_at(table, partial(Cleaning, person.id))
        await self._store.mentions.forget(person.id, ERASED)
        await self._store.shred()

    async def _erase_bot(self, bot: str) -> None:
        """Somebody's bot from elsewhere, whose name may tell whose it was."""
        await self._streams.accounts.set_token(bot, "")
        self._streams.end(bot, "revoked")
        for table in await self._present_tables(bot):
            with contextlib.suppress(UnknownRules):  # nobody can play there
                live = await self._tables.get(table)
                await live.run_all(lambda t: commands.retire(t, bot, stand_in(t)))
        tables = await self._store.mentions.tables(bot)
        for table in tables:
            await self._erase_at(table, partial(BotCleaning, bot))
        await self._store.mentions.forget_bot(bot, ERASED)
        await self._tables.rewritten(tables)

    async def _present_tables(self, person: str) -> list[str]:
        """Where a person or a bot has a seat and something may happen yet."""
        lines, _ = await self._store.listed_for(person, NEWEST, _MOST_TABLES)
        known = [msgspec.json.decode(line, type=TableLine) for line in lines]
        return [line.id for line in known if line.state in ("open", "playing")]

    async def _leave(self, table: str, person: str) -> None:
        try:
            live = await self._tables.get(table)
        except UnknownRules:
            await admin.empty_seats(self._store, table, person)
            return
        await live.run_all(lambda t: commands.remove(t, person, stand_in(t)))
        await live.run(lambda t: commands.step_down(t, person))

    async def _erase_at(
        self, table: str, clean: "Callable[[list[tuple[int, bytes]]], Cleaning | BotCleaning]"
    ) -> None:
        """From a table's journal, the lists and others' results."""
        mentions = self._store.mentions
        cleaning = clean(await mentions.entries(table))
        await self._slices.run(cleaning.steps())
        for n, body in cleaning.changed:
            await mentions.rewrite_entry(table, n, body)
        for _ in range(_ATTEMPTS):
            row = await self._store.row(table)
            if row is None or await mentions.rewrite_line(table, cleaning.line(row.line), row.line):
                break
        for other, seat, body in await mentions.results_at(table):
            await mentions.rewrite_result(other, table, seat, cleaning.cleaned(body))


class Cleaning:
    """A journal, without what somebody was called or wrote at that table."""

    def __init__(self, person: str, entries: list[tuple[int, bytes]]) -> None:
        self._person = person
        self._id = person.encode()
        self._entries = entries
        self._names: set[str] = set()
        """What the person was called there, at one time or another."""
        self._seats: set[int] = set()
        """Where the person sits, at the entry that is being read."""
        self._opened_it = False
        self.changed: list[tuple[int, bytes]] = []

    def steps(self) -> Iterator[None]:
        """All of it, in small pieces: first who was called what, then without it."""
        for _, body in self._entries:
            if self._concerns(body):
                self._follow(msgspec.json.decode(body))
            yield
        self._seats.clear()
        for n, body in self._entries:
            if self._concerns(body):
                new = self.cleaned(body)
                if new != body:
                    self.changed.append((n, new))
            yield

    def _concerns(self, body: bytes) -> bool:
        """Does it hold the person's id, or may it change who sits where or under which name?"""
        return self._id in body or body.startswith(_OF_SEATS)

    def _follow(self, event: dict[str, Any]) -> None:
        """Note where the person sits, and as whom."""
        match event["type"]:
            case "opened":
                self._opened_it |= event.get("host") == self._person
                self._sit(event["seats"])
            case "snapshot":
                self._sit(event["seats"])
            case "sat" if event["person"] == self._person:
                self._seats.add(event["seat"])
            case "sat" | "opening":
                self._seats.discard(event["seat"])
            case "kicked" if event["person"] == self._person:
                self._seats.clear()
            case "renamed" if event["seat"] in self._seats:
                self._names.add(event["name"])
        self._names |= set(_names_of(event, self._person)) - {ERASED}

    def _sit(self, seats: list[dict[str, Any]]) -> None:
        self._seats = {n for n, seat in enumerate(seats) if seat.get("person") == self._person}

    def cleaned(self, body: bytes) -> bytes:
        """The same JSON, without the person's names and words.

        >>> cleaning = Cleaning("a", [])
        >>> cleaning.cleaned(b'{"type":"said","person":"a","name":"Ann","text":"hm"}').decode()
        '{"type":"said","person":"a","name":"—","text":"—"}'
        >>> cleaning.cleaned(b'{"seats":[{"person":"b","name":"Ben"}]}').decode()
        '{"seats":[{"person":"b","name":"Ben"}]}'
        """
        known = msgspec.json.decode(body)
        new = self._without(known)
        if isinstance(known, dict) and "type" in known:
            self._follow(known)
            if known["type"] == "renamed" and known["seat"] in self._seats:
                new["name"] = ERASED
            if known["type"] in _SAID and known["seat"] in self._seats:
                new["said"] = {}
        return body if new == known else msgspec.json.encode(new)

    def _without(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._without(item) for item in value]
        if not isinstance(value, dict):
            return value
        found = {key: self._without(item) for key, item in value.items()}
        if found.get("person") == self._person:
            found |= {key: ERASED for key in _WORDS if found.get(key)}
            if found.get("said"):  # of a seat in a snapshot
                found["said"] = {}
        if found.get("by") == self._person and "by_name" in found:
            found["by_name"] = ERASED
        if found.get("host") == self._person and "rules" in found:
            found["name"] = ""  # what they called the table when they opened it
        found |= {key: ERASED for key in _TOLD if found.get(key) in self._names}
        return found

    def line(self, line: bytes) -> bytes:
        """The table in lists."""
        known = msgspec.json.decode(line)
        owners = known.get("owners", [])
        seats = [
            ERASED if number < len(owners) and owners[number] == self._person else seat
            for number, seat in enumerate(known["seats"])
        ]
        name = "" if self._opened_it else known.get("name", "")
        return msgspec.json.encode({**known, "seats": seats, "name": name})


class BotCleaning:
    """A journal, with another name for a bot from elsewhere: it is still one, and nobody's.

    >>> BotCleaning("@Parrot", []).cleaned(b'{"seat":1,"level":"@Parrot"}').decode()
    '{"seat":1,"level":"@\u2014"}'
    """

    def __init__(self, bot: str, entries: list[tuple[int, bytes]]) -> None:
        self._bot = bot
        self._entries = entries
        self.changed: list[tuple[int, bytes]] = []

    def steps(self) -> Iterator[None]:
        """All of it, in small pieces."""
        for n, body in self._entries:
            new = self.cleaned(body)
            if new != body:
                self.changed.append((n, new))
            yield

    def cleaned(self, body: bytes) -> bytes:
        if self._bot.encode() not in body:
            return body
        known = msgspec.json.decode(body)
        new = self._without(known)
        return body if new == known else msgspec.json.encode(new)

    line = cleaned
    """The table in lists."""

    def _without(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._without(item) for item in value]
        if isinstance(value, dict):
            return {key: self._without(item) for key, item in value.items()}
        shown = ("", "bot:")  # as itself, and in lists
        return next((f"{p}{REMOTE}{ERASED}" for p in shown if value == p + self._bot), value)


def _names_of(value: Any, person: str) -> Iterator[str]:
    """What somebody is called anywhere in it."""
    if isinstance(value, list):
        for item in value:
            yield from _names_of(item, person)
    if isinstance(value, dict):
        if value.get("person") == person and value.get("name"):
            yield value["name"]
        if value.get("by") == person and value.get("by_name"):
            yield value["by_name"]
        for item in value.values():
            yield from _names_of(item, person)
