"""A running server and people who use it as a browser would: over real sockets."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets

from openoutcry.server.app import Server
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.serve import config, listen, run
from openoutcry.server.settings import Settings

Json = dict[str, Any]
SECONDS = 180
"""How long a test waits for anything before it fails."""


@contextlib.asynccontextmanager
async def house(
    data: Path, bots: BotPool | None = None, limited: bool = False, **settings: Any
) -> AsyncIterator["House"]:
    """A server in this process, on a free port."""
    app = Server(Settings(data=data, limited=limited, **settings), bots)
    socket = listen("127.0.0.1", 0)
    server = uvicorn.Server(config(app))
    serving = asyncio.create_task(run(app, server, socket))
    while not server.started:
        assert not serving.done(), "the server did not start"
        await asyncio.sleep(0.01)
    open_house = House(f"http://127.0.0.1:{socket.getsockname()[1]}", app)
    try:
        yield open_house
    finally:
        await open_house.leave()
        server.should_exit = True
        await serving
        socket.close()


@dataclass
class House:
    """Where people come to play."""

    url: str
    app: Server | None = None
    guests: list["Guest"] = field(default_factory=list)

    async def guest(self) -> "Guest":
        """A newcomer with a session."""
        guest = Guest(self.url, self.client())
        self.guests.append(guest)
        guest.me = await guest.post("/api/session")
        return guest

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=SECONDS)

    async def leave(self) -> None:
        for guest in self.guests:
            await guest.leave()


@dataclass
class Guest:
    """Somebody with a cookie."""

    url: str
    http: httpx.AsyncClient
    me: Json = field(default_factory=dict)
    views: list["Watch"] = field(default_factory=list)

    @property
    def id(self) -> str:
        return str(self.me["id"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        return await self.http.request(method, path, json=body)

    async def post(self, path: str, body: object = None) -> Any:
        return _good(await self.call("POST", path, body))

    async def put(self, path: str, body: object) -> Any:
        return _good(await self.call("PUT", path, body))

    async def get(self, path: str) -> Any:
        return _good(await self.call("GET", path))

    async def table(self, *seats: str, title: str = "mogul", **more: Any) -> str:
        """Open a table: seats are "me", "open" or a bot's level."""
        plan = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        body = {"title": title, "seats": plan, "pace": 0, "memory": "perfect", **more}
        return str((await self.post("/api/tables", body))["id"])

    async def connect(self, table: str, **headers: str) -> websockets.ClientConnection:
        """A socket that has said nothing yet."""
        address = self.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        cookie = {"Cookie": self.cookie}
        return await websockets.connect(address, additional_headers={**cookie, **headers})

    async def watch(self, table: str, seat: int | None = None, url: str = "") -> "Watch":
        """Connect to a table and say hello."""
        address = (url or self.url).replace("http", "ws", 1) + f"/api/tables/{table}/live"
        headers = {"Cookie": self.cookie}
        socket = await websockets.connect(address, additional_headers=headers, max_size=None)
        watch = Watch(self, socket, seat)
        watch.reading = asyncio.create_task(watch.read())
        self.views.append(watch)
        await watch.say("hello", seat=seat)
        await watch.until(lambda w: bool(w.table))
        return watch

    async def leave(self) -> None:
        for watch in self.views:
            await watch.close()
        await self.http.aclose()


