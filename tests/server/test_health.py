"""Health checks that know what they say: alive, ready, sound."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from starlette.requests import Request

from openoutcry.server import health
from openoutcry.server.store.sqlite import SQLite
from tests.server.house import House, house, started


@pytest.fixture(autouse=True)
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "READY_SECONDS", 0.0)
    monkeypatch.setattr(health, "DEEP_SECONDS", 0.0)


async def answers(h: House) -> dict[str, int]:
    async with h.client() as client:
        paths = ("/healthz", "/healthz/live", "/healthz/ready", "/healthz/deep")
        return {path: (await client.get(path)).status_code for path in paths}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_sound_server_says_so(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("database")

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            await started(h, 3)
            assert set((await answers(h)).values()) == {200}

    asyncio.run(scenario())


def test_a_damaged_database_is_found_out_and_not_forgotten(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            await started(h, 3)
        damage(tmp_path / "outcry.db")
        async with house(tmp_path) as h, h.client() as client:
            deep = await client.get("/healthz/deep")
            assert (deep.status_code, deep.text) == (503, "the store is damaged\n")
            assert (await client.get("/healthz/ready")).status_code == 503
            assert (await client.get("/healthz/live")).status_code == 200

    asyncio.run(scenario())


def damage(path: Path) -> None:
    """Spoil the journal as a bad disk does."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    sql = "SELECT rootpage FROM sqlite_master WHERE name = 'journal'"
    page = connection.execute(sql).fetchone()[0]
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def test_a_disk_that_is_full_is_noticed_before_anybody_plays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            await started(h, 3)
            await most_pages(h, 1)
            found = await answers(h)
            assert found == {
                "/healthz": 503,
                "/healthz/live": 200,
                "/healthz/ready": 503,
                "/healthz/deep": 503,
            }
            await most_pages(h, 1_000_000)
            assert set((await answers(h)).values()) == {200}

    async def most_pages(h: House, most: int) -> None:
        """As a full disk, if there are more pages already."""
        assert h.app is not None and isinstance(h.app.store, SQLite)
        sql = f"PRAGMA max_page_count = {most}"
        await h.app.store._written(lambda connection: connection.execute(sql).fetchone())

    asyncio.run(scenario())


def test_whoever_asks_all_the_time_does_not_wear_the_disk_out() -> None:
    checked = 0

    async def check() -> None:
        nonlocal checked
        checked += 1

    async def scenario() -> None:
        asked = health.Check(check, 60.0)
        request = Request({"type": "http"})
        for _ in range(20):
            assert (await asked.answer(request)).status_code == 200

    asyncio.run(scenario())
    assert checked == 1
