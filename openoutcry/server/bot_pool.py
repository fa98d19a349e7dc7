"""Bots think in processes of their own, so that none of them can hold up a table."""

import asyncio
import os
import sys
from collections.abc import Sequence

import structlog

from openoutcry.core.state import State
from openoutcry.server.bot_worker import question
from openoutcry.server.metrics import Metrics
from openoutcry.server.worker_process import WorkerProcess

_COMMAND = (sys.executable, "-m", "openoutcry.server.bot_worker")
_ATTEMPTS = 2

log = structlog.get_logger()


class BotPool:
    """A pool of worker processes; one that takes more than `seconds` counts as stuck."""

    def __init__(
        self,
        metrics: Metrics,
        workers: int = 0,
        seconds: float = 20.0,
        command: Sequence[str] = _COMMAND,
    ) -> None:
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._workers = [WorkerProcess(command) for _ in range(count)]
        self._free: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._metrics = metrics
        self._seconds = seconds

    async def choose(self, level: str, state: State, seat: int) -> int | None:
        """The bot's action; None if it failed even in a fresh process."""
        message = question(level, state, seat)
        for _ in range(_ATTEMPTS):
            worker = await self._free.get()
            try:
                with self._metrics.thinking.time():
                    return await worker.ask(message, self._seconds, _action)
            except (OSError, TimeoutError, ValueError) as error:
                self._metrics.bot_failures.inc()
                log.warning("bot failed", level=level, error=type(error).__name__)
            finally:
                self._free.put_nowait(worker)
        return None

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()


async def _action(answer: asyncio.StreamReader) -> int:
    return int(await answer.readline())
