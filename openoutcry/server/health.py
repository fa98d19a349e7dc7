"""Is the server alive, ready for people, and is what it keeps sound?"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from openoutcry.server.store.interface import Store, StoreDamaged, StoreDown, StoreFull

READY_SECONDS = 0.5
DEEP_SECONDS = 300.0
"""How long an answer is reused, so that asking often does not wear out the disk."""

log = structlog.get_logger()


class Check:
    """A check that is made once for all who ask within a while."""

    def __init__(self, check: Callable[[], Awaitable[None]], seconds: float) -> None:
        self._check = check
        self._seconds = seconds
        self._at = -seconds
        self._problem = ""
        self._turn = asyncio.Lock()

    async def answer(self, request: Request) -> Response:
        async with self._turn:
            good_for = READY_SECONDS if self._problem else self._seconds
            if time.monotonic() - self._at >= good_for:
                self._problem = await self._find_problem()
                self._at = time.monotonic()
        return PlainTextResponse(f"{self._problem or 'ok'}\n", 503 if self._problem else 200)

    async def _find_problem(self) -> str:
        try:
            await self._check()
        except StoreFull:
            return "the store takes nothing"
        except StoreDamaged as error:
            log.error("store damaged", error=str(error))
            return "the store is damaged"
        except StoreDown:
            return "the store is out of reach"
        return ""


class Health:
    """Three questions, each at an address of its own."""

    def __init__(self, store: Store) -> None:
        self.ready = Check(store.check, READY_SECONDS)
        self.deep = Check(store.check_deeply, DEEP_SECONDS)

    async def live(self, request: Request) -> Response:
        """The process answers: restarting it would help nobody."""
        return PlainTextResponse("ok\n")
