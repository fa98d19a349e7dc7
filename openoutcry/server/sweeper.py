"""Looks after tables that nobody looks at: once a second, at every node."""

import asyncio
import contextlib
import secrets
import time

import structlog

from openoutcry.core.errors import OutcryError
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.services import Services
from openoutcry.server.store.interface import Store, StoreDown
from openoutcry.table.refusal import Refusal, UnknownRules

_SECONDS = 1.0
_IDLE_SECONDS = 60
_MOST_DUE = 200
_LATER_SECONDS = 600
"""A table that is listed as due but cannot go on, or has nothing to do, is looked at again then."""

log = structlog.get_logger()


class Sweeper:
    """Plays clocks that ran out and bots that were forgotten, mends tables, forgets idle ones."""

    def __init__(self, tables: LiveTables, services: Services, store: Store) -> None:
        self._tables = tables
        self._services = services
        self._store = store
        self._later: dict[str, float] = {}
        """When to look again at tables that are due for nothing."""

    async def run(self) -> None:
        """Until cancelled."""
        with contextlib.suppress(StoreDown):
            await self._tables.say_hello()
        while True:
            # Not in step with the other nodes.
            await asyncio.sleep(_SECONDS * (0.75 + secrets.randbelow(50) / 100))
            with contextlib.suppress(StoreDown):
                await self._attend_to_due()
                await self._tables.mend()
                self._tables.tell(await self._services.presence.say_alive())
            self._forget_idle()

    async def _attend_to_due(self) -> None:
        now = time.monotonic()
        self._later = {id: again for id, again in self._later.items() if again > now}
        most = _MOST_DUE + len(self._later)
        for id in await self._store.due(self._store.now_ms(), most):
            if id not in self._later and not await self._attend_to(id):
                self._later[id] = now + _LATER_SECONDS

    async def _attend_to(self, id: str) -> bool:
        """False if the table cannot go on, which must not affect any other, or need not: its bots
        wait for somebody to come."""
        try:
            live = await self._tables.get(id)
            await live.catch_up()
            n = live.table.n
            live.autoplay.wake(lead=True)
            await live.autoplay.run_out()
        except StoreDown:
            raise
        except UnknownRules as error:
            log.error("table cannot go on", table=id, error=str(error))
            return False
        except Refusal:
            return True  # very busy: the next sweep looks at it again
        except OutcryError as error:
            log.error("table cannot go on", table=id, error=str(error))
            return False
        except Exception:
            log.exception("table cannot go on", table=id)
            return False
        return live.table.due() is not None or live.table.n > n

    def _forget_idle(self) -> None:
        before = time.monotonic() - _IDLE_SECONDS
        for live in self._tables.in_memory():
            if live.is_idle() and live.used < before:
                self._tables.forget(live)
