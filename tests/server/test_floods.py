"""Whoever sends more than can be read waits alone; whoever reads nothing is let go."""

import asyncio
import base64
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from openoutcry.server import http_limits, logs, pages, serve, socket_limits
from openoutcry.server.calls import editions
from openoutcry.server.http_limits import MOST_AHEAD, LimitedHttp
from openoutcry.server.rate_limits import METRICS, Rate, RateLimits
from tests.server.house import House, house, started
from tests.server.starve import Visitor

GET = b"GET /healthz/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
EVE, ANN = "127.0.0.2", "127.0.0.3"
NEVER = 0.001
"""A second: whoever has used up what may come at once waits longer than any test."""
TEXT, PART, PING = 0x81, 0x00, 0x89
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def line_to(h: House, address: str) -> Line:
    port = int(h.url.rpartition(":")[2])
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def socket_at(h: House, address: str, table: str, cookie: str) -> Line:
    """A WebSocket that a test writes frame by frame."""
    reader, writer = await line_to(h, address)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(kind: int, payload: bytes = b"") -> bytes:
    return bytes([kind, 0x80 | len(payload)]) + bytes(4) + payload


async def all_that_comes(reader: asyncio.StreamReader, seconds: float = 0.5) -> bytes:
    """Until nothing has come for a while, or the line is closed."""
    found = b""
    while True:
        try:
            piece = await asyncio.wait_for(reader.read(65536), seconds)
        except TimeoutError:
            return found
        if not piece:
            return found
        found += piece


def test_requests_that_do_not_wait_for_answers_are_cut_off(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            reader, writer = await line_to(h, EVE)
            writer.write(500 * GET)
            answers = await all_that_comes(reader, 60)
            assert answers.count(b"HTTP/1.1 200 OK") <= MOST_AHEAD + 1
            writer.close()

    asyncio.run(scenario())


def test_an_address_that_asks_too_fast_waits_and_nobody_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "READ", Rate(NEVER, 10))

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            lines = [await line_to(h, EVE) for _ in range(30)]
            for _, writer in lines:
                writer.write(GET)
            answers = await asyncio.gather(*[all_that_comes(reader, 2) for reader, _ in lines])
            answered = sum(b"200 OK" in answer for answer in answers)
            assert 1 <= answered <= 10
            assert answers.count(b"") == 30 - answered, "the others wait: nobody is refused"
            reader, writer = await line_to(h, ANN)
            writer.write(GET)
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
            for _, other in [*lines, (reader, writer)]:
                other.close()

    asyncio.run(scenario())


def test_whoever_has_waited_as_long_as_told_need_not_ask_again() -> None:
    limits = RateLimits()
    rate = Rate(2, 3)
    assert [limits.wait(rate, "x") for _ in range(3)] == [0, 0, 0]
    waits = [limits.wait(rate, "x") for _ in range(4)]
    assert waits == sorted(waits)
    assert 1.5 < waits[-1] <= 2
    assert RateLimits(enforced=False).wait(rate, "x", 1000) == 0


@pytest.mark.parametrize(
    ("name", "flood"),
    [
        ("pings", frame(PING)),
        ("messages that say nothing", frame(TEXT)),
        ("a message in parts that never ends", frame(PART)),
    ],
)
def test_a_flood_of_frames_is_read_no_faster_than_people_talk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, flood: bytes
) -> None:
    monkeypatch.setattr(socket_limits, "FRAMES", Rate(NEVER, 120))
    heard = 0
    handle_events = WebSocketsSansIOProtocol.handle_events

    def counting(self: WebSocketsSansIOProtocol) -> None:
        nonlocal heard
        heard += len(self.conn.events)
        handle_events(self)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_events", counting)

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            eve, ann = await Visitor(h.url, EVE).guest(), await Visitor(h.url, ANN).guest()
            table = await ann.table("me", "open", "open")
            reader, writer = await socket_at(h, EVE, table, eve.cookie)
            writer.write(frame(TEXT, b'{"type":"hello"}'))
            if flood == frame(PART):
                writer.write(frame(0x01))
            writer.write(20_000 * flood)
            await all_that_comes(reader)
            assert heard < 400, "of twenty thousand"
            watch = await ann.watch(table)
            assert watch.table
            writer.close()
            await ann.leave()
            await eve.leave()

    asyncio.run(scenario())


def test_a_socket_that_is_written_to_bit_by_bit_hears_everything(tmp_path: Path) -> None:
    """Messages that come in one piece, in many, or many in one, are each answered in order."""

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            guest = await h.guest()
            table = await guest.table("me", "open", "open")
            reader, writer = await socket_at(h, "127.0.0.1", table, guest.cookie)
            hello = frame(TEXT, b'{"type":"hello"}')
            for byte in hello:
                writer.write(bytes([byte]))
                await asyncio.sleep(0)
            said = b"".join(frame(TEXT, b'{"type":"chat","text":"%d"}' % n) for n in range(5))
            writer.write(said + frame(PING, b"last"))
            found = b""
            while b"last" not in found or b'"text":"4"' not in found:
                found += await asyncio.wait_for(reader.read(65536), 60)
            assert [found.index(b'"text":"%d"' % n) for n in range(5)] == sorted(
                found.index(b'"text":"%d"' % n) for n in range(5)
            )
            writer.close()

    asyncio.run(scenario())


