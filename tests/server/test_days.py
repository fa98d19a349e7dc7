"""Matches over days at a server: the queue of turns, vacations, and those who do not come."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from openoutcry.server.alerts import sender
from openoutcry.server.store import outbox
from openoutcry.server.store.vacations import Vacation
from openoutcry.table.clocks import DAY
from tests.server.house import Guest, House, house
from tests.server.receivers import Letterbox, web_server
from tests.server.test_alerts import add

A_DAY = DAY // 1000
CLOCK = {"seconds": A_DAY, "reserve": 3 * A_DAY}
TOGETHER = {"loans": "before_auction"}


async def dealt(h: House, guests: list[Guest], **more: Any) -> str:
    about = {"clock": CLOCK, "options": TOGETHER, **more}
    table = await guests[0].table("me", *["open"] * (len(guests) - 1), **about)
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join", {})
    await guests[0].post(f"/api/tables/{table}/start")
    return table


class Later:
    """The store's clock, set forward."""

    def __init__(self, h: House, monkeypatch: pytest.MonkeyPatch) -> None:
        assert h.app is not None
        self.ahead, self._now = 0, h.app.store.now_ms
        monkeypatch.setattr(h.app.store, "now_ms", lambda: self._now() + self.ahead)


def database_of(kind: str, request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if kind == "postgresql" else None


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_vacation_stops_the_clocks_and_the_days_of_a_year_are_bounded(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of(kind, request)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            later = Later(h, monkeypatch)
            guests = [await h.guest() for _ in range(3)]
            ann, ben = guests[0], guests[1]
            table = await dealt(h, guests)
            before = (await ben.get(f"/api/tables/{table}"))["seats"][0]
            assert before["reserve"] == 3 * DAY and before["rests_until"] is None
            assert await ann.get("/api/me/vacation") == {"until": None, "left": 28, "a_year": 28}
            mine = await ann.put("/api/me/vacation", {"days": 10})
            assert mine["left"] == 18 and mine["until"] > 0
            after = (await ben.get(f"/api/tables/{table}"))["seats"][0]
            assert after["rests_until"] == mine["until"], "the others see it"
            assert abs(after["deadline"] - before["deadline"] - 10 * DAY) < DAY
            assert (await ann.call("PUT", "/api/me/vacation", {"days": 3})).status_code == 409
            later.ahead = 2 * DAY
            mine = await ann.put("/api/me/vacation", {"days": 0})
            assert mine["until"] is None and mine["left"] == 25, "a begun day counts"
            seat = (await ben.get(f"/api/tables/{table}"))["seats"][0]
            assert seat["rests_until"] is None
            assert abs(seat["deadline"] - before["deadline"] - 2 * DAY) < DAY
            refused = await ann.call("PUT", "/api/me/vacation", {"days": 26})
            assert refused.status_code == 409 and refused.json()["args"] == {"left": 25}

    asyncio.run(scenario())


def test_a_vacation_that_a_table_has_not_heard_of_counts_when_time_would_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            later = Later(h, monkeypatch)
            guests = [await h.guest() for _ in range(3)]
            table = await dealt(h, guests)
            assert h.app is not None
            now = h.app.store.now_ms()
            # As if the server had been killed before it told the table.
            resting = Vacation(guests[0].id, "2026-01-01", now, now + 9 * DAY)
            await h.app.store.vacations.begin(resting)
            later.ahead = 4 * DAY + 1000
            live = await h.app.tables.get(table)
            await live.autoplay.run_out()
            seats = (await guests[1].get(f"/api/tables/{table}"))["seats"]
            assert seats[0]["missed"] == 0 and seats[0]["rests_until"] == resting.ends
            assert [seat["late"] for seat in seats][1:] == [1, 1]

    asyncio.run(scenario())


def test_the_queue_has_what_runs_out_first_before_what_has_no_clock(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guests = [await h.guest() for _ in range(3)]
            ann = guests[0]
            calm = await dealt(h, guests, clock=None)
            week = await dealt(h, guests, clock={"seconds": 7 * A_DAY})
            day = await dealt(h, guests)
            await ann.table("me", "open", "open")
            queue = (await ann.get("/api/me/turns"))["tables"]
            assert [line["id"] for line in queue] == [day, week, calm]
            assert queue[0]["deadlines"][0] > 0 and queue[0]["clock"] == CLOCK
            watch = await ann.watch(day, 0)
            await watch.until(lambda w: bool(w.offers))
            await watch.play(watch.offers[-1])
            await watch.until(lambda w: not w.offers)
            queue = (await ann.get("/api/me/turns"))["tables"]
            assert [line["id"] for line in queue] == [week, calm]
            stranger = await h.guest()
            assert (await stranger.get("/api/me/turns"))["tables"] == []

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whoever_lets_time_run_out_is_warned_and_then_the_others_decide(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "WAIT", 0)
    monkeypatch.setattr(sender, "GAP", 0)
    monkeypatch.setattr(sender, "_SECONDS", 0.05)

    database = database_of(kind, request)

    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, database=database, alerts_inside=True) as h:
            later = Later(h, monkeypatch)
            ann, ben = guests = [await h.guest() for _ in range(2)]
            table = await guests[0].table("me", "open", "tycoon", clock={"seconds": A_DAY})
            await ben.post(f"/api/tables/{table}/join", {})
            await ann.post(f"/api/tables/{table}/start")
            await add(ann, "webhook", hook.url)
            assert h.app is not None
            live = await h.app.tables.get(table)
            bens = await ben.watch(table, 1)
            seat: dict[str, Any] = {}
            while not seat or seat["missed"] < 2:
                await bens.until(lambda w: bool(w.view))
                await bens.until(lambda w: bool(w.offers) or 0 in w.view["waiting"])
                step = bens.view["step"]
                if bens.offers:
                    await bens.play(bens.offers[-1])
                else:
                    later.ahead += DAY + 1000
                    await live.autoplay.run_out()
                await bens.beyond(step)
                seat = (await ben.get(f"/api/tables/{table}"))["seats"][0]
            assert seat["bot"] is None and seat["late"] == 2
            while not any(letter["subject"] == "Your time ran out" for letter in hook.got):
                await asyncio.sleep(0.05)
            info = await ben.get(f"/api/tables/{table}")
            assert info["stand_ins"] == [{"seat": 0, "agreed": [], "missing": [ben.id]}]
            assert table in [line["id"] for line in (await ben.get("/api/me/turns"))["tables"]]
            answer = f"/api/tables/{table}/seats/0/stand_in"
            assert (await ann.call("PUT", answer, {"agree": True})).status_code == 403
            info = await ben.put(answer, {"agree": True})
            assert info["stand_ins"] == [] and info["seats"][0]["away"]
            assert info["seats"][0]["bot"] == "tycoon", "no weaker than the table's own"

    with web_server() as hook:
        asyncio.run(scenario(hook))


def test_a_match_that_its_people_have_left_is_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            later = Later(h, monkeypatch)
            guests = [await h.guest() for _ in range(3)]
            table = await dealt(h, guests, clock={"seconds": A_DAY})
            assert h.app is not None
            live = await h.app.tables.get(table)
            days = 0
            while any(seat.bot is None for seat in live.table.seats):
                assert days < 60, "somebody is waited for who never came"
                later.ahead += DAY + 1000
                days += 1
                await live.autoplay.run_out()
            while live.table.state == "playing":
                await asyncio.sleep(0.05)
            profile = await guests[0].get(f"/api/people/{guests[0].id}")
            assert [match["table"] for match in profile["matches"]] == [table]

    asyncio.run(scenario())
