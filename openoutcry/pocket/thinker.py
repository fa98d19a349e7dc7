"""What the browser's second worker runs: it thinks for bots, so that the table never waits."""

import pickle
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import structs

from openoutcry.analysis import analyst
from openoutcry.bots.fixed import Fixed
from openoutcry.bots.personality import level_of
from openoutcry.coach import Choice
from openoutcry.core.state import State
from openoutcry.server.bot_queue import Asker
from openoutcry.server.coaching import rated, ratings
from openoutcry.server.offered_bots import choose, simplest
from openoutcry.server.thinking import AnalysisFailed, BotAnswer

SECONDS: Final = {"broker": 0.7, "tycoon": 3.2, "baron": 8.0}
"""How long a level may think over a decision here: the engine is interpreted, and people wait.
docs/bots.md says what a level is worth then."""

HINT_SECONDS: Final = 6.0
"""How long the coach may think here."""

Asking = Callable[[bytes], Awaitable[str]]
"""Puts a question to the second worker; raises anything at all if there is no answer."""


Studying = Callable[[bytes], Awaitable[bytes]]
"""Puts a question about a record to the second worker; raises as `Asking` does."""


def question_to_bot(level: str, state: State, seat: int, fixed: Fixed | None = None) -> bytes:
    """Which action does the bot choose?"""
    return pickle.dumps((level, state, seat, (), fixed))


def question_to_coach(state: State, seat: int, asked: Sequence[int]) -> bytes:
    """How good are these actions?"""
    return pickle.dumps((None, state, seat, tuple(asked), None))


def answer(question: bytes) -> str:
    """In the second worker: the action that the bot chooses, or the coach's ratings as JSON. Our
    own first worker made the question, so it may be a pickle."""
    level, state, seat, asked, fixed = pickle.loads(question)
    if level is None:
        return rated(state, seat, asked, seconds=HINT_SECONDS).decode()
    return str(choose(level, state, seat, seconds=SECONDS.get(level_of(level)), fixed=fixed))


def study(question: bytes) -> bytes:
    """In the second worker: a slice of an analysis."""
    return analyst.encode(_analyst.answer(analyst.read_question(question)))


_analyst = analyst.Analyst()


class Thinker:
    """In the first worker: asks the second."""

    def __init__(self, ask: Asking, study: Studying) -> None:
        self._ask = ask
        self._study = study

    at_once = 1

    async def analyse(self, question: analyst.Question, asker: Asker) -> analyst.Reply:
        """A slice at a time: what a bot is asked meanwhile comes between two of them."""
        asked = question
        while True:
            try:
                reply = analyst.read_reply(await self._study(analyst.encode(asked)))
            except Exception as error:  # a browser's errors have no class of their own here
                raise AnalysisFailed(str(error)) from None
            if isinstance(reply, analyst.Failed):
                raise AnalysisFailed(reply.why)
            if isinstance(reply, analyst.Unknown):
                asked = question  # the worker was started anew
            elif isinstance(reply, analyst.More):
                asked = structs.replace(question, text=None)
            else:
                return reply

    async def choose(
        self,
        level: str,
        state: State,
        seat: int,
        table: str,
        askers: Sequence[Asker],
        fixed: Fixed | None = None,
    ) -> BotAnswer:
        """If the bot fails, the simplest one answers here, at once."""
        try:
            return BotAnswer(int(await self._ask(question_to_bot(level, state, seat, fixed))))
        except Exception:  # a browser's errors have no class of their own here
            return BotAnswer(choose(simplest(), state, seat))

    async def rate(
        self, state: State, seat: int, asked: Sequence[int], table: str, askers: Sequence[Asker]
    ) -> list[Choice] | None:
        """None if there is no answer: whoever asked may ask again."""
        try:
            return ratings(await self._ask(question_to_coach(state, seat, asked)))
        except Exception:  # a browser's errors have no class of their own here
            return None
