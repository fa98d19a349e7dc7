"""What happens at a table without anybody's doing: bots answer, clocks run out."""

import asyncio
import contextlib
import secrets
import time
from typing import TYPE_CHECKING, NamedTuple

from openoutcry.core.rng import Rng
from openoutcry.core.state import State
from openoutcry.server import clock
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.services import Services
from openoutcry.server.store.interface import StoreDown
from openoutcry.table import commands
from openoutcry.table.refusal import Stale
from openoutcry.table.state import TableState

if TYPE_CHECKING:
    from openoutcry.server.live_table import LiveTable

_SECOND_NODE_WAITS = 3.0
"""Seconds that other nodes give the one that committed last, before they play bots and clocks."""


class _Question(NamedTuple):
    """A seat's decision: when it was first asked."""

    seat: int
    step: int
    rewinds: int


class Autoplay:
    """The bots and the clock of one table."""

    def __init__(self, live: "LiveTable", services: Services) -> None:
        self._live = live
        self._services = services
        self._thinking: dict[int, tuple[_Question, asyncio.Task[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def wake(self, lead: bool) -> None:
        """Set bots thinking and the clock running. A node that does not lead lets the one that
        committed last go first."""
        wait = 0.0 if lead else _SECOND_NODE_WAITS
        table = self._live.table
        self._set_timer(table, wait)
        if table.state != "playing":
            return
        for seat, asking in table.asking.items():
            level = table.seats[seat].bot
            question = _Question(seat, asking.step, len(table.rewinds))
            if level is not None and not self._is_thinking(question):
                turn = self._play_bot(question, level, wait)
                self._thinking[seat] = question, self._services.tasks.start(turn)

    def _is_thinking(self, question: _Question) -> bool:
        about, task = self._thinking.get(question.seat, (None, None))
        if task is None or task.done():
            return False
        if about == question:
            return True
        task.cancel()
        return False

    async def _play_bot(self, question: _Question, level: str, wait: float) -> None:
        await asyncio.sleep(wait)
        began = time.monotonic()

        def position(table: TableState) -> State | None:
            """A world that the bot may imagine: not even its thinking time tells anything else."""
            if not table.is_current(*question):
                return None
            return table.playing.state.imagine(question.seat, Rng(secrets.randbits(96)))

        state = await self._live.look(position)
        if state is None:
            return
        choice = await self._services.bots.choose(level, state, question.seat)
        pace = self._live.table.about.pace / 1000
        await asyncio.sleep(max(0.0, began + pace - time.monotonic()))
        with contextlib.suppress(Stale, StoreDown):
            await self._live.run(lambda table: commands.play_for(table, *question, choice))

    def _set_timer(self, table: TableState, wait: float) -> None:
        self.stop()
        if table.state != "playing" or table.about.seconds is None:
            return
        deadlines = [d for seat in table.asking if (d := table.deadline(seat)) is not None]
        if deadlines:
            seconds = max(0.0, (min(deadlines) - clock.now_ms()) / 1000) + wait + 0.01
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(
                seconds, lambda: self._services.tasks.start(self.run_out())
            )

    async def run_out(self) -> None:
        """Play the default of every decision whose time is up."""
        with contextlib.suppress(StoreDown):
            await self._live.run_all(
                lambda table: commands.run_out(table, clock.now_ms(), stand_in(table))
            )
            self.wake(lead=True)

    def is_busy(self) -> bool:
        return any(not task.done() for _, task in self._thinking.values())

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
