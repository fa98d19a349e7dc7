"""Analyses under way. They yield to tables' bots, and nobody may have more than a few at a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from openoutcry.analysis import analyst
from openoutcry.analysis.effort import Effort
from openoutcry.analysis.judging import Finding
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.bot_queue import Asker
from openoutcry.server.refusals import too_many
from openoutcry.server.thinking import AnalysisFailed, Thinking
from openoutcry.table.refusal import Refusal

MOST_AT_ONCE = 2
"""Analyses that one person may have under way."""
MOST = 100
"""Analyses under way in all."""
SLICE_SECONDS = 0.02
"""How long a table's bot waits for an analysis to step aside, where the engine is compiled."""
_FORGET_SECONDS = 600.0
"""An analysis that nobody has asked about for this long is forgotten; one still running goes on
only if it will be stored."""

Keep = Callable[[bytes], Awaitable[None]]


@dataclass(eq=False)
class Study:
    """A record that is being analysed."""

    key: str
    text: bytes
    keep: Keep | None
    askers: list[Asker]
    steps: int = 0
    """How many there are to judge; 0 until that is known."""
    findings: list[Finding] = field(default_factory=list)
    analysis: bytes | None = None
    """At the end, as JSON."""
    failed: bool = False
    asked: float = field(default_factory=time.monotonic)
    work: "asyncio.Task[None] | None" = None

    @property
    def is_running(self) -> bool:
        return self.analysis is None and not self.failed

    def is_for(self, person: str) -> bool:
        return any(asker.person == person for asker in self.askers)


class RunningAnalyses:
    """By their key: a table's id, or the hash of a record that somebody opened."""

    def __init__(self, bots: Thinking, tasks: BackgroundTasks, effort: Effort) -> None:
        self._bots = bots
        self._tasks = tasks
        self.effort = effort
        self._studies: dict[str, Study] = {}

    def find(self, key: str) -> Study | None:
        """What is known about it; asking keeps it from being forgotten."""
        self._forget()
        study = self._studies.get(key)
        if study is not None:
            study.asked = time.monotonic()
        return study

    def start(self, key: str, text: bytes, asker: Asker, keep: Keep | None) -> Study:
        """Analyse a record that was checked; `Refusal` if the person has enough under way."""
        study = self.find(key)
        if study is None or study.failed:
            self._check_room(asker)
            study = self._studies[key] = Study(key, text, keep, [asker])
            study.work = self._tasks.start(self._run(study, asker))
        elif study.is_running and not study.is_for(asker.person):
            study.askers.append(asker)
        return study

    def _check_room(self, asker: Asker) -> None:
        running = [study for study in self._studies.values() if study.is_running]
        mine = sum(study.is_for(asker.person) for study in running)
        if mine >= MOST_AT_ONCE or len(running) >= MOST:
            raise too_many("analyses")

    def cancel(self, key: str, person: str) -> None:
        """The person no longer wants it; given up once nobody does."""
        study = self._studies.get(key)
        if study is None or not study.is_running or not study.is_for(person):
            return
        study.askers = [asker for asker in study.askers if asker.person != person]
        if not study.askers:
            self._drop(study)

    def _drop(self, study: Study) -> None:
        if study.work is not None:
            study.work.cancel()
        self._studies.pop(study.key, None)

    def _forget(self) -> None:
        before = time.monotonic() - _FORGET_SECONDS
        for study in list(self._studies.values()):
            if study.asked < before and not (study.is_running and study.keep):
                self._drop(study)

    # The work

    async def _run(self, study: Study, asker: Asker) -> None:
        try:
            await self._judge(study, asker)
            reply = await self._bots.analyse(
                analyst.Sum(
                    key=study.key, effort=self.effort, text=study.text, findings=study.findings
                ),
                asker,
            )
        except AnalysisFailed:
            study.failed = True
            return
        assert isinstance(reply, analyst.Whole)
        if study.keep is not None:
            await study.keep(reply.analysis)
        study.analysis, study.findings = reply.analysis, []

    async def _judge(self, study: Study, asker: Asker) -> None:
        survey = analyst.Survey(key=study.key, effort=self.effort, text=study.text)
        reply = await self._bots.analyse(survey, asker)
        assert isinstance(reply, analyst.Steps)
        study.steps = len(reply.steps)
        left = iter(reply.steps)
        workers = range(self._bots.at_once)
        await asyncio.gather(*(self._judge_next(study, asker, left) for _ in workers))

    async def _judge_next(self, study: Study, asker: Asker, left: Iterator[int]) -> None:
        for step in left:
            if study.failed:
                return
            question = analyst.Judge(
                key=study.key,
                effort=self.effort,
                text=study.text,
                step=step,
                seconds=SLICE_SECONDS,
            )
            try:
                reply = await self._bots.analyse(question, asker)
            except AnalysisFailed:
                study.failed = True
                raise
            assert isinstance(reply, analyst.Found)
            study.findings.append(reply.finding)


def failed() -> Refusal:
    return Refusal(400, "bad_record", "analysis_failed")
