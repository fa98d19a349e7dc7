"""Asks the record worker, so that no record holds up a table."""

import asyncio
import sys
from collections.abc import Sequence

import msgspec
import structlog

from openoutcry.server.bot_worker import HEADER
from openoutcry.server.record_worker import framed
from openoutcry.server.records import Answer, Question
from openoutcry.server.refusals import too_many
from openoutcry.server.worker_process import WorkerProcess
from openoutcry.table.refusal import Refusal

_COMMAND = (sys.executable, "-m", "openoutcry.server.record_worker")
_WAITING = 20
"""Questions that may wait; any more are refused."""

log = structlog.get_logger()


class RecordReader:
    """One worker process for all opened records. It ends, and forgets them, when nobody has asked
    for `idle` seconds; a question that takes more than `seconds` is given up."""

    def __init__(
        self, seconds: float = 5.0, idle: float = 300.0, command: Sequence[str] = _COMMAND
    ) -> None:
        self._worker = WorkerProcess(command)
        self._seconds = seconds
        self._idle = idle
        self._busy = asyncio.Lock()
        self._waiting = 0
        self._ending: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Answer:
        """`Refusal` if the record takes too long, or too many wait."""
        if self._waiting >= _WAITING:
            raise too_many()
        self._waiting += 1
        try:
            async with self._busy:
                return await self._ask(question)
        finally:
            self._waiting -= 1

    async def _ask(self, question: Question) -> Answer:
        if self._ending is not None:
            self._ending.cancel()
        try:
            return await self._worker.ask(framed(question), self._seconds, _answer)
        except (EOFError, OSError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("record not replayed", error=type(error).__name__)
            raise Refusal(400, "bad_record", "record_heavy") from None
        finally:
            self._ending = asyncio.create_task(self._end_when_idle())

    async def _end_when_idle(self) -> None:
        await asyncio.sleep(self._idle)
        await self._worker.stop()

    async def close(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        await self._worker.stop()


async def _answer(stream: asyncio.StreamReader) -> Answer:
    (length,) = HEADER.unpack(await stream.readexactly(HEADER.size))
    return msgspec.msgpack.decode(await stream.readexactly(length), type=Answer)
