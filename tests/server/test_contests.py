"""Duplicate contests at a server: equal draws, sealed until the round is over, deadlines."""

import asyncio
import csv
import io
import threading
from pathlib import Path
from typing import Any

import pytest

from openoutcry.contest.contest import HOUR, Contest
from openoutcry.contest.scoring import Ranked
from openoutcry.server import admin, contests
from openoutcry.server.calls import contests as calls
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.table_ids import new_id
from tests.server.house import Guest, House, Watch, house
from tests.server.test_daily import draws, finish, lines_of
from tests.server.test_days import Later, database_of
from tests.table.test_state import opened

PLAN: dict[str, Any] = {
    "title": "mogul",
    "seats": 3,
    "people": 1,
    "rounds": 2,
    "hours": 24,
    "level": "apprentice",
}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "SIMULATIONS", 2)
    monkeypatch.setattr(contests, "PACE", 0)
    monkeypatch.setattr(contests, "_SECONDS", 0.1)


async def begun(guests: list[Guest], **more: Any) -> str:
    id = str((await guests[0].post("/api/contests", {**PLAN, **more}))["id"])
    for guest in guests[1:]:
        await guest.post(f"/api/contests/{id}/join")
    await guests[0].post(f"/api/contests/{id}/next")
    return id


async def table_of(guest: Guest, contest: str) -> dict[str, Any]:
    page = await guest.get(f"/api/contests/{contest}")
    found: dict[str, Any] = await guest.get(f"/api/tables/{page['mine']}")
    return found


