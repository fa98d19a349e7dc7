"""The sandbox as a process of its own, so that nothing a stranger made holds up a table."""

import asyncio
import contextlib
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence

import msgspec
import structlog

from openoutcry.core.worker import next_message, packed
from openoutcry.server.bot_queue import Asker, Path, Share
from openoutcry.server.refusals import too_many
from openoutcry.server.sandbox import Answer, Question
from openoutcry.server.worker_process import WorkerProcess
from openoutcry.table.refusal import Refusal

_COMMAND = (sys.executable, "-m", "openoutcry.server.sandbox_worker")
_MOST_PER_ADDRESS = 20
"""Questions of one address that may be asked at once; any more are refused."""
_MOST = 200

log = structlog.get_logger()


class SandboxProcess:
    """One process for everybody. It ends, and forgets what it kept, when nobody has asked for
    `idle` seconds; a question that takes more than `seconds` is given up."""

    def __init__(
        self, seconds: float = 5.0, idle: float = 300.0, command: Sequence[str] = _COMMAND
    ) -> None:
        self._worker = WorkerProcess(command, greets=True)
        self._seconds = seconds
        self._idle = idle
        self._busy = False
        self._waiting: Share[asyncio.Event] = Share()
        """Addresses share the worker's time, people their address's: whoever has had least is
        next."""
        self._asking: Counter[str] = Counter()
        """Questions of each address, waiting or being answered."""
        self._ending: asyncio.Task[None] | None = None

    async def ask(self, question: Question, asker: Asker) -> Answer:
        """`Refusal` if the answer takes too long, or too many wait."""
        if self._asking[asker.address] >= _MOST_PER_ADDRESS or self._asking.total() >= _MOST:
            raise too_many()
        self._asking[asker.address] += 1
        try:
            async with self._turn((asker.address, asker.person)):
                return await self._ask(question)
        finally:
            self._asking[asker.address] -= 1
            self._asking += Counter()  # drops addresses without questions

    @contextlib.asynccontextmanager
    async def _turn(self, path: Path) -> AsyncIterator[None]:
        """Wait for one's turn, and hold it."""
        turn = asyncio.Event()
        self._waiting.put(path, turn)
        self._call_next()
        try:
            await turn.wait()
        except asyncio.CancelledError:
            if turn.is_set():
                self._end_turn()
            else:
                self._waiting.discard(path, turn)
            raise
        began = time.monotonic()
        try:
            yield
        finally:
            self._waiting.charge(path, time.monotonic() - began)
            self._end_turn()

    def _call_next(self) -> None:
        if not self._busy and self._waiting.waiting:
            self._busy = True
            self._waiting.pop().set()

    def _end_turn(self) -> None:
        self._busy = False
        self._call_next()

    async def _ask(self, question: Question) -> Answer:
        if self._ending is not None:
            self._ending.cancel()
        message = packed(msgspec.msgpack.encode(question))
        try:
            return await self._worker.ask(message, self._seconds, _answer)
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
    return msgspec.msgpack.decode(await next_message(stream), type=Answer)
