"""Tables' sockets as WebSockets: who is let in, and how many."""

import contextlib
from collections import Counter
from collections.abc import Iterator

from starlette.websockets import WebSocket, WebSocketDisconnect

from openoutcry.core.errors import OutcryError
from openoutcry.server.accounts import COOKIE
from openoutcry.server.calls.call import Backend
from openoutcry.server.connections import counted
from openoutcry.server.live_table import LiveTable
from openoutcry.server.middleware import check_origin
from openoutcry.server.rate_limits import CONNECTIONS
from openoutcry.server.router import address
from openoutcry.server.socket_handler import SocketHandler
from openoutcry.server.store.interface import Person, StoreDown
from openoutcry.server.table_socket import (
    KICKED,
    NO_SESSION,
    NO_TABLE,
    NOT_WELCOME,
    TOO_MANY,
    TableSocket,
)
from openoutcry.table.refusal import Refusal

MOST_SOCKETS = 12
"""Sockets of one person at one table."""
MOST_PER_PERSON = 40
"""Sockets of one person at all tables."""
MOST_PER_ADDRESS = 1000
"""Sockets of one address."""


class SocketEndpoint:
    """Lets sockets in and carries their messages."""

    def __init__(self, backend: Backend, handler: SocketHandler) -> None:
        self._settings = backend.settings
        self._accounts = backend.accounts
        self._tables = backend.tables
        self._limits = backend.limits
        self._addresses = backend.addresses
        self._handler = handler
        self._open: Counter[str] = Counter()
        """Open sockets by address."""
        self._open_of: Counter[str] = Counter()
        """Open sockets by person."""

    async def serve(self, websocket: WebSocket) -> None:
        """From the handshake to the end."""
        try:
            check_origin(websocket, self._settings)
        except Refusal:
            await websocket.close(NOT_WELCOME)
            return
        await websocket.accept()
        client = address(websocket)
        with counted(self._open, client):
            await self._converse(websocket)

    async def _converse(self, websocket: WebSocket) -> None:
        found = await self._admit(websocket)
        if isinstance(found, int):
            await websocket.close(found)
            return
        person, live = found
        socket = TableSocket(_Connection(websocket), person, address(websocket))
        # Nothing is awaited between being let in and being counted, here and at the table.
        with counted(self._open_of, person.id):
            try:
                await live.enter(socket)
                await self._addresses.note(person, socket.address)
                # After entering: a change of the list from now on reaches this socket.
                await self._tables.blocks_changed(person.id, announce=False)
                await self._listen(websocket, live, socket)
            except (WebSocketDisconnect, RuntimeError, StoreDown):
                pass  # the client is gone, or we have closed the socket ourselves
            finally:
                await live.leave(socket)

    async def _admit(self, websocket: WebSocket) -> tuple[Person, LiveTable] | int:
        """The person and the table; a close code if either is missing or not allowed."""
        client = address(websocket)
        if self._limits.enforced and self._open[client] > MOST_PER_ADDRESS:
            return TOO_MANY
        if not self._limits.allow(CONNECTIONS, client):
            return TOO_MANY
        try:
            live = await self._tables.get(websocket.path_params["table"])
            # Last: a session that ends while the table is loaded must not slip through.
            person = await self._accounts.who(websocket.cookies.get(COOKIE))
            if person is None:
                return NO_SESSION
            if person.id in live.table.barred:
                return KICKED
            if self._addresses.is_banned(client, person.created):
                return NOT_WELCOME
        except StoreDown:
            return 1013
        except OutcryError as error:
            return NOT_WELCOME if getattr(error, "code", "") == "banned" else NO_TABLE
        if self._limits.enforced and self._open_of[person.id] >= MOST_PER_PERSON:
            return TOO_MANY
        mine = sum(socket.person == person.id for socket in live.audience.sockets)
        return TOO_MANY if mine >= MOST_SOCKETS else (person, live)

    async def _listen(self, websocket: WebSocket, live: LiveTable, socket: TableSocket) -> None:
        while True:
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            await self._handler.hear(live, socket, received.get("text"))


class _Connection:
    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket

    async def send(self, text: str) -> None:
        with _gone():
            await self._websocket.send_text(text)

    async def close(self, code: int) -> None:
        with _gone():
            await self._websocket.close(code)


@contextlib.contextmanager
def _gone() -> Iterator[None]:
    try:
        yield
    except (RuntimeError, OSError, WebSocketDisconnect) as error:
        raise ConnectionError(str(error)) from error