async def until_over(guest: Guest, contest: str, number: int) -> dict[str, Any]:
    while True:
        page: dict[str, Any] = await guest.get(f"/api/contests/{contest}")
        if len(page["rounds"]) > number and page["rounds"][number]["over"]:
            return page
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_tables_play_the_same_deal_and_nobody_learns_from_another_before_the_round_is_over(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            ann, ben = guests = [await h.guest() for _ in range(2)]
            refused = await ann.call("POST", "/api/contests", {**PLAN, "seats": 9})
            assert refused.status_code == 400
            id = await begun(guests)
            late = await h.guest()
            assert (await late.call("POST", f"/api/contests/{id}/join")).status_code == 409
            mine, theirs = await table_of(ann, id), await table_of(ben, id)
            assert mine["id"] != theirs["id"] and mine["commitment"] == theirs["commitment"]
            watch = await finish(ann, mine)
            assert watch.view["over"] and watch.view["places"], "who played it knows the result"
            await sealed(h, ann, ben, id, mine["id"])
            await finish(ben, theirs)
            page = await until_over(ben, id, 0)
            one, other = await lines_of(h, mine["id"]), await lines_of(h, theirs["id"])
            assert draws(one)[:200] == draws(other)[:200]
            record = await ben.get(f"/api/matches/{mine['id']}/record")
            assert record["seed"], "open to everybody"
            lines = page["rounds"][0]["lines"]
            by_person = {line["person"]: line for line in lines if line["person"]}
            assert by_person[ann.id]["seat"] == by_person[ben.id]["seat"], "equal cards"
            assert by_person[ann.id]["share"] + by_person[ben.id]["share"] == 1
            assert {one["person"] for one in page["ranking"]} == {ann.id, ben.id}
            played = await ben.get(f"/api/people/{ann.id}")
            assert (
                played["matches"][0]["table"] == mine["id"] and not played["matches"][0]["counts"]
            )
            answer = await late.call("GET", f"/api/contests/{id}/results.csv")
            assert answer.headers["content-type"].startswith("text/csv")
            rows = list(csv.DictReader(io.StringIO(answer.text)))
            assert rows[0]["rank"] == "1" and len(rows) == 2
            assert set(rows[0]) >= {"name", "mean", "band", "share 1", "seat 1", "score 1"}
            again = await ann.post(f"/api/contests/{id}/next")
            assert len(again["rounds"]) == 2 and not again["rounds"][1]["over"]
            seat = {s["seat"] for s in (await table_of(ann, id))["seats"] if s["person"]}
            assert seat != {by_person[ann.id]["seat"]}, "seats rotate"

    async def sealed(h: House, ann: Guest, ben: Guest, id: str, table: str) -> None:
        """Ann has finished, Ben plays the same deal."""
        page = await ben.get(f"/api/contests/{id}")
        (round,) = page["rounds"]
        assert not round["over"] and round["lines"] == [] == page["ranking"]
        known = [one["table"] for one in round["tables"]]
        assert table not in known and None in known
        for person in (ann, ben):
            for what in ("record", "analysis"):
                answer = await person.call("GET", f"/api/matches/{table}/{what}")
                assert answer.status_code == 409, what
        for what in ("film", "film?seat=0", "at/9", "at/9?seat=1"):
            assert (await ben.call("GET", f"/api/matches/{table}/{what}")).status_code == 403
        info = await ben.get(f"/api/tables/{table}")
        assert info["scores"] is None and info["places"] is None and info["seed"] is None
        assert (await ben.get(f"/api/people/{ann.id}"))["matches"] == []
        socket = await ben.connect(table)
        await socket.send('{"type":"hello"}')
        heard = [await socket.recv() for _ in range(2)]
        assert "update" not in str(heard) and "contest_closed" in str(heard[-1])
        await socket.close()
        assert h.app is not None
        branch = {"step": 5, "seat": 0, "bot": "apprentice", "hidden": "same"}
        answer = await ben.call("POST", f"/api/matches/{table}/branch", branch)
        assert answer.status_code in (400, 409)
        assert (await ben.call("GET", f"/board/{table}.svg")).status_code == 404

    asyncio.run(scenario())


def test_at_the_deadline_bots_finish_and_whoever_was_waited_for_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            later = Later(h, monkeypatch)
            ann, ben = guests = [await h.guest() for _ in range(2)]
            id = await begun(guests, seconds=14 * 86400)
            await finish(ann, await table_of(ann, id))
            later.ahead = 24 * HOUR + 1000
            page = await until_over(ann, id, 0)
            lines = {line["person"]: line for line in page["rounds"][0]["lines"]}
            assert lines[ben.id]["forfeit"] and lines[ben.id]["share"] == 0
            assert not lines[ann.id]["forfeit"]
            ranks = {one["person"]: one["mean"] for one in page["ranking"]}
            assert ranks[ben.id] == 0 <= ranks[ann.id]
            while len((await ann.get(f"/api/contests/{id}"))["rounds"]) < 2:
                await asyncio.sleep(0.05)  # the next round begins by itself

    asyncio.run(scenario())


async def _play_until(watch: Watch, other: Watch) -> None:
    """One player plays on until the table waits for the other alone."""
    while not (other.offers and not watch.offers):
        if watch.offers:
            await watch.play(watch.offers[-1])
            await watch.beyond(watch.view["step"])
        else:
            await watch.hear()
        await other.drain()


def test_who_has_kept_everybody_waiting_gets_nothing_though_another_is_asked_at_the_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            later = Later(h, monkeypatch)
            guests = [await h.guest() for _ in range(4)]
            id = await begun(guests, people=2, seconds=14 * 86400)
            people = {guest.id: guest for guest in guests}
            at = {guest.id: await table_of(guest, id) for guest in guests}
            table = at[guests[0].id]
            seats = {s["person"]: s["seat"] for s in table["seats"] if s["person"]}
            slow, quick = seats
            theirs = [await people[one].watch(table["id"], seats[one]) for one in (slow, quick)]
            for watch in theirs:
                await watch.until(lambda w: bool(w.view))
            if theirs[1].offers:  # the quick one decides at once
                await theirs[1].play(theirs[1].offers[-1])
                await theirs[1].until(lambda w: not w.offers)
            later.ahead = 23 * HOUR
            await theirs[0].drain()
            await _play_until(*theirs)
            later.ahead = 24 * HOUR + 1000
            page = await until_over(guests[0], id, 0)
            lines = {line["person"]: line for line in page["rounds"][0]["lines"]}
            assert lines[slow]["forfeit"], "23 of 24 hours were theirs"
            assert not lines[quick]["forfeit"], "nobody can be put out in the last minute"

    asyncio.run(scenario())


def test_a_knock_out_goes_on_with_the_better_half_and_ends_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            later = Later(h, monkeypatch)
            ann, ben, cal = guests = [await h.guest() for _ in range(3)]
            id = await begun(guests, kind="knockout", seconds=14 * 86400)
            page = await ann.get(f"/api/contests/{id}")
            assert page["rounds_planned"] == 2 and len(page["rounds"][0]["tables"]) == 3
            for guest in (ann, ben):
                await finish(guest, await table_of(guest, id))
            later.ahead = 24 * HOUR + 1000
            page = await until_over(ann, id, 0)
            lines = {line["person"]: line for line in page["rounds"][0]["lines"]}
            assert lines[cal.id]["forfeit"] and lines[cal.id]["out"], "who does not play is out"
            while len((await ann.get(f"/api/contests/{id}"))["rounds"]) < 2:
                await asyncio.sleep(0.05)
            assert (await cal.get(f"/api/contests/{id}"))["mine"] is None
            for guest in (ann, ben):
                await finish(guest, await table_of(guest, id))
            page = await until_over(ann, id, 1)
            while page["state"] != "over":
                page = await ann.get(f"/api/contests/{id}")
            first, second, third = page["ranking"]
            assert {first["person"], second["person"]} == {ann.id, ben.id}
            assert (first["out"], second["out"], third["out"]) == (None, 1, 0)
            assert third["shares"] == [0, None] and third["rank"] == 3
            assert (await ann.call("POST", f"/api/contests/{id}/next")).status_code == 409
            text = (await cal.call("GET", f"/api/contests/{id}/results.csv")).text
            rows = list(csv.DictReader(io.StringIO(text)))
            assert [row["out in round"] for row in rows] == ["", "2", "1"]

    asyncio.run(scenario())


def test_however_often_a_step_is_done_a_round_has_its_tables_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guests = [await h.guest() for _ in range(5)]
            id = await begun(guests, people=2)
            assert h.app is not None
            keepers = [contests.ContestKeeper(h.app.store, h.app.tables) for _ in range(4)]
            await asyncio.gather(*(keeper.carry_on(id) for keeper in keepers))
            page = await guests[0].get(f"/api/contests/{id}")
            assert len(page["rounds"]) == 1 and len(page["rounds"][0]["tables"]) == 3
            rows = await h.app.store.all_tables()
            assert len(rows) == 3 and all(row.state == "playing" for row in rows)
            mine = await guests[0].get("/api/contests")
            assert mine["contests"][0]["mine"] and mine["contests"][0]["contestants"] == 5
            stranger = await h.guest()
            assert (await stranger.get("/api/contests"))["contests"] == []
            assert (await stranger.call("POST", f"/api/contests/{id}/next")).status_code == 403
            assert (await guests[0].call("POST", f"/api/contests/{id}/next")).status_code == 409

    asyncio.run(scenario())


def test_everybody_in_a_class_can_join_at_the_same_moment(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guests = [await h.guest() for _ in range(30)]
            id = str((await guests[0].post("/api/contests", PLAN))["id"])
            joining = [guest.call("POST", f"/api/contests/{id}/join") for guest in guests]
            answers = await asyncio.gather(*joining)
            assert {answer.status_code for answer in answers} == {200}
            page = await guests[0].get(f"/api/contests/{id}")
            assert {one["person"] for one in page["contestants"]} == {g.id for g in guests}

    asyncio.run(scenario())


def test_nobodys_contests_are_kept_waiting_by_very_many_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "_MOST", 2)
    monkeypatch.setattr(contests, "_SECONDS", 3600)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            guests = [await h.guest() for _ in range(2)]
            ids = {await begun(guests) for _ in range(5)}
            assert h.app is not None
            keeper = contests.ContestKeeper(h.app.store, h.app.tables)
            looked_at: list[str] = []

            async def note(id: str) -> None:
                looked_at.append(id)

            monkeypatch.setattr(keeper, "carry_on", note)
            for _ in range(3):
                await keeper.sweep()
            assert set(looked_at) == ids and len(looked_at) == len(ids)
            await keeper.sweep()
            assert len(looked_at) == len(ids) + 2

    asyncio.run(scenario())


def test_a_round_that_is_played_keeps_no_table_in_memory_and_pages_are_made_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "_SECONDS", 3600)
    threads: list[int] = []
    ranking = calls._ranking

    def noted(contest: Contest) -> list[Ranked]:
        threads.append(threading.get_ident())
        return ranking(contest)

    monkeypatch.setattr(calls, "_ranking", noted)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            guests = [await h.guest() for _ in range(2)]
            id = await begun(guests)
            assert h.app is not None
            for live in h.app.tables.in_memory():
                h.app.tables.forget(live)
            await contests.ContestKeeper(h.app.store, h.app.tables).sweep()
            assert h.app.tables.in_memory() == []
            await guests[0].get(f"/api/contests/{id}")
            await guests[0].call("GET", f"/api/contests/{id}/results.csv")
            assert len(threads) >= 2 and threading.get_ident() not in threads

    asyncio.run(scenario())


