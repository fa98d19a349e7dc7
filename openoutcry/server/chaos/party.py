"""People who play on whatever happens, and remember what the server said."""

import asyncio
import contextlib
import http.client
import random
import secrets
from collections import deque

import msgspec
import websockets

from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import pledge
from openoutcry.server.chaos.evidence import Evidence, SeenView, Sent
from openoutcry.server.loadtest.visitor import Visitor
from openoutcry.titles import find, names

LOST = (
    OSError,
    TimeoutError,
    OutcryError,
    http.client.HTTPException,
    websockets.WebSocketException,
)
"""What happens to people whose server is in trouble."""
_AGAIN_SECONDS = 0.2
HASTE = (0.02, 0.3)
"""Seconds, from and to, that somebody thinks who wants to see as many moves as possible."""
_PATIENCE_SECONDS = (0.5, 1.0)
"""After a refusal."""
_WITHHOLD = 0.1
"""How likely somebody is not to tell the salt that they promised."""


class _Offer(msgspec.Struct):
    action: str


class _Decision(msgspec.Struct):
    offers: list[_Offer]


class _View(msgspec.Struct):
    step: int
    seat: int | None
    over: bool
    decision: _Decision | None


class _Step(msgspec.Struct):
    number: int
    actor: int | None
    action: str | None
    forced: bool


class _Table(msgspec.Struct):
    state: str
    seed: str | None


class _Message(msgspec.Struct):
    type: str
    table: _Table | None = None
    view: msgspec.Raw = msgspec.Raw(b"null")
    steps: list[_Step] = []
    rewinds: int = 0
    code: str = ""


_read = msgspec.json.Decoder(_Message).decode
_read_view = msgspec.json.Decoder(_View | None).decode


class Party:
    """Two people and bots who play match after match together, and somebody who watches them."""

    def __init__(
        self,
        visitors: list[Visitor],
        rng: random.Random,
        pause: asyncio.Event,
        thought: tuple[float, float] = HASTE,
    ) -> None:
        self._visitors = visitors
        self._rng = rng
        self._may_move = pause
        self._thought = thought
        self.evidence_of: dict[str, Evidence] = {}
        self.table = ""

    async def play(self) -> None:
        """Until cancelled."""
        while True:
            try:
                for visitor in self._visitors:
                    if not visitor.id:
                        await visitor.arrive()
                self.table = await self._open()
                evidence = self.evidence_of[self.table] = Evidence()
                await self._play_match(self.table, evidence)
            except LOST:
                await asyncio.sleep(_AGAIN_SECONDS)

    async def leave(self) -> None:
        for visitor in self._visitors:
            await visitor.leave()

    def forget_finished(self) -> int:
        """Drop what is known about matches before the present one, once all of it was held against
        the journal; gives how many of their moves were acknowledged."""
        done = [id for id, e in self.evidence_of.items() if id != self.table and not e.seen]
        return sum(len(self.evidence_of.pop(id).acknowledged) for id in done)

    async def _open(self) -> str:
        """A table that has been dealt, with everybody's salts or nearly so."""
        host, friend = self._visitors[:2]
        title = find(self._rng.choice(names()))
        seats = min(title.box.seats(title.edition()))
        clock = {"seconds": 20} if self._rng.random() < 0.3 else None
        plan = [{"kind": "me"}, {"kind": "open"}]
        plan += [{"kind": "bot", "bot": "apprentice"}] * (max(seats, 2) - 2)
        body = {"title": title.name, "seats": plan, "pace": 0, "clock": clock}
        table = str((await host.call("POST", "/api/tables", body))["id"])
        path = f"/api/tables/{table}"
        await friend.call("POST", f"{path}/join", {})
        salts = [secrets.token_hex(32) for _ in range(2)]
        for seat, visitor in enumerate((host, friend)):
            body = {"pledge": pledge(salts[seat])}
            await visitor.call("PUT", f"{path}/seats/{seat}/pledge", body)
        await host.call("POST", f"{path}/start")
        for seat, visitor in enumerate((host, friend)):
            if self._rng.random() > _WITHHOLD:
                with contextlib.suppress(OutcryError):  # too late: it was dealt without
                    await visitor.call("PUT", f"{path}/seats/{seat}/salt", {"salt": salts[seat]})
        return table

    async def _play_match(self, table: str, evidence: Evidence) -> None:
        participants = [
            Participant(visitor, table, seat, evidence, self._rng, self._may_move, self._thought)
            for seat, visitor in zip((0, 1, None), self._visitors, strict=True)
        ]
        tasks = [asyncio.create_task(participant.follow()) for participant in participants]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


