"""The largest and slowest HTTP request that is taken: uvicorn itself sets no such limits.

`LimitedHttp` overrides methods that uvicorn does not document, which is why pyproject.toml caps its
version; tests/server/test_security.py shows whether a newer one still calls them.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024
LARGEST_BODY = 32 * 1024
LARGEST_RECORD = 512 * 1024
"""The body of a call that takes a record; ours have 6 kB."""
SLOWEST = 30
"""Seconds that a request's head may take to arrive, and its body again."""


class LimitedHttp(HttpToolsProtocol):
    """Keeps a client from filling the memory with headers that never end, and from holding a
    connection open with headers that never come."""

    _in_head = False
    _head = 0
    """Bytes of the head that have come after its first piece."""
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

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
