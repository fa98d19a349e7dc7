"""Questions about a record, answered in slices: for a process that has more urgent things to do.

Questions and replies are Structs, so that they go through a pipe or to a browser's worker alike.
"""

import time
from collections import OrderedDict

import msgspec
from msgspec import Struct

from openoutcry.analysis import report
from openoutcry.analysis.effort import Effort
from openoutcry.analysis.judging import Finding, Judging, judging
from openoutcry.analysis.replay import Replay
from openoutcry.analysis.summary import summed
from openoutcry.core import record as records
from openoutcry.core.record import Record
from openoutcry.titles import find

KEPT = 4
"""How many replayed records are kept."""


class Asked(Struct, frozen=True, kw_only=True):
    """About the record of that key; `text` is its file, left out where it was sent before."""

    key: str
    effort: Effort
    text: bytes | None


class Survey(Asked, frozen=True, tag="survey", kw_only=True):
    """Which steps are to be judged?"""


class Judge(Asked, frozen=True, tag="judge", kw_only=True):
    """What was that step worth? Asked again and again until there is an answer, each time for so
    many seconds."""

    step: int
    seconds: float


class Sum(Asked, frozen=True, tag="sum", kw_only=True):
    """What do the findings add up to?"""

    findings: list[Finding]


Question = Survey | Judge | Sum


class Steps(Struct, frozen=True, tag="steps"):
    """The steps that are to be judged."""

    steps: list[int]


class More(Struct, frozen=True, tag="more"):
    """There is more to be done: ask again."""


class Found(Struct, frozen=True, tag="found"):
    """What a step was worth."""

    finding: Finding


class Whole(Struct, frozen=True, tag="whole"):
    """The analysis, as JSON."""

    analysis: bytes


class Unknown(Struct, frozen=True, tag="unknown"):
    """The record's text is needed."""


class Failed(Struct, frozen=True, tag="failed"):
    """The record cannot be analysed."""

    why: str


Reply = Steps | More | Found | Whole | Unknown | Failed

encode = msgspec.msgpack.Encoder().encode
_question = msgspec.msgpack.Decoder(Question)
_reply = msgspec.msgpack.Decoder(Reply)


def read_question(data: bytes) -> Question:
    """A question from its bytes."""
    question: Question = _question.decode(data)
    return question


def read_reply(data: bytes) -> Reply:
    """A reply from its bytes."""
    reply: Reply = _reply.decode(data)
    return reply


class Analyst:
    """Remembers the records last asked about, and works at one step of one of them."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, tuple[Record, Replay]] = OrderedDict()
        self._at: tuple[str, int, Effort] | None = None
        self._work: Judging | None = None

    def answer(self, question: Question) -> Reply:
        """Never raises: a record may have an edition that makes a title's code raise anything."""
        try:
            known = self._known(question)
            return Unknown() if known is None else self._answer(question, *known)
        except Exception as error:
            self._at = self._work = None
            return Failed(" ".join(f"{type(error).__name__}: {error}".split())[:300])

    def _known(self, question: Question) -> tuple[Record, Replay] | None:
        known = self._records.pop(question.key, None)
        if known is None and question.text is None:
            return None
        if known is None:
            record = records.parse(question.text or b"", find)
            known = record, Replay(record)
        self._records[question.key] = known
        if len(self._records) > KEPT:
            self._records.popitem(last=False)
        return known

    def _answer(self, question: Question, record: Record, replay: Replay) -> Reply:
        match question:
            case Survey():
                return Steps(replay.steps(question.effort.every_step))
            case Judge():
                return self._judge(question, replay)
            case Sum():
                analysis = summed(record, question.effort, question.findings)
                return Whole(report.encode(analysis))

    def _judge(self, question: Judge, replay: Replay) -> Reply:
        wanted = question.key, question.step, question.effort
        if self._work is None or self._at != wanted:
            self._at, self._work = wanted, judging(replay, question.step, question.effort)
        end = time.perf_counter() + question.seconds
        try:
            while True:
                next(self._work)
                if time.perf_counter() >= end:
                    return More()
        except StopIteration as done:
            self._at = self._work = None
            return Found(done.value)