def test_a_contest_that_is_never_begun_is_forgotten_and_its_host_may_be_too(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, ben = [await h.guest() for _ in range(2)]
            running, left = await begun([ann, ben]), (await ann.post("/api/contests", PLAN))["id"]
            assert h.app is not None
            store = h.app.store
            await store.contests.forget(store.now_ms() - 60_000)
            assert await store.contests.find(left) is not None
            await store.contests.forget(store.now_ms() + 1)
            assert await store.contests.find(left) is None
            assert await store.contests.find(running) is not None
            assert [one.id for one in await store.contests.of_person(ann.id, 10)] == [running]

    asyncio.run(scenario())


def test_a_table_that_several_open_at_once_is_opened_once_and_is_once_in_memory(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            tables, event, id = h.app.tables, opened(), new_id()
            elsewhere = LiveTables(tables._services)
            first, *others = await asyncio.gather(
                tables.open(event, id), tables.open(event, id), tables.get(id)
            )
            assert others == [first, first]
            assert (await elsewhere.open(event, id)).table.n == 1
            assert len(await h.app.store.journal(id)) == 1

    asyncio.run(scenario())


def test_who_was_erased_or_banned_has_no_part_in_the_rounds_to_come(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, ben, cal, dan = guests = [await h.guest() for _ in range(4)]
            assert h.app is not None
            running = await begun(guests)
            unbegun = str((await ann.post("/api/contests", PLAN))["id"])
            await ann.post("/api/me/erase")
            await admin.ban(h.app.store, ben.id, hours=0)
            kept = await h.app.store.contests.find(running)
            assert kept is not None and kept.contest.people == [cal.id, dan.id]
            assert kept.contest.host == cal.id, "somebody can begin the next round"
            alone = await h.app.store.contests.find(unbegun)
            assert alone is not None and alone.contest.state == "over", "nobody could begin it"
            for guest in (cal, dan):
                listed = (await guest.get("/api/contests"))["contests"]
                assert [(one["id"], one["contestants"]) for one in listed] == [(running, 2)]

    asyncio.run(scenario())


def test_names_that_a_spreadsheet_would_take_for_a_formula_are_text() -> None:
    from openoutcry.server.calls.contests import _cell

    assert _cell("=1+1") == "'=1+1" and _cell("Ann") == "Ann" and _cell("") == ""
