"""What people do: think and move, chat, lose the connection and come back; or only watch."""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import AsyncIterator

import msgspec
import websockets

from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import pledge
from openoutcry.server.loadtest.callers import LOOKS, ask_for_alerts, look_at_page
from openoutcry.server.loadtest.measures import Measures, Waits
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.visitor import Visitor

_AWAY_SECONDS = 0.5
"""From losing the connection until a browser tries again."""


class _Offer(msgspec.Struct):
    action: str


class _Decision(msgspec.Struct):
    offers: list[_Offer]


class _View(msgspec.Struct):
    step: int
    over: bool
    waiting: list[int]
    decision: _Decision | None


class _Step(msgspec.Struct):
    number: int
    actor: int | None
    forced: bool


class _Message(msgspec.Struct):
    """The part of a server's message that a scripted person needs."""

    type: str
    view: _View | None = None
    steps: list[_Step] = []
    settled: int = 0
    rewinds: int = 0
    code: str = ""


_read = msgspec.json.Decoder(_Message).decode


async def by_chance(per_minute: float, until: float) -> AsyncIterator[float]:
    """Random moments, on average that many a minute. Each is yielded when it comes; the next one
    does not wait for what is done about it."""
    due = time.perf_counter()
    while per_minute > 0:
        due += random.expovariate(per_minute / 60)
        if due > until:
            return
        await asyncio.sleep(due - time.perf_counter())
        yield due


