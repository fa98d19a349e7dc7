"""What the browser's second worker runs: it thinks for bots, so that the table never waits."""

import pickle
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from openoutcry.core.state import State
from openoutcry.server.bot_queue import Asker
from openoutcry.server.offered_bots import choose, simplest
from openoutcry.server.thinking import Answer

SECONDS: Final = {"broker": 0.7, "tycoon": 3.2, "baron": 8.0}
"""How long a level may think over a decision here: the engine is interpreted, and people wait.
docs/bots.md says what a level is worth then."""

Asking = Callable[[bytes], Awaitable[int]]
"""Puts a question to the second worker; raises anything at all if there is no answer."""


def answer(question: bytes) -> int:
    """In the second worker: the action that the bot chooses. The question is a pickle that our
    own first worker made."""
    level, state, seat = pickle.loads(question)
    return choose(level, state, seat, seconds=SECONDS.get(level))


class Thinker:
    """In the first worker: asks the second."""

    def __init__(self, ask: Asking) -> None:
        self._ask = ask

    async def choose(
        self, level: str, state: State, seat: int, table: str, askers: Sequence[Asker]
    ) -> Answer:
        """For a bot that fails the simplest one answers, here and at once."""
        try:
            return Answer(await self._ask(pickle.dumps((level, state, seat))))
        except Exception:  # the browser's own errors are no classes of ours
            return Answer(choose(simplest(), state, seat))
