"""Asks the picture worker, one drawing at a time, and keeps what was asked for last."""

import asyncio
import sys
from collections import OrderedDict

import structlog

from openoutcry.core.worker import next_message, packed
from openoutcry.server.worker_process import WorkerProcess

_COMMAND = (sys.executable, "-m", "openoutcry.server.picture_worker")
_MOST_WAITING = 8
_MOST_KEPT = 64
"""Pictures of some 100 kB each."""

log = structlog.get_logger()


class Painter:
    """One worker process, started when first needed; it ends when nobody has asked for `idle`
    seconds."""

    def __init__(self, seconds: float = 10.0, idle: float = 60.0) -> None:
        self._worker = WorkerProcess(_COMMAND, greets=True)
        self._seconds = seconds
        self._idle = idle
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._ending: asyncio.Task[None] | None = None

    async def paint(self, svg: str) -> bytes | None:
        """The drawing as a PNG; None if too many wait for theirs, or it cannot be made."""
        if svg not in self._kept:
            if self._waiting >= _MOST_WAITING:
                return None
            self._waiting += 1
            try:
                async with self._turn:
                    await self._keep(svg)
            finally:
                self._waiting -= 1
        picture = self._kept.get(svg)
        if picture is not None:
            self._kept.move_to_end(svg)
        return picture

    async def _keep(self, svg: str) -> None:
        """Whoever waited for the same drawing finds it."""
        if svg in self._kept:
            return
        if self._ending is not None:
            self._ending.cancel()
        try:
            self._kept[svg] = await self._worker.ask(
                packed(svg.encode()), self._seconds, next_message
            )
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        except (EOFError, OSError, TimeoutError) as error:
            log.warning("board not painted", error=type(error).__name__)
        finally:
            self._ending = asyncio.create_task(self._end_when_idle())

    async def _end_when_idle(self) -> None:
        await asyncio.sleep(self._idle)
        await self._worker.stop()

    async def close(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        await self._worker.stop()
