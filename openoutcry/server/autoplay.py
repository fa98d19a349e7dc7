"""What happens at a table without anybody's doing: bots answer, clocks run out."""

import asyncio
import contextlib
import math
import secrets
import time
import weakref
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from openoutcry.bots.fixed import Fixed
from openoutcry.bots.fixed import question as fixed_question
from openoutcry.bots.personality import level_of
from openoutcry.core.rng import Rng
from openoutcry.core.state import State
from openoutcry.server.bot_streams import Question
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.refusals import not_stored
from openoutcry.server.remote_turns import over, patience
from openoutcry.server.remote_turns import question as ask_remote
from openoutcry.server.services import Services
from openoutcry.server.store.interface import StoreDown
from openoutcry.server.store.vacations import Vacation
from openoutcry.table import absence, commands
from openoutcry.table.refusal import Stale
from openoutcry.table.seat import is_remote
from openoutcry.table.state import TableState

if TYPE_CHECKING:
    from openoutcry.server.live_table import Command, LiveTable

_SECOND_NODE_WAITS = 3.0
"""Seconds that other nodes give the one that committed last, before they play bots and clocks."""
_BEATS = {"apprentice": 0.01, "broker": 0.05, "baron": 1.0}
_USUAL_BEAT = 0.25
_LEAST = {"baron": 1.0}
"""Seconds that a level always seems to think."""


def answering(level: str, pace: float, thought: float) -> float:
    """Seconds after being asked at which a bot answers: at the table's pace, or whole beats later.

    A beat is longer than the level usually thinks, so a decision that the bot's own cards make easy
    takes as long as any other, even where the pace is 0. A baron takes at least one beat, which is
    more than it needs when the choice is clear; that a choice is close does show, as with people.

    >>> [answering("tycoon", 0.0, thought) for thought in (0.0004, 0.04, 0.19)]
    [0.25, 0.25, 0.25]
    >>> answering("tycoon", 0.5, 0.19), answering("tycoon", 0.5, 0.9)
    (0.5, 1.0)
    """
    level = level_of(level)
    beat = _BEATS.get(level, _USUAL_BEAT)
    thought = max(thought, _LEAST.get(level, 0.0))
    return pace + beat * math.ceil(max(0.0, thought - pace) / beat)


def _first_deadline(table: TableState) -> int | None:
    if table.state != "playing" or table.about.seconds is None:
        return None
    return min(
        (d for seat in table.asking if (d := table.deadline(seat)) is not None), default=None
    )


def _position(table: TableState, seat: int) -> tuple[State, Fixed | None]:
    """What the seat's bot is asked; at a deal that others play too the same as theirs."""
    same = table.about.daily or table.about.contest
    if same is not None:
        seed = bytes.fromhex(table.about.seed)
        return fixed_question(table.playing, seat, seed, same.simulations)
    return table.playing.state.imagine(seat, Rng(secrets.randbits(96))), None


def _resting(vacation: Vacation) -> "Command":
    """What a table is told of somebody's vacation."""
    about = (vacation.person, vacation.begins, vacation.ends)
    return lambda table: absence.rest(table, *about)


def _moment() -> float:
    """Seconds that a secret answer takes which was given in advance: as a person would, and as
    long whichever it is."""
    return 0.7 + secrets.randbelow(1900) / 1000


class _Question(NamedTuple):
    """A seat's decision: when it was first asked."""

    seat: int
    step: int
    rewinds: int


async def _holding(live: "LiveTable", work: Callable[[], Awaitable[None]]) -> None:
    """The table stays as long as the work goes on, even if it has been dropped from memory."""
    await work()


