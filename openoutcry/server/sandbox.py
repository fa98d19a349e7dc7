"""What strangers bring, and positions that have to be played through, looked at apart from tables.

Records and editions come from anybody, and in lessons bots answer: what takes too long or too much
memory can be killed there without harm to a table.
"""

from collections import OrderedDict
from hashlib import sha256
from typing import Protocol

import msgspec

from openoutcry import lessons
from openoutcry.core.edition import from_data
from openoutcry.lessons.attempt import take
from openoutcry.puzzles.ask import ask
from openoutcry.puzzles.ask import find as find_puzzle
from openoutcry.server.bot_queue import Asker
from openoutcry.table import protocol as p
from openoutcry.table.edition_reading import playable, read_edition
from openoutcry.table.opened_record import OpenedRecord, unreadable
from openoutcry.table.refusal import Refusal
from openoutcry.titles import find as find_title

KEPT = 8
"""Records that are kept as replayed, so that whoever goes from step to step does not wait."""


class RecordQuestion(msgspec.Struct, array_like=True, tag="record"):
    """About a record's text: how it is at `step`, or all about it, as `seat` sees it."""

    record: bytes
    step: int | None
    seat: int | None


class LessonQuestion(msgspec.Struct, array_like=True, tag="lesson"):
    """How a title's lesson stands after these answers."""

    title: str
    lesson: str
    answers: list[str]


class EditionQuestion(msgspec.Struct, array_like=True, tag="edition"):
    """What is to be said about an edition that somebody made: the JSON of a `GivenEdition`."""

    title: str
    given: bytes
    ours: bytes
    """The data of the edition that it is compared with, as JSON."""
    check_only: bool = False
    """Refuse it unless it can be played, and tell nothing else."""


class PuzzleQuestion(msgspec.Struct, array_like=True, tag="puzzle"):
    """A question of the day, and what somebody answered."""

    title: str
    puzzle: str
    answer: str | None


Question = RecordQuestion | LessonQuestion | EditionQuestion | PuzzleQuestion


Answered = p.OpenedRecord | p.Moment | p.LessonMoment | p.EditionReading | p.QuestionMoment | None


class Answer(msgspec.Struct, array_like=True):
    """An HTTP status and the JSON to send: what was asked for, or a `Problem`."""

    status: int
    json: bytes


class Sandbox(Protocol):
    """Where such questions are answered: a process at a server, the worker itself in a browser."""

    async def ask(self, question: Question, asker: Asker) -> Answer: ...


class SandboxAnswers:
    """Answers questions; keeps the records last asked about, by their hash."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, OpenedRecord] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        try:
            return Answer(200, msgspec.json.encode(self._look(question)))
        except Refusal as no:
            return _refused(no)
        except Exception as error:  # an odd edition can make a title's code raise anything
            return _refused(unreadable(type(error).__name__))

    def _look(self, question: Question) -> Answered:
        if isinstance(question, PuzzleQuestion):
            return ask(find_puzzle(question.title, question.puzzle), question.answer)
        if isinstance(question, EditionQuestion):
            return _read_edition(question)
        if isinstance(question, LessonQuestion):
            lesson = lessons.find(find_title(question.title), question.lesson)
            return take(lesson, question.answers)
        opened = self._open(question.record)
        if question.step is None:
            return opened.about(question.seat)
        return opened.moment(question.step, question.seat)

    def _open(self, text: bytes) -> OpenedRecord:
        key = sha256(text).digest()
        opened = self._kept.pop(key, None) or OpenedRecord(text)
        self._kept[key] = opened
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return opened


def _read_edition(question: EditionQuestion) -> p.EditionReading | None:
    title = find_title(question.title)
    given = msgspec.json.decode(question.given, type=p.GivenEdition)
    if question.check_only:
        playable(title, given.data or {})
        return None
    ours = from_data(msgspec.json.decode(question.ours), "ours")
    return read_edition(title, given, title.completed(ours))


def _refused(no: Refusal) -> Answer:
    problem = p.Problem(no.code, str(no), no.key, no.arguments)
    return Answer(no.status, msgspec.json.encode(problem))
