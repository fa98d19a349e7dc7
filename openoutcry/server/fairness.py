"""*Is it fair?*: an edition of somebody's own, played against itself beside this server's.

One process plays for everybody, by turns and behind everything else on the machine; bots of tables
have processes of their own. Nobody has more than one such question under way.
"""

import asyncio
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import structlog

from openoutcry.core.worker import next_message, packed
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.refusals import too_many
from openoutcry.server.worker_process import WorkerProcess
from openoutcry.table import protocol as p
from openoutcry.table.fairness import FairnessQuestion, FairnessReply
from openoutcry.table.refusal import Refusal

GAMES = 120
"""Matches of each edition."""
MOST = 20
"""Questions under way in all."""
_COMMAND = (sys.executable, "-m", "openoutcry.lab.fairness")
_SLICE_SECONDS = 60.0
"""A few matches that take longer count as stuck."""
_FORGET_SECONDS = 900.0

log = structlog.get_logger()


@dataclass(eq=False)
class Inquiry:
    """Somebody's question, and what is known so far."""

    id: str
    person: str
    questions: tuple[FairnessQuestion, FairnessQuestion]
    """This server's edition, and theirs."""
    replies: list[FairnessReply | None] = field(default_factory=lambda: [None, None])
    failed: bool = False
    asked: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        return sum(min(GAMES, reply.games) for reply in self.replies if reply is not None)

    @property
    def is_running(self) -> bool:
        return not self.failed and self.done < 2 * GAMES

    def told(self) -> p.Fairness:
        ours, theirs = (None if reply is None else reply.figures for reply in self.replies)
        return p.Fairness(self.id, self.done, 2 * GAMES, self.failed, ours, theirs)


class FairnessInquiries:
    """The questions under way, and those answered lately."""

    def __init__(self, tasks: BackgroundTasks, command: Sequence[str] = _COMMAND) -> None:
        self._tasks = tasks
        self._worker = WorkerProcess(command)
        self._turn = asyncio.Lock()
        self._known: dict[str, Inquiry] = {}

    def start(self, person: str, title: str, ours: bytes, theirs: bytes, seats: int) -> p.Fairness:
        """`Refusal` if the person has one under way, or too many wait."""
        self._forget()
        running = [inquiry for inquiry in self._known.values() if inquiry.is_running]
        if len(running) >= MOST or any(inquiry.person == person for inquiry in running):
            raise too_many("fairness")
        questions = FairnessQuestion(title, ours, seats), FairnessQuestion(title, theirs, seats)
        inquiry = Inquiry(secrets.token_hex(8), person, questions)
        self._known[inquiry.id] = inquiry
        self._tasks.start(self._run(inquiry))
        return inquiry.told()

    def look(self, id: str, person: str) -> p.Fairness:
        """What is known so far. An inquiry that nobody asks about any more is given up."""
        self._forget()
        inquiry = self._known.get(id)
        if inquiry is None or inquiry.person != person:
            raise Refusal(404, "no_inquiry", "fairness_gone")
        inquiry.asked = time.monotonic()
        return inquiry.told()

    def _forget(self) -> None:
        before = time.monotonic() - _FORGET_SECONDS
        self._known = {id: one for id, one in self._known.items() if one.asked > before}

    async def _run(self, inquiry: Inquiry) -> None:
        try:
            while inquiry.is_running and inquiry.id in self._known:
                for number, question in enumerate(inquiry.questions):
                    reply = inquiry.replies[number]
                    if reply is None or reply.games < GAMES:
                        inquiry.replies[number] = await self._ask(question)
        except (EOFError, OSError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("fairness not judged", error=type(error).__name__)
            inquiry.failed = True

    async def _ask(self, question: FairnessQuestion) -> FairnessReply:
        """Turns go round: nobody's second slice comes before another's first."""
        message = packed(msgspec.msgpack.encode(question))
        async with self._turn:
            return await self._worker.ask(message, _SLICE_SECONDS, _reply)

    async def close(self) -> None:
        self._known = {}
        await self._worker.stop()


async def _reply(stream: asyncio.StreamReader) -> FairnessReply:
    return msgspec.msgpack.decode(await next_message(stream), type=FairnessReply)