def test_whoever_asks_and_never_reads_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "PING_SECONDS", 0.5)
    monkeypatch.setattr(socket_limits, "_CLOSING_SECONDS", 0.1)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            party = await started(h, 3, title="wallstreet")
            live = await h.app.tables.get(party.table)
            for seat in party.seats:
                await seat.close()
            reader, writer = await socket_at(h, EVE, party.table, party.guests[0].cookie)
            raw = cast(socket.socket, writer.get_extra_info("socket"))
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            cast(asyncio.ReadTransport, writer.transport).pause_reading()
            writer.write(frame(TEXT, b'{"type":"hello"}'))
            for _ in range(1500):
                writer.write(frame(TEXT, b'{"type":"look","seat":0}'))
                await asyncio.sleep(0)
            async with asyncio.timeout(60):
                while live.audience.sockets:
                    await asyncio.sleep(0.05)
            writer.close()
            assert reader is not None

    asyncio.run(scenario())


def test_an_answer_that_nobody_takes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "STALLED", 0)
    cut = list[str]()

    async def scenario() -> None:
        line = LimitedHttp.__new__(LimitedHttp)
        line.loop = asyncio.get_running_loop()
        line.flow = cast(Any, SimpleNamespace(pause_writing=int, resume_writing=int))
        line.transport = cast(Any, SimpleNamespace(abort=lambda: cut.append("cut")))
        line.pause_writing()
        line.resume_writing()
        await asyncio.sleep(0.05)
        assert not cut, "it has gone on"
        line.pause_writing()
        await asyncio.sleep(0.05)
        assert cut == ["cut"]

    asyncio.run(scenario())


def test_what_is_the_same_for_everybody_is_put_together_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str]()

    def counted(module: object, name: str) -> None:
        original: Callable[..., Any] = getattr(module, name)

        def counting(*arguments: Any) -> Any:
            made.append(name)
            return original(*arguments)

        monkeypatch.setattr(module, name, counting)

    counted(pages, "service_worker")
    counted(editions, "wanted")

    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            for path in ("/sw.js", "/api/titles/mogul/edition"):
                first = await guest.http.get(path)
                assert (await guest.http.get(path)).content == first.content
            assert sorted(made) in (["service_worker", "wanted"], ["wanted"])

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_metrics_and_pictures_are_not_for_asking_all_the_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            guest = await h.guest()
            often = range(int(METRICS.burst) + 1)
            statuses = [(await guest.http.get("/metrics")).status_code for _ in often]
            assert statuses == [200] * (len(often) - 1) + [429]

    asyncio.run(scenario())


def test_nonsense_is_counted_and_does_not_fill_the_log(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            for _ in range(20):
                reader, writer = await line_to(h, EVE)
                writer.write(b"\x16\x03\x01 nonsense\r\n\r\n")
                assert b" 400 " in await all_that_comes(reader, 60)
                writer.close()
            async with h.client() as client:
                metrics = (await client.get("/metrics")).text
            assert 'outcry_connections_refused_total{why="not understood"} 20.0' in metrics

    asyncio.run(scenario())

    def is_written(text: str, error: BaseException | None = None) -> bool:
        told = (type(error), error, None) if error else None
        return logs._is_news(logging.LogRecord("uvicorn.error", 30, "", 0, text, (), told))

    assert not is_written("Invalid HTTP request received.")
    assert not is_written("Exception", RuntimeError("unable to ...; the handler is closed"))
    assert is_written("Exception", RuntimeError("something else"))


@pytest.mark.parametrize(
    "smuggled",
    [
        b"Host: 127.0.0.1\r\nHost: evil.example\r\n",
        b"Host: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Host: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n",
        b"Host: 127.0.0.1\r\nTransfer-Encoding: chunked, identity\r\n",
        b"Host: 127.0.0.1\r\nX-Folded: a\r\n b\r\n",
        b"Host : 127.0.0.1\r\n",
    ],
)
def test_a_request_that_a_proxy_may_read_otherwise_is_refused(
    tmp_path: Path, smuggled: bytes
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            reader, writer = await line_to(h, EVE)
            close = b"Connection: close\r\n\r\n"
            writer.write(b"POST /api/session HTTP/1.1\r\n" + smuggled + close + b"0\r\n\r\n" + GET)
            answers = await all_that_comes(reader, 60)
            assert answers.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 421 "))
            assert answers.count(b"HTTP/1.1 ") == 1
            writer.close()

    asyncio.run(scenario())
