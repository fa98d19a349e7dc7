"""Finished matches: listed, replayed at any step from any seat, exported and verified."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from openoutcry.cli import main
from openoutcry.core import record as records
from openoutcry.core.edition import Edition, from_data
from openoutcry.titles import find
from tests.server.house import house, started
from tests.server.test_play import first_offer


def test_any_moment_is_shown_from_any_seat_after_the_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            path = f"/api/matches/{party.table}"
            anybody = await h.guest()
            assert (await anybody.call("GET", f"{path}/record")).status_code == 409
            assert (await anybody.get(f"{path}/at/0"))["view"]["seat"] is None
            own = await party.guests[1].get(f"{path}/at/2?seat=1")
            assert own["view"]["seat"] == 1
            while await party.step(first_offer):
                pass
            record = records.parse((await anybody.call("GET", f"{path}/record")).text, find)
            for step in (0, 5, len(record) // 2, len(record)):
                for seat in (0, 1, 2):
                    moment = await anybody.get(f"{path}/at/{step}?seat={seat}")
                    view = record.at(step).view(seat)
                    assert msgspec.json.encode(moment["view"]) == msgspec.json.encode(
                        msgspec.to_builtins(view)
                    )
                    assert moment["steps"] == len(record)
            beyond = await anybody.call("GET", f"{path}/at/{len(record) + 1}")
            assert (beyond.status_code, beyond.json()["code"]) == (404, "no_step")
            listed = (await anybody.get("/api/matches"))["tables"]
            assert [line["id"] for line in listed] == [party.table]
            assert sorted(listed[0]["places"])[0] == 1

    asyncio.run(scenario())


def test_the_hash_is_shown_before_the_deal_and_belongs_to_the_seed(
    tmp_path: Path,
) -> None:
    async def scenario() -> str:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            promised = (await host.get(f"/api/tables/{table}"))["commitment"]
            await host.post(f"/api/tables/{table}/start")
            watch = await (await h.guest()).watch(table)
            await host.post(f"/api/tables/{table}/leave", {})
            await watch.until(lambda w: w.over)
            text = (await host.call("GET", f"/api/matches/{table}/record")).text
            assert records.parse(text, find).commitment == promised
            return text

    file = tmp_path / "match.json"
    file.write_text(asyncio.run(scenario()))
    assert main(["verify", str(file)]) == 0


def test_a_hosts_corrected_edition_is_played_and_travels_with_the_record(tmp_path: Path) -> None:
    own = find("mogul").edition()
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(own.data))
    data["edition"]["name"] = "Mogul, house rules"
    data["loan"]["points"] += 1
    corrected: Edition = from_data(data, "the test")

    async def scenario() -> None:
        async with house(tmp_path, editions={"mogul": corrected}) as h:
            party = await started(h, 3)
            assert party.seats[0].table["edition_name"] == "Mogul, house rules"
            about = await party.guests[0].get("/api/titles/mogul/edition")
            assert about["identity"] == corrected.identity != own.identity
            while await party.step(first_offer):
                pass
            path = f"/api/matches/{party.table}/record"
            record = records.parse((await party.guests[0].call("GET", path)).text, find)
            assert record.edition.identity == corrected.identity
            record.verify()

    asyncio.run(scenario())
