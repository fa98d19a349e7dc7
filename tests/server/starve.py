"""How long an honest player waits for bots while somebody else opens table after table.

    python -m tests.server.starve --tables 200

One address opens the tables, as many guests, with tycoons at pace 0, and keeps a socket at each:
the worst that the limits allow. Another address plays alone against tycoons, before and during
that. Exits with 1 if its bots take more than 1.5 times as long as before, plus 0.5 s.
"""

import argparse
import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
import websockets

from tests.server.house import House, Watch
from tests.server.node import nodes

HOSTILE, HONEST = "127.0.0.2", "127.0.0.3"
TABLES_PER_GUEST = 10
MOST_TIMES, MOST_SECONDS = 1.5, 0.5


class Visitor(House):
    """Somebody who comes from an address of their own."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self.address = address

    def client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        return httpx.AsyncClient(base_url=self.url, timeout=60, transport=transport)


async def measure(house: House, address: str, answers: int) -> list[float]:
    """The seconds from one's own action until one is asked again, for each bot's answer between."""
    guest = await house.guest()
    seconds: list[float] = []
    while len(seconds) < answers:
        table = await guest.table("me", "tycoon", "tycoon", "tycoon")
        await guest.post(f"/api/tables/{table}/start")
        watch = await guest.watch(table, 0)
        while len(seconds) < answers and not watch.over:
            await watch.until(lambda w: bool(w.offers) or w.over)
            if not watch.over:
                seconds += await _one_round(watch)
        await watch.close()
    return seconds


async def _one_round(watch: Watch) -> list[float]:
    step, began = len(watch.steps), time.monotonic()
    await watch.play(watch.offers[0])
    await watch.until(lambda w: len(w.steps) > step and (bool(w.offers) or w.over))
    took = time.monotonic() - began
    bots = [s for s in watch.steps[step:] if s["actor"] not in (0, None) and not s["forced"]]
    return [took / len(bots)] * len(bots)


async def besiege(house: Visitor, tables: int, abandoned: bool) -> list[asyncio.Task[None]]:
    """Open the tables; at each the bots play on by themselves, because the person lends them the
    seat."""
    playing = []
    guest = await house.guest()
    for number in range(tables):
        if number % TABLES_PER_GUEST == TABLES_PER_GUEST - 1:
            guest = await house.guest()
        table = await guest.table("me", "tycoon", "tycoon", "tycoon", "tycoon", "tycoon")
        await guest.post(f"/api/tables/{table}/start")
        await guest.put(f"/api/tables/{table}/seats/0", {"kind": "bot", "bot": "tycoon"})
        if not abandoned:
            address = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
            playing.append(asyncio.create_task(_stare(address, guest.cookie)))
    return playing


async def _stare(address: str, cookie: str) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async with websockets.connect(
            address,
            additional_headers={"Cookie": cookie},
            max_size=None,
            local_addr=(HOSTILE, 0),
        ) as socket:
            await socket.send('{"type": "hello"}')
            async for _ in socket:
                pass


async def siege(url: str, tables: int, answers: int, abandoned: bool) -> bool:
    """Does the honest player's waiting stay within bounds?"""
    honest, other = Visitor(url, HONEST), Visitor(url, HOSTILE)
    await measure(honest, HONEST, 3)
    before = await measure(honest, HONEST, answers)
    _print("alone", before)
    staring = await besiege(other, tables, abandoned)
    during = await measure(honest, HONEST, answers)
    _print(f"beside {tables} tables", during)
    for task in staring:
        task.cancel()
    await asyncio.gather(*staring, return_exceptions=True)
    await honest.leave()
    await other.leave()
    most = MOST_TIMES * statistics.mean(before) + MOST_SECONDS
    print(f"allowed: {most:.2f} s; kept: {statistics.mean(during) <= most}")
    return statistics.mean(during) <= most


def _print(when: str, seconds: list[float]) -> None:
    mean, slowest = statistics.mean(seconds), max(seconds)
    print(f"{when}: {mean:.2f} s for a bot's answer, slowest {slowest:.2f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--answers", type=int, default=60, help="to be timed, each time")
    parser.add_argument("--abandoned", action="store_true", help="nobody looks at the tables")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="outcry-siege-") as folder,
        nodes(1, Path(folder), None) as [node],
    ):
        kept = asyncio.run(siege(node.url, args.tables, args.answers, args.abandoned))
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