@dataclass
class Watch:
    """One socket, and what its client has put together from what it was told."""

    guest: Guest
    socket: websockets.ClientConnection
    seat: int | None
    inbox: "asyncio.Queue[str | None]" = field(default_factory=asyncio.Queue)
    """Messages not yet taken in; None when the socket has closed."""
    reading: "asyncio.Task[None] | None" = None
    raw: list[str] = field(default_factory=list)
    build: str = ""
    table: Json = field(default_factory=dict)
    view: Json = field(default_factory=dict)
    update: Json = field(default_factory=dict)
    steps: list[Json] = field(default_factory=list)
    story: list[Json] = field(default_factory=list)
    history: list[Json] = field(default_factory=list)
    chat: list[Json] = field(default_factory=list)
    said: Json = field(default_factory=dict)
    """What the seat has said in advance."""
    refused: list[Json] = field(default_factory=list)
    faults: list[Json] = field(default_factory=list)

    async def say(self, kind: str, **more: Any) -> None:
        await self.send(json.dumps({"type": kind, **more}))

    async def send(self, message: str | bytes) -> None:
        try:
            await self.socket.send(message)
        except websockets.ConnectionClosed:
            raise Hangup(self.socket.close_code) from None

    async def read(self) -> None:
        """Keep reading, as a browser does."""
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in self.socket:
                assert isinstance(text, str)
                self.inbox.put_nowait(text)
        self.inbox.put_nowait(None)

    async def hear(self) -> Json:
        """The next message, taken in."""
        text = await asyncio.wait_for(self.inbox.get(), SECONDS)
        if text is None:
            raise Hangup(self.socket.close_code)
        self.raw.append(text)
        message: Json = json.loads(text)
        self._take_in(message)
        return message

    def _take_in(self, message: Json) -> None:
        match message["type"]:
            case "welcome":
                self.build = message["build"]
            case "table":
                self.table = message["table"]
            case "update":
                self._take_update(message)
            case "chat":
                self.chat += message["lines"]
            case "said":
                self.said = message
            case "refused":
                self.refused.append(message)
            case "error":
                self.faults.append(message)
            case other:
                raise AssertionError(f"unknown message {other}")

    def _take_update(self, update: Json) -> None:
        """As the protocol says: drop from `since` on, append, then drop what is older than
        `first`."""
        since, first = update["since"], update["first"]
        assert since <= self.view.get("step", 0), "a gap in what was told"
        self.update, self.view = update, update["view"]
        steps = [s for s in self.steps if s["number"] < since] + update["steps"]
        self.steps = [s for s in steps if s["number"] >= first]
        story = [t for t in self.story if t["step"] < since] + update["story"]
        self.story = [t for t in story if t["step"] >= first]
        kept = [point for point in self.history if since and point["step"] <= since]
        self.history = [p for p in kept + update["history"] if p["step"] >= first]
        assert [s["number"] for s in self.steps] == list(range(first, self.view["step"]))

    async def until(self, condition: Callable[["Watch"], bool]) -> "Watch":
        async with asyncio.timeout(SECONDS):
            while not condition(self):
                await self.hear()
        return self

    async def beyond(self, step: int) -> "Watch":
        """Until more than `step` steps have been played."""
        return await self.until(lambda watch: watch.view["step"] > step)

    async def play(self, action: str, seat: int | None = None, step: int | None = None) -> None:
        """Send an action as a client would."""
        await self.say(
            "play",
            seat=self.seat if seat is None else seat,
            step=self.view["step"] if step is None else step,
            rewinds=self.update["rewinds"],
            action=action,
        )

    async def drain(self) -> None:
        """Take in what has arrived already."""
        while not self.inbox.empty():
            await self.hear()

    @property
    def over(self) -> bool:
        return bool(self.view.get("over"))

    @property
    def offers(self) -> list[str]:
        decision = self.view.get("decision")
        return [offer["action"] for offer in decision["offers"]] if decision else []

    async def close(self) -> None:
        await self.socket.close()
        if self.reading is not None:
            await self.reading


class Hangup(Exception):
    """The server has closed the socket."""


def _good(response: httpx.Response) -> Any:
    assert response.status_code in (200, 204), f"{response.status_code} {response.text}"
    return response.json() if response.content else None


async def started(
    house: House, people: int, title: str = "mogul", host: Guest | None = None, **more: Any
) -> "Party":
    """People who each have a seat at a table that has just been dealt."""
    host = host or await house.guest()
    guests = [host, *[await house.guest() for _ in range(people - 1)]]
    table = await host.table("me", *["open"] * (people - 1), title=title, **more)
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join", {})
    await host.post(f"/api/tables/{table}/start")
    seats = [await guest.watch(table, seat) for seat, guest in enumerate(guests)]
    for seat in seats:
        await seat.until(lambda w: bool(w.view))
    return Party(table, guests, seats)


@dataclass
class Party:
    """A table and its people, by seat."""

    table: str
    guests: list[Guest]
    seats: list[Watch]

    async def step(self, choose: Callable[[Watch], str]) -> bool:
        """One action of a seat that waits; everybody hears of it. False at the end."""
        view = self.seats[0].view
        if view["over"]:
            return False
        seat = self.seats[view["waiting"][0]]
        before = self.seats[0].view["step"]
        await seat.play(choose(seat))
        for watch in self.seats:
            await watch.beyond(before)
        return True
