"""The life of a table: seats, invitations, bots, absence, clocks, taking back, rematches."""

import asyncio
from pathlib import Path

import pytest

from openoutcry.server import admin, clock, live_tables
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Entry, Row
from tests.server.house import SECONDS, Guest, House, Party, Watch, house, started
from tests.server.test_play import first_offer


async def code_of(guest: Guest, method: str, path: str, body: object = None) -> tuple[int, str]:
    answer = await guest.call(method, path, body)
    return answer.status_code, answer.json()["code"]


def test_a_stranger_with_the_link_joins_a_private_table_that_no_list_shows(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, friend = await h.guest(), await h.guest()
            public = await host.table("me", "open", "open", name="open to all")
            private = await host.table("me", "open", "open", private=True)
            shown = [line["id"] for line in (await friend.get("/api/tables"))["tables"]]
            assert shown == [public]
            info = await friend.post(f"/api/tables/{private}/join", {"seat": 2, "name": "Ann"})
            assert (info["seats"][2]["name"], info["seats"][2]["person"]) == ("Ann", friend.id)
            mine = [line["id"] for line in (await friend.get("/api/me/tables"))["tables"]]
            assert mine == [private]

    asyncio.run(scenario())


def test_only_the_host_starts_and_only_when_no_seat_is_open(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, other = await h.guest(), await h.guest()
            table = await host.table("me", "open", "open")
            path = f"/api/tables/{table}"
            await other.post(f"{path}/join", {})
            assert await code_of(other, "POST", f"{path}/start") == (403, "not_yours")
            assert await code_of(host, "POST", f"{path}/start") == (409, "not_now")
            await host.put(f"{path}/seats/2", {"kind": "bot", "bot": "apprentice"})
            info = await host.post(f"{path}/start")
            assert info["state"] == "playing"
            late = await h.guest()
            assert await code_of(late, "POST", f"{path}/join", {}) == (409, "not_now")

    asyncio.run(scenario())


def test_a_stranger_may_watch_and_talk_and_nothing_else(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3, chat="everybody")
            enemy = await h.guest()
            path = f"/api/tables/{party.table}"
            bot = {"kind": "bot", "bot": "apprentice"}
            for method, call, body in (
                ("POST", "/leave", {"seat": 0}),
                ("POST", "/close", None),
                ("POST", "/start", None),
                ("POST", "/rematch", None),
                ("PUT", "/seats/0", bot),
                ("PUT", "/seats/0", {"kind": "person"}),
            ):
                assert await code_of(enemy, method, path + call, body) == (403, "not_yours"), call
            watch = await enemy.watch(party.table)
            for message in ("look", "take_back", "back"):
                watch.faults.clear()
                await watch.say(message, seat=0)
                await watch.until(lambda w: bool(w.faults))
                assert watch.faults[0]["code"] == "not_yours", message
            await party.seats[0].play("loan")
            await party.seats[1].until(lambda w: 0 not in w.view["waiting"])
            await party.seats[1].play("loan")
            await party.seats[1].until(lambda w: 1 not in w.view["waiting"])
            await party.seats[0].say("take_back", seat=0)
            await watch.until(lambda w: w.table["request"] is not None)
            watch.faults.clear()
            await watch.say("consent", agree=True)
            await watch.until(lambda w: bool(w.faults))
            assert watch.faults[0]["code"] == "not_yours"
            await watch.say("chat", text="good luck")
            await party.seats[2].until(lambda w: bool(w.chat))

    asyncio.run(scenario())


def test_options_and_seats_are_checked_by_the_title(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            seat = {"kind": "me"}
            wrong: list[dict[str, object]] = [
                {"title": "mogul", "seats": [seat] * 9},
                {"title": "mogul", "seats": [seat] * 3, "options": {"loans": "never"}},
                {"title": "mogul", "seats": [seat] * 3, "options": {"unheard_of": 1}},
                {"title": "mogul", "seats": [{"kind": "bot", "bot": "apprentice"}] * 3},
                {"title": "mogul", "seats": [seat, seat, {"kind": "bot", "bot": "nobody"}]},
            ]
            for body in wrong:
                assert (await host.call("POST", "/api/tables", body)).status_code == 400, body
            unknown = {"title": "chess", "seats": [seat] * 2}
            assert await code_of(host, "POST", "/api/tables", unknown) == (404, "no_title")

    asyncio.run(scenario())


def test_when_the_host_leaves_somebody_else_is_host_and_an_empty_table_closes(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, other = await h.guest(), await h.guest()
            path = f"/api/tables/{await host.table('me', 'open', 'open')}"
            await other.post(f"{path}/join", {})
            info = await host.post(f"{path}/leave", {})
            assert info["host"] == other.id and info["seats"][0]["kind"] == "open"
            assert (await other.post(f"{path}/leave", {}))["state"] == "closed"

    asyncio.run(scenario())


def test_a_seat_is_handed_to_a_bot_and_taken_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            path = f"/api/tables/{party.table}/seats/1"
            watch = party.seats[1]
            await watch.guest.put(path, {"kind": "bot", "bot": "apprentice"})
            await watch.until(lambda w: w.table["seats"][1]["away"])
            await watch.until(lambda w: 1 not in w.view["waiting"])
            await watch.say("back", seat=1)
            await watch.until(lambda w: not w.table["seats"][1]["away"])

    asyncio.run(scenario())


def test_the_host_replaces_only_who_was_absent_for_a_while_and_they_return_by_connecting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            host, absent = party.guests[0], party.seats[2]
            path = f"/api/tables/{party.table}/seats/2"
            bot = {"kind": "bot", "bot": "apprentice"}
            assert await code_of(party.guests[1], "PUT", path, bot) == (403, "not_yours")
            assert await code_of(host, "PUT", path, bot) == (409, "not_now")
            await absent.close()
            await party.seats[0].until(lambda w: not w.table["seats"][2]["connected"])
            hasty = await host.call("PUT", path, bot)
            assert (hasty.status_code, hasty.json()["key"]) == (409, "no.grace")
            monkeypatch.setattr("openoutcry.table.commands.GRACE", 0)
            seat = (await host.put(path, bot))["seats"][2]
            assert (seat["away"], seat["replaced_by"]) == (True, host.me["name"])
            assert seat["bot"] == "broker", "no weaker than who sits in by itself"
            back = await party.guests[2].watch(party.table, 2)
            assert back.table["seats"][2]["replaced_by"] == host.me["name"], "told on coming back"
            await back.until(lambda w: not w.table["seats"][2]["away"])
            assert back.table["seats"][2]["replaced_by"] is None

    asyncio.run(scenario())


def test_leaving_during_play_hands_the_seat_to_a_bot_and_the_match_goes_on(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            watch = await (await h.guest()).watch(table)
            await host.post(f"/api/tables/{table}/leave", {})
            await watch.until(lambda w: w.over)

    asyncio.run(scenario())


def test_when_time_runs_out_the_default_is_played_and_after_two_a_bot_sits_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = 0
    real = clock.now_ms
    monkeypatch.setattr(clock, "now_ms", lambda: real() + ahead)

    async def scenario() -> None:
        nonlocal ahead
        async with house(tmp_path) as h:
            options = {"loans": "on_turn"}
            party = await started(h, 3, clock={"seconds": 3600}, options=options)
            watch = party.seats[0]
            late = watch.view["waiting"][0]
            assert watch.table["seats"][late]["deadline"] is not None
            offered = party.seats[late].view["decision"]["default"]
            ahead += 3_601_000
            await watch.until(lambda w: bool(w.steps) and w.steps[-1]["actor"] == late)
            assert watch.steps[-1]["action"] == offered
            await watch.until(lambda w: w.table["seats"][late]["missed"] == 1)
            for _ in range(8):
                ahead += 3_601_000
                await watch.beyond(len(watch.steps))
                if any(seat["away"] for seat in watch.table["seats"]):
                    break
            await watch.until(lambda w: any(seat["away"] for seat in w.table["seats"]))

    asyncio.run(scenario())


def test_a_clock_goes_on_over_a_restart_though_nobody_connects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_and_stop() -> tuple[str, Guest]:
        async with house(tmp_path) as h:
            party = await started(h, 3, clock={"seconds": 86400})
            return party.table, party.guests[0]

    async def next_day(table: str) -> None:
        real = clock.now_ms
        monkeypatch.setattr(clock, "now_ms", lambda: real() + 86_401_000)
        async with house(tmp_path) as h:
            guest = await h.guest()
            async with asyncio.timeout(SECONDS):
                while (await guest.get(f"/api/tables/{table}"))["seats"][0]["missed"] == 0:
                    await asyncio.sleep(0.2)

    table, _ = asyncio.run(open_and_stop())
    asyncio.run(next_day(table))


def test_a_table_that_cannot_be_read_does_not_stop_the_others_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spoil_one() -> str:
        async with house(tmp_path) as h:
            party = await started(h, 3, clock={"seconds": 86400})
            assert h.app is not None
            line = (await h.app.store.all_tables())[0].line
            spoilt = Row("spoilt", "playing", False, 1, 1, line, ())
            await h.app.store.append("spoilt", Entry(0, 1, b"no event"), spoilt)
            return party.table

    async def next_day(table: str) -> None:
        real = clock.now_ms
        monkeypatch.setattr(clock, "now_ms", lambda: real() + 86_401_000)
        async with house(tmp_path) as h:
            assert h.app is not None
            async with asyncio.timeout(SECONDS):
                while len(await h.app.store.journal(table)) <= 4:
                    await asyncio.sleep(0.2)

    asyncio.run(next_day(asyncio.run(spoil_one())))


async def in_an_auction(h: House) -> Party:
    """Three people, one of whom is asked to pay or leave."""
    return await started(h, 3, options={"loans": "on_turn"})


def test_an_own_last_decision_is_taken_back_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await in_an_auction(h)
            seat = party.seats[party.seats[0].view["waiting"][0]]
            before, steps = seat.view, len(seat.steps)
            await seat.play("pay")
            await seat.until(lambda w: len(w.steps) > steps)
            assert seat.update["may_take_back"]
            await seat.say("take_back", seat=seat.seat)
            for watch in party.seats:
                await watch.until(lambda w: w.update["rewinds"] == 1)
                assert len(watch.steps) == steps
            assert seat.view["board"] == before["board"]
            await seat.say("play", seat=seat.seat, step=steps, rewinds=0, action="pay")
            await seat.until(lambda w: bool(w.refused))
            assert seat.refused[0]["code"] == "stale", "an answer from before the take-back"

    asyncio.run(scenario())


def test_what_others_have_followed_is_taken_back_only_when_all_agree(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await in_an_auction(h)
            first = party.seats[0].view["waiting"][0]
            start = len(party.seats[0].steps)
            await party.step(lambda w: "pay")
            await party.step(lambda w: "pay")
            asker = party.seats[first]
            others = [w for w in party.seats if w is not asker]
            await asker.say("take_back", seat=first)
            for watch in party.seats:
                await watch.until(lambda w: w.table["request"] is not None)
            assert asker.table["request"]["step"] == start
            await others[0].say("consent", agree=False)
            await asker.until(lambda w: w.table["request"] is None)
            assert asker.update["rewinds"] == 0
            await asker.say("take_back", seat=first)
            for watch in others:
                await watch.until(lambda w: w.table["request"] is not None)
                await watch.say("consent", agree=True)
            for watch in party.seats:
                await watch.until(lambda w: w.update["rewinds"] == 1)
                assert len(watch.steps) == start

    asyncio.run(scenario())


def test_an_answer_that_turned_up_the_others_is_not_taken_back_without_asking(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            for watch in party.seats:
                assert "no loan" in watch.offers
                await watch.play("no loan")
                await watch.until(lambda w: w.seat not in w.view["waiting"] or _auction(w))
            last = party.seats[2]
            await last.until(_auction)
            assert not last.update["may_take_back"]
            await last.say("take_back", seat=2)
            await last.until(lambda w: w.table["request"] is not None)

    asyncio.run(scenario())


def _auction(watch: Watch) -> bool:
    return bool(watch.view["kind"] == "auction")


def test_alone_against_bots_anything_may_be_taken_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table, 0)
            for _ in range(2):
                await watch.until(lambda w: bool(w.offers) or w.over)
                step = watch.view["step"]
                await watch.play(first_offer(watch))
                await watch.beyond(step)
            await watch.say("take_back", seat=0)
            await watch.until(lambda w: w.update["rewinds"] == 1)

    asyncio.run(scenario())


def test_everybody_who_asks_for_a_rematch_comes_to_the_same_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            path = f"/api/tables/{party.table}/rematch"
            assert await code_of(party.guests[0], "POST", path) == (409, "not_now")
            while await party.step(first_offer):
                pass
            answers = await asyncio.gather(*[guest.post(path) for guest in party.guests])
            new = {answer["id"] for answer in answers}
            assert len(new) == 1 and answers[0]["previous"] == party.table
            people = {seat["person"] for seat in answers[0]["seats"]}
            assert people == {guest.id for guest in party.guests}
            await party.seats[2].until(lambda w: w.table["next"] in new)

    asyncio.run(scenario())


def test_a_rematch_that_was_given_up_makes_room_for_another(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await finished(h)
            first, second = party.guests[:2]
            path = f"/api/tables/{party.table}/rematch"
            given_up = (await first.post(path))["id"]
            await party.seats[1].until(lambda w: w.table["next"] == given_up)
            await first.post(f"/api/tables/{given_up}/close")
            await party.seats[1].until(lambda w: w.table["next"] is None)
            another = (await second.post(path))["id"]
            assert another != given_up
            await party.seats[1].until(lambda w: w.table["next"] == another)
            assert (await first.post(path))["id"] == another

    asyncio.run(scenario())


def test_a_rematch_ended_by_the_command_line_makes_room_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await finished(h)
            path = f"/api/tables/{party.table}/rematch"
            ended = (await party.guests[0].post(path))["id"]
            store = open_store(None, tmp_path)
            await store.open()
            await admin.end(store, ended)
            await store.close()
            await party.seats[1].until(lambda w: w.table["next"] is None)

    asyncio.run(scenario())


def test_whoever_asks_before_a_closed_rematch_is_unlinked_gets_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the server was killed between the two."""
    monkeypatch.setattr(live_tables.LiveTables, "closed", lambda self, table: None)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await finished(h)
            guest, path = party.guests[0], f"/api/tables/{party.table}/rematch"
            given_up = (await guest.post(path))["id"]
            await guest.post(f"/api/tables/{given_up}/close")
            assert (await guest.get(f"/api/tables/{party.table}"))["next"] == given_up
            another = await guest.post(path)
            assert (another["id"] != given_up, another["state"]) == (True, "open")

    asyncio.run(scenario())


async def finished(h: House) -> Party:
    """Three people whose match is over."""
    party = await started(h, 3)
    while await party.step(first_offer):
        pass
    return party


def test_chat_reaches_everybody_once_cleaned_and_kept_for_latecomers(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            await party.seats[0].say("chat", text="  <b>buy</b>\u202e \x07 low  ")
            for watch in party.seats:
                await watch.until(lambda w: bool(w.chat))
            late = await (await h.guest()).watch(party.table)
            await late.until(lambda w: bool(w.chat))
            assert late.chat == party.seats[1].chat
            assert late.chat[0]["text"] == "<b>buy</b> low"

    asyncio.run(scenario())


def test_after_a_restart_every_table_continues(tmp_path: Path) -> None:
    async def begin() -> tuple[str, str, int]:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            for _ in range(9):
                await party.step(first_offer)
            watch = party.seats[0]
            return party.table, watch.guest.cookie, len(watch.steps)

    async def go_on(table: str, cookie: str, steps: int) -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            name, _, value = cookie.partition("=")
            guest.http.cookies.clear()
            guest.http.cookies.set(name, value)
            watch = await guest.watch(table, 0)
            await watch.until(lambda w: bool(w.view))
            assert (len(watch.steps), watch.view["seat"]) == (steps, 0)

    asyncio.run(go_on(*asyncio.run(begin())))
