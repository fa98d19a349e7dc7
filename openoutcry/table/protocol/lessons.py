"""Lessons."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from openoutcry.core.view import Step, Telling, View
from openoutcry.table.protocol.matches import Frame, Point


class LessonInfo(Struct):
    """A lesson; its name is the message of that key, its purpose `NAME.about`."""

    name: str
    minutes: int
    rules: list[str]
    """The clauses that it is a worked example of."""


class Lessons(Struct):
    """A title's lessons in their order, and what they say in one language."""

    title: str
    lang: str
    lessons: list[LessonInfo]
    messages: dict[str, str]


class LessonAnswers(Struct, forbid_unknown_fields=True):
    """Everything that was answered in a lesson so far: an action's text, or an empty one to go on.
    Only the last may be wrong."""

    answers: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=100)]


class LessonMoment(Struct):
    """A lesson after some answers. Texts are keys of `Lessons.messages`."""

    lesson: str
    view: View
    frames: list[Frame]
    """What was seen since the answer before."""
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    labels: dict[str, str]
    done: int
    length: int
    """Of how much: answers, or turns of a short match."""
    over: bool
    verdict: Literal["right", "wrong"] | None
    """About the last answer; after a wrong one everything is as before it."""
    replies: list[str]
    """What is said about the last answer."""
    says: list[str]
    """What is said now."""
    marks: list[str]
    """The pieces that are spoken of."""
    reads: bool
    """There is nothing to decide: the learner goes on with an empty answer."""
