"""Bots think in processes of their own, so that none of them can hold up a table."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence

import structlog

from openoutcry.core.state import State
from openoutcry.server.bot_worker import question
from openoutcry.server.metrics import Metrics

_COMMAND = (sys.executable, "-m", "openoutcry.server.bot_worker")
_ATTEMPTS = 2

log = structlog.get_logger()


class _Worker:
    """One process, started when first needed and again after it has died."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, message: bytes, seconds: float) -> int:
        process = await self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(message)
                await process.stdin.drain()
                return int(await process.stdout.readline())
        except BaseException:
            await self.stop()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


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
        self._workers = [_Worker(command) for _ in range(count)]
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
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
                    return await worker.ask(message, self._seconds)
            except (OSError, TimeoutError, ValueError) as error:
                self._metrics.bot_failures.inc()
                log.warning("bot failed", level=level, error=type(error).__name__)
            finally:
                self._free.put_nowait(worker)
        return None

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()
