"""The largest, slowest and hastiest HTTP request that is taken: uvicorn itself sets no such limits.

`LimitedHttp` overrides methods that uvicorn does not document, which is why pyproject.toml caps its
version; tests/server/test_security.py and test_floods.py show whether a newer one still calls them.
"""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from openoutcry.server.connections import Connections
from openoutcry.server.proxies import Proxies
from openoutcry.server.rate_limits import READ, RateLimits, network

LARGEST_HEAD = 32 * 1024
SLOWEST = 15
"""Seconds that a request's head may take to arrive, and its body again."""
STALLED = 60
"""Seconds that a client may take nothing of what it has asked for."""
MOST_AHEAD = 8
"""Requests that may be sent before the first is answered; browsers send none."""
_PIECE = 0.05
"""What each piece of a request counts towards the rate, however small, on top of the request."""


class LimitedHttp(HttpToolsProtocol):
    """Keeps a client from filling the memory with headers that never end, and from holding a
    connection open with headers that never come or answers that it never takes; and one address
    from taking all connections, or all of our time."""

    counted: ClassVar[Connections]
    limits: ClassVar[RateLimits]
    trusted: ClassVar[Proxies]
    """Proxies, which speak for many."""
    _host = "local"
    _is_trusted = False
    _is_counted = False
    _in_head = False
    _head = 0
    """Bytes of the head that have come after its first piece."""
    _timeout: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _held = b""
    """What came faster than the address may send."""
    _going_on: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._host = self.client[0] if self.client else "local"
        self._is_trusted = self._host in self.trusted
        self._is_counted = True
        if self.counted.enter(self._host, self._is_trusted, len(self.connections)):
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._count_no_more()
        self._stop_waiting()
        for timer in (self._stalled, self._going_on):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """A socket is counted with its table."""
        self._count_no_more()
        self._stop_waiting()
        super().handle_websocket_upgrade()
        del self.parser  # it refers to us; uvicorn lets go of it only where a connection ends

    def _count_no_more(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.counted.leave(self._host)

    # What comes

    def data_received(self, data: bytes) -> None:
        """Read it now, or when the address is within its rate again: until then it stays in the
        network's buffers, where it costs us nothing."""
        if self._going_on is not None:
            self._held += data
            return
        wait = 0.0 if self._is_trusted else self.limits.wait(READ, network(self._host), _PIECE)
        if wait == 0:
            self._read(data)
            return
        self._held = data
        self.flow.pause_reading()
        self._going_on = self.loop.call_later(wait, self._go_on)

    def _go_on(self) -> None:
        data, self._held, self._going_on = self._held, b"", None
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._read(data)

    def _read(self, data: bytes) -> None:
        self._head += len(data) if self._in_head else 0
        if self._head <= LARGEST_HEAD:
            super().data_received(data)
        elif not self.transport.is_closing():
            self.send_400_response("The request's headers are too large.")

    def send_400_response(self, msg: str) -> None:
        self.counted.refuse("not understood", self._host)
        super().send_400_response(msg)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            raise ValueError("too many requests at once")  # the parser stops there: 400
        if not self._is_trusted:
            self.limits.spend(READ, network(self._host))
        self._in_head, self._head = True, 0
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        self._stop_waiting()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._stop_waiting()
        self._timeout = self.loop.call_later(SLOWEST, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    # What goes

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def limited_http(
    connections: Connections, given: RateLimits, proxies: Proxies
) -> type[LimitedHttp]:
    """The class that uvicorn makes for each connection of one server."""

    class Limited(LimitedHttp):
        counted, limits, trusted = connections, given, proxies

    return Limited
