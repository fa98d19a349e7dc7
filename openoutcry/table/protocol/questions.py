"""Questions of the day."""

from typing import Literal

from msgspec import Struct

from openoutcry.core.choices import Choice
from openoutcry.core.view import Step, Telling, View
from openoutcry.table.protocol.bounds import ActionText
from openoutcry.table.protocol.matches import Point


class Questions(Struct):
    """A title's questions in their order: one for each day, then from the beginning again."""

    title: str
    questions: list[str]
    """Short names that stay the same."""


class QuestionAnswer(Struct, forbid_unknown_fields=True):
    """What somebody would choose; None to be asked."""

    answer: ActionText | None = None


class QuestionMoment(Struct):
    """A question: the position as its seat sees it, and after an answer how the choices are
    rated."""

    question: str
    view: View
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    labels: dict[str, str]
    verdict: Literal["right", "wrong"] | None
    """About the answer; None before it."""
    tempting: str
    """The choice that looks best at first; empty before the answer."""
    choices: list[Choice]
    """Rated by a long search, the best first; empty before the answer."""
