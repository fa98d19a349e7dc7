"""Deals of the day at servers, in a browser and in the terminal: the same luck everywhere."""

import asyncio
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from openoutcry.core.fair import pledge
from openoutcry.daily.deal import day_at
from openoutcry.pocket.floor import PocketFloor
from openoutcry.pocket.thinker import answer, study
from openoutcry.server import clock
from openoutcry.server.pages import BUILD
from tests.cli.conftest import Outcry, outcry
from tests.pocket.memory_storage import MemoryStorage
from tests.server.house import Guest, House, Watch, house

__all__ = ["outcry"]
SIMULATIONS = 4
QUICK = {"pace": 0}
MODULES = ("server.calls.daily", "server.tycoon_lines", "cli.daily")


@pytest.fixture(autouse=True)
def bots_think_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in MODULES:
        monkeypatch.setattr(f"openoutcry.{module}.SIMULATIONS", SIMULATIONS)
    monkeypatch.setattr("openoutcry.server.tycoon_lines.LEVEL", "apprentice")
    monkeypatch.setattr("openoutcry.server.autoplay.answering", lambda level, pace, thought: pace)


def last(watch: Watch) -> str:
    return watch.offers[-1]


async def finish(guest: Guest, table: dict[str, Any], first: str = "") -> Watch:
    """Play a try to its end, always by the last offer; the first time perhaps by another."""
    seat = next(s["seat"] for s in table["seats"] if s["person"] == guest.id)
    watch = await guest.watch(table["id"], seat)
    await watch.until(lambda w: bool(w.view))
    await watch.until(lambda w: bool(w.offers))
    while watch.offers:
        step = watch.view["step"]
        await watch.play(first or last(watch))
        first = ""
        await watch.beyond(step)
        await watch.until(lambda w: bool(w.offers) or w.over)
    return watch


async def lines_of(h: House, table: str) -> list[str]:
    assert h.app is not None
    live = await h.app.tables.get(table)
    return live.table.playing.lines()


def draws(lines: list[str]) -> bytes:
    return "\n".join(line for line in lines if line.startswith("*")).encode()


def by_actor(lines: list[str]) -> list[str]:
    """Each one's steps in their order: only who was quicker at the same time may differ."""
    return sorted(lines, key=lambda line: line.partition(" ")[0])


def test_two_servers_and_a_browser_deal_the_same_byte_for_byte(tmp_path: Path) -> None:
    async def by_server(name: str) -> list[str]:
        async with house(tmp_path / name) as h:
            guest = await h.guest()
            table = await guest.post("/api/daily/mogul", QUICK)
            await finish(guest, table)
            return await lines_of(h, table["id"])

    async def by_browser() -> list[str]:
        async def ask(question: bytes) -> str:
            return answer(question)

        async def learn(question: bytes) -> bytes:
            return study(question)

        floor = PocketFloor(MemoryStorage(), ask, learn, BUILD)
        await floor.call("POST", "api/session", "{}", "")
        table = json.loads((await floor.call("POST", "api/daily/mogul", '{"pace": 0}', "")).json)
        said: asyncio.Queue[str] = asyncio.Queue()
        talk = floor.connect(table["id"], said.put_nowait, lambda code: None)
        seat = next(s["seat"] for s in table["seats"] if s["person"])
        talk.say(json.dumps({"type": "hello", "seat": seat}))
        played = -1
        while True:
            message = json.loads(await said.get())
            if message["type"] != "update" or message["view"]["step"] <= played:
                continue
            view = message["view"]
            if view["over"]:
                break
            if view["decision"]:
                played = view["step"]
                action = view["decision"]["offers"][-1]["action"]
                talk.say(
                    json.dumps({"type": "play", "seat": seat, "step": played, "action": action})
                )
        live = await floor.tables.get(table["id"])
        lines = live.table.playing.lines()
        mine = json.loads((await floor.call("GET", "api/daily/mogul", "", "")).json)
        assert mine["done"] and mine["streak"] == 1
        talk.end()
        await floor.close()
        return lines

    async def scenario() -> None:
        first, second = await by_server("one"), await by_server("two")
        browser = await by_browser()
        assert draws(first) == draws(second) == draws(browser)
        assert draws(first).count(b"\n") > 10
        assert by_actor(first) == by_actor(second) == by_actor(browser)

    asyncio.run(scenario())


