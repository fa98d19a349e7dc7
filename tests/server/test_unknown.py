"""A store that goes silent in the midst of a write: nobody says no to what may have happened."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from openoutcry.server.store.interface import StoreDown
from openoutcry.server.store.postgres import PostgreSQL
from tests.server.house import SECONDS, Watch, house, started


def first_of(watches: list[Watch]) -> Watch:
    seat: int = watches[0].view["waiting"][0]
    return watches[seat]


@pytest.mark.parametrize("happened", [True, False])
def test_a_move_of_unknown_outcome_is_told_as_that_and_shown_when_it_is_known(
    tmp_path: Path, happened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            party = await started(h, 3, options={"loans": "on_turn"})
            watch, store = first_of(party.seats), h.app.store
            append = store.append

            async def silent(*written: Any) -> bool:
                monkeypatch.undo()
                if happened:
                    await append(*written)
                raise StoreDown("no answer")

            monkeypatch.setattr(store, "append", silent)
            steps, updates = len(watch.steps), len(watch.raw)
            await watch.play(watch.offers[0])
            await watch.until(lambda w: bool(w.faults))
            assert [(f["code"], f["key"]) for f in watch.faults] == [("unknown", "no.unknown")]
            told = len(watch.raw)
            await watch.until(lambda w: any('"update"' in text for text in w.raw[told:]))
            assert (len(watch.steps) > steps) == happened
            assert not watch.refused and updates < told

    asyncio.run(scenario())


def test_a_call_of_unknown_outcome_is_no_refusal_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            host = await h.guest()
            table = await host.table("me", "me", "me")

            async def silent(*_: Any) -> bool:
                monkeypatch.undo()
                raise StoreDown("no answer")

            monkeypatch.setattr(h.app.store, "append", silent)
            answer = await host.call("POST", f"/api/tables/{table}/start")
            assert (answer.status_code, answer.json()["code"]) == (503, "unknown")

    asyncio.run(scenario())


def test_a_move_that_arrives_after_the_database_hung_is_shown_at_once(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long after its player was told that nobody knows, and with nobody doing anything else."""

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            assert h.app is not None and isinstance(h.app.store, PostgreSQL)
            party = await started(h, 3, options={"loans": "on_turn"})
            watch, store = first_of(party.seats), h.app.store
            fetch = store._fetch
            hung: list[tuple[str, tuple[object, ...]]] = []

            async def hang(sql: str, *values: object) -> list[Any]:
                if "INSERT INTO journal" not in sql:
                    return await fetch(sql, *values)
                monkeypatch.undo()
                hung.append((sql, values))
                raise StoreDown("no answer")

            monkeypatch.setattr(store, "_fetch", hang)
            steps = len(watch.steps)
            await watch.play(watch.offers[0])
            await watch.until(lambda w: bool(w.faults))
            told = len(watch.raw)
            await watch.until(lambda w: any('"update"' in text for text in w.raw[told:]))
            assert len(watch.steps) == steps, "it has not happened yet"
            [(sql, values)] = hung
            await fetch(sql, *values)
            await watch.beyond(steps)
            assert not watch.refused

    asyncio.run(scenario())


def test_deadlines_go_by_the_databases_clock(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node whose clock is 90 s ahead plays nobody's default before their time is up."""

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            assert h.app is not None
            party = await started(h, 3, clock={"seconds": 60})
            before = await party.guests[0].get(f"/api/tables/{party.table}")
            ahead = 90_000 + before["now"]
            monkeypatch.setattr("openoutcry.server.clock.now_ms", lambda: ahead)
            monkeypatch.setattr("time.time", lambda: ahead / 1000)
            live = await h.app.tables.get(party.table)
            await live.autoplay.run_out()
            after = await party.guests[0].get(f"/api/tables/{party.table}")
            assert after["step"] == before["step"]
            assert after["now"] - before["now"] < 1000 * SECONDS
            assert await h.app.store.due(h.app.store.now_ms(), 10) == []

    asyncio.run(scenario())
