"""Bots think in processes of their own, so that none of them can hold up a table."""

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import structlog
from msgspec import structs

from openoutcry.analysis import analyst
from openoutcry.bots.fixed import Fixed
from openoutcry.coach import Choice
from openoutcry.core.state import State
from openoutcry.core.worker import next_message
from openoutcry.server.bot_queue import Asker, BotQueue, Queued
from openoutcry.server.bot_worker import FAILED, analysis_question, question, rating
from openoutcry.server.coaching import ratings
from openoutcry.server.metrics import Metrics
from openoutcry.server.offered_bots import simplest
from openoutcry.server.thinking import AnalysisFailed, BotAnswer
from openoutcry.server.worker_process import WorkerProcess

_COMMAND = (sys.executable, "-m", "openoutcry.server.bot_worker")
_NO_ROOM_SECONDS = 1.0
"""When the queue has no room for a question, it is asked again after this long."""

_SLICE_LIMIT = 10.0
"""Seconds after which a slice of an analysis counts as stuck, its process's start included."""
_TRIES = 2
"""How often in a row a slice may fail: processes end for other reasons, too."""
T = TypeVar("T")

log = structlog.get_logger()


class BotFailed(Exception):
    """The bot gave no answer; its process lives."""


@dataclass(eq=False)
class _Question:
    level: str
    state: State
    seat: int
    fixed: Fixed | None
    answer: "asyncio.Future[BotAnswer]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


@dataclass(eq=False)
class _Rating:
    """The coach is asked."""

    state: State
    seat: int
    asked: Sequence[int]
    answer: "asyncio.Future[list[Choice] | None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


@dataclass(eq=False)
class _Study:
    """A question about a record."""

    asked: analyst.Question
    answer: "asyncio.Future[analyst.Reply]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


