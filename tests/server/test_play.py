"""Play over sockets: views, stories, simultaneous decisions, refusals and coming back."""

import asyncio
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry.core import record as records
from openoutcry.core.errors import IllegalAction
from openoutcry.titles import find, names
from tests.server.house import Party, Watch, house, started


def first_offer(watch: Watch) -> str:
    """Something legal that differs from turn to turn."""
    offers = watch.offers
    return offers[len(watch.steps) % len(offers)]


def seats_for(title: str) -> int:
    """A small number of seats the title can be played with."""
    found = find(title)
    return min(found.box.seats(found.edition()))


@pytest.mark.parametrize("title", names())
def test_a_whole_match_reaches_everybody_and_its_record_verifies(
    tmp_path: Path, title: str
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, seats_for(title), title)
            stranger = await (await h.guest()).watch(party.table)
            while await party.step(first_offer):
                pass
            await stranger.until(lambda w: w.over)
            for watch in [*party.seats, stranger]:
                seat = "" if watch.seat is None else f"?seat={watch.seat}"
                film = await watch.guest.get(f"/api/matches/{party.table}/film{seat}")
                assert watch.steps == film["steps"]
                assert watch.story == film["story"]
                assert watch.history == film["history"]
            text = (await party.guests[0].call("GET", f"/api/matches/{party.table}/record")).text
            checked = records.parse(text, find).verify()
            assert any("derive from the seed" in line for line in checked)
            info = await stranger.guest.get(f"/api/tables/{party.table}")
            assert info["state"] == "over" and info["seed"] and info["places"]

    asyncio.run(scenario())


def test_simultaneous_answers_do_not_make_each_other_stale(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 4)
            assert party.seats[0].view["waiting"] == [0, 1, 2, 3]
            step = party.seats[0].view["step"]
            for watch in reversed(party.seats):
                await watch.play("no loan", step=step)
            for watch in party.seats:
                await watch.until(lambda w: w.view["kind"] == "auction")
                assert not watch.refused

    asyncio.run(scenario())


def test_a_second_answer_to_the_same_question_is_stale(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            seat = (await started(h, 3)).seats[1]
            await seat.play("loan")
            await seat.play("no loan")
            await seat.until(lambda w: bool(w.refused))
            assert seat.refused[0]["code"] == "stale"
            assert [s["action"] for s in seat.steps[-1:]] == ["loan"]

    asyncio.run(scenario())


def test_an_illegal_action_is_refused_with_the_rule(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3, options={"loans": "on_turn"})
            seat = party.seats[party.seats[0].view["waiting"][0]]
            await seat.play("sell 3")
            await seat.until(lambda w: bool(w.refused))
            refused = seat.refused[0]
            assert (refused["code"], refused["rule"]) == ("illegal", "MO-24")
            assert refused["key"].startswith("refuse.")
            await seat.play("buy everything")
            await seat.until(lambda w: len(w.refused) > 1)
            with pytest.raises(IllegalAction) as same:
                oo.new("mogul", 3, options={"loans": "on_turn"}).play("buy everything")
            why = seat.refused[1]
            assert (why["text"], why["rule"]) == (str(same.value), same.value.rule)
            assert "may be: leave, pay" in why["text"] and why["rule"] in why["text"]

    asyncio.run(scenario())


def test_nobody_plays_anothers_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3, options={"loans": "on_turn"})
            waiting = party.seats[0].view["waiting"][0]
            other = party.seats[(waiting + 1) % 3]
            await other.play("pay", seat=waiting)
            await other.until(lambda w: bool(w.refused))
            assert other.refused[0]["code"] == "seat"
            assert len(other.steps) == other.view["step"] == party.seats[waiting].view["step"]

    asyncio.run(scenario())


def test_another_seats_view_is_not_given_until_the_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            nosy = party.seats[0]
            await nosy.say("look", seat=1)
            await nosy.until(lambda w: bool(w.faults))
            assert nosy.faults[0]["code"] == "not_yours"
            assert nosy.view["seat"] == 0
            for path in ("at/3?seat=1", "film?seat=1"):
                answer = await nosy.guest.call("GET", f"/api/matches/{party.table}/{path}")
                assert answer.status_code == 403
            again = await nosy.guest.watch(party.table, 1)
            await again.until(lambda w: bool(w.view))
            assert again.view["seat"] is None
            while await party.step(first_offer):
                pass
            await nosy.say("look", seat=1)
            await nosy.until(lambda w: w.view["seat"] == 1)

    asyncio.run(scenario())


def test_several_people_at_one_browser_choose_whose_view_they_get(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "me", "me")
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table, 0)
            await watch.until(lambda w: bool(w.view))
            await watch.play("loan", seat=0)
            await watch.until(lambda w: w.view["waiting"] == [1, 2])
            await watch.say("look", seat=1)
            await watch.until(lambda w: w.view["seat"] == 1)
            assert watch.steps[-1] == {
                "number": len(watch.steps) - 1,
                "actor": 0,
                "action": None,
                "forced": False,
            }

    asyncio.run(scenario())


def test_whoever_comes_back_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            leaver = party.seats[2]
            await party.seats[0].play("loan")
            await leaver.until(lambda w: len(w.steps) > 0 and w.steps[-1]["actor"] == 0)
            settled, had = leaver.update["settled"], len(leaver.steps)
            await leaver.close()
            party.seats[2] = await _missing_part(party, settled)
            back = party.seats[2]
            assert back.update["since"] == settled < had, "the sealed answer is told anew"
            assert [s["number"] for s in back.update["steps"]] == list(
                range(settled, back.view["step"])
            )
            assert back.update["steps"][0]["action"] == "loan", "the seal has been broken"

    asyncio.run(scenario())


async def _missing_part(party: Party, settled: int) -> Watch:
    """The others go on, the bot answers for nobody, and seat 2 comes back."""
    other = party.guests[2]
    again = await other.watch(party.table, 2)
    await again.until(lambda w: bool(w.view))
    await party.seats[1].play("no loan")
    await again.play("no loan")
    await again.until(lambda w: w.view["kind"] == "auction")
    await again.close()
    back = await other.watch(party.table, None)
    back.steps = again.steps[:settled]
    back.story = [t for t in again.story if t["step"] < settled]
    back.seat = 2
    await back.say("hello", seat=2, since=settled, rewinds=0)
    await back.until(lambda w: w.view.get("seat") == 2)
    return back
