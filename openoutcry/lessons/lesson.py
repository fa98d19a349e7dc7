"""What a lesson's file says."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from openoutcry.core import record as records
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.core.state import OVER
from openoutcry.core.title import Title
from openoutcry.text import catalogue
from openoutcry.titles import find as find_title

_FILE_NAME = re.compile(r"\d+-([a-z][a-z_]*)\.toml")


class LessonError(OutcryError):
    """A lesson's file that cannot be taught."""


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """A number in the learner's view after the answer, such as `board.players.0.chips`, and what it
    must be."""

    value: str
    at_least: int | None = None
    at_most: int | None = None
    equals: int | None = None

    def is_met(self, view: object) -> bool:
        """`view` is the learner's, as plain lists and dictionaries."""
        found = self.read(view)
        return (
            (self.at_least is None or found >= self.at_least)
            and (self.at_most is None or found <= self.at_most)
            and (self.equals is None or found == self.equals)
        )

    def read(self, view: object) -> int:
        """The number; `LessonError` if the view has none there."""
        found = view
        for part in self.value.split("."):
            try:
                if isinstance(found, list):
                    found = found[int(part)]
                elif isinstance(found, dict):
                    found = found[part]
                else:
                    raise KeyError(part)
            except (KeyError, IndexError, ValueError):
                raise LessonError(f"the view has no {self.value!r}") from None
        if not isinstance(found, int):
            raise LessonError(f"{self.value!r} is not a number but {found!r:.40}")
        return found


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """Something said, something to do, and what comes of it.

    Its messages are `LESSON.ID.ask`, `LESSON.ID.done` after the right answer, and for any other
    answer `LESSON.ID.not`, or `LESSON.ID.not.KEY` where `wrong` has a key for it. A task with
    neither `right` nor `goals` is only read.
    """

    id: Annotated[str, Meta(pattern="^[a-z][a-z_]*$")]
    marks: tuple[str, ...] = ()
    """Pieces of the board that it speaks of."""
    right: tuple[str, ...] = ()
    """The actions that are asked for."""
    goals: tuple[Goal, ...] = ()
    """Or what any action must bring about; all of them."""
    wrong: dict[str, Annotated[str, Meta(pattern="^[a-z][a-z_]*$")]] = {}
    """Answers of their own for some wrong actions."""
    then: tuple[str, ...] = ()
    """What happens after the right answer: lines as in a record; forced ones may be left out."""

    @property
    def is_read(self) -> bool:
        """There is nothing to choose."""
        return not self.right and not self.goals


class Comment(Struct, frozen=True, forbid_unknown_fields=True):
    """Said once: when the learner faces a `kind` of decision, or after `story` was told. Its
    message is `LESSON.ID`. Several on one kind are said one at a time, in their order."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z_]*$")]
    kind: str = ""
    story: str = ""
    after: int = 0
    """Not before the match has come so far, in what its `ends` counts."""


class End(Goal, frozen=True, forbid_unknown_fields=True):
    """How far a short match has come: a number, and what it is when the match is over."""

    before: str = ""
    """Only once the learner faces this kind of decision again: a turn is played to its end."""

    def turns(self, view: object, first: int) -> tuple[int, int]:
        """How far the match has come since its first position, and how far it goes."""
        bounds = (self.at_least, self.at_most, self.equals)
        goal = next((bound for bound in bounds if bound is not None), first)
        return min(abs(self.read(view) - first), abs(goal - first)), abs(goal - first)


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A short match against bots after the tasks, until `ends`, or until the learner has decided
    that often."""

    comments: tuple[Comment, ...]
    decisions: Annotated[int, Meta(ge=1, le=60)] = 60
    ends: End | None = None
    bots: str = "apprentice"
    seed: int = 0


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file."""

    seats: int
    minutes: Annotated[int, Meta(ge=1, le=10)]
    seat: int = 0
    rules: tuple[str, ...] = ()
    """The clauses that it is a worked example of."""
    options: dict[str, str | int | bool] = {}
    position: tuple[str, ...] = ()
    record: str = ""
    """Or: a record beside the file, up to `step`."""
    step: int = 0
    tasks: tuple[Task, ...] = ()
    play: Play | None = None


@dataclass(frozen=True)
class Lesson:
    """One lesson of a title."""

    name: str
    setup: Setup
    seat: int
    """The learner's."""
    minutes: int
    position: tuple[str, ...]
    """How the first position came about: lines as in a record."""
    tasks: tuple[Task, ...]
    play: Play | None
    rules: tuple[str, ...] = ()
    """The clauses that it is a worked example of."""

    @property
    def title(self) -> Title:
        """What it is about."""
        return self.setup.title

    @property
    def length(self) -> int:
        """How many answers it takes at most."""
        return len(self.tasks) + (self.play.decisions if self.play else 0)

    def message_keys(self) -> list[str]:
        """Every message that it needs."""
        found = [self.name, f"{self.name}.about", f"{self.name}.moral"]
        for task in self.tasks:
            found.append(f"{self.name}.{task.id}.ask")
            if not task.is_read:
                found += [f"{self.name}.{task.id}.done", f"{self.name}.{task.id}.not"]
            found += [f"{self.name}.{task.id}.not.{key}" for key in task.wrong.values()]
        if self.play:
            found += [f"{self.name}.{comment.id}" for comment in self.play.comments]
        return list(dict.fromkeys(found))


