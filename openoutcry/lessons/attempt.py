"""A learner's way through a lesson: answers in, what is seen and said out.

Nothing is kept between two answers. Whoever asks sends all answers given so far, and the lesson is
played again from its first position, which takes a few milliseconds.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from openoutcry.bots.driver import Player, play_on, player
from openoutcry.core.errors import IllegalAction
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.view import Decision, View
from openoutcry.lessons.lesson import Comment, Lesson, Play, Task, follow, settle
from openoutcry.table import protocol as p
from openoutcry.table.frames import Passage
from openoutcry.table.memory import Teller
from openoutcry.table.refusal import Refusal
from openoutcry.table.valuation import Valuation

Verdict = Literal["right", "wrong"]

GO_ON = ""
"""The answer to a task that is only read."""


class Attempt:
    """A lesson after some answers."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = Match(lesson.setup, QuickDraws(lesson.play.seed if lesson.play else 0))
        self.done = 0
        """Tasks done and decisions played."""
        self.since = 0
        """The step from which the last answer led here."""
        self.comments: list[Comment] = []
        """What is to be said about the match now."""
        self._commented: set[Comment] = set()
        self._history: list[Valuation] = []
        self._first: int | None = None
        """The number that the end of the match hangs on, as it was at first."""
        for line in lesson.position:
            self._follow(line)
        self._go_on()

    @property
    def task(self) -> Task | None:
        """What is to be done now; None in the match and after the end."""
        tasks = self.lesson.tasks
        return tasks[self.done] if self.done < len(tasks) else None

    @property
    def is_over(self) -> bool:
        """Everything has been done, or the match has ended."""
        if self.done == self.lesson.length:
            return True
        return self.task is None and (self.match.over or self.has_ended)

    @property
    def progress(self) -> tuple[int, int]:
        """What has been done, of how much: tasks, and turns or decisions of the match."""
        play, tasks = self.lesson.play, len(self.lesson.tasks)
        if play is None or play.ends is None or self._first is None:
            return self.done, self.lesson.length
        turns, all_turns = play.ends.turns(self._plain_view(), self._first)
        done = all_turns if self.is_over else min(turns, all_turns - 1)
        return tasks + done, tasks + all_turns

    def answer(self, text: str) -> Verdict:
        """Try an answer; after a wrong one everything stays as it was. `Refusal` for one that the
        rules do not allow, or after the end."""
        if self.is_over:
            raise Refusal(400, "bad_answer", "lesson_over")
        task = self.task
        if task is None or not task.is_read:
            self._check_legal(text)
        if task is not None and not self._meets(task, text):
            return "wrong"
        self.since = self.match.step
        if task is None or not task.is_read:
            self._follow(f"{self.lesson.seat} {text}")
        for line in task.then if task is not None else ():
            self._follow(line)
        self.done += 1
        self._go_on()
        return "right"

    def _check_legal(self, text: str) -> None:
        try:
            self.match.check(self.lesson.seat, text)
        except IllegalAction as error:
            raise Refusal(400, "bad_answer", "lesson_illegal", str(error)[:200]) from None

    def _meets(self, task: Task, text: str) -> bool:
        if task.is_read:
            return text == GO_ON
        if text in task.right:
            return True
        if not task.goals:
            return False
        tried = self.match.at(self.match.step)
        follow(tried, f"{self.lesson.seat} {text}")
        settle(tried)
        view = msgspec.to_builtins(tried.view(self.lesson.seat))
        return all(goal.is_met(view) for goal in task.goals)

    def _plain_view(self) -> object:
        return msgspec.to_builtins(self.view)

    @property
    def has_ended(self) -> bool:
        """The short match has come as far as it goes."""
        end = self.lesson.play.ends if self.lesson.play else None
        if end is None:
            return False
        if end.before and not _asks(self.match.decision_for(self.lesson.seat), end.before):
            return False
        return end.is_met(self._plain_view())

    # What happens without the learner

    def _go_on(self) -> None:
        """Forced answers happen by themselves; in the match also draws, and the bots answer."""
        settle(self.match)
        play = self.lesson.play
        if play is not None and self.task is None:
            self.match.settle()
            if not self.is_over:
                play_on(self.match, self._players(play))
            if self._first is None and play.ends is not None:
                self._first = play.ends.read(self._plain_view())
            self._comment(play)
        self._history.append(Valuation.of(self.match))

    def _players(self, play: Play) -> dict[int, Player]:
        """New ones after each answer: what they choose depends on the seed and the step alone."""
        others = (seat for seat in range(self.match.seats) if seat != self.lesson.seat)
        step = self.match.step
        return {seat: player(play.bots, derive(play.seed, 16 * step + seat)) for seat in others}

    def _comment(self, play: Play) -> None:
        """Each is made once, and one at a time on a kind of decision."""
        told = {telling.key for telling in self.match.story_for(self.lesson.seat, self.since)}
        decision = self.match.decision_for(self.lesson.seat)
        come = self.progress[0] - len(self.lesson.tasks)
        due = [
            comment
            for comment in play.comments
            if comment not in self._commented
            and comment.after <= come
            and (comment.story in told if comment.story else _asks(decision, comment.kind))
        ]
        asked = [comment for comment in due if not comment.story]
        self.comments = [comment for comment in due if comment.story or comment is asked[0]]
        self._commented.update(self.comments)

    def _follow(self, line: str) -> None:
        before = None if self.match.state.mover() < 0 else Valuation.of(self.match)
        follow(self.match, line)
        if before is not None and not self.match.log[-1].forced:
            self._history.append(before)

    # What is seen

    @property
    def view(self) -> View:
        """What the learner sees."""
        return self.match.view(self.lesson.seat)

    def frames(self) -> list[p.Frame]:
        """What was seen on the way from the last answer to here."""
        earlier = self.match.at(self.since)
        passage = Passage(self.since, earlier.state)
        for entry in self.match.log[self.since :]:
            earlier.state.apply(entry.actor, entry.action)
            passage.add(earlier.state)
        return passage.frames(Teller(self.match), self.lesson.seat)

    def history(self) -> list[p.Point]:
        """For the charts, as the learner knew it."""
        return [value.point(self.lesson.seat) for value in self._history]


