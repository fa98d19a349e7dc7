"""The tables that this node has in memory."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Coroutine

from openoutcry.server.live_table import Command, LiveTable
from openoutcry.server.refusals import no_table
from openoutcry.server.services import Services
from openoutcry.server.store.interface import Person, StoreDown
from openoutcry.server.table_ids import is_id, new_id
from openoutcry.server.table_socket import NOT_WELCOME
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table.refusal import Refusal
from openoutcry.table.state import TableState

_NAMED_AT_ONCE = 200
"""Tables in one note: those of PostgreSQL have 8000 bytes."""

log = logging.getLogger(__name__)


BANS_NOTE = json.dumps({"bans": True})
"""What nodes are told when an address was banned, or is so no more."""


def changed_note(person: str) -> str:
    """What nodes tell each other when a person has changed."""
    return json.dumps({"person": person})


class LiveTables:
    """A cache of tables. It hears from the store (`Listener`) what other processes write."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def get(self, id: str) -> LiveTable:
        """The table, from memory or from its journal."""
        live = self._live.get(id)
        if live is None and not is_id(id):
            raise no_table()
        if live is None:
            loading = self._loading.get(id) or self._share(id, self._load(id))
            try:
                live = await asyncio.shield(loading)
            finally:
                del loading  # or what it raised would refer to itself
        live.used = time.monotonic()
        return live

    def _share(
        self, id: str, coming: Coroutine[None, None, LiveTable]
    ) -> "asyncio.Task[LiveTable]":
        """Whoever asks for the table meanwhile waits for the same: two in memory would not hear of
        each other."""
        loading = self._loading[id] = asyncio.create_task(coming)
        loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return loading

    async def _load(self, id: str) -> LiveTable:
        live = self._new(id)
        await live.reload()
        self._keep(live)
        # What another node wrote between the two lines above was announced to nobody.
        await live.catch_up()
        live.autoplay.wake(lead=True)
        return live

    async def open(self, event: j.Opened, id: str = "") -> LiveTable:
        """A new table, under an id of its own unless one is given: then the one that is there, if
        somebody was quicker."""
        id = id or new_id()
        if id in self._live or id in self._loading:
            return await self.get(id)
        return await asyncio.shield(self._share(id, self._open(id, event)))

    async def _open(self, id: str, event: j.Opened) -> LiveTable:
        live = self._new(id)
        await live.run(lambda table: event if table.n == 0 else None)
        self._keep(live)
        return live

    def _new(self, id: str) -> LiveTable:
        return LiveTable(TableState(id), self._services, self.closed)

    def _keep(self, live: LiveTable) -> None:
        self._live[live.table.id] = live
        self._services.metrics.tables.set(len(self._live))

    def is_here(self, id: str, person: str) -> bool:
        """Is somebody connected to the table now, here or at another node?"""
        live = self._live.get(id)
        if live is not None:
            return person in live.audience.present(live.table)
        return person in self._services.presence.elsewhere(id)

    def has(self, id: str) -> bool:
        """Is it in memory?"""
        return id in self._live

    async def end(self, id: str, command: Command) -> bool:
        """Let the command end a table that is in memory, unless people are there."""
        live = self._live.get(id)
        if live is None or live.audience.sockets:
            return False
        return await live.run(command) is not None

    def in_memory(self) -> list[LiveTable]:
        return list(self._live.values())

    def forget(self, live: LiveTable) -> None:
        """Drop the table from memory; its journal has everything."""
        del self._live[live.table.id]
        live.rest()
        self._services.metrics.tables.set(len(self._live))

    def close(self) -> None:
        for live in self._live.values():
            live.rest()

    # What other processes do

    async def committed(self, table: str, n: int) -> None:
        live = self._live.get(table)
        if live is not None and (n >= live.table.n or live.broken):
            await live.catch_up()

    async def announced(self, text: str) -> None:
        note = json.loads(text)
        if "bans" in note:
            await self.bans_changed()
            return
        if "blocks" in note:
            await self.blocks_changed(note["blocks"], announce=False)
            return
        if "rewritten" in note:
            await self._read_again(note["rewritten"])
            return
        if "person" in note:
            self._recognise(await self._services.store.people([note["person"]]))
            return
        self.tell(await self._services.presence.heard(note, self._local_people()))

    async def refresh(self) -> None:
        for live in self.in_memory():
            await self.catch_up(live)
        here = {person for people in self._local_people().values() for person in people}
        self._recognise(await self._services.store.people(here))
        await self.bans_changed()
        await self.say_hello()

    async def catch_up(self, live: LiveTable) -> None:
        """Read what others wrote; a table that fails must not affect any other."""
        try:
            await live.catch_up()
        except StoreDown:
            raise
        except Exception:
            log.exception("table cannot go on", extra={"table": live.table.id})

    async def mend(self) -> None:
        """Read tables again whose last change could not be stored, and let them go on."""
        for live in self.in_memory():
            if live.broken:
                await self.catch_up(live)

    async def say_hello(self) -> None:
        """Tell the other nodes who is here, and hear who is there."""
        await self._services.presence.hello(self._local_people())

    def _local_people(self) -> dict[str, list[str]]:
        return {
            id: live.audience.local_people(live.table)
            for id, live in self._live.items()
            if live.audience.sockets
        }

    def tell(self, tables: list[str]) -> None:
        """Tell those tables that their people have changed."""
        for id in tables:
            if id in self._live:
                self._live[id].tell_table()
                self._live[id].autoplay.wake(lead=False)

    # People

    async def person_changed(self, person: Person) -> None:
        """At every node, sockets take the new name, and those with void cookies are closed."""
        self._recognise([person])
        with contextlib.suppress(StoreDown):
            await self._services.store.announce(changed_note(person.id))

    async def blocks_changed(self, person: str, announce: bool = True) -> None:
        """At every node, the person's sockets stop hearing from people whom the person has
        blocked."""
        sockets = [
            socket
            for live in self._live.values()
            for socket in live.audience.sockets
            if socket.person == person
        ]
        if sockets:
            blocked = frozenset(await self._services.store.moderation.blocked_by(person))
            for socket in sockets:
                socket.blocked = blocked
        if announce:
            with contextlib.suppress(StoreDown):
                await self._services.store.announce(json.dumps({"blocks": person}))

    async def rewritten(self, tables: list[str]) -> None:
        """Names were taken out of those journals: tables in memory, at every node, read them."""
        await self._read_again(tables)
        with contextlib.suppress(StoreDown):
            for first in range(0, len(tables), _NAMED_AT_ONCE):
                part = tables[first : first + _NAMED_AT_ONCE]
                await self._services.store.announce(json.dumps({"rewritten": part}))

    async def _read_again(self, tables: list[str]) -> None:
        for id in tables:
            live = self._live.get(id)
            if live is None:
                continue
            try:
                await live.read_again()
            except Refusal:  # it was put aside
                self.forget(live)

    async def bans_changed(self) -> None:
        """Whoever may not come in from their address any more is shown out."""
        addresses = self._services.addresses
        await addresses.refresh()
        for live in self._live.values():
            for socket in live.audience.sockets:
                if addresses.is_banned(socket.address, socket.created):
                    socket.close(NOT_WELCOME)

    def _recognise(self, people: list[Person]) -> None:
        known = {person.id: person for person in people}
        for live in self._live.values():
            for socket in live.audience.sockets:
                if socket.person in known:
                    socket.recognise(known[socket.person])

    # Rematches

    def closed(self, table: TableState) -> None:
        """A rematch that was given up makes way for another."""
        if table.about.previous is not None:
            self._services.tasks.start(self._unlink(table.about.previous, table.id))

    async def _unlink(self, id: str, next: str) -> None:
        live = await self.get(id)
        await live.run(lambda table: commands.unlink(table, next))
