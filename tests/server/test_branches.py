"""Playing on from a finished match or an opened record."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openoutcry.core import record as records
from openoutcry.core.edition import from_data
from openoutcry.server.calls import branches
from openoutcry.titles import find
from tests.server.house import Guest, house, started
from tests.server.test_play import first_offer

RECORDS = Path(__file__).parents[1] / "records"


def _wish(step: int, hidden: str = "again", seat: int = 1) -> dict[str, Any]:
    return {"step": step, "seat": seat, "hidden": hidden, "bot": "apprentice"}


async def _played_out(guest: Guest, table: str) -> dict[str, Any]:
    await guest.post(f"/api/tables/{table}/start")
    watch = await guest.watch(table)
    await guest.post(f"/api/tables/{table}/leave", {})
    await watch.until(lambda w: w.over)
    return dict((await guest.call("GET", f"/api/matches/{table}/record")).json())


def test_one_plays_on_from_any_step_and_the_new_record_says_from_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branches, "PACE", 0)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            path, guest = f"/api/matches/{party.table}/branch", await h.guest()
            refused = await guest.call("POST", path, _wish(3))
            assert (refused.status_code, refused.json()["key"]) == (409, "no.branch")
            while await party.step(first_offer):
                pass
            text = (await guest.call("GET", f"/api/matches/{party.table}/record")).text
            parent = records.parse(text, find)
            for hidden in ("again", "true"):
                table = await guest.post(path, _wish(30, hidden))
                origin = table["origin"]
                assert origin == {
                    "record": parent.identity,
                    "step": 30,
                    "seat": 1,
                    "hidden": hidden,
                    "table": party.table,
                }
                record = await _played_out(guest, table["id"])
                branch = records.parse(msgspec.json.encode(record), find)
                assert any("draws derive" in line for line in branch.verify())
                assert (await guest.post("/api/records", record))["origin"]["step"] == 30
                again = await guest.post(
                    "/api/records/branch", {"record": record, "branch": _wish(5)}
                )
                assert again["origin"] == {
                    "record": branch.identity,
                    "step": 5,
                    "seat": 1,
                    "hidden": "again",
                    "table": None,
                }
            late = await guest.call("POST", path, _wish(len(parent)))
            assert late.json()["key"] == "no.branch_over"
            beyond = await guest.call("POST", path, _wish(len(parent) + 1))
            assert beyond.status_code == 404
            nobody = await guest.call("POST", path, _wish(3, seat=9))
            assert nobody.status_code == 404

    asyncio.run(scenario())


def test_nobody_plays_on_where_the_last_cards_are_only_turned_up(tmp_path: Path) -> None:
    record = json.loads((RECORDS / "speculation-v1-4-1.json").read_text())

    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            for hidden in ("again", "true"):
                wish = {"record": record, "branch": _wish(390, hidden)}
                late = await guest.call("POST", "/api/records/branch", wish)
                assert (late.status_code, late.json()["key"]) == (409, "no.branch_over")
            decided = {"record": record, "branch": _wish(380)}
            assert (await guest.post("/api/records/branch", decided))["origin"]["step"] == 380

    asyncio.run(scenario())


def test_a_branch_comes_back_from_its_journal(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            while await party.step(first_offer):
                pass
            guest = await h.guest()
            table = (await guest.post(f"/api/matches/{party.table}/branch", _wish(30)))["id"]
            await guest.post(f"/api/tables/{table}/start")
            before = await guest.get(f"/api/matches/{table}/at/0?seat=1")
        async with house(tmp_path) as h:
            stranger = await h.guest()
            again = await stranger.get(f"/api/matches/{table}/at/0")
            assert again["view"]["board"]["players"] and before["view"]["seat"] == 1

    asyncio.run(scenario())


def test_a_record_with_another_edition_is_not_played_on_among_other_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            while await party.step(first_offer):
                pass
            guest = await h.guest()
            record = (await guest.call("GET", f"/api/matches/{party.table}/record")).json()
            unfinished = {**record, "log": record["log"][:40], "scores": None, "places": None}
            refused = await guest.call(
                "POST", "/api/records/branch", {"record": unfinished, "branch": _wish(3)}
            )
            assert refused.json()["key"] == "no.branch"
            data = {**find("mogul").edition().data}
            data["edition"] = {**data["edition"], "name": "Somebody's"}
            edition = find("mogul").edition(from_data(data, "a test"))
            other = {"identity": edition.identity, "name": edition.name, "data": data}
            foreign = {**record, "edition": other}
            refused = await guest.call(
                "POST", "/api/records/branch", {"record": foreign, "branch": _wish(3)}
            )
            assert refused.json()["key"] == "no.branch_edition"

    asyncio.run(scenario())
