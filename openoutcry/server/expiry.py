"""Tables that nobody comes back to are closed, and closed ones put aside, after a while; guests who
have left nothing behind are forgotten."""

import asyncio
import contextlib
import time

import structlog

from openoutcry.core.errors import OutcryError
from openoutcry.server import admin
from openoutcry.server.accounts import COOKIE_SECONDS
from openoutcry.server.live_table import Command
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.settings import Settings
from openoutcry.server.store.guests import OLDEST, Mark
from openoutcry.server.store.interface import State, Store, StoreDown
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table.state import TableState

_SECONDS = 60.0
_DAY = 24 * 3600 * 1000
_MOST_CLOSED = 50
"""Tables that are closed in one go."""
_MOST_ARCHIVED = 5
"""Tables that are put aside in one transaction, which others wait for."""

_LOOKED_AT = 500
"""Guests that are looked at in one go, of whom some have left something behind."""
_PARTS = 20
"""Of so many of them, in one sweep."""
_GUESTS_SECONDS = 3600.0
"""After a look at all of them."""

log = structlog.get_logger()


class Expiry:
    """Carries out what the host has set. Finished matches are kept."""

    def __init__(self, settings: Settings, store: Store, tables: LiveTables) -> None:
        self._settings = settings
        self._store = store
        self._tables = tables
        self._guests: Mark | None = OLDEST
        """Where to go on; None while they rest."""
        self._rested = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(_SECONDS)
            with contextlib.suppress(StoreDown):
                await self.sweep()

    async def sweep(self) -> None:
        """Once over everything whose time has come, or a part of it if there is much."""
        settings, now = self._settings, self._store.now_ms()
        closed = 0
        if settings.open_days:
            closed += await self._close("open", now - int(settings.open_days * _DAY))
        if settings.playing_days:
            before = now - int(settings.playing_days * _DAY)
            closed += await self._close("playing", before)
            await self._store.contests.forget(before)
        archived = 0
        if settings.closed_days:
            before = now - int(settings.closed_days * _DAY)
            while found := await self._store.archive(before, _MOST_ARCHIVED):
                archived += found
        if closed or archived:
            log.info("tables expired", closed=closed, archived=archived)
        await self._store.bot_accounts.tidy()
        if settings.guest_days:
            await self._forget_guests(now)

    async def _forget_guests(self, now: int) -> None:
        """A part of them at a time: there may be a million who have left something behind."""
        if self._guests is None:
            if time.monotonic() - self._rested < _GUESTS_SECONDS:
                return
            self._guests = OLDEST
        before = now - int(self._settings.guest_days * _DAY)
        named_before = min(before, now - 1000 * COOKIE_SECONDS)
        forgotten = 0
        for _ in range(_PARTS):
            gone, self._guests = await self._store.guests.forget(
                self._guests, before, named_before, _LOOKED_AT
            )
            forgotten += gone
            if self._guests is None:
                self._rested = time.monotonic()
                break
        if forgotten:
            log.info("guests forgotten", count=forgotten)

    async def _close(self, state: State, before: int) -> int:
        def end(table: TableState) -> j.Event | None:
            """Not if somebody came back meanwhile."""
            return commands.end(table) if table.changed < before else None

        closed = 0
        for id in await self._store.stale(state, before, _MOST_CLOSED):
            try:
                closed += await self._tables.end(id, end) or await self._end_stored(id, end)
            except StoreDown:
                raise
            except OutcryError as error:
                log.warning("table cannot be closed", table=id, error=str(error))
        return closed

    async def _end_stored(self, id: str, end: Command) -> bool:
        """A table that is not in memory needs no rules to be closed."""
        if self._tables.has(id) or not await admin.amend(self._store, id, end):
            return False
        await admin.unlink(self._store, id)
        return True
