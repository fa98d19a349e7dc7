"""What thinks for a table's bots: processes at a server, a worker in a browser."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from openoutcry.analysis import analyst
from openoutcry.bots.fixed import Fixed
from openoutcry.coach import Choice
from openoutcry.core.state import State
from openoutcry.server.bot_queue import Asker


class BotAnswer(NamedTuple):
    """What a bot chose, and whether it had to hurry. None if there is no choice, because even the
    simplest bot failed."""

    choice: int | None
    hurried: bool = False


class AnalysisFailed(Exception):
    """The record cannot be analysed."""


class Thinking(Protocol):
    async def choose(
        self,
        level: str,
        state: State,
        seat: int,
        table: str,
        askers: Sequence[Asker],
        fixed: Fixed | None = None,
    ) -> BotAnswer:
        """What the bot does at the table, for one of those who ask; `fixed` if it has to answer
        the same as everywhere, however busy it is here."""

    async def rate(
        self, state: State, seat: int, asked: Sequence[int], table: str, askers: Sequence[Asker]
    ) -> list[Choice] | None:
        """How good the seat's best choices are, and those asked about; None if that failed."""

    async def analyse(self, question: analyst.Question, asker: Asker) -> analyst.Reply:
        """What is found out about a record when no table waits; neither `More` nor `Unknown`.
        `AnalysisFailed` if nothing is."""

    @property
    def at_once(self) -> int:
        """How many such questions are worked on at the same time."""
