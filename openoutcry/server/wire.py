"""HTTP as it comes over the wire: the bounds that the protocol itself does not set."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024
SLOWEST = 30
"""Seconds that a request's head may take to arrive, and its body."""


class BoundedHttp(HttpToolsProtocol):
    """Nobody fills the memory with a request's line and headers that never end, or keeps a
    connection busy with ones that never come."""

    _in_head = False
    _head = 0
    """Bytes that have come of a head since the first that came of it."""
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
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
        self._wait_no_longer()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._wait_no_longer()
        self._patience = self.loop.call_later(SLOWEST, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
