"""kill -9 in mid-play, many times: every acknowledged action is there, every match replays.

The full run: OUTCRY_CRASH_KILLS=50 python3 run.py test tests/server/test_crash.py -s
"""

import asyncio
import os
import random
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
import websockets

from openoutcry.server.store import open_store
from openoutcry.table import journal as j
from openoutcry.table.state import TableState
from tests.server.house import Guest, Hangup, House, Party, Watch, started
from tests.server.node import Node, nodes

KILLS = int(os.environ.get("OUTCRY_CRASH_KILLS", "3"))
TABLES = 4
LOST = (Hangup, OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError)


@dataclass
class Promises:
    """What the server has acknowledged: by showing the action in an update."""

    actions: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)
    """(table, step) -> (seat, action)"""
    tables: set[str] = field(default_factory=set)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_acknowledged_action_is_lost(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None
    promises = Promises()
    with nodes(1, tmp_path, database) as [node]:
        asyncio.run(_under_fire(node, promises))
        node.stop()
        asyncio.run(_check(tmp_path / "0", database, promises))
    print(
        f"\n{kind}: {KILLS} kills, {len(promises.actions)} acknowledged actions at"
        f" {len(promises.tables)} tables, 0 lost"
    )
    assert len(promises.actions) > 10 * KILLS


async def _under_fire(node: Node, promises: Promises) -> None:
    rng = random.Random(11)
    done = asyncio.Event()
    crowd = [
        asyncio.create_task(_play_on(node, promises, done, random.Random(seed)))
        for seed in range(TABLES)
    ]
    for _ in range(KILLS):
        await _acknowledged(promises, len(promises.actions) + rng.randint(11, 60))
        node.kill()
        await asyncio.to_thread(node.start)
    await _acknowledged(promises, len(promises.actions) + 5)
    done.set()
    await asyncio.gather(*crowd)


async def _acknowledged(promises: Promises, count: int) -> None:
    """Wait until that many actions are, however long a busy machine takes."""
    async with asyncio.timeout(120):
        while len(promises.actions) < count:
            await asyncio.sleep(0.01)


async def _play_on(node: Node, promises: Promises, done: asyncio.Event, rng: random.Random) -> None:
    """A table's people: they come back whenever they are cut off, and open a new table when
    a match is over."""
    house = House(node.url)
    party: Party | None = None
    while not done.is_set():
        try:
            if party is None or party.seats[0].over:
                party = await started(house, 3)
                promises.tables.add(party.table)
            else:
                party = await _returned(party)
            while not done.is_set() and await _one_action(party, promises, rng):
                pass
        except LOST:
            await asyncio.sleep(0.05)
    await house.leave()


async def _returned(party: Party) -> Party:
    seats = [await guest.watch(party.table, i) for i, guest in enumerate(party.guests)]
    for watch in seats:
        await watch.until(lambda w: bool(w.view))
    return Party(party.table, party.guests, seats)


async def _one_action(party: Party, promises: Promises, rng: random.Random) -> bool:
    view = party.seats[0].view
    if view["over"]:
        return False
    watch = party.seats[view["waiting"][0]]
    action, step = rng.choice(watch.offers), watch.view["step"]
    await watch.play(action)
    for other in party.seats:
        await other.beyond(step)
    told = watch.steps[step]
    assert (told["actor"], told["action"]) == (watch.seat, action)
    promises.actions[party.table, step] = (watch.seat or 0, action)
    return True


async def _check(data: Path, database: str | None, promises: Promises) -> None:
    """Read the store again: the rules check every step while the journal is followed."""
    store = open_store(database, data)
    await store.open()
    logs: dict[str, TableState] = {}
    for table in promises.tables:
        state = logs[table] = TableState(table)
        for number, entry in enumerate(await store.journal(table)):
            assert entry.n == number, "a gap in the journal"
            state.apply(j.decode(entry.body), entry.at)
        if state.match is not None and state.match.over:
            state.match.record().verify()
    for (table, step), promised in promises.actions.items():
        kept = logs[table].playing.log[step]
        assert (kept.actor, kept.text) == promised
    await store.close()


def test_a_server_that_is_asked_to_stop_does_so_and_says_goodbye(tmp_path: Path) -> None:
    async def scenario(node: Node) -> None:
        house = House(node.url)
        party = await started(house, 3)
        watch: Watch = party.seats[0]
        code = await asyncio.to_thread(node.stop)
        with pytest.raises(Hangup):
            await watch.until(lambda _: False)
        assert (code, watch.socket.close_code) == (0, 1012)
        guest: Guest = party.guests[0]
        node.start()
        info = await guest.get(f"/api/tables/{party.table}")
        assert info["state"] == "playing"
        await house.leave()

    with nodes(1, tmp_path) as [node]:
        asyncio.run(scenario(node))
