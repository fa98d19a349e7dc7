"""What is done to a server, each for a few seconds."""

import asyncio
import contextlib
import random
import secrets
import signal
import socket
import sqlite3
from collections.abc import Awaitable, Callable

import asyncpg

from openoutcry.core.errors import OutcryError
from openoutcry.server.chaos.party import LOST, Party
from openoutcry.server.chaos.victim import Victim
from openoutcry.server.loadtest.visitor import Visitor

Trouble = Callable[["Scene"], Awaitable[None]]
_ALMOST_NOTHING = 100 * 1024
_HOUR = 3_600_000
_HIDDEN = ("film?seat=0", "at/1?seat=1", "record?analysis=1", "analysis")
"""What nobody without a seat is told of a running match."""


class Scene:
    """What a trouble has to do with."""

    def __init__(
        self, victim: Victim, parties: list[Party], rng: random.Random, stranger: Visitor
    ) -> None:
        self.victim = victim
        self.parties = parties
        self.rng = rng
        self.stranger = stranger
        """Somebody without a seat anywhere."""
        self.leaks: list[str] = []

    async def a_while(self, least: float = 0.5, most: float = 3.0) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))

    def a_table(self) -> str:
        return self.rng.choice([party.table for party in self.parties if party.table])


async def kill(scene: Scene) -> None:
    """kill -9, in the midst of whatever it does."""
    await asyncio.to_thread(scene.victim.end, signal.SIGKILL)
    await asyncio.to_thread(scene.victim.start)


async def restart(scene: Scene) -> None:
    """As systemd would."""
    await asyncio.to_thread(scene.victim.end, signal.SIGTERM)
    await asyncio.to_thread(scene.victim.start)


async def freeze(scene: Scene) -> None:
    scene.victim.send(signal.SIGSTOP)
    await scene.a_while()
    scene.victim.send(signal.SIGCONT)


async def full_disk(scene: Scene) -> None:
    scene.victim.limit_files(_ALMOST_NOTHING)
    await scene.a_while()
    scene.victim.limit_files(None)


async def hanging_database(scene: Scene) -> None:
    """Somebody else holds what the server wants to write to."""
    if scene.victim.database is not None:
        connection = await asyncpg.connect(scene.victim.database)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE")
                await scene.a_while()
        finally:
            await connection.close()
        return
    file = scene.victim.data / "outcry.db"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None, timeout=10)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        await scene.a_while()
        holder.execute("ROLLBACK")


async def clock_jump(scene: Scene) -> None:
    """An hour ahead or back, and right again."""
    scene.victim.set_clock(scene.rng.choice([-_HOUR, _HOUR, 90_000, -90_000]))
    await scene.a_while()
    scene.victim.set_clock(0)


async def slow_clients(scene: Scene) -> None:
    """They ask for a table and then do not read what they are sent."""
    table = scene.a_table()
    slow = []
    with contextlib.suppress(*LOST):
        for _ in range(8):
            await scene.stranger.connect(table)
            assert scene.stranger.socket is not None
            scene.stranger.socket.transport.pause_reading()
            slow.append(scene.stranger.socket)
    await scene.a_while()
    for one in slow:
        one.transport.abort()


async def hostile_clients(scene: Scene) -> None:
    """Nonsense, others' seats, others' cards, and requests that are never finished."""
    with contextlib.ExitStack() as half_open:
        with contextlib.suppress(OSError):
            for _ in range(40):
                half = half_open.enter_context(socket.create_connection(scene.victim.address, 5))
                half.sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Le")
        with contextlib.suppress(*LOST):
            await _pry(scene)
        await scene.a_while(0.2, 1.0)


async def _pry(scene: Scene) -> None:
    table, stranger = scene.a_table(), scene.stranger
    for path in (f"/api/matches/{table}/{what}" for what in _HIDDEN):
        with contextlib.suppress(OutcryError):
            await stranger.call("GET", path)
            if (await stranger.call("GET", f"/api/tables/{table}"))["state"] != "over":
                scene.leaks.append(f"{path} was answered to a stranger")
    await stranger.connect(table, seat=0)
    for _ in range(25):
        await stranger.say("look", seat=scene.rng.randrange(3))
        await stranger.say("play", seat=0, step=scene.rng.randrange(50), action="pay")
        assert stranger.socket is not None
        await stranger.socket.send(secrets.token_urlsafe(scene.rng.randrange(1, 200)))
    await stranger.leave()


TROUBLES: dict[str, Trouble] = {
    "kill": kill,
    "restart": restart,
    "freeze": freeze,
    "full-disk": full_disk,
    "hanging-database": hanging_database,
    "clock-jump": clock_jump,
    "slow-clients": slow_clients,
    "hostile-clients": hostile_clients,
}