_Queued = Queued[_Question | _Rating | _Study]


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
        self._working: list[asyncio.Task[None]] = []
        self._queue: BotQueue[_Question | _Rating | _Study] = BotQueue(count)
        self._has_work = asyncio.Event()
        self._metrics = metrics
        self._seconds = seconds

    async def choose(
        self,
        level: str,
        state: State,
        seat: int,
        table: str,
        askers: Sequence[Asker],
        fixed: Fixed | None = None,
    ) -> BotAnswer:
        """What the bot does at the table, for one of those who ask."""
        question = _Question(level, state, seat, fixed)
        return await self._answered(question, question.answer, table, askers)

    async def rate(
        self, state: State, seat: int, asked: Sequence[int], table: str, askers: Sequence[Asker]
    ) -> list[Choice] | None:
        """How good the seat's choices are, for one of those who ask; waits its turn as bots do."""
        question = _Rating(state, seat, asked)
        return await self._answered(question, question.answer, table, askers)

    async def _answered(
        self,
        question: _Question | _Rating,
        answer: "asyncio.Future[T]",
        table: str,
        askers: Sequence[Asker],
    ) -> T:
        """The answer, when its turn has come; a question that nobody awaits any more is dropped."""
        queued = await self._queued_up(question, table, askers)
        try:
            return await answer
        except asyncio.CancelledError:
            self._give_up(queued)
            raise

    @property
    def at_once(self) -> int:
        return len(self._workers)

    async def analyse(self, question: analyst.Question, asker: Asker) -> analyst.Reply:
        """What is found out about a record, in slices between which bots of tables go first."""
        self._start()
        study = _Study(question)
        queued = self._queue.put_later(study, question.key, asker)
        self._note_queue()
        try:
            return await study.answer
        except asyncio.CancelledError:
            self._give_up(queued)
            raise

    async def _queued_up(
        self, question: _Question | _Rating, table: str, askers: Sequence[Asker]
    ) -> _Queued:
        self._start()
        while (queued := self._queue.put(question, table, askers)) is None:
            self._metrics.bot_queue_full.inc()
            await asyncio.sleep(_NO_ROOM_SECONDS)
        self._note_queue()
        return queued

    def _start(self) -> None:
        if not self._working:
            self._working = [asyncio.create_task(self._work(worker)) for worker in self._workers]

    def _note_queue(self) -> None:
        self._metrics.bot_queue.set(len(self._queue))
        if len(self._queue):
            self._has_work.set()
        else:
            self._has_work.clear()

    def _give_up(self, queued: _Queued) -> None:
        """A worker that has begun thinks to the end: restarting its process would cost more."""
        if not queued.taken:
            self._queue.discard(queued)
            self._note_queue()

    async def _work(self, worker: WorkerProcess) -> None:
        while True:
            await self._has_work.wait()
            if not len(self._queue):
                continue  # another worker was quicker
            await self._serve(worker, *self._queue.pop())

    async def _serve(self, worker: WorkerProcess, queued: _Queued, portion: float) -> None:
        self._note_queue()
        if isinstance(queued.item, _Study):
            await self._study(worker, queued, queued.item)
        else:
            await self._think(worker, queued, queued.item, portion)

    async def _think(
        self, worker: WorkerProcess, queued: _Queued, asked: _Question | _Rating, portion: float
    ) -> None:
        began = time.monotonic()
        self._metrics.bot_waits.observe(began - queued.asked)
        if isinstance(asked, _Rating):
            _tell(asked.answer, await self._rated(worker, asked, portion))
        else:
            _tell(asked.answer, await self._answer(worker, asked, portion))
        self._queue.charge(queued, time.monotonic() - began)

    async def _study(self, worker: WorkerProcess, queued: _Queued, study: _Study) -> None:
        """A slice at a time; whenever a table waits, its bot goes first, in this very process."""
        used, tries, asked = 0.0, 0, study.asked
        while not study.answer.done():
            while self._queue.live:
                await self._serve(worker, *self._queue.pop())
            began = time.monotonic()
            reply = await self._slice(worker, asked)
            used += time.monotonic() - began
            tries = tries + 1 if reply is None else 0
            if reply is None and tries == _TRIES:
                reply = analyst.Failed("no answer")
            if reply is None or isinstance(reply, analyst.Unknown):
                asked = study.asked  # the process is a new one
            elif isinstance(reply, analyst.More):
                asked = structs.replace(study.asked, text=None)
            else:
                _resolve(study, reply)
        self._queue.charge(queued, used)

    async def _slice(self, worker: WorkerProcess, asked: analyst.Question) -> analyst.Reply | None:
        """None if the process was stuck or ended."""
        try:
            return await worker.ask(analysis_question(asked), _SLICE_LIMIT, _reply)
        except (EOFError, OSError, TimeoutError, ValueError) as error:
            log.warning("analysis interrupted", error=type(error).__name__)
            return None

    async def _answer(self, worker: WorkerProcess, asked: _Question, portion: float) -> BotAnswer:
        """A bot that fails is replaced, for this decision, by one too simple to fail."""
        hurried = portion < 1.0 and asked.fixed is None
        if hurried:
            self._metrics.bots_hurried.inc()
        for level in (asked.level, simplest()):
            try:
                with self._metrics.thinking.time():
                    message = question(level, asked.state, asked.seat, portion, asked.fixed)
                    return BotAnswer(await self._ask(worker, message), hurried)
            except (OSError, TimeoutError, ValueError, BotFailed) as error:
                self._metrics.bot_failures.inc()
                log.warning("bot failed", bot=level, error=f"{type(error).__name__}: {error}")
        return BotAnswer(None, hurried)

    async def _rated(
        self, worker: WorkerProcess, asked: _Rating, portion: float
    ) -> list[Choice] | None:
        """None if it failed: whoever asked may ask again."""
        try:
            with self._metrics.thinking.time():
                message = rating(asked.state, asked.seat, asked.asked, portion)
                line = await worker.ask(message, self._seconds, _ratings_line)
                if line.startswith(FAILED):
                    raise BotFailed(line.decode(errors="replace").strip())
                return ratings(line)
        except (OSError, TimeoutError, ValueError, BotFailed) as error:
            self._metrics.bot_failures.inc()
            log.warning("coach failed", error=f"{type(error).__name__}: {error}")
            return None

    async def _ask(self, worker: WorkerProcess, message: bytes) -> int:
        line = await worker.ask(message, self._seconds, _line)
        if line.startswith(FAILED):
            raise BotFailed(line.decode(errors="replace").strip())
        return int(line)

    async def close(self) -> None:
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()


def _resolve(study: _Study, reply: analyst.Reply) -> None:
    if study.answer.done():
        return  # nobody wants to know any more
    if isinstance(reply, analyst.Failed):
        log.warning("not analysed", error=reply.why)
        study.answer.set_exception(AnalysisFailed(reply.why))
    else:
        study.answer.set_result(reply)


async def _reply(answer: asyncio.StreamReader) -> analyst.Reply:
    return analyst.read_reply(await next_message(answer))


def _tell(answer: "asyncio.Future[T]", found: T) -> None:
    """Unless the question was withdrawn."""
    if not answer.done():
        answer.set_result(found)


async def _ratings_line(answer: asyncio.StreamReader) -> bytes:
    line = await answer.readline()
    if not line.startswith(FAILED):
        ratings(line)  # raises, so that a process that answers nonsense is replaced
    return line


async def _line(answer: asyncio.StreamReader) -> bytes:
    line = await answer.readline()
    if not line.startswith(FAILED):
        int(line)  # raises, so that a process that answers nonsense is replaced
    return line
