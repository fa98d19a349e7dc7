"""A server and a browser's floor say the same, byte for byte: they are one table logic behind two
carriers."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
import websockets

from openoutcry.pocket.floor import PocketFloor
from openoutcry.pocket.thinker import answer, study
from openoutcry.server import accounts, app, clock, live_tables
from openoutcry.server.pages import BUILD
from openoutcry.server.sandbox_process import SandboxProcess
from openoutcry.titles import names
from tests.pocket.memory_storage import MemoryStorage
from tests.server.house import SECONDS, house

RECORDS = Path(__file__).parents[1] / "records"
STEPS = 60
"""Decisions of each match that are compared."""


class Talk(Protocol):
    async def say(self, message: dict[str, Any]) -> None: ...
    async def hear(self) -> str: ...


class Carrier(Protocol):
    async def call(self, method: str, path: str, body: str) -> tuple[int, bytes]: ...
    def connect(self, table: str) -> contextlib.AbstractAsyncContextManager[Talk]: ...


class ByNetwork:
    """A real server, HTTP and a WebSocket."""

    def __init__(self, guest: Any) -> None:
        self._guest = guest

    async def call(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        headers = {"content-type": "application/json"}
        sent = None if method == "GET" else body
        response = await self._guest.http.request(method, path, content=sent, headers=headers)
        return response.status_code, response.content

    @contextlib.asynccontextmanager
    async def connect(self, table: str) -> AsyncIterator[Talk]:
        address = self._guest.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        headers = {"Cookie": self._guest.cookie}
        async with websockets.connect(address, additional_headers=headers, max_size=None) as socket:
            yield _Socket(socket)


class _Socket:
    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket

    async def say(self, message: dict[str, Any]) -> None:
        await self._socket.send(json.dumps(message))

    async def hear(self) -> str:
        return str(await self._socket.recv())


class ByWorker:
    """What a browser's worker runs."""

    def __init__(self, floor: PocketFloor) -> None:
        self._floor = floor

    async def call(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        status, text = await self._floor.call(method, path, body, "")
        return status, text.encode()

    @contextlib.asynccontextmanager
    async def connect(self, table: str) -> AsyncIterator[Talk]:
        heard: asyncio.Queue[str] = asyncio.Queue()
        conversation = self._floor.connect(table, heard.put_nowait, lambda code: None)

        class Messages:
            async def say(self, message: dict[str, Any]) -> None:
                conversation.say(json.dumps(message))

            async def hear(self) -> str:
                return await heard.get()

        yield Messages()
        conversation.end()


@pytest.fixture(autouse=True)
def nothing_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same ids, seeds, names and times on both sides."""
    patient = partial(SandboxProcess, seconds=SECONDS)  # both are given the time they need
    monkeypatch.setattr(app, "SandboxProcess", patient)
    monkeypatch.setattr(secrets, "token_hex", lambda size: "7a" * size)
    monkeypatch.setattr(live_tables, "new_id", lambda: "sametable")
    monkeypatch.setattr(accounts, "guest_name", lambda lang: "Ann")
    monkeypatch.setattr(clock, "now_ms", lambda: 1_800_000_000_000)


async def _ask(question: bytes) -> str:
    return answer(question)


async def _study(question: bytes) -> bytes:
    return study(question)


def told_by_both(
    data: Path, scenario: Callable[[Carrier], Awaitable[list[bytes | str]]]
) -> tuple[list[bytes | str], list[bytes | str]]:
    async def by_network() -> list[bytes | str]:
        async with house(data) as h:
            return await scenario(ByNetwork(await h.guest()))

    async def by_worker() -> list[bytes | str]:
        floor = PocketFloor(MemoryStorage(), _ask, _study, BUILD)
        floor.open()
        await floor.call("POST", "api/session", "{}", "")
        told = await scenario(ByWorker(floor))
        await floor.close()
        return told

    return asyncio.run(by_network()), asyncio.run(by_worker())


async def _played(carrier: Carrier, title: str) -> list[bytes | str]:
    """Three people at one browser play, look, take back, chat and try what may not be."""
    told: list[bytes | str] = []

    async def call(method: str, path: str, body: object = None) -> bytes:
        status, answered = await carrier.call(method, path, json.dumps(body or {}))
        told.append(b"%d %b" % (status, answered))
        return answered

    seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob", "Cy")]
    await call("POST", "/api/tables", {"title": title, "seats": seats, "pace": 0})
    await call("POST", "/api/tables/sametable/start")
    async with carrier.connect("sametable") as talk, asyncio.timeout(SECONDS):

        async def hear(kind: str) -> dict[str, Any]:
            while True:
                told.append(text := await talk.hear())
                message: dict[str, Any] = json.loads(text)
                if message["type"] == kind:
                    return message

        await talk.say({"type": "hello", "seat": None})
        update = await hear("update")
        for number in range(STEPS):
            view = update["view"]
            if view["over"]:
                break
            seat = view["waiting"][0]
            await talk.say({"type": "look", "seat": seat})
            view = (await hear("update"))["view"]
            decision, rewinds = view["decision"], update["rewinds"]
            if number == 5:
                await talk.say(_play(decision, "a wish", rewinds))
                await hear("refused")
            offers = decision["offers"]
            chosen = offers[number % len(offers)]["action"]
            await talk.say(_play(decision, chosen, rewinds))
            update = await hear("update")
            if number == 10:
                await talk.say({"type": "take_back", "seat": seat})
                update = await hear("update")
        await talk.say({"type": "chat", "text": "a fine match"})
        await hear("chat")
        await call("GET", "/api/tables/sametable")
        await call("GET", "/api/matches/sametable/film?seat=1")
        await call("GET", "/api/matches/sametable/at/7?seat=0")
        await call("GET", "/api/matches/sametable/record")
        await call("GET", "/api/me/tables")
        await call("GET", "/api/tables/nowhere")
    return told


def _play(decision: dict[str, Any], action: str, rewinds: int) -> dict[str, Any]:
    asked = {"seat": decision["seat"], "step": decision["step"]}
    return {"type": "play", **asked, "action": action, "rewinds": rewinds}


@pytest.mark.parametrize("title", names())
def test_a_match_is_told_alike(tmp_path: Path, title: str) -> None:
    network, worker = told_by_both(tmp_path, lambda carrier: _played(carrier, title))
    assert len(network) > STEPS
    assert worker == network


async def _opened(carrier: Carrier, title: str) -> list[bytes | str]:
    told: list[bytes | str] = []
    for file in sorted(RECORDS.glob(f"{title}-*-0.json")):
        text = file.read_text(encoding="utf-8")
        for path in ("/api/records", "/api/records?seat=1", "/api/records/at/40?seat=0"):
            status, answered = await carrier.call("POST", path, text)
            told.append(b"%d %b" % (status, answered))
    return told


@pytest.mark.parametrize("title", names())
def test_recorded_matches_are_shown_alike(tmp_path: Path, title: str) -> None:
    network, worker = told_by_both(tmp_path, lambda carrier: _opened(carrier, title))
    assert any(line[:4] == b"200 " for line in network if isinstance(line, bytes))
    assert worker == network


@pytest.mark.parametrize("path", ["floor", "titles/mogul/rules/it", "titles/ekonos/edition"])
def test_what_is_offered_is_told_alike(tmp_path: Path, path: str) -> None:
    async def asked(carrier: Carrier) -> list[bytes | str]:
        return [(await carrier.call("GET", f"/api/{path}", ""))[1]]

    network, worker = told_by_both(tmp_path, asked)
    # Whether an edition is fair is found out by a process, which a browser does not have.
    assert worker == [as_on_a_device(answer) for answer in network]


def as_on_a_device(answer: bytes | str) -> bytes | str:
    return (
        answer.replace(b'"judged":true', b'"judged":false') if isinstance(answer, bytes) else answer
    )
