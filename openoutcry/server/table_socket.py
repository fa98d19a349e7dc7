"""A client's connection to a table: what it has been told, and the queue of what it will be."""

import asyncio
import contextlib
import time
from collections import deque
from typing import Protocol

from openoutcry.server.rate_limits import MESSAGES, Bucket
from openoutcry.server.store.interface import Person
from openoutcry.table.state import TableState

MOST_PENDING = 128
"""A client that falls this many messages behind is dropped; it reconnects and catches up."""

GOING_AWAY = 1001
NOT_UNDERSTOOD = 4400
NO_SESSION = 4401
NOT_WELCOME = 4403
NO_TABLE = 4404
KICKED = 4405
"""Removed from this table."""
TOO_SLOW = 4408
OLD_SESSION = 4411
"""The password was changed: whoever changed it comes back with a new cookie."""
TOO_MANY = 4429


class Connection(Protocol):
    """What carries messages to a client."""

    async def send(self, text: str) -> None:
        """`ConnectionError` if the client is gone."""

    async def close(self, code: int) -> None: ...


class TableSocket:
    """One connection of one person to one table."""

    __slots__ = (
        "_closing",
        "_connection",
        "_pending",
        "_sending",
        "address",
        "blocked",
        "bucket",
        "chat",
        "created",
        "epoch",
        "greeted",
        "name",
        "person",
        "rewinds",
        "seat",
        "seen",
        "sent",
        "strikes",
        "told",
    )

    def __init__(self, connection: Connection, person: Person, address: str) -> None:
        self._connection = connection
        self._pending: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self.person = person.id
        self.name = person.name
        self.epoch = person.epoch
        self.address = address
        """For rate limits."""
        self.created = person.created
        self.blocked: frozenset[str] = frozenset()
        """People whose chat is not for this one."""
        self.chat = 0
        """The number of the last line of the chat that it was sent."""
        self.seat: int | None = None
        """Whose view it gets."""
        self.told = 0
        """It has been told all steps before this one for good."""
        self.seen: int | None = None
        """The step of the view that it was sent last."""
        self.rewinds = 0
        self.greeted = False
        """It has said hello; before that it is told nothing."""
        self.bucket = Bucket(MESSAGES, time.monotonic())
        self.strikes = 0
        self.sent = 0
        """Characters that it was sent."""

    @property
    def is_closing(self) -> bool:
        """We have closed it, or are about to."""
        return self._closing is not None

    def note(self, table: TableState) -> None:
        """It has been sent the table's present position."""
        match = table.playing
        self.told, self.seen, self.rewinds = match.settled, match.step, len(table.rewinds)

    def send(self, text: str) -> None:
        """Queue a message; never waits."""
        self.queue(text)
        self.flush()

    def queue(self, text: str) -> None:
        """Keep a message for `flush`."""
        if self._closing is not None:
            return
        if len(self._pending) >= MOST_PENDING:
            self.close(TOO_SLOW)
            return
        self._pending.append(text)
        self.sent += len(text)

    def flush(self) -> None:
        """Begin to send what is queued."""
        if self._pending:
            self._start_sending()

    def close(self, code: int) -> None:
        """Close once the queue is sent; a socket that is too slow is sent nothing more."""
        if self._closing is None:
            self._closing = code
            if code == TOO_SLOW:
                self._pending.clear()
            self._start_sending()

    def recognise(self, person: Person) -> None:
        """Take the person's present name; close if the person is banned or the cookie is void."""
        if person.banned:
            self.close(NOT_WELCOME)
        elif person.epoch != self.epoch:
            self.close(OLD_SESSION)
        else:
            self.name = person.name

    def _start_sending(self) -> None:
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_pending())

    async def _send_pending(self) -> None:
        # The client may be gone: its handler finds out by itself.
        with contextlib.suppress(ConnectionError):
            while self._pending:
                await self._connection.send(self._pending.popleft())
            if self._closing is not None:
                await self._connection.close(self._closing)
        self._pending.clear()
        self._sending = None
