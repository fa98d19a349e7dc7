"""`outcry loadtest`: many tables played over real sockets, and what they cost the server."""

import asyncio
import contextlib
import gc
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import websockets

from openoutcry.core.errors import OutcryError
from openoutcry.titles import find

_SETTING_UP = 24
"""Requests at once while tables are set up."""
_SPREAD = 1.0
"""Intervals over which the first actions are spread."""


class _Offer(msgspec.Struct):
    action: str


class _Decision(msgspec.Struct):
    step: int
    offers: list[_Offer]


class _View(msgspec.Struct):
    step: int
    over: bool
    waiting: list[int]
    decision: _Decision | None


class _Message(msgspec.Struct):
    """The part of a server's message that a scripted player needs."""

    type: str
    view: _View | None = None
    rewinds: int = 0


_read = msgspec.json.Decoder(_Message).decode


@dataclass
class Result:
    """What a number of tables cost."""

    tables: int
    sockets: int
    actions: int
    per_second: float
    p50: float
    p99: float
    """Milliseconds from sending to everybody's view."""
    cpu: float
    """Share of one processor that the server used."""
    cpu_per_action: float
    """Milliseconds."""
    memory: float
    """The server's, in MB."""

    def line(self) -> str:
        return (
            f"{self.tables:>6} {self.sockets:>7} {self.per_second:>9.0f} {self.p50:>8.1f}"
            f" {self.p99:>8.1f} {100 * self.cpu:>6.0f} {self.cpu_per_action:>7.2f}"
            f" {self.memory:>7.0f}"
        )


HEAD = (
    f"{'tables':>6} {'sockets':>7} {'actions/s':>9} {'p50 ms':>8} {'p99 ms':>8} {'cpu %':>6}"
    f" {'ms/act':>7} {'mem MB':>7}"
)


# The server under test


@dataclass
class Target:
    """A server, and its process if it is ours to measure."""

    url: str
    pid: int | None

    def cpu_seconds(self) -> float:
        """Processor time used so far; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in bytes; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return 0.0
        lines = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(lines[0].split()[1]) * 1024.0


@contextlib.contextmanager
def own_server(database: str | None) -> Iterator[Target]:
    """A server in its own process, with a data folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="outcry-load-") as folder:
        command = [sys.executable, "-m", "openoutcry", "serve", "--data", folder]
        command += ["--port", "0", "--no-browser", "--no-limits"]
        # Not in the command line, where everybody could read a password.
        environment = {**os.environ, "OUTCRY_DATABASE": database or ""}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                if "http" not in line:
                    raise OutcryError("the server for the load test did not start")
                yield Target(line.split()[-1].rstrip("/"), process.pid)
            finally:
                process.terminate()


# Scripted people


@dataclass
class Player:
    """One socket: a seat's view."""

    seat: int
    socket: websockets.ClientConnection
    view: _View | None = None
    rewinds: int = 0


@dataclass
class Game:
    """A table; one script plays all its seats, each on its own socket."""

    id: str
    players: list[Player] = field(default_factory=list)
    sent_at: float = 0.0
    sent_step: int = -1
    arrived: int = 0
    latencies: list[float] = field(default_factory=list)
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, player: Player) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in player.socket:
                message = _read(text)
                if message.view is not None:
                    player.view, player.rewinds = message.view, message.rewinds
                    self._arrived(message.view)

    def _arrived(self, view: _View) -> None:
        if not self.sent_at or view.step <= self.sent_step:
            return
        self.arrived += 1
        if self.arrived == len(self.players):
            self.latencies.append(time.perf_counter() - self.sent_at)
            self.complete.set()

    async def act(self) -> bool:
        """One action of a seat that waits, seen by everybody; False at the end."""
        view = self.players[0].view
        if view is None or view.over:
            return False
        player = self.players[view.waiting[0]]
        while player.view is None or player.view.decision is None:
            await asyncio.sleep(0.01)
        decision = player.view.decision
        self.sent_step, self.arrived = player.view.step, 0
        self.complete.clear()
        play = {
            "type": "play",
            "seat": player.seat,
            "step": player.view.step,
            "rewinds": player.rewinds,
            "action": random.choice(decision.offers).action,
        }
        self.sent_at = time.perf_counter()
        await player.socket.send(json.dumps(play))
        async with asyncio.timeout(30):
            await self.complete.wait()
        return True

    async def run(self, interval: float, until: float) -> None:
        await asyncio.sleep(random.random() * interval * _SPREAD)
        while time.perf_counter() < until:
            began = time.perf_counter()
            if not await self.act():
                return
            await asyncio.sleep(max(0.0, began + interval - time.perf_counter()))


class Crowd:
    """Sets tables up and plays them."""

    def __init__(self, target: Target, title: str, seats: int) -> None:
        self._target = target
        self._title = title
        self._seats = seats
        self._setting_up = asyncio.Semaphore(_SETTING_UP)
        self._cookie = ""
        self._reading: list[asyncio.Task[None]] = []

    async def _post(self, path: str, body: object = None) -> dict[str, Any]:
        async with self._setting_up:
            return await asyncio.to_thread(self._send, path, body)

    def _send(self, path: str, body: object) -> dict[str, Any]:
        parts = urlsplit(self._target.url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60)
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        data = response.read()
        if not self._cookie:
            self._cookie = (response.getheader("Set-Cookie") or "").partition(";")[0]
        connection.close()
        if response.status != 200:
            raise OutcryError(f"{path}: {data.decode()[:200]} (is the server limited?)")
        answer: dict[str, Any] = json.loads(data)
        return answer

    async def arrive(self) -> None:
        await self._post("/api/session")

    async def open_table(self) -> str:
        """A table that has been dealt; all its seats are ours."""
        body = {"title": self._title, "seats": [{"kind": "me"}] * self._seats}
        table = str((await self._post("/api/tables", body))["id"])
        await self._post(f"/api/tables/{table}/start")
        return table

    async def connect(self, table: str, seat: int | None) -> websockets.ClientConnection:
        address = self._target.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        async with self._setting_up:
            socket = await websockets.connect(
                address,
                additional_headers={"Cookie": self._cookie},
                compression=None,
                ping_interval=None,
                max_queue=64,
                open_timeout=60,
            )
        await socket.send(json.dumps({"type": "hello", "seat": seat}))
        return socket

    async def game(self) -> Game:
        game = Game(await self.open_table())
        for seat in range(self._seats):
            player = Player(seat, await self.connect(game.id, seat))
            game.players.append(player)
            self._reading.append(asyncio.create_task(game.read(player)))
        return game

    async def leave(self, games: list[Game]) -> None:
        for game in games:
            for player in game.players:
                await player.socket.close()
        await asyncio.gather(*self._reading)