class Player:
    """A person who plays against bots at a table of their own."""

    def __init__(
        self, visitor: Visitor, plan: Plan, measures: Measures, is_show: bool, webhook: str = ""
    ) -> None:
        self.table = ""
        self.sent: tuple[float, int] | None = None
        """When the move was wanted that is not on the screen yet, and the step it answers."""
        self.made: tuple[float, int] | None = None
        """When the last move was wanted, and the step it answers."""
        self._visitor = visitor
        self._plan = plan
        self._measures = measures
        self._is_show = is_show
        self._webhook = webhook
        """Where they want to be alerted; empty: nowhere."""
        self._view: _View | None = None
        self._settled = 0
        self._rewinds = 0
        self._asked: dict[int, float] = {}
        """Since when each bot has been asked, as far as one sees it."""
        self._turn_since = 0.0
        self._turn = asyncio.Event()
        self._returning: float | None = None
        self._reading: asyncio.Task[None] | None = None

    def is_waiting(self) -> bool:
        """Has a bot been asked who has not answered yet?"""
        return bool(self._asked)

    @property
    def _moves(self) -> Waits:
        return self._measures.show_moves if self._is_show else self._measures.moves

    # Coming

    async def arrive(self) -> None:
        """Open a table and start it as the browser does, salt and all."""
        visitor, plan, salt = self._visitor, self._plan, secrets.token_hex(32)
        await visitor.arrive()
        bots = [{"kind": "bot", "bot": plan.level}] * plan.bots
        body = {"title": plan.title, "seats": [{"kind": "me"}, *bots], "pace": plan.pace}
        self.table = str((await visitor.call("POST", "/api/tables", body))["id"])
        path = f"/api/tables/{self.table}"
        await visitor.call("PUT", f"{path}/seats/0/pledge", {"pledge": pledge(salt)})
        await visitor.call("POST", f"{path}/start")
        with contextlib.suppress(OutcryError):  # too late: the match has started without it
            await visitor.call("PUT", f"{path}/seats/0/salt", {"salt": salt})
        await self._connect()
        if self._webhook:
            await ask_for_alerts(visitor, plan, self._webhook)

    async def _connect(self) -> None:
        began = await self._visitor.connect(
            self.table, seat=0, since=self._settled, rewinds=self._rewinds
        )
        if self._view is not None:
            self._returning = began
        self._reading = asyncio.create_task(self._read())

    # Seeing

    async def _read(self) -> None:
        socket = self._visitor.socket
        assert socket is not None
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in socket:
                message = _read(text)
                if message.view is not None:
                    self._see(message, message.view, time.perf_counter())
                elif message.type in ("refused", "error"):
                    self._measures.faults[message.code] += 1
                    self.sent = None

    def _see(self, message: _Message, view: _View, now: float) -> None:
        known = self._view.step if self._view is not None else view.step
        for step in message.steps:
            if step.number >= known and not step.forced and step.actor is not None:
                self._see_step(step, now)
        self._asked = {seat: self._asked.get(seat, now) for seat in view.waiting if seat != 0}
        if view.decision is None:
            self._turn.clear()
        elif not self._turn.is_set():
            self._turn_since = now
            self._turn.set()
        self._view, self._settled, self._rewinds = view, message.settled, message.rewinds
        if self._returning is not None:
            self._measures.returns.add(self._returning, now)
            self._returning = None

    def _see_step(self, step: _Step, now: float) -> None:
        if step.actor == 0:
            if self.sent is not None and step.number >= self.sent[1]:
                self._moves.add(self.sent[0], now)
                self.sent = None
        elif step.actor in self._asked:
            self._measures.answers.add(self._asked.pop(step.actor), now)

    # Doing

    async def play(self, until: float) -> None:
        """Move when it is time to. What was meant for a time at which it was not one's turn is
        meant for when one is asked; the wait until then counts as one's last move's or as the
        bots'."""
        rate = self._plan.show_moves if self._is_show else self._plan.moves
        async for due in by_chance(rate, until):
            if self._view is not None and self._view.over:
                return
            while not self._turn.is_set():  # lost again before one could look
                await self._turn.wait()
            await self._move(max(due, self._turn_since))

    async def _move(self, wanted: float) -> None:
        view = self._view
        if view is None or view.decision is None:
            return
        self._turn.clear()
        self.sent = self.made = wanted, view.step
        await self._visitor.say(
            "play",
            seat=0,
            step=view.step,
            rewinds=self._rewinds,
            action=random.choice(view.decision.offers).action,
        )

    async def chat(self, until: float) -> None:
        async for _ in by_chance(self._plan.chat, until):
            await self._visitor.say("chat", text="What a day on the floor!")

    async def look_at_page(self, until: float) -> None:
        async for _ in by_chance(LOOKS if self._webhook else 0, until):
            await look_at_page(self._visitor)

    async def drop_out(self, until: float) -> None:
        """Lose the connection now and then, and come back as a browser does."""
        async for _ in by_chance(self._plan.drops, until):
            self._visitor.drop()
            self._lose_sight()
            await asyncio.sleep(_AWAY_SECONDS)
            await self._connect()

    def _lose_sight(self) -> None:
        """Nobody moves without a connection, and what was on its way may be lost with it."""
        if self._reading is not None:
            self._reading.cancel()
        self._turn.clear()
        self.sent = None

    async def leave(self) -> None:
        await self._visitor.leave()
        if self._reading is not None:
            await self._reading


class Spectator:
    """Somebody who watches the show. Only some read what they see: this process plays them all."""

    def __init__(self, visitor: Visitor, plan: Plan, show: Player, waits: Waits | None) -> None:
        self._visitor = visitor
        self._plan = plan
        self._show = show
        self._waits = waits
        self._seen = -1
        """The last move of the show that was counted: what lay face down is told again."""
        self._reading: asyncio.Task[None] | None = None

    async def arrive(self) -> None:
        await self._visitor.arrive()
        await self._connect()

    async def _connect(self) -> None:
        await self._visitor.connect(self._show.table)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        socket = self._visitor.socket
        assert socket is not None
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in socket:
                if self._waits is not None:
                    self._see(_read(text), self._waits)

    def _see(self, message: _Message, waits: Waits) -> None:
        made = self._show.made
        if made is None or made[1] == self._seen:
            return
        if any(step.actor == 0 and step.number == made[1] for step in message.steps):
            self._seen = made[1]
            waits.add(made[0], time.perf_counter())

    async def drop_out(self, until: float) -> None:
        async for _ in by_chance(self._plan.drops, until):
            self._visitor.drop()
            await asyncio.sleep(_AWAY_SECONDS)
            await self._connect()

    async def leave(self) -> None:
        await self._visitor.leave()
        if self._reading is not None:
            await self._reading