class Participant:
    """One seat's person, or a spectator, from the deal to the end."""

    def __init__(
        self,
        visitor: Visitor,
        table: str,
        seat: int | None,
        evidence: Evidence,
        rng: random.Random,
        may_move: asyncio.Event,
        thought: tuple[float, float],
    ) -> None:
        self._visitor = visitor
        self._table = table
        self._seat = seat
        self._evidence = evidence
        self._rng = rng
        self._may_move = may_move
        self._thought = thought
        self._name = f"seat {seat}" if seat is not None else "spectator"
        self._view: _View | None = None
        self._rewinds = 0
        self._open: deque[Sent] = deque()
        """Sent over this socket, and not answered yet: the server answers one after the other."""
        self._thinking: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        """Until the match is over, coming back as often as it takes."""
        while self._view is None or not self._view.over:
            with contextlib.suppress(*LOST):
                await self._visitor.connect(self._table, seat=self._seat)
                await self._listen()
            self._stop_thinking()
            await self._visitor.leave()
            self._open.clear()
            self._evidence.screens.pop(self._name, None)
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _listen(self) -> None:
        socket = self._visitor.socket
        assert socket is not None
        async for text in socket:
            message = _read(text)
            view = _read_view(message.view)
            if view is not None:
                self._see(message, view)
            elif message.table is not None and message.table.seed and message.table.state != "over":
                self._evidence.leaks.append("the seed was told before the end")
            elif message.type in ("refused", "error"):
                self._refused(message.code)
            if self._view is not None and self._view.over:
                return

    def _see(self, message: _Message, view: _View) -> None:
        evidence = self._evidence
        evidence.seen.append(SeenView(view.seat, view.step, bytes(message.view)))
        evidence.screens[self._name] = view.step
        self._view, self._rewinds = view, message.rewinds
        for step in message.steps:
            self._see_step(step)
        self._think(self._thought)

    def _see_step(self, step: _Step) -> None:
        evidence = self._evidence
        if not self._open or step.forced or step.number in evidence.acknowledged:
            return
        sent = self._open[0]
        if (step.actor, step.action) == (sent.seat, sent.action) and step.number >= sent.step:
            evidence.acknowledged[step.number] = sent.seat, sent.action
            evidence.unsure.remove(self._open.popleft())

    def _refused(self, code: str) -> None:
        """Nobody has told that it happened, and it must not have: unless its outcome is unknown,
        or it was stale, because an earlier attempt had come through."""
        if self._open:
            sent = self._open.popleft()
            if code not in ("unknown", "stale"):
                self._evidence.unsure.remove(sent)
        self._think(_PATIENCE_SECONDS)

    def _think(self, seconds: tuple[float, float]) -> None:
        self._stop_thinking()
        if self._view is not None and self._view.decision is not None:
            move = self._move(self._view, self._view.decision, self._rng.uniform(*seconds))
            self._thinking = asyncio.create_task(move)

    async def _move(self, view: _View, decision: _Decision, thought: float) -> None:
        await asyncio.sleep(thought)
        await self._may_move.wait()
        assert self._seat is not None
        action = self._rng.choice(decision.offers).action
        sent = Sent(self._seat, view.step, action)
        self._open.append(sent)
        self._evidence.unsure.append(sent)
        await self._visitor.say(
            "play", seat=self._seat, step=view.step, rewinds=self._rewinds, action=action
        )

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
