"""How fast a socket's frames are read, and how long one may stay that takes nothing: uvicorn reads
whatever comes, pings and parts of messages too, before anybody can count it.

`LimitedSocket` overrides methods that uvicorn does not document, as `http_limits.py` does.
"""

import asyncio
import time
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from openoutcry.server.proxies import Proxies
from openoutcry.server.rate_limits import FRAMES, FRAMES_PER_ADDRESS, Bucket, RateLimits, network

_PIECE = 1024
"""Bytes that are read at once: no more than 170 frames, however small."""
_CLOSING_SECONDS = 5.0
"""For a client to take what it was sent before its connection is cut."""


class LimitedSocket(WebSocketsSansIOProtocol):
    """Reads piece by piece, and no faster than a socket and its address may talk: what comes too
    soon waits in the network's buffers."""

    limits: ClassVar[RateLimits]
    trusted: ClassVar[Proxies]
    """Proxies, which say for whom they speak."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = "local"
        self._bucket = Bucket(FRAMES, time.monotonic())
        self._held = bytearray()
        """What has come, and was not read yet."""
        self._going_on: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        """More is read from then on, by the loop's clock."""

    def handle_connect(self, event: Request) -> None:
        host = self.client[0] if self.client else "local"
        if host in self.trusted:
            told = ",".join(event.headers.get_all("X-Forwarded-For")).split(",")
            names = [name.strip() for name in reversed(told)]
            host = next((name for name in names if name and name not in self.trusted), host)
        self._address = network(host)
        super().handle_connect(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.clear()
        if self._going_on is not None:
            self._going_on.cancel()
        super().connection_lost(exc)

    # What comes

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._held += data
        if self._going_on is None and self.loop.time() >= self._not_before:
            self._read_piece()
        self._read_on_later()

    def _read_piece(self) -> None:
        piece = bytes(self._held[:_PIECE])
        del self._held[:_PIECE]
        super().data_received(piece)

    def _read_on_later(self) -> None:
        """What is held, when it may be read and all before it was heard."""
        if not self._held:
            return
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if self._going_on is None and self._is_heard():
            wait = max(0.0, self._not_before - self.loop.time())
            self._going_on = self.loop.call_later(wait, self._read_on)

    def _read_on(self) -> None:
        self._going_on = None
        if self._is_heard():
            self._read_piece()
        self._read_on_later()
        self._resume()

    def _is_heard(self) -> bool:
        return self.queue.empty() or self.close_sent

    def handle_events(self) -> None:
        """All that a piece held: it is paid for afterwards, for only now it can be counted."""
        frames = len(self.conn.events)
        super().handle_events()
        if self.limits.enforced:
            alone = self._bucket.wait(time.monotonic(), frames)
            together = self.limits.wait(FRAMES_PER_ADDRESS, self._address, frames)
            self._not_before = self.loop.time() + max(alone, together)

    async def receive(self) -> Any:
        """As uvicorn's, which would let more come while some is held."""
        message = await self.queue.get()
        if self.queue.empty():
            self._read_on_later()
            self._resume()
        return message

    def _resume(self) -> None:
        if self.read_paused and not self._held and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()

    # What goes

    def keepalive_timeout(self) -> None:
        """uvicorn would wait for ever until all that was sent before is taken."""
        super().keepalive_timeout()
        self.loop.call_later(_CLOSING_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout + _CLOSING_SECONDS, self.transport.abort)


def limited_socket(given: RateLimits, proxies: Proxies) -> type[LimitedSocket]:
    """The class that uvicorn makes for each socket of one server."""

    class Limited(LimitedSocket):
        limits, trusted = given, proxies

    return Limited
