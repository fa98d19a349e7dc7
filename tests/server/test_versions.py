"""Tables outlive the rules: old versions are played on, unknown ones harm nobody."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from openoutcry.cli import main
from openoutcry.core import record as records
from openoutcry.server import admin
from openoutcry.server.store import open_store
from openoutcry.titles import find
from tests.server.house import Hangup, House, house, started
from tests.server.test_play import first_offer
from tests.titles.second_rules import release


def test_a_table_of_old_rules_is_played_on_by_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> tuple[str, str]:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "broker", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            return table, host.cookie

    async def after(table: str, cookie: str) -> str:
        async with house(tmp_path) as h:
            host = await h.guest()
            new = await host.table("me", "open", "open")
            assert (await host.get("/api/floor"))["titles"][1]["rules_version"] == 2
            assert (await host.get(f"/api/tables/{new}"))["state"] == "open"
            host.http.cookies.clear()
            host.http.headers["Cookie"] = cookie
            await host.post(f"/api/tables/{table}/leave", {})  # a bot plays on for the host
            watch = await (await h.guest()).watch(table)
            await watch.until(lambda w: w.over)
            return (await host.call("GET", f"/api/matches/{table}/record")).text

    table, cookie = asyncio.run(before())
    release(monkeypatch)
    record = records.parse(asyncio.run(after(table, cookie)), find)
    assert record.title.rules_version == 1
    assert any("derive from the seed" in line for line in record.verify())


@pytest.fixture
def unknown(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A table in play by rules that nobody here knows, and the id of its second person."""

    async def scenario() -> tuple[str, str]:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            assert await party.step(first_offer)
            return party.table, party.guests[1].id

    with pytest.MonkeyPatch.context() as patch:
        release(patch)
        found = asyncio.run(scenario())
    yield found


def test_a_table_of_unknown_rules_is_listed_and_told_of_and_harms_no_other(
    tmp_path: Path, unknown: tuple[str, str]
) -> None:
    table, _ = unknown

    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            assert [line["id"] for line in (await guest.get("/api/tables"))["tables"]] == [table]
            answer = await guest.call("GET", f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (409, "unknown_rules")
            assert answer.json()["args"] == {"title": "mogul", "version": 2}
            with pytest.raises(Hangup):
                await guest.watch(table)
            await _plays(h)

    asyncio.run(scenario())


async def _plays(h: House) -> None:
    party = await started(h, 3)
    assert await party.step(first_offer)


def test_the_host_lists_empties_and_ends_tables_whose_rules_are_unknown(
    tmp_path: Path, unknown: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    table, person = unknown
    data = ["--data", str(tmp_path)]
    assert main(["admin", "tables", *data]) == 0
    assert main(["admin", "tables", "--people", *data]) == 0
    out = capsys.readouterr().out
    assert table in out and "mogul" in out and out.count(table) == 4 and person in out
    assert main(["admin", "ban", person, *data]) == 0
    assert "1 seats were freed" in capsys.readouterr().out
    assert main(["admin", "tables", *data]) == 0
    assert "bot" not in capsys.readouterr().out  # the seat keeps the person's name
    assert main(["admin", "end", table, *data]) == 0
    assert capsys.readouterr().out == f"{table} is closed\n"
    assert main(["admin", "end", table, *data]) == 0
    assert "had ended already" in capsys.readouterr().out

    async def rows() -> list[tuple[str, int | None]]:
        store = open_store(None, tmp_path)
        await store.open()
        found = [(str(row.state), row.due) for row in await store.all_tables()]
        assert await admin.people(store) == []
        await store.close()
        return found

    assert asyncio.run(rows()) == [("closed", None)]


def test_somebody_with_a_seat_at_such_a_table_can_take_another_name(
    tmp_path: Path,
) -> None:
    async def before() -> str:
        async with house(tmp_path) as h:
            host = await h.guest()
            await host.table("me", "open", "open")
            return host.cookie

    async def after(cookie: str) -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            host.http.cookies.clear()
            host.http.headers["Cookie"] = cookie
            answer = await host.call("PATCH", "/api/me", {"name": "Ada"})
            assert (answer.status_code, answer.json()["name"]) == (200, "Ada")

    with pytest.MonkeyPatch.context() as patch:
        release(patch)
        cookie = asyncio.run(before())
    asyncio.run(after(cookie))