def folder_of(title: Title) -> Path:
    """Where a title's lessons are."""
    return title.folder / "lessons"


@cache
def lessons_of(title: Title) -> tuple[Lesson, ...]:
    """A title's lessons in their order; none if it has no folder of them. `LessonError` names the
    file that cannot be read."""
    files = sorted(folder_of(title).glob("*.toml"), key=_number)
    edition = title.edition() if files else None  # reading it takes longer than a lesson does
    return tuple(_read(title, file, edition) for file in files)


def count(title: Title) -> int:
    """How many lessons a title has, without reading them."""
    return len(list(folder_of(title).glob("*.toml")))


def find(title: Title, name: str) -> Lesson:
    """`LessonError` if the title has no lesson of that name."""
    for lesson in lessons_of(title):
        if lesson.name == name:
            return lesson
    known = ", ".join(lesson.name for lesson in lessons_of(title)) or "none"
    raise LessonError(f"{title.name} has no lesson {name!r}; there are: {known}")


def messages_of(title: Title, lang: str) -> dict[str, str]:
    """What the lessons say, by key."""
    return catalogue(folder_of(title), lang)


def _number(file: Path) -> tuple[int, str]:
    digits, _, _ = file.name.partition("-")
    return (int(digits) if digits.isdigit() else 0), file.name


def _read(title: Title, file: Path, edition: Edition | None) -> Lesson:
    named = _FILE_NAME.fullmatch(file.name)
    if named is None:
        raise LessonError(f"{file.name}: should be called NUMBER-NAME.toml")
    try:
        text = tomllib.loads(file.read_text(encoding="utf-8"))
        found = msgspec.convert(text, _File)
        setup = Setup.of(title, found.seats, found.options, edition)
        return Lesson(
            named[1],
            setup,
            _checked_seat(found),
            found.minutes,
            _position(found, file),
            found.tasks,
            found.play,
            found.rules,
        )
    except (ValueError, OutcryError, OSError) as error:
        raise LessonError(f"{file.name}: {error}") from None


def _checked_seat(file: _File) -> int:
    if file.seat not in range(file.seats):
        raise LessonError(f"no seat {file.seat}")
    return file.seat


def _position(found: _File, file: Path) -> tuple[str, ...]:
    if not found.record:
        return found.position
    record = records.load(file.with_name(found.record), find_title)
    if found.step > len(record.log):
        raise LessonError(f"{found.record} has only {len(record.log)} steps")
    return tuple(record.log[: found.step])


def follow(match: Match, line: str) -> None:
    """One line of a lesson, after the forced answers that it leaves out. `RecordError` if the rules
    do not allow it."""
    actor = line.partition(" ")[0]
    while (forced := _forced(match)) is not None and forced[0] != actor:
        records.follow(match, match.step, " ".join(forced))
    records.follow(match, match.step, line)


def settle(match: Match) -> None:
    """Carry out forced answers, but no draw."""
    while (forced := _forced(match)) is not None:
        records.follow(match, match.step, " ".join(forced))


def _forced(match: Match) -> tuple[str, str] | None:
    """Seat and action, as a record's line has them."""
    if match.state.mover() == OVER:
        return None
    for seat in match.waiting:
        action = int(match.state.forced(seat))
        if action >= 0:
            return str(seat), match.title.notation.write(action)
    return None
