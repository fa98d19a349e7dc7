"""Somebody who comes to the floor: with an address, a cookie and a socket of their own."""

import asyncio
import contextlib
import http.client
import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import websockets

from openoutcry.core.errors import OutcryError
from openoutcry.server.loadtest.target import Target

_PATIENCE = 60.0


def addresses() -> Iterator[str]:
    """As many of this machine's own as are wanted: limits hold for each by itself."""
    for high in range(1, 250):
        for middle in range(256):
            for low in range(1, 255):
                yield f"127.{high}.{middle}.{low}"


class Visitor:
    """One person, as a browser would be to the server."""

    def __init__(self, target: Target, address: str) -> None:
        self._target = target
        self._address = address
        self._cookie = ""
        self.id = ""
        self.socket: websockets.ClientConnection | None = None

    async def arrive(self) -> None:
        self.id = (await self.call("POST", "/api/session"))["id"]

    async def call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        async with self._target.coming:
            return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: object) -> dict[str, Any]:
        parts = urlsplit(self._target.url)
        source = (self._address, 0)
        connection: http.client.HTTPConnection
        if self._target.tls is None:
            connection = http.client.HTTPConnection(
                parts.netloc, timeout=_PATIENCE, source_address=source
            )
        else:
            connection = http.client.HTTPSConnection(
                parts.netloc, timeout=_PATIENCE, source_address=source, context=self._target.tls
            )
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        with contextlib.closing(connection):
            connection.request(method, parts.path + path, json.dumps(body), headers)
            response = connection.getresponse()
            data = response.read()
        self._cookie = (response.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        if response.status != 200:
            raise OutcryError(f"{path}: {response.status} {data.decode()[:200]}")
        answer: dict[str, Any] = json.loads(data)
        return answer

    async def connect(self, table: str, **hello: object) -> float:
        """Sit before the table's socket; gives when the attempt began."""
        async with self._target.coming:
            began = time.perf_counter()
            self.socket = await websockets.connect(
                self._target.url.replace("http", "ws", 1) + f"/api/tables/{table}/live",
                additional_headers={"Cookie": self._cookie},
                compression=None,
                ping_interval=None,
                max_queue=64,
                max_size=None,
                open_timeout=_PATIENCE,
                close_timeout=2,
                ssl=self._target.tls,
                local_addr=(self._address, 0),
            )
        await self.say("hello", **hello)
        return began

    async def say(self, kind: str, **more: object) -> None:
        assert self.socket is not None
        with contextlib.suppress(websockets.ConnectionClosed):
            await self.socket.send(json.dumps({"type": kind, **more}))

    def drop(self) -> None:
        """The line goes dead, without a goodbye."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.close()
