"""However often people take back, a table costs what its match costs as it stands.

OUTCRY_TAKE_BACKS=10000 python3 run.py test tests/server/test_take_backs.py -s
"""

import asyncio
import contextlib
import gc
import os
import random
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

import pytest

from openoutcry.server import persistence
from openoutcry.server.slices import Slices
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Entry, Store
from openoutcry.table import journal as j
from openoutcry.table.state import CHAT_KEPT, MOST_TAKE_BACKS, SNAPSHOT_EVERY, TableState
from tests.server.house import House, Watch, house, started
from tests.table.test_state import opened

PAIRS = int(os.environ.get("OUTCRY_TAKE_BACKS", "400"))
TABLE = "takenback"


def long_journal() -> tuple[TableState, list[Entry]]:
    """A match near its end, whose last decision was taken back and made again, over and over."""
    table, rng, entries = TableState(TABLE), random.Random(1), list[Entry]()

    def happen(event: j.Event) -> None:
        table.apply(event, 1000 * table.n)
        entries.append(Entry(table.n - 1, 1000 * table.n, j.encode(event)))

    happen(opened(name="wallstreet"))
    happen(table.dealt())
    last, step = table.dealt().lines, 0
    for _ in range(200):
        seat = table.playing.waiting[0]
        decision = table.playing.decision_for(seat)
        assert decision is not None
        step = table.playing.step
        event = table.played(seat, rng.choice(decision.actions))
        last = event.lines
        happen(event)
    for _ in range(PAIRS):
        happen(j.Rewound(step))
        happen(j.Played(int(last[0].split()[0]), last))
    return table, entries


async def keep(store: Store, table: TableState, entries: list[Entry]) -> None:
    row = persistence.index_row(table)
    await asyncio.gather(*(store.append(TABLE, entry, row) for entry in entries))


async def until_short(store: Store) -> list[Entry]:
    async with asyncio.timeout(60):
        while len(found := await store.journal_from_snapshot(TABLE)) > SNAPSHOT_EVERY:
            await asyncio.sleep(0.01)
    return found


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_table_with_a_long_past_freezes_nobody_and_is_short_from_then_on(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("database")
    table, entries = long_journal()

    async def scenario() -> None:
        async with house(tmp_path, database=database, playing_days=0) as h:
            assert h.app is not None
            await keep(h.app.store, table, entries)
            guest = await h.guest()
            first = await timed(guest.get(f"/api/tables/{TABLE}"))
            assert h.app.slices.longest < 0.02, "seconds in which nobody else was served"
            short = await until_short(h.app.store)
            assert len(await h.app.store.journal(TABLE)) == len(entries) + 1, "nothing is lost"
            shown = await guest.get(f"/api/matches/{TABLE}/film")
        async with house(tmp_path, database=database, playing_days=0) as h:
            assert h.app is not None
            guest = await h.guest()
            again = await timed(guest.get(f"/api/tables/{TABLE}"))
            assert await guest.get(f"/api/matches/{TABLE}/film") == shown
            assert h.app.slices.longest < 0.02
        print(
            f"\n{kind}, {PAIRS} take-backs: {len(entries)} entries first loaded in {first:.2f} s,"
            f" {len(short)} later in {again:.3f} s; longest slice {h.app.slices.longest:.4f} s"
        )

    with no_collections():
        asyncio.run(scenario())


@contextlib.contextmanager
def no_collections() -> Iterator[None]:
    """Python looks through all objects of the tests before it now and then, for half a second; a
    server never does (`garbage.py`)."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def timed(answer: Awaitable[object]) -> float:
    began = time.monotonic()
    await answer
    return time.monotonic() - began


def test_many_tables_loaded_at_once_take_turns_with_everybody_else() -> None:
    async def scenario() -> None:
        slices, turns, done = Slices(), 0, 0

        def work() -> Iterator[None]:
            nonlocal done
            for _ in range(40):
                time.sleep(0.001)
                yield
            done += 1

        async def everybody_else() -> None:
            nonlocal turns
            while done < 5:
                turns += 1
                await asyncio.sleep(0)

        async with asyncio.TaskGroup() as group:
            for _ in range(5):
                group.create_task(slices.run(work()))
            group.create_task(everybody_else())
        assert turns >= 20, "200 ms of work, never more than a slice at a time"

    asyncio.run(scenario())


def test_a_seat_takes_back_only_so_often_in_a_match(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            seat = (await started(h, 3)).seats[0]
            for number in range(MOST_TAKE_BACKS + 1):
                await seat.play("loan")
                await seat.until(lambda w: bool(w.update["may_take_back"]))
                await seat.say("take_back", seat=0)
                expected = min(number + 1, MOST_TAKE_BACKS)
                await until_taken_back(seat, expected)
            await seat.until(lambda w: bool(w.faults))
            assert seat.update["rewinds"] == MOST_TAKE_BACKS
            assert [fault["key"] for fault in seat.faults] == ["no.take_backs"]

    asyncio.run(scenario())


async def until_taken_back(seat: Watch, times: int) -> None:
    await seat.until(lambda w: bool(w.update["rewinds"] == times))


def test_nodes_that_hold_the_table_go_on_over_a_snapshot(tmp_path: Path, database: str) -> None:
    async def scenario() -> None:
        async with (
            house(tmp_path / "a", database=database) as a,
            house(tmp_path / "b", database=database) as b,
        ):
            party = await started(a, 3)
            ann, bob = party.guests[0], party.guests[1]
            there = await bob.watch(party.table, 1, url=b.url)
            for number in range(SNAPSHOT_EVERY + 20):
                await party.seats[number % 2].say("chat", text=f"line {number}")
            last = f"line {SNAPSHOT_EVERY + 19}"
            await there.until(lambda w: any(line["text"] == last for line in w.chat))
            await until_written(a, party.table)
            await there.play("loan", seat=1)
            await party.seats[0].play("loan")
            await party.seats[2].play("no loan")
            for watch in (there, party.seats[0]):
                await watch.until(lambda w: w.view["kind"] == "auction")
            async with house(tmp_path / "c", database=database) as c:
                late = await ann.watch(party.table, 0, url=c.url)
                await late.until(lambda w: bool(w.view) and bool(w.chat))
                assert late.view == party.seats[0].view
                assert len(late.chat) == CHAT_KEPT
                assert late.chat == party.seats[0].chat[-CHAT_KEPT:]

    async def until_written(h: House, table: str) -> None:
        assert h.app is not None
        async with asyncio.timeout(60):
            while (await h.app.store.journal_from_snapshot(table))[0].n == 0:
                await asyncio.sleep(0.01)

    asyncio.run(scenario())


def test_of_two_nodes_that_write_at_once_one_wins_even_if_it_writes_a_snapshot(
    tmp_path: Path,
) -> None:
    """The number of an entry is taken once, whatever the entry is."""

    async def scenario() -> None:
        store = open_store(None, tmp_path)
        await store.open()
        try:
            table, entries = long_journal()
            await keep(store, table, entries)
            summary = Entry(table.n, 0, j.encode(table.summary()))
            move = Entry(table.n, 0, j.encode(j.Rewound(5)))
            row = persistence.index_row(table)
            assert await store.append(TABLE, move, row)
            table.apply(table.summary(), 0)
            assert not await store.append(TABLE, summary, persistence.index_row(table))
            assert len(await store.journal_from_snapshot(TABLE)) == len(entries) + 1
        finally:
            await store.close()

    asyncio.run(scenario())
