"""The largest and slowest HTTP request that is taken: uvicorn itself sets no such limits.

`LimitedHttp` overrides methods that uvicorn does not document, which is why pyproject.toml caps its
version; tests/server/test_security.py shows whether a newer one still calls them.
"""

import asyncio
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from openoutcry.server.connections import Connections

LARGEST_HEAD = 32 * 1024
SLOWEST = 15
"""Seconds that a request's head may take to arrive, and its body again."""


class LimitedHttp(HttpToolsProtocol):
    """Keeps a client from filling the memory with headers that never end, and from holding a
    connection open with headers that never come; and one address from taking all connections."""

    counted: ClassVar[Connections]
    trusted: ClassVar[str]
    """Proxies, which speak for many."""
    _is_counted = False
    _in_head = False
    _head = 0
    """Bytes of the head that have come after its first piece."""
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        host = self.client[0] if self.client else "local"
        self._is_counted = True
        if self.counted.enter(host, host in _TrustedHosts(self.trusted), len(self.connections)):
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._count_no_more()
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """A socket is counted with its table."""
        self._count_no_more()
        super().handle_websocket_upgrade()

    def _count_no_more(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.counted.leave(self.client[0] if self.client else "local")

    def data_received(self, data: bytes) -> None:
        self._head += len(data) if self._in_head else 0
        if self._head <= LARGEST_HEAD:
            super().data_received(data)
        elif not self.transport.is_closing():
            self.send_400_response("The request's headers are too large.")

    def on_message_begin(self) -> None:
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


def limited_http(connections: Connections, trusted: str) -> type[LimitedHttp]:
    """The protocol for one server."""

    class Limited(LimitedHttp):
        counted = connections

    Limited.trusted = trusted
    return Limited