def test_the_terminal_deals_as_servers_do(
    tmp_path: Path, outcry: Outcry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))

    async def by_server() -> list[str]:
        async with house(tmp_path / "floor") as h:
            guest = await h.guest()
            table = await guest.post("/api/daily/mogul", QUICK)
            seat = next(s["seat"] for s in table["seats"] if s["person"])
            watch = await guest.watch(table["id"], seat)
            await watch.until(lambda w: bool(w.offers))
            for _ in range(3):
                step = watch.view["step"]
                await watch.play(watch.offers[0])
                await watch.beyond(step)
                await watch.until(lambda w: bool(w.offers))
            return await lines_of(h, table["id"])

    lines = asyncio.run(by_server())
    assert outcry("daily", "mogul", typed=["1"] * 3).code == 0
    (kept,) = (tmp_path / "mine/openoutcry").glob("daily-*.json")
    log = json.loads(kept.read_text())["log"]
    for actor in "*0123":  # how far each of them had come may differ, nothing else
        ours, theirs = ([line for line in all_ if line[0] == actor] for all_ in (lines, log))
        both = min(len(ours), len(theirs))
        assert both and ours[:both] == theirs[:both]


def test_the_terminal_counts_one_try_and_goes_on_with_it(
    tmp_path: Path, outcry: Outcry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))
    begun = outcry("daily", "mogul", typed=["1"])
    assert "This try counts" in begun.out and "outcry daily mogul --date" in begun.out
    done = outcry("daily", "mogul", typed=["1"] * 400)
    assert re.search(r"Place \d of 4 · \S+ · [▁▂▃▄▅▆▇█]{4}", done.out)
    assert "1 day in a row" in done.out
    again = outcry("daily", "mogul", typed=["1"])
    assert "does not count" in again.out
    wrong = outcry("daily", "mogul", "--date", "2031-01-01")
    assert wrong.code == 2 and "from 2026-01-01 to" in wrong.err


def test_one_try_counts_and_shows_how_others_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, ben, cal = [await h.guest() for _ in range(3)]
            day = (await ann.get("/api/daily/mogul"))["day"]
            refused = await ann.call("GET", f"/api/daily/mogul/{day}")
            assert refused.status_code == 404
            table = await ann.post("/api/daily/mogul", QUICK)
            assert table["daily"] == {"day": day, "counts": True} and table["private"]
            assert (await ann.post("/api/daily/mogul", QUICK))["id"] == table["id"], "a second try"
            refused = await ann.call("GET", f"/api/daily/mogul/{day}")
            assert refused.json()["key"] == "no.daily_not_over"
            await finish(ann, table)
            alone = await ann.get(f"/api/daily/mogul/{day}")
            assert (alone["played"], alone["better"], alone["parting"]) == (1, 0, None)
            assert sum(bar["count"] for bar in alone["bars"]) == 1
            await finish(ben, await ben.post("/api/daily/mogul", QUICK))
            await finish(cal, await cal.post("/api/daily/mogul", QUICK), first="loan")
            found = await ann.get(f"/api/daily/mogul/{day}")
            assert (found["played"], found["streak"], found["table"]) == (3, 1, table["id"])
            assert sum(found["places"]) == sum(bar["count"] for bar in found["bars"]) == 3
            assert found["parting"]["number"] == 0 and found["parting"]["mine"] == "no loan"
            assert found["parting"]["chosen"] == [
                {"action": "no loan", "count": 2},
                {"action": "loan", "count": 1},
            ]
            moment = await ann.get(
                f"/api/matches/{table['id']}/at/{found['parting']['step']}?seat="
                + str(next(s["seat"] for s in table["seats"] if s["person"]))
            )
            assert "loan" in [o["action"] for o in moment["view"]["decision"]["offers"]]
            while found["tycoon"]["state"] == "running":
                await asyncio.sleep(0.05)
                found = await ann.get(f"/api/daily/mogul/{day}")
            assert found["tycoon"]["place"] in (1, 2, 3, 4)
            again = await ann.post("/api/daily/mogul", QUICK)
            assert again["id"] != table["id"] and not again["daily"]["counts"]
            calendar = await ann.get("/api/daily/mogul")
            assert [d["day"] for d in calendar["days"]] == [day] and calendar["done"]
            dealt = await h.guests[0].get(f"/api/matches/{table['id']}/record")
            assert dealt["seed"], "without a secret there is nothing to hide after the end"
            monkeypatch.setattr(clock, "now_ms", _tomorrow(clock.now_ms()))
            later = await ann.get("/api/daily/mogul")
            assert later["deal"] != calendar["deal"] and later["streak"] == 1
            past = await ben.post("/api/daily/mogul", {"day": day})
            assert not past["daily"]["counts"]
            ahead = str(day_at(clock.now_ms()) + timedelta(days=1))
            assert (await ben.call("POST", "/api/daily/mogul", {"day": ahead})).status_code == 400

    asyncio.run(scenario())


