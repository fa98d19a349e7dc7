"""Proves a title's lessons: that they can be taught as they are written."""

from collections.abc import Iterator, Sequence

from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import Rng
from openoutcry.core.title import Title
from openoutcry.lessons.attempt import GO_ON, Attempt
from openoutcry.lessons.lesson import Lesson, LessonError, Task, lessons_of, messages_of
from openoutcry.text import LANGUAGES
from openoutcry.text.message import fill

MOST_WAYS = 500
"""Tasks on all ways through a lesson; with more than this its goals are too loose."""
PLAYS = 20
"""Short matches that are played with random answers: every comment must be heard in one."""


def problems(title: Title) -> Iterator[str]:
    """What is wrong with a title's lessons; nothing if all can be taught."""
    try:
        lessons = lessons_of(title)
    except OutcryError as error:
        yield str(error)
        return
    yield from _problems_of_words(title, lessons)
    yield from _problems_of_rules(title, lessons)
    for lesson in lessons:
        try:
            yield from (f"{lesson.name}: {problem}" for problem in _problems_of(lesson))
        except OutcryError as error:
            yield f"{lesson.name}: {error}"


# The rules


def _problems_of_rules(title: Title, lessons: Sequence[Lesson]) -> Iterator[str]:
    """A worked example names only clauses that exist."""
    text = title.words.rules("en") if any(lesson.rules for lesson in lessons) else ""
    for lesson in lessons:
        for rule in lesson.rules:
            if f"### {rule} " not in text:
                yield f"{lesson.name}: the rules have no {rule}"


# The words


def _problems_of_words(title: Title, lessons: Sequence[Lesson]) -> Iterator[str]:
    needed = {key for lesson in lessons for key in lesson.message_keys()}
    for lang in LANGUAGES if lessons else ():
        try:
            messages = messages_of(title, lang)
        except FileNotFoundError:
            yield f"no {lang}.json"
            continue
        yield from (f"{lang}.json has no {key!r}" for key in sorted(needed - messages.keys()))
        yield from (
            f"{lang}.json: {key!r} is never said" for key in sorted(messages.keys() - needed)
        )
        for key in sorted(needed & messages.keys()):
            if not _can_be_said(lang, messages[key]):
                yield f"{lang}.json: {key!r} is not a message"


def _can_be_said(lang: str, message: str) -> bool:
    try:
        return bool(fill(message, {}, lang, str, str).strip())
    except (KeyError, ValueError):
        return False


# The way through


def _problems_of(lesson: Lesson) -> Iterator[str]:
    if not lesson.tasks and lesson.play is None:
        yield "there is nothing to do"
    ids = [task.id for task in lesson.tasks]
    yield from (f"two tasks are called {id!r}" for id in sorted(set(ids)) if ids.count(id) > 1)
    for _ in ways_through(lesson):
        pass
    if lesson.play is not None:
        yield from _problems_of_play(lesson)


def ways_through(lesson: Lesson) -> Iterator[list[str]]:
    """All right answers to all tasks, way by way. `LessonError` if there are too many ways, or if
    one of them gets stuck."""
    ways: list[list[str]] = [[]]
    for _ in range(MOST_WAYS):
        if not ways:
            return
        way = ways.pop()
        attempt = _after(lesson, way)
        task = attempt.task
        if task is None:
            yield way
            continue
        right = _right_answers(attempt, task, way)
        for problem in _problems_of_task(attempt, task, right):
            raise LessonError(problem)
        ways += [[*way, answer] for answer in reversed(right)]
    raise LessonError(f"there are more than {MOST_WAYS} steps in all ways through it")


def _after(lesson: Lesson, answers: Sequence[str]) -> Attempt:
    attempt = Attempt(lesson)
    for answer in answers:
        attempt.answer(answer)
    return attempt


def _choices(attempt: Attempt) -> list[str]:
    decision = attempt.match.decision_for(attempt.lesson.seat)
    return [] if decision is None else decision.actions


def _right_answers(attempt: Attempt, task: Task, way: Sequence[str]) -> list[str]:
    if task.is_read:
        return [GO_ON]
    return [
        choice
        for choice in _choices(attempt)
        if _after(attempt.lesson, way).answer(choice) == "right"
    ]


def _problems_of_task(attempt: Attempt, task: Task, right: Sequence[str]) -> Iterator[str]:
    choices = _choices(attempt)
    if task.is_read:
        if task.wrong:
            yield f"{task.id}: there is nothing to decide, so nothing can be wrong"
        return
    for answer in task.right:
        if choices and answer not in choices:
            yield f"{task.id}: {answer!r} is not offered; there are: {', '.join(choices)}"
    if not choices:
        yield f"{task.id}: the learner is not asked anything here"
    elif not right:
        yield f"{task.id}: no answer is right; there are: {', '.join(choices)}"
    elif len(right) == len(choices):
        yield f"{task.id}: every answer is right"
    for answer in task.wrong:
        if answer not in choices or answer in right:
            yield f"{task.id}: {answer!r} is not a wrong answer that can be given"


# The match


def _problems_of_play(lesson: Lesson) -> Iterator[str]:
    """The match goes on whatever is answered, and every comment is heard sooner or later."""
    heard: set[str] = set()
    asked = True
    reached = False
    for seed in range(PLAYS):
        attempt, rng = _at_the_match(lesson), Rng(seed)
        heard.update(comment.id for comment in attempt.comments)
        while not attempt.is_over:
            choices = _choices(attempt)
            asked = asked and bool(choices)
            if not choices:
                break
            attempt.answer(choices[int(rng.below(len(choices)))])
            heard.update(comment.id for comment in attempt.comments)
        reached = reached or (attempt.has_ended and attempt.done < lesson.length)
    if lesson.play is not None and lesson.play.ends is not None and not reached:
        yield f"the match never ends as it should: {lesson.play.ends.value!r}"
    if not asked:
        yield "in the match the learner is not asked anything"
    for comment in lesson.play.comments if lesson.play else ():
        if comment.id not in heard:
            yield f"{comment.id}: never said in {PLAYS} matches with random answers"


def _at_the_match(lesson: Lesson) -> Attempt:
    return _after(lesson, next(ways_through(lesson)))