class Autoplay:
    """The bots and the clock of one table."""

    def __init__(self, live: "weakref.ref[LiveTable]", services: Services) -> None:
        self._of = live
        self._services = services
        self._thinking: dict[int, tuple[_Question, asyncio.Task[None]]] = {}
        self._answering: dict[int, tuple[_Question, asyncio.Task[None]]] = {}
        """By seat: the question to which an answer is being given that was said in advance."""
        self._timer: asyncio.TimerHandle | None = None
        self._remote: set[str] = set()
        """Bots from elsewhere that were asked something, and sat here until now."""

    @property
    def _live(self) -> "LiveTable":
        live = self._of()
        assert live is not None, "whoever calls holds it"
        return live

    def wake(self, lead: bool) -> None:
        """Set bots thinking and the clock running. A node that does not lead lets the one that
        committed last go first. Bots pause while nobody is here, except where several people play:
        they would never hear that it is their turn."""
        wait = 0.0 if lead else _SECOND_NODE_WAITS
        live = self._live
        table = live.table
        self._set_timer(table, wait)
        self._drop_answered(table)
        self._tell_unseated(table)
        if table.state != "playing":
            self._tell_over(table)
            return
        self._give_answers(table, wait)
        if not (live.audience.present(table) or table.plays_on_alone()):
            self._pause()
            return
        for seat, asking in table.asking.items():
            level = table.seats[seat].bot
            question = _Question(seat, asking.step, len(table.rewinds))
            if level is not None and not self._is_thinking(question):
                remote = is_remote(level)
                play = self._await_remote if remote else self._play_bot
                turn = _holding(live, partial(play, question, level, wait))
                self._thinking[seat] = question, self._services.tasks.start(turn)

    def _give_answers(self, table: TableState, wait: float) -> None:
        """Give what people have said in advance, whether or not anybody is here."""
        for seat, asking in table.asking.items():
            question = _Question(seat, asking.step, len(table.rewinds))
            known, task = self._answering.get(seat, (None, None))
            if known == question and task is not None and not task.done():
                continue
            answer = table.answer_in_advance(seat)
            if answer is not None:
                pause = wait + (_moment() if answer.secret and len(table.people()) > 1 else 0.0)
                turn = _holding(self._live, partial(self._answer, question, pause))
                self._answering[seat] = question, self._services.tasks.start(turn)

    async def _answer(self, question: _Question, pause: float) -> None:
        await asyncio.sleep(pause)
        with contextlib.suppress(Stale, StoreDown):
            await self._live.run(lambda table: commands.answer_in_advance(table, *question))

    def _pause(self) -> None:
        for _, task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

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

        def position(table: TableState) -> tuple[State, Fixed | None] | None:
            """A world that the bot may imagine: not even its thinking time tells anything else."""
            if not table.is_current(*question):
                return None
            return _position(table, question.seat)

        found = await self._live.look(position)
        if found is None:
            return
        state, fixed = found
        table, audience = self._live.table, self._live.audience
        choice, hurried = await self._services.bots.choose(
            level, state, question.seat, table.id, audience.askers(table), fixed
        )
        answered = answering(level, table.about.pace / 1000, time.monotonic() - began)
        await asyncio.sleep(began + answered - time.monotonic())
        audience.note_hurry(question.seat, hurried)
        try:
            await self._live.run(lambda table: commands.play_for(table, *question, choice))
        except Stale:
            pass
        except StoreDown as error:
            audience.tell_fault(table, not_stored(error))

    async def _await_remote(self, question: _Question, bot: str, wait: float) -> None:
        """Ask a bot from elsewhere, which answers by a call of its own; when its time is over, play
        the default. A node to which it is not connected gives the one to which it is more time."""
        streams = self._services.streams
        if streams is None:
            return

        def asked(table: TableState) -> tuple[Question, float] | None:
            if not table.is_current(*question):
                return None
            return ask_remote(table, question.seat, bot), patience(table, question.seat)

        found = await self._live.look(asked)
        if found is None:
            return
        self._remote.add(bot)
        with streams.asking(bot, found[0]):
            await asyncio.sleep(found[1] + (0.0 if streams.is_here(bot) else wait))
        about = bot, *question
        with contextlib.suppress(Stale, StoreDown):
            await self._live.run(lambda t: commands.give_up_on(t, *about, stand_in(t)))

    def _drop_answered(self, table: TableState) -> None:
        """Bots from elsewhere answer by calls: what waits for them is told so."""
        for seat, (question, task) in list(self._thinking.items()):
            if is_remote(table.seats[seat].bot) and not table.is_current(*question):
                task.cancel()
                del self._thinking[seat]

    def _tell_unseated(self, table: TableState) -> None:
        """For a bot from elsewhere the match is over when another has its seat."""
        unseated = self._remote.difference(table.remote_bots())
        self._remote -= unseated
        self._say_over(table, unseated)

    def _tell_over(self, table: TableState) -> None:
        if table.state in ("over", "closed"):
            self._say_over(table, table.remote_bots())

    def _say_over(self, table: TableState, bots: Iterable[str]) -> None:
        if self._services.streams is not None:
            for bot in bots:
                self._services.streams.tell_over(bot, over(table))

    def _set_timer(self, table: TableState, wait: float) -> None:
        self.stop()
        due = table.salts_due() if table.is_starting() else _first_deadline(table)
        if due is not None:
            seconds = max(0.0, (due - self._services.store.now_ms()) / 1000) + wait + 0.01
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        live = self._of()
        if live is not None:
            self._services.tasks.start(_holding(live, self.run_out))

    async def run_out(self) -> None:
        """Deal if nobody's salt is waited for any longer, and play the default of every decision
        whose time is up."""
        with contextlib.suppress(StoreDown):
            await self._live.run(lambda table: commands.deal(table, self._services.store.now_ms()))
            await self._note_vacations()
            await self._live.run_all(
                lambda table: commands.run_out(
                    table, self._services.store.now_ms(), stand_in(table)
                )
            )
            self.wake(lead=True)

    async def _note_vacations(self) -> None:
        """Before the clock of a match over days decides: its person's vacation may have begun
        elsewhere, or before the match did."""
        store = self._services.store
        for person in await self._live.look(lambda t: absence.overdue(t, store.now_ms())):
            for known in await store.vacations.of(person):
                await self._live.run(_resting(known))

    def is_busy(self) -> bool:
        under_way = [*self._thinking.values(), *self._answering.values()]
        return any(not task.done() for _, task in under_way)

    def rest(self) -> None:
        """The table goes out of memory."""
        self.stop()
        self._pause()

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
