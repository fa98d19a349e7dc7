"""Whoever reads all that a server can be asked for finds nothing of what has passed."""

import asyncio
import random
from pathlib import Path

from openoutcry.core import record as records
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.titles import find
from tests.server.house import Guest, Json, Party, house, started


def test_a_script_that_asks_for_everything_learns_no_more_than_who_looked_on(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3, "wallstreet", memory="table")
            stranger, choose, asked = await h.guest(), random.Random(3), 0
            while await party.step(lambda watch: choose.choice(watch.offers)):
                if not party.seats[0].over and choose.randrange(15) == 0:
                    asked += await _asks_for_everything(party, stranger)
            assert asked > 5
            await _finds_it_all_after_the_end(party, stranger)

    asyncio.run(scenario())


async def _asks_for_everything(party: Party, stranger: Guest) -> int:
    """1 if something was forgotten already."""
    match = f"/api/matches/{party.table}"
    forgotten = 0
    for guest, seat in ((party.guests[0], 0), (stranger, None)):
        viewer = "" if seat is None else f"?seat={seat}"
        film = await guest.get(f"{match}/film{viewer}")
        newcomer = await guest.watch(party.table, seat)
        await newcomer.until(lambda w: bool(w.view))
        await newcomer.say("hello", seat=seat, since=0)
        await newcomer.hear()
        for told in (film, newcomer.update):
            assert told["first"] == film["first"]
            _check_begins(told)
        assert newcomer.update["view"]["step"] == film["first"] + len(film["steps"])
        for step in (0, film["first"], newcomer.view["step"]):
            answer = await guest.call("GET", f"{match}/at/{step}{viewer}")
            assert (answer.status_code, answer.json()["key"]) == (409, "no.past")
        await _is_refused(guest, match)
        forgotten = int(film["first"] > 0)
        await newcomer.close()
    return forgotten


async def _is_refused(guest: Guest, match: str) -> None:
    """Records, analyses, and matches that go on from an earlier step."""
    for path in ("record", "record?analysis=1", "analysis"):
        assert (await guest.call("GET", f"{match}/{path}")).status_code == 409
    onwards = {"step": 3, "seat": 0, "bot": "apprentice", "hidden": "again"}
    for path, body in (("analysis", {}), ("branch", onwards)):
        assert (await guest.call("POST", f"{match}/{path}", body)).status_code == 409


def test_no_call_about_a_table_was_forgotten_here() -> None:
    """Whoever adds a way to ask about a table says here what it tells while one plays from
    memory."""
    told = {endpoint.path for endpoint in ENDPOINTS if endpoint.method == "GET"}
    assert {path for path in told if "{table}" in path} == {
        "/api/tables/{table}",  # who sits there, and nothing of the match
        "/api/tables/{table}/edition",  # the box
        "/api/matches/{table}/film",  # begins with the viewer's last turn
        "/api/matches/{table}/at/{step}",  # refused, as are the others
        "/api/matches/{table}/record",
        "/api/matches/{table}/analysis",
    }


def _check_begins(told: Json) -> None:
    numbers = [step["number"] for step in told["steps"]]
    numbers += [telling["step"] for telling in told["story"]]
    numbers += [point["step"] for point in told["history"]]
    assert min(numbers) >= told["first"]


async def _finds_it_all_after_the_end(party: Party, stranger: Guest) -> None:
    match = f"/api/matches/{party.table}"
    record = records.parse((await stranger.call("GET", f"{match}/record")).text, find)
    film = await stranger.get(f"{match}/film")
    assert film["first"] == 0 and len(film["steps"]) == len(record)
    assert (await stranger.get(f"{match}/at/7"))["view"]["step"] == 7
    for watch in party.seats:
        assert watch.over and len(watch.steps) == len(record)
        own = await watch.guest.get(f"{match}/film?seat={watch.seat}")
        assert (watch.story, watch.history) == (own["story"], own["history"])


def test_the_memory_is_chosen_with_the_table_and_goes_by_who_plays_where_nobody_chooses(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()

            async def memory(*seats: str, title: str = "mogul", **more: str | None) -> str:
                id = await guest.table(*seats, title=title, **{"memory": None, **more})
                return str((await guest.get(f"/api/tables/{id}"))["memory"])

            assert await memory("me", "broker", "broker") == "perfect"
            assert await memory("me", "open", "broker") == "table"
            assert await memory("me", "me", "broker") == "table"
            assert await memory("me", "open", "open", memory="perfect") == "perfect"
            assert await memory("me", "broker", "broker", memory="table") == "table"
            assert await memory("me", "open", "open", title="speculation") == "perfect"
            floor = await guest.get("/api/floor")
            infos = {title["name"]: title["memory"] for title in floor["titles"]}
            assert infos["speculation"] is None
            assert infos["wallstreet"] == {"rule": "WS-14", "needs": {}}
            assert infos["ekonos"] == {"rule": "EK-54", "needs": {"moneyOpen": False}}

    asyncio.run(scenario())


def test_the_picture_behind_a_link_shows_no_more_than_the_board(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            for memory, counts in (("table", False), ("perfect", True)):
                party = await started(h, 3, "mogul", memory=memory)
                async with h.client() as client:
                    picture = await client.get(f"/board/{party.table}.svg")
                left = find("mogul").words.say("en", "screen.unseen", {})
                assert picture.text.startswith("<svg") and (left in picture.text) is counts

    asyncio.run(scenario())


def test_the_coach_who_forgets_nothing_is_silent_where_one_plays_from_memory(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            table = await guest.table("me", "apprentice", "apprentice", memory="table")
            await guest.post(f"/api/tables/{table}/start")
            watch = await guest.watch(table, 0)
            await watch.until(lambda w: bool(w.view) and 0 in w.view["waiting"])
            body = {"step": watch.view["step"], "rewinds": watch.update["rewinds"]}
            answer = await guest.call("POST", f"/api/tables/{table}/seats/0/hint", body)
            assert (answer.status_code, answer.json()["key"]) == (409, "no.coach_memory")

    asyncio.run(scenario())
