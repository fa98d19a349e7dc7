"""The coach at a table: for somebody who plays against bots alone, and for nobody else."""

import asyncio
import json
from pathlib import Path

import pytest

from openoutcry.server import rate_limits
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.rate_limits import Rate
from openoutcry.titles import names
from tests.server.house import Guest, Json, Watch, house


async def seated(host: Guest, *others: str, title: str = "mogul") -> tuple[str, Watch]:
    """A match of the host's, whose first seat is asked."""
    table = await host.table("me", *others, title=title)
    await host.post(f"/api/tables/{table}/start")
    watch = await host.watch(table, 0)
    await watch.until(lambda w: bool(w.view) and 0 in w.view["waiting"])
    return table, watch


def wanted(watch: Watch, **more: object) -> Json:
    return {"step": watch.view["step"], "rewinds": watch.update["rewinds"], **more}


async def refused(guest: Guest, table: str, body: Json, seat: int = 0) -> tuple[int, str]:
    answer = await guest.call("POST", f"/api/tables/{table}/seats/{seat}/hint", body)
    return answer.status_code, answer.json()["key"]


@pytest.mark.parametrize("title", names())
def test_the_best_choices_come_with_chances_and_are_offered(tmp_path: Path, title: str) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table, watch = await seated(host, "apprentice", "apprentice", title=title)
            offers = [offer["action"] for offer in watch.view["decision"]["offers"]]
            body = wanted(watch, action=offers[-1])
            hint = await host.post(f"/api/tables/{table}/seats/0/hint", body)
            actions = [choice["action"] for choice in hint["choices"]]
            assert set(actions) <= set(offers) and offers[-1] in actions
            first, *others = [choice["chance"] for choice in hint["choices"]]
            # The first is what the search prefers, unless another is likely to be better.
            assert others == sorted(others, reverse=True) and first > max(others) - 0.1
            assert hint["seat"] == 0 and hint["step"] == watch.view["step"]

    asyncio.run(scenario())


def test_hints_are_noted_once_in_the_journal_and_told_to_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, onlooker = await h.guest(), await h.guest()
            table, watch = await seated(host, "apprentice", "apprentice")
            looking = await onlooker.watch(table)
            await looking.until(lambda w: bool(w.view))
            heard = len(looking.raw)
            for _ in range(2):
                await host.post(f"/api/tables/{table}/seats/0/hint", wanted(watch))
            assert h.app is not None
            journal = await h.app.store.journal(table)
            events = [json.loads(entry.body) for entry in journal]
            assert [e["seat"] for e in events if e["type"] == "coached"] == [0]
            await asyncio.sleep(0.1)
            assert len(looking.raw) == heard
            await watch.play("no loan")
            await looking.until(lambda w: w.view["step"] > 0)
            assert not any("chance" in text or "coach" in text for text in looking.raw)

    asyncio.run(scenario())


def test_where_another_person_plays_or_may_come_back_there_is_no_coach(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, friend = await h.guest(), await h.guest()
            table = await host.table("me", "open", "apprentice")
            await friend.post(f"/api/tables/{table}/join", {})
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table, 0)
            await watch.until(lambda w: bool(w.view) and 0 in w.view["waiting"])
            people = (409, "no.coach_people")
            assert await refused(host, table, wanted(watch)) == people
            await friend.post(f"/api/tables/{table}/leave", {})
            assert await refused(host, table, wanted(watch)) == people

            shared = await host.table("me", "me", "apprentice")
            await host.post(f"/api/tables/{shared}/start")
            watch = await host.watch(shared, 0)
            await watch.until(lambda w: bool(w.view) and 0 in w.view["waiting"])
            assert await refused(host, shared, wanted(watch)) == people

    asyncio.run(scenario())


def test_only_ones_own_present_decision_is_rated(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, stranger = await h.guest(), await h.guest()
            table, watch = await seated(host, "apprentice", "apprentice")
            body = wanted(watch)
            assert await refused(stranger, table, body) == (403, "no.seat")
            assert await refused(host, table, body, seat=1) == (403, "no.seat")
            assert await refused(host, table, {**body, "rewinds": 4}) == (409, "no.stale")
            assert await refused(host, table, {**body, "step": 900}) == (409, "no.stale")
            status, _ = await refused(host, table, {**body, "action": "sell 9"})
            assert status == 400
            await host.put(f"/api/tables/{table}/seats/0", {"kind": "bot", "bot": "broker"})
            status, _ = await refused(host, table, body)
            assert status == 409

    asyncio.run(scenario())


def test_one_person_may_not_ask_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.calls.coach.HINTS", Rate(0.001, 2))
    assert rate_limits.HINTS.burst <= 60

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            host = await h.guest()
            table, watch = await seated(host, "apprentice", "apprentice")
            for _ in range(2):
                await host.post(f"/api/tables/{table}/seats/0/hint", wanted(watch))
            assert await refused(host, table, wanted(watch)) == (429, "no.hurry")

    asyncio.run(scenario())


def test_a_coach_that_does_not_answer_in_time_says_so_and_may_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*asked: object) -> None:
        return None

    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table, watch = await seated(host, "apprentice", "apprentice")
            with monkeypatch.context() as patch:
                patch.setattr(BotPool, "rate", silent)
                assert await refused(host, table, wanted(watch)) == (503, "no.coach_late")
            assert await host.post(f"/api/tables/{table}/seats/0/hint", wanted(watch))

    asyncio.run(scenario())
