"""A table in memory: commits what happens to its journal, then tells it."""

import asyncio
import logging
import secrets
import time
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from openoutcry.coach import Choice
from openoutcry.core.rng import Rng
from openoutcry.core.state import State
from openoutcry.server import persistence
from openoutcry.server.audience import Audience
from openoutcry.server.autoplay import Autoplay
from openoutcry.server.refusals import coach_late, no_table
from openoutcry.server.services import Services
from openoutcry.server.store.interface import (
    Entry,
    OutcomeUnknown,
    StoreDamaged,
    StoreDown,
    StoreFull,
)
from openoutcry.server.table_socket import TableSocket
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.refusal import not_now
from openoutcry.table.state import TableState

T = TypeVar("T")
Command = Callable[[TableState], j.Event | None]
"""What is to happen at the table; None for nothing."""

_ATTEMPTS = 8
_SHORTEN_SECONDS = 10.0

log = logging.getLogger(__name__)


class LiveTable:
    """One table: its state, its sockets, its bots and its clock.

    The lock is held from before the state changes until the change is on disk, and whoever reads
    the state takes it too: nobody ever sees what is not committed.
    """

    def __init__(
        self, table: TableState, services: Services, on_close: Callable[[TableState], None]
    ) -> None:
        self.table = table
        # Both refer to the table weakly: what nobody uses any more is freed at once (garbage.py).
        me = weakref.ref(self)
        self.audience = Audience(services, partial(_tell_again, me))
        self.autoplay = Autoplay(me, services)
        self.used = time.monotonic()
        self.broken = False
        """The state may differ from the journal, which must be read again."""
        self._shortened = -_SHORTEN_SECONDS
        """When a snapshot was last tried."""
        self._services = services
        self._on_close = on_close
        self._lock = asyncio.Lock()

    # Reading and writing

    async def look(self, reading: Callable[[TableState], T]) -> T:
        """Read something off the table."""
        async with self._lock:
            await self._mend()
            return reading(self.table)

    def check(self, reading: Callable[[TableState], None]) -> None:
        """Let `reading` refuse at once, at nobody's cost. Says nothing while something is being
        written: the command itself will be refused then."""
        if not self.broken and not self._lock.locked():
            reading(self.table)

    def now_ms(self) -> int:
        """By the clock that the table's deadlines go by."""
        return self._services.store.now_ms()

    async def run(self, command: Command) -> j.Event | None:
        """Carry a command out, commit it, then tell everybody. Once begun it is finished, even if
        the caller is cancelled."""
        return await asyncio.shield(self._services.tasks.start(self._run(command)))

    async def run_all(self, command: Command) -> None:
        """Again and again, until there is nothing more to do."""
        while await self.run(command) is not None:
            pass

    async def _run(self, command: Command) -> j.Event | None:
        asked = time.monotonic()
        async with self._lock:
            self._services.metrics.table_waits.observe(time.monotonic() - asked)
            for _ in range(_ATTEMPTS):
                await self._mend()
                event = command(self.table)
                if event is None:
                    return None
                if await self._commit(event, self._services.store.now_ms()):
                    self.audience.tell(self.table, event)
                    self.autoplay.wake(lead=True)
                    if isinstance(event, j.Closed):
                        self._on_close(self.table)
                    self._keep_short()
                    return event
                self._services.metrics.conflicts.inc()
                await self.reload()
                self.audience.tell_everything(self.table)
        raise not_now("busy")

    async def _commit(self, event: j.Event, at: int) -> bool:
        """False if another node was quicker: the journal must be read again."""
        table, metrics = self.table, self._services.metrics
        self.broken = True
        table.apply(event, at)
        try:
            with metrics.committing.time():
                written = await persistence.append(self._services.store, table, event, at)
        except StoreDown as error:
            metrics.not_stored.inc()
            log.error("not stored", extra={"table": table.id, "error": str(error)})
            if isinstance(error, StoreFull | StoreDamaged):
                raise
            raise OutcomeUnknown(str(error)) from None
        self.broken = not written
        if written:
            metrics.commits.labels(type(event).__name__).inc()
        return written

    async def _mend(self) -> None:
        if self.broken:
            await self.reload()
            self.audience.tell_everything(self.table)

    async def reload(self) -> None:
        """Read the whole journal again."""
        services = self._services
        table = await persistence.load(services.store, self.table.id, services.slices)
        if table is None:
            raise no_table()
        self.table, self.broken = table, False
        self._keep_short()

    async def read_again(self) -> None:
        """The journal was rewritten: show everybody what it says now."""
        async with self._lock:
            await self.reload()
            self.audience.tell_everything(self.table)

    def _keep_short(self) -> None:
        """Write a snapshot when one is due, so that loading the table stays cheap; while the store
        takes nothing, try only now and then."""
        now = time.monotonic()
        if self.table.is_snapshot_due() and now - self._shortened > _SHORTEN_SECONDS:
            self._shortened = now
            self._services.tasks.start(self._run(commands.summarise))

    async def catch_up(self) -> None:
        """Read what other processes have written since."""
        async with self._lock:
            if self.broken:
                await self._mend()
                self.autoplay.wake(lead=False)  # not at once: what failed may fail again
                return
            news = await self._services.store.journal(self.table.id, self.table.n)
            await self._services.slices.run(self._taking_in(news))
        if news:
            self.autoplay.wake(lead=False)

    def _taking_in(self, news: list[Entry]) -> Iterator[None]:
        for entry in news:
            event = j.decode(entry.body)
            yield from self.table.applying(event, entry.at)
            self.audience.tell(self.table, event)

    async def advise(
        self, person: str, seat: int, step: int, rewinds: int, action: str | None
    ) -> list[Choice]:
        """What the coach thinks of the seat's choices. The search gets an imagined world, as bots
        do: not even its time tells what the seat may not know."""

        def position(table: TableState) -> tuple[State, list[int]]:
            commands.ask_coach(table, person, seat, step, rewinds)
            match = table.playing
            asked = [] if action is None else [match.check(seat, action)]
            return match.state.imagine(seat, Rng(secrets.randbits(96))), asked

        await self.look(position)
        await self.run(lambda table: commands.ask_coach(table, person, seat, step, rewinds))
        state, asked = await self.look(position)
        askers = self.audience.askers(self.table)
        choices = await self._services.bots.rate(state, seat, asked, self.table.id, askers)
        if choices is None:
            raise coach_late()
        return choices

    # Who is here

    async def enter(self, socket: TableSocket) -> None:
        self.audience.add(socket)
        await self._people_changed()

    async def leave(self, socket: TableSocket) -> None:
        self.audience.remove(socket)
        self.used = time.monotonic()
        await self._people_changed()

    async def _people_changed(self) -> None:
        self.tell_table()
        self.autoplay.wake(lead=True)
        await self.audience.tell_other_nodes(self.table)

    def tell_table(self) -> None:
        """Tell who is here, who sits where and until when, if that has changed."""
        if not self.broken:
            self.audience.tell_table(self.table)

    async def info(self) -> p.Table:
        """The table as everybody may see it."""
        return await self.look(self.audience.info)

    # Going out of memory

    def is_idle(self) -> bool:
        return not (self.audience.sockets or self.autoplay.is_busy() or self._lock.locked())

    def rest(self) -> None:
        self.autoplay.rest()
        self.audience.rest()


def _tell_again(of: "weakref.ref[LiveTable]") -> None:
    """A timer's: the table may have gone out of memory meanwhile."""
    live = of()
    if live is not None:
        live.tell_table()
