"""Sockets: what each has been told, and the pump that sends without anybody waiting for it."""

import asyncio
import contextlib
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from openoutcry.server.limits import MESSAGES, Bucket
from openoutcry.server.store.interface import Person

MOST_PENDING = 128
"""Messages a slow client may be behind before it is dropped; it reconnects and catches up."""

GOING_AWAY = 1001
NOT_UNDERSTOOD = 4400
NO_SESSION = 4401
NOT_WELCOME = 4403
NO_TABLE = 4404
TOO_SLOW = 4408
OLD_SESSION = 4411
"""The password has been changed: whoever did so comes back with a new cookie."""
TOO_MANY = 4429


class Socket:
    """One connection of one person to one table."""

    __slots__ = (
        "_closing",
        "_pending",
        "_pump_task",
        "_websocket",
        "bucket",
        "epoch",
        "greeted",
        "name",
        "person",
        "rewinds",
        "seat",
        "strikes",
        "there",
        "told",
    )

    def __init__(self, websocket: WebSocket, person: Person, there: str) -> None:
        self._websocket = websocket
        self._pending: deque[str] = deque()
        self._pump_task: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self.person = person.id
        self.name = person.name
        self.epoch = person.epoch
        self.there = there
        """Its address, for limits."""
        self.seat: int | None = None
        """Whose view it gets."""
        self.told = 0
        """Steps before this one it knows for good."""
        self.rewinds = 0
        self.greeted = False
        """It has said hello: only then is it told anything."""
        self.bucket = Bucket(MESSAGES, time.monotonic())
        self.strikes = 0

    def send(self, text: str) -> None:
        """Queue a message; never waits."""
        if self._closing is not None:
            return
        if len(self._pending) >= MOST_PENDING:
            self.close(TOO_SLOW)
            return
        self._pending.append(text)
        self._run_pump()

    def close(self, code: int) -> None:
        """Close after what is queued; a socket that is too slow gets nothing more."""
        if self._closing is None:
            self._closing = code
            if code == TOO_SLOW:
                self._pending.clear()
            self._run_pump()

    def recognise(self, person: Person) -> None:
        """Go on by the person's present name; or not at all with a cookie that is worthless."""
        if person.banned:
            self.close(NOT_WELCOME)
        elif person.epoch != self.epoch:
            self.close(OLD_SESSION)
        else:
            self.name = person.name

    def _run_pump(self) -> None:
        if self._pump_task is None:
            self._pump_task = asyncio.create_task(self._pump())

    async def _pump(self) -> None:
        # The client may be gone: its handler finds out by itself.
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            while self._pending:
                await self._websocket.send_text(self._pending.popleft())
            if self._closing is not None:
                await self._websocket.close(self._closing)
        self._pending.clear()
        self._pump_task = None