def test_whoever_finished_first_still_sees_how_it_went_when_very_many_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.store.results.MOST_OF_A_DEAL", 5)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            table = await ann.post("/api/daily/mogul", QUICK)
            await finish(ann, table)
            about = await ann.get("/api/daily/mogul")
            assert h.app is not None
            mine = await h.app.store.results.at_deal(about["deal"], ann.id)
            assert mine is not None
            others = [
                replace(
                    mine,
                    person=f"p{number}",
                    table=f"t{number}",
                    ended=mine.ended + 1 + number,
                    score=mine.score + number,
                )
                for number in range(8)
            ]
            await h.app.store.results.put(others)
            told = await ann.get(f"/api/daily/mogul/{about['day']}")
            assert (told["place"], told["played"], told["better"]) == (mine.place, 6, 5)
            assert sum(bar["count"] for bar in told["bars"]) == sum(told["places"]) == 6
            assert told["parting"] is None, "all chose alike"

    asyncio.run(scenario())


def _tomorrow(now: int) -> Any:
    return lambda: now + 24 * 3600 * 1000


def test_a_try_that_counts_has_no_coach_no_second_thoughts_and_no_bot_in_ones_place(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            table = await guest.post("/api/daily/mogul", QUICK)
            id = table["id"]
            seat = next(s["seat"] for s in table["seats"] if s["person"])
            watch = await guest.watch(id, seat)
            await watch.until(lambda w: bool(w.offers))
            step = watch.view["step"]
            hint = await guest.call("POST", f"/api/tables/{id}/seats/{seat}/hint", {"step": step})
            assert hint.json()["key"] == "no.daily_coach"
            bot = {"kind": "bot", "bot": "tycoon"}
            handed = await guest.call("PUT", f"/api/tables/{id}/seats/{seat}", bot)
            assert handed.json()["key"] == "no.daily_bot"
            left = await guest.call("POST", f"/api/tables/{id}/leave", {"seat": seat})
            assert left.json()["seats"][seat]["bot"] is None
            promise = {"pledge": pledge("00" * 32)}
            salted = await guest.call("PUT", f"/api/tables/{id}/seats/{seat}/pledge", promise)
            assert salted.status_code == 409
            await watch.play(last(watch))
            await watch.until(lambda w: w.view["step"] > step + 3 and bool(w.offers))
            await watch.say("take_back", seat=seat)
            await watch.until(lambda w: bool(w.faults))
            assert watch.faults[-1]["key"] == "no.daily_back"

    asyncio.run(scenario())


def test_a_secret_of_the_servers_own_is_told_when_the_day_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "plain") as h:
            common = await (await h.guest()).get("/api/daily/mogul")
        async with house(tmp_path / "own", daily_secret="sixteen characters") as h:
            guest = await h.guest()
            daily = await guest.get("/api/daily/mogul")
            assert daily["secret"] and daily["deal"] != common["deal"]
            table = await guest.post("/api/daily/mogul", QUICK)
            assert table["commitment"] == daily["commitment"]
            watch = await finish(guest, table)
            await watch.until(lambda w: w.table["state"] == "over")
            record = await guest.get(f"/api/matches/{table['id']}/record")
            assert watch.table["seed"] is None and record["seed"] is None
            monkeypatch.setattr(clock, "now_ms", _tomorrow(clock.now_ms()))
            record = await guest.get(f"/api/matches/{table['id']}/record")
            assert pledge(record["seed"]) == daily["commitment"]

    asyncio.run(scenario())