async def measure(
    target: Target, title: str, tables: int, interval: float, seconds: float
) -> Result:
    """Play that many tables for that long."""
    found = find(title)
    seats = min(found.box.seats(found.edition()))
    crowd = Crowd(target, title, seats)
    await crowd.arrive()
    games = list(await asyncio.gather(*[crowd.game() for _ in range(tables)]))
    await asyncio.sleep(1)
    gc.collect()
    gc.freeze()  # or the pauses of this process would count as the server's
    cpu, began = target.cpu_seconds(), time.perf_counter()
    until = began + seconds
    await asyncio.gather(*[game.run(interval, until) for game in games])
    spent, lasted = target.cpu_seconds() - cpu, time.perf_counter() - began
    latencies = sorted(1000 * one for game in games for one in game.latencies)
    if not latencies:
        raise OutcryError("no action was played: give the load test more --seconds")
    result = Result(
        tables=tables,
        sockets=tables * seats,
        actions=len(latencies),
        per_second=len(latencies) / lasted,
        p50=latencies[len(latencies) // 2],
        p99=latencies[int(len(latencies) * 0.99)],
        cpu=spent / lasted,
        cpu_per_action=1000 * spent / len(latencies),
        memory=target.memory() / 1e6,
    )
    await crowd.leave(games)
    return result


async def measure_memory(
    target: Target, title: str, tables: int, sockets: int
) -> tuple[float, float]:
    """Bytes for a table in memory, and for an idle socket."""
    found = find(title)
    seats = min(found.box.seats(found.edition()))
    crowd = Crowd(target, title, seats)
    await crowd.arrive()
    await crowd.open_table()
    start = target.memory()
    opened = await asyncio.gather(*[crowd.open_table() for _ in range(tables)])
    with_tables = target.memory()
    chosen = [opened[i % len(opened)] for i in range(sockets)]
    connected = await asyncio.gather(*[crowd.connect(table, None) for table in chosen])
    await asyncio.sleep(2)
    with_sockets = target.memory()
    for socket in connected:
        await socket.close()
    return (with_tables - start) / tables, (with_sockets - with_tables) / sockets


def run(
    counts: list[int], title: str, interval: float, seconds: float, database: str | None
) -> list[Result]:
    """Every number of tables on a fresh server, then memory; prints as it goes."""
    print(f"{title}: one action per table every {interval:g} s, {seconds:g} s each")
    print(HEAD, flush=True)
    results = []
    for count in counts:
        with own_server(database) as target:
            results.append(asyncio.run(measure(target, title, count, interval, seconds)))
        print(results[-1].line(), flush=True)
    with own_server(database) as target:
        per_table, per_socket = asyncio.run(measure_memory(target, title, 500, 2000))
    print(
        f"memory: {per_table / 1000:.1f} kB per table, {per_socket / 1000:.1f} kB per idle socket"
    )
    return results


# The graph


def graph(results: list[Result]) -> str:
    """Cost against the number of tables, as SVG: p99 and processor share. By hand because the two
    curves have scales of their own, which `lab.plots` does not draw."""
    width, height, left, bottom = 640, 320, 60, 40
    most = max(result.tables for result in results)
    tallest = max(100.0, max(result.p99 for result in results))

    def x(tables: float) -> float:
        return left + (width - left - 60) * tables / most

    def y(share: float) -> float:
        return height - bottom - (height - bottom - 30) * share

    def curve(values: list[tuple[int, float]], colour: str) -> str:
        points = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v in values)
        dots = "".join(
            f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="3" fill="{colour}"/>' for n, v in values
        )
        line = f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        return line + dots

    latency = [(r.tables, r.p99 / tallest) for r in results]
    cpu = [(r.tables, min(1.0, r.cpu)) for r in results]
    ticks = "".join(
        f'<text x="{x(r.tables):.0f}" y="{height - 20}" text-anchor="middle">{r.tables}</text>'
        for r in results
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="#FCF8EC"/>'
        f'<path d="M{left} 30V{height - bottom}H{width - 60}" fill="none" stroke="#1D2530"/>'
        f'<text x="{left - 8}" y="{y(1):.0f}" text-anchor="end">{tallest:.0f} ms</text>'
        f'<text x="{width - 56}" y="{y(1):.0f}">100 %</text>{ticks}'
        f'<text x="{width / 2:.0f}" y="{height - 4}" text-anchor="middle">tables</text>'
        f"{curve(latency, '#9B2C2C')}{curve(cpu, '#1C6B4A')}"
        f'<text x="{left + 10}" y="24" fill="#9B2C2C">p99 from sending to everybody\'s view</text>'
        f'<text x="{left + 260}" y="24" fill="#1C6B4A">share of one processor</text></svg>\n'
    )
