"""A process of its own for work that could take long or come to harm.

Written by hand because `ProcessPoolExecutor` cannot kill the one worker that takes too long.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

Answer = TypeVar("Answer")
READY = b"!"
_START_SECONDS = 60.0


class WorkerProcess:
    """Started when first needed, and again after it has died."""

    def __init__(self, command: Sequence[str], greets: bool = False) -> None:
        self._command = command
        self._greets = greets
        """It says `READY` first: its start-up does not count towards a question's time."""
        self._process: asyncio.subprocess.Process | None = None

    async def ask(
        self,
        message: bytes,
        seconds: float,
        read: Callable[[asyncio.StreamReader], Awaitable[Answer]],
    ) -> Answer:
        """What it answers. Whatever goes wrong on the way ends it, for nobody would know which
        answer comes next; `TimeoutError` if it took too long."""
        try:
            process = await self._running()
            assert process.stdin is not None and process.stdout is not None
            async with asyncio.timeout(seconds):
                process.stdin.write(message)
                await process.stdin.drain()
                return await read(process.stdout)
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
            if self._greets:
                assert self._process.stdout is not None
                async with asyncio.timeout(_START_SECONDS):
                    await self._process.stdout.readexactly(len(READY))
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