def _asks(decision: Decision | None, kind: str) -> bool:
    return decision is not None and decision.kind == kind


def take(lesson: Lesson, answers: Sequence[str]) -> p.LessonMoment:
    """The lesson after these answers. Only the last one may be wrong; `Refusal` otherwise."""
    attempt = Attempt(lesson)
    for text in answers[:-1]:
        if attempt.answer(text) == "wrong":
            raise Refusal(400, "bad_answer", "lesson_lost")
    replies: list[str] = []
    verdict: Verdict | None = None
    for text in answers[-1:]:
        task = attempt.task
        verdict = attempt.answer(text)
        if task is not None and not task.is_read:
            replies.append(reply(lesson, task, text, verdict))
    return _moment(attempt, verdict, replies)


def reply(lesson: Lesson, task: Task, text: str, verdict: Verdict) -> str:
    """The key of what is said about an answer to a task."""
    key = f"{lesson.name}.{task.id}"
    if verdict == "right":
        return f"{key}.done"
    return f"{key}.not.{task.wrong[text]}" if text in task.wrong else f"{key}.not"


def _moment(attempt: Attempt, verdict: Verdict | None, replies: list[str]) -> p.LessonMoment:
    lesson, match, task = attempt.lesson, attempt.match, attempt.task
    says = [f"{lesson.name}.{comment.id}" for comment in attempt.comments]
    if task is not None:
        says = [f"{lesson.name}.{task.id}.ask"]
    if attempt.is_over:
        says.append(f"{lesson.name}.moral")
    wrong = verdict == "wrong"
    done, length = attempt.progress
    return p.LessonMoment(
        lesson=lesson.name,
        view=attempt.view,
        frames=[] if wrong else attempt.frames(),
        steps=match.steps(lesson.seat),
        story=match.story_for(lesson.seat),
        history=attempt.history(),
        labels=match.labels,
        done=done,
        length=length,
        over=attempt.is_over,
        verdict=verdict,
        replies=replies,
        says=says,
        marks=list(task.marks) if task is not None else [],
        reads=task is not None and task.is_read,
    )
