"""Nothing that lives long ends in a cycle, so old objects need no garbage collection; and what is
old is not looked at again, so that collections stay short."""

import asyncio
import gc
import math
import warnings
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from openoutcry.server import garbage
from openoutcry.server.garbage import Collector
from openoutcry.server.http_limits import LimitedHttp
from openoutcry.server.live_table import LiveTable
from openoutcry.server.meters import NoMeters
from openoutcry.server.metrics import Metrics
from openoutcry.server.socket_limits import LimitedSocket
from openoutcry.server.table_socket import TableSocket
from openoutcry.table.state import TableState
from tests.server.house import SECONDS, Guest, House, house


@pytest.fixture(autouse=True)
def no_collections() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # what tests before have left open
        gc.collect()
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def _count(kind: type) -> int:
    return sum(issubclass(type(found), kind) for found in gc.get_objects())


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


async def _play(h: House, guest: Guest) -> None:
    """Bots, chat, a refusal and a move; then the person goes, and the table out of memory."""
    table = await guest.table("me", "apprentice", "apprentice")
    await guest.post(f"/api/tables/{table}/start")
    watch = await guest.watch(table, 0)
    await watch.until(lambda w: bool(w.offers))
    await watch.say("chat", text="hello")
    await watch.play("nonsense")
    await watch.until(lambda w: bool(w.refused) and bool(w.chat))
    step = watch.view["step"]
    await watch.play(watch.offers[0])
    await watch.beyond(step)
    await watch.close()
    assert h.app is not None
    live = await h.app.tables.get(table)
    await _until(live.is_idle)
    h.app.tables.forget(live)


def test_a_table_that_goes_out_of_memory_is_freed_without_a_collection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            await _play(h, await h.guest())
            await _until(lambda: _count(LiveTable) == _count(TableState) == 0)

    asyncio.run(scenario())


def test_a_table_that_was_put_aside_while_its_bots_think_is_freed_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            table = await guest.table("me", "tycoon", "tycoon", pace=5_000)
            await guest.post(f"/api/tables/{table}/start")
            watch = await guest.watch(table, 0)
            assert h.app is not None
            thinks = (await h.app.tables.get(table)).autoplay.is_busy
            await watch.until(lambda w: thinks() or bool(w.offers))
            while not thinks():
                step = watch.view["step"]
                await watch.play(watch.offers[0])
                await watch.beyond(step)
            h.app.tables.forget(await h.app.tables.get(table))
            await watch.close()
            await _until(lambda: _count(LiveTable) == 0)

    asyncio.run(scenario())


def test_a_connection_that_has_ended_is_freed_without_a_collection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            table = await guest.table("me", "open", "open")
            before = _count(LimitedHttp)
            sockets = [await guest.watch(table) for _ in range(4)]
            for watch in sockets[:2]:
                await watch.close()
            for watch in sockets[2:]:
                watch.socket.transport.abort()
            await _until(lambda: _count(LimitedSocket) == _count(TableSocket) == 0)
            assert _count(LimitedHttp) <= before

    asyncio.run(scenario())


def test_what_was_refused_is_freed_without_a_collection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            missing = "a" * len(await guest.table("me", "open", "open"))
            before = _count(LiveTable)
            assert (await guest.call("GET", f"/api/tables/{missing}")).status_code == 404
            await _until(lambda: _count(LiveTable) == before)

    asyncio.run(scenario())


class _Node:
    """Something to refer to."""

    def __init__(self) -> None:
        self.other: object = None


def _cycle() -> "weakref.ref[_Node]":
    one, two = _Node(), _Node()
    one.other, two.other = two, one
    return weakref.ref(one)


def test_what_takes_long_to_look_at_is_frozen_and_looked_at_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "FREEZE_SECONDS", 0.0)
    collector = Collector(NoMeters.committing)
    heap = [_Node() for _ in range(20_000)]
    lost = _cycle()
    collector.collect()
    assert lost() is None
    assert len(gc.get_objects()) < 1_000
    last = weakref.ref(heap[0])
    del heap
    assert last() is None, "what is frozen is freed when nothing refers to it"
    lost = _cycle()
    collector.collect()
    assert lost() is None, "what came later is collected"


def test_what_is_quickly_looked_at_is_not_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a call which is under way just then, and then fails, is not kept for ever."""
    monkeypatch.setattr(garbage, "FREEZE_SECONDS", math.inf)
    frozen = gc.get_freeze_count()
    Collector(NoMeters.committing).collect()
    assert gc.get_freeze_count() == frozen


def test_pauses_are_counted_wherever_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_LOOK_SECONDS", 0.0)

    async def scenario() -> str:
        metrics = Metrics()
        running = asyncio.create_task(Collector(metrics.collections).run())
        await asyncio.sleep(0)
        gc.collect(1)
        await asyncio.sleep(0)
        running.cancel()
        return metrics.page().decode()

    assert "\noutcry_collection_seconds_count 1.0\n" in asyncio.run(scenario())
