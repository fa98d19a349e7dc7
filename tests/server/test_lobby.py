"""However many tables there are, the lobby answers at once, and dead ones go.

OUTCRY_LOBBY_TABLES=1000000 python3 run.py test tests/server/test_lobby.py -s
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable
from pathlib import Path

import asyncpg
import msgspec
import pytest

from openoutcry.server import persistence
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import NEWEST, ROW, Entry, State, Store
from openoutcry.table import journal as j
from openoutcry.table import telling
from openoutcry.table.state import TableState
from tests.server.house import House, house
from tests.table.test_state import opened

TABLES = int(os.environ.get("OUTCRY_LOBBY_TABLES", "20000"))
DAY = 24 * 3600 * 1000
STATES = "CASE x % 10 WHEN 0 THEN 'open' WHEN 1 THEN 'playing' WHEN 2 THEN 'closed' ELSE 'over' END"
ROWS = f"SELECT 't' || x, {STATES}, 0, x, NULL, LINE, 0 FROM numbers"


def a_line() -> bytes:
    table = TableState("t")
    table.apply(opened(), 0)
    return msgspec.json.encode(telling.line(table))


async def fill(database: str | None, data: Path) -> None:
    """Very many tables."""
    store = open_store(database, data)
    await store.open()
    await store.close()
    if database is None:
        fill_file(data / "outcry.db")
        return
    connection = await asyncpg.connect(database)
    numbers = f"WITH numbers AS (SELECT generate_series(1, {TABLES}) AS x)"
    rows = ROWS.replace("LINE", "$1::bytea")
    await connection.execute(f"{numbers} INSERT INTO tables ({ROW}) {rows}", a_line())
    await connection.execute("ANALYZE tables")
    await connection.close()


def fill_file(path: Path) -> None:
    counting = f"SELECT 1 UNION ALL SELECT x + 1 FROM numbers LIMIT {TABLES}"
    numbers = f"WITH RECURSIVE numbers(x) AS ({counting})"
    file = sqlite3.connect(path)
    file.execute(f"INSERT INTO tables ({ROW}) {numbers} {ROWS.replace('LINE', '?')}", (a_line(),))
    file.commit()
    file.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_lobby_answers_at_once_however_many_tables_there_are(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("database")

    async def scenario() -> None:
        await fill(database, tmp_path)
        async with house(tmp_path, database=database) as h:
            assert h.app is not None
            guest, store = await h.guest(), h.app.store
            assert len((await guest.get("/api/tables"))["tables"]) == 50
            first = [await timed(store.listed("open", NEWEST, 50)) for _ in range(30)]
            middle = [await timed(store.listed("over", (TABLES // 2, ""), 50)) for _ in range(30)]
            whole = [await timed(guest.get("/api/tables")) for _ in range(30)]
        best = [1000 * min(times) for times in (first, middle, whole)]
        print(
            f"\n{kind}, {TABLES} tables: first page {best[0]:.2f} ms, a page in the middle"
            f" {best[1]:.2f} ms, the whole call {best[2]:.2f} ms"
        )
        assert max(best[:2]) < 5

    asyncio.run(scenario())


async def timed(answer: Awaitable[object]) -> float:
    began = time.monotonic()
    await answer
    return time.monotonic() - began


async def keep(store: Store, id: str, state: State, changed: int) -> None:
    """A table as the store has it."""
    table, events = TableState(id), list[j.Event]()
    for make in (opened, table.dealt)[: 1 if state == "open" else 2]:
        events.append(make())
        table.apply(events[-1], changed)
    line = msgspec.structs.replace(telling.line(table), state=state, changed=changed)
    row = msgspec.structs.replace(
        persistence.index_row(table),
        state=state,
        changed=changed,
        due=None,
        line=msgspec.json.encode(line),
    )
    for n, event in enumerate(events):
        assert await store.append(id, Entry(n, changed, j.encode(event)), row)


def test_tables_that_are_played_do_not_push_an_open_one_off_the_page(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            await keep(h.app.store, "waits", "open", 1000)
            for number in range(60):
                await keep(h.app.store, f"plays{number:02}", "playing", 2000 + number)
            shown = await all_pages(h)
            assert shown == ["waits", *(f"plays{number:02}" for number in reversed(range(60)))]
            wrong = await (await h.guest()).call("GET", "/api/tables?state=over")
            assert wrong.status_code == 400

    async def all_pages(h: House) -> list[str]:
        guest, query, shown = await h.guest(), "", list[str]()
        while True:
            page = await guest.get(f"/api/tables{query}")
            shown += [line["id"] for line in page["tables"]]
            if not page["more"]:
                return shown
            last = page["tables"][-1]
            query = f"?before={last['changed']}&before_id={last['id']}&state={last['state']}"

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_dead_tables_are_closed_and_put_aside_and_finished_ones_kept(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("database")
    ages: list[tuple[str, State, int]] = [
        ("forgotten", "open", 3),
        ("fresh", "open", 1),
        ("dead", "playing", 61),
        ("slow", "playing", 50),
        ("gone", "closed", 11),
        ("history", "over", 99),
    ]

    async def scenario() -> None:
        async with house(tmp_path, database=database, open_days=2, closed_days=10) as h:
            assert h.app is not None
            store, now = h.app.store, h.app.store.now_ms()
            for id, state, days in ages:
                await keep(store, id, state, now - days * DAY)
            await h.app.expiry.sweep()
            assert {row.id: row.state for row in await store.all_tables()} == {
                "forgotten": "closed",
                "fresh": "open",
                "dead": "closed",
                "slow": "playing",
                "history": "over",
            }
            assert await store.journal("gone") == []
            mine, _ = await store.listed_for("ann", NEWEST, 10)
            assert len(mine) == 5
            answer = await (await h.guest()).call("GET", "/api/tables/gone")
            assert answer.status_code == 404

    asyncio.run(scenario())


def test_a_host_who_wants_no_table_to_expire_keeps_them_all(tmp_path: Path) -> None:
    states: tuple[State, ...] = ("open", "playing", "closed")

    async def scenario() -> None:
        async with house(tmp_path, open_days=0, playing_days=0, closed_days=0) as h:
            assert h.app is not None
            for state in states:
                await keep(h.app.store, state, state, 0)
            await h.app.expiry.sweep()
            rows = await h.app.store.all_tables()
            assert {row.id: row.state for row in rows} == {state: state for state in states}

    asyncio.run(scenario())


def test_nobody_is_thrown_out_of_a_table_that_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            ann = await h.guest()
            watched, forgotten = [await ann.table("me", "open", "open") for _ in range(2)]
            await ann.watch(watched)
            real = time.time() * 1000
            monkeypatch.setattr("openoutcry.server.clock.now_ms", lambda: int(real + 4 * DAY))
            await h.app.expiry.sweep()
            assert (await ann.get(f"/api/tables/{watched}"))["state"] == "open"
            assert (await ann.get(f"/api/tables/{forgotten}"))["state"] == "closed"

    asyncio.run(scenario())
