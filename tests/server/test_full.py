"""A store that takes nothing: a full disk, a file or a database that is read only."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openoutcry.server.bot_pool import BotPool
from openoutcry.server.metrics import Metrics
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Entry, StoreFull
from openoutcry.server.store.sqlite import SQLite
from tests.server.conftest import execute
from tests.server.house import SECONDS, House, Party, house, started
from tests.server.node import nodes
from tests.server.test_bots import worker
from tests.server.test_outage import health
from tests.server.test_play import first_offer
from tests.server.test_store import row

Change = Callable[[], Any]


async def refused_then_played(h: House, fill: Change, free: Change) -> None:
    """Nothing is acknowledged or shown while the store takes nothing; then all goes on."""
    party = await started(h, 3, options={"loans": "on_turn"})
    await party.step(first_offer)
    await asyncio.to_thread(fill)
    await _all_is_refused(h, party)
    await asyncio.to_thread(free)
    await health(h, 200)
    while await party.step(first_offer):
        pass
    film = await party.guests[0].get(f"/api/matches/{party.table}/film?seat=0")
    assert party.seats[0].steps == film["steps"]
    assert not any(watch.chat for watch in party.seats), "what was refused stays unsaid"


async def _all_is_refused(h: House, party: Party) -> None:
    steps = len(party.seats[0].steps)
    watch = party.seats[party.seats[0].view["waiting"][0]]
    await watch.play(first_offer(watch))
    await watch.until(lambda w: len(w.faults) == 1)
    await watch.say("chat", text="is anybody here?")
    await watch.until(lambda w: len(w.faults) == 2)
    assert {(fault["code"], fault["key"]) for fault in watch.faults} == {("store", "no.store_full")}
    async with h.client() as client:
        newcomer = await client.post("/api/session")
    assert (newcomer.status_code, newcomer.json()["key"]) == (503, "no.store_full")
    await health(h, 503)
    info = await watch.guest.get(f"/api/tables/{party.table}")
    assert info["step"] == steps, "reading goes on"
    for other in party.seats:
        await other.drain()
        assert len(other.steps) == steps and not other.chat


def test_a_server_whose_files_cannot_grow_refuses_and_goes_on_when_they_can(
    tmp_path: Path,
) -> None:
    with nodes(1, tmp_path) as [node]:
        house = House(node.url)

        async def scenario() -> None:
            await refused_then_played(
                house, lambda: node.limit_files(1), lambda: node.limit_files(2**40)
            )
            await house.leave()

        asyncio.run(scenario())


def test_a_file_that_is_read_only_for_a_while(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None and isinstance(h.app.store, SQLite)
            writer = await h.app.store._written(lambda connection: connection)
            await refused_then_played(
                h,
                lambda: writer.execute("PRAGMA query_only = ON"),
                lambda: writer.execute("PRAGMA query_only = OFF"),
            )

    asyncio.run(scenario())


def test_bots_go_on_by_themselves_when_there_is_space_again(tmp_path: Path) -> None:
    mark = tmp_path / "go"
    waits = f"import os\nwhile not os.path.exists({str(mark)!r}):\n    time.sleep(0.05)\n"
    command = worker(tmp_path, waits + "print(999, flush=True)")

    async def scenario() -> None:
        async with house(tmp_path / "data", BotPool(Metrics(), workers=1, command=command)) as h:
            assert h.app is not None and isinstance(h.app.store, SQLite)
            writer = await h.app.store._written(lambda connection: connection)
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table, 0)
            writer.execute("PRAGMA query_only = ON")
            mark.touch()
            async with asyncio.timeout(SECONDS):
                while "outcry_not_stored_total 0.0" in h.app.metrics.page().decode():
                    await asyncio.sleep(0.02)
            writer.execute("PRAGMA query_only = OFF")
            await watch.until(lambda w: bool(w.view) and w.view["waiting"] == [0])

    asyncio.run(scenario())


def test_a_postgresql_that_is_read_only_for_a_while(tmp_path: Path, own_postgres: Any) -> None:
    address = own_postgres.get_uri()

    def set_read_only(value: str) -> None:
        execute(
            address,
            "SET default_transaction_read_only = off",
            f"ALTER SYSTEM SET default_transaction_read_only = {value}",
            "SELECT pg_reload_conf()",
        )

    async def scenario() -> None:
        async with house(tmp_path, database=address) as h:
            await refused_then_played(h, lambda: set_read_only("on"), lambda: set_read_only("off"))

    asyncio.run(scenario())


NO_SPACE = """
CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE 'No space left on device' USING ERRCODE = 'disk_full'; END $$
"""


def test_a_postgresql_whose_disk_is_full_for_a_while(tmp_path: Path, database: str) -> None:
    tables = ("journal", "people", "probe")

    def fill() -> None:
        when = "BEFORE INSERT OR UPDATE ON {} EXECUTE FUNCTION no_space()"
        triggers = [f"CREATE TRIGGER full_disk {when.format(table)}" for table in tables]
        execute(database, NO_SPACE, *triggers)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            await refused_then_played(
                h, fill, lambda: execute(database, "DROP FUNCTION no_space CASCADE")
            )

    asyncio.run(scenario())


def test_a_file_that_has_no_page_left_keeps_what_it_took(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(None, tmp_path)
        assert isinstance(store, SQLite)
        await store.open()
        empty = await store._written(lambda c: c.execute("PRAGMA page_count").fetchone()[0])
        most = f"PRAGMA max_page_count = {empty + 10}"
        assert await store._written(lambda c: c.execute(most).fetchone()[0]) == empty + 10
        taken: list[Entry] = []
        with pytest.raises(StoreFull, match="full"):
            while len(taken) < 1000:
                written = Entry(len(taken), 1, b"x" * 1000)
                await store.append("t", written, row("t"))
                taken.append(written)
        assert await store.journal("t") == taken
        await store._written(lambda c: c.execute("PRAGMA max_page_count = 4000").fetchone())
        assert await store.append("t", Entry(len(taken), 1, b"x" * 1000), row("t"))
        await store.close()

    asyncio.run(scenario())
