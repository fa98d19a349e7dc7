"""Answers given in advance in matches over days: the table keeps them, and gives them for people
whose page is closed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from openoutcry.server.alerts import sender
from openoutcry.server.store import outbox
from openoutcry.server.store.interface import Entry
from tests.server.house import Guest, House, Watch, house
from tests.server.receivers import Letterbox, web_server
from tests.server.test_alerts import add
from tests.server.test_days import dealt


async def said(watch: Watch, **what: Any) -> None:
    await watch.say("in_advance", seat=watch.seat, said=what)
    await watch.until(lambda w: w.said.get("said") == what)


async def journal(h: House, table: str) -> list[Entry]:
    assert h.app is not None
    return await h.app.store.journal(table, 0)


async def table_of_three(h: House) -> tuple[str, list[Guest], list[Watch]]:
    guests = [await h.guest() for _ in range(3)]
    table = await dealt(h, guests)
    watches = [await guest.watch(table, seat) for seat, guest in enumerate(guests)]
    for watch in watches:
        await watch.until(lambda w: bool(w.view))
    return table, guests, watches


async def play_auction(watches: list[Watch], wanted: str) -> None:
    """Until loans are asked about again; people pay or leave, and take what comes."""
    while watches[0].view["kind"] != "loan":
        before = watches[0].view["step"]
        for watch in watches:
            if watch.offers:
                await watch.play(wanted if wanted in watch.offers else watch.offers[-1])
        for watch in watches:
            await watch.beyond(before)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whoever_said_it_before_is_not_called_and_nobody_else_learns_of_it(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "WAIT", 0)
    monkeypatch.setattr(sender, "GAP", 0)
    monkeypatch.setattr(sender, "_SECONDS", 0.05)
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, database=database, alerts_inside=True) as h:
            table, (ann, _, _), watches = await table_of_three(h)
            await add(ann, "webhook", hook.url)
            before = [await guest.get(f"/api/tables/{table}") for guest in h.guests]
            await said(watches[0], no_loan=True, leave_at=2, auction=1)
            await watches[0].until(lambda w: not w.offers)  # the question that stood open
            assert watches[0].said["said"] == {"no_loan": True, "leave_at": 2, "auction": 1}
            await watches[0].close()
            for watch in watches[1:]:
                await watch.until(lambda w: bool(w.offers))
                await watch.play("no loan")
            for watch in watches[1:]:
                await watch.until(lambda w: w.view["kind"] != "loan")
            await play_auction(watches[1:], "pay")
            actions = [step["action"] for step in watches[1].steps if step["actor"] == 0]
            assert actions[0] == "no loan" and "leave" in actions, "once the pot holds two chips"
            told = "".join("".join(watch.raw) for watch in watches[1:])
            assert not any(secret in told for secret in ('"said":{', "leave_at"))
            after = [await guest.get(f"/api/tables/{table}") for guest in h.guests]
            assert "said" not in str(before) + str(after)
            await asyncio.sleep(0.5)
            assert hook.got == [], "nobody was called"

    with web_server() as hook:
        asyncio.run(scenario(hook))


def test_answers_are_given_while_the_page_is_closed_loan_after_loan(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, guests, watches = await table_of_three(h)
            await said(watches[0])
            await watches[0].until(lambda w: not w.offers)
            for watch in watches[1:]:
                await watch.play("no loan")
            for watch in watches:
                await watch.until(lambda w: w.view["kind"] != "loan")
            await play_auction(watches, "leave")
            seat = (await guests[1].get(f"/api/tables/{table}"))["seats"][0]
            assert seat["missed"] == 0
            await watches[0].close()
            await watches[1].until(lambda w: 0 not in w.view["waiting"])
            assert watches[1].view["kind"] == "loan", "the others are still asked"

    asyncio.run(scenario())


def test_a_server_that_died_in_between_answers_after_its_start(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, guests, watches = await table_of_three(h)
            await said(watches[0], no_loan=False)
            cookies = [guest.http.cookies for guest in guests]
            assert h.app is not None
            # As if it had been killed right after that was stored.
            live = await h.app.tables.get(table)
            live.autoplay._give_answers = lambda table, wait: None  # type: ignore[method-assign]
            await said(watches[0], no_loan=True)
            row = await h.app.store.row(table)
            assert row is not None and row.due is not None
            assert row.due < h.app.store.now_ms() + 60_000, "a server looks after it"
        async with house(tmp_path) as h:
            ben = await h.guest()
            ben.http.cookies = cookies[1]
            watch = await ben.watch(table, 1)
            await watch.until(lambda w: bool(w.view) and 0 not in w.view["waiting"])

    asyncio.run(scenario())


def test_an_answer_in_advance_does_not_show_that_anybody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, guests, watches = await table_of_three(h)
            assert h.app is not None
            live = await h.app.tables.get(table)
            live.table.seats[0].missed = 1
            await said(watches[0])
            await watches[1].until(lambda w: 0 not in w.view["waiting"])
            seat = (await guests[1].get(f"/api/tables/{table}"))["seats"][0]
            assert seat["missed"] == 1, "who is away still is"

    asyncio.run(scenario())


def test_what_was_taken_back_is_asked_in_person(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            _, _, watches = await table_of_three(h)
            ann = watches[0]
            await said(ann)
            await ann.until(lambda w: not w.offers)
            assert ann.update["may_take_back"]
            await ann.say("take_back", seat=0)
            await ann.until(lambda w: bool(w.offers))
            assert ann.said["answer"] is None
            await asyncio.sleep(3)
            await ann.drain()
            assert ann.offers, "asked, not answered"
            await ann.play("loan")
            await ann.until(lambda w: not w.offers)

    asyncio.run(scenario())


def test_only_for_ones_own_seat_in_matches_over_days_and_within_bounds(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, _, watches = await table_of_three(h)
            before = len(await journal(h, table))
            await watches[1].say("in_advance", seat=0, said={"no_loan": True})
            await watches[1].until(lambda w: bool(w.faults))
            assert watches[1].faults[-1]["code"] == "not_yours"
            for odd in (
                {"x" * 21: True},
                {"x": "y" * 41},
                {str(n): n for n in range(13)},
                {"x": [1]},
                {"x": None},
                {"x": 10**9},
            ):
                watches[1].faults.clear()
                await watches[1].say("in_advance", seat=1, said=odd)
                await watches[1].until(lambda w: bool(w.faults))
            assert len(await journal(h, table)) == before
            guests = [await h.guest() for _ in range(3)]
            hours = await dealt(h, guests, clock={"seconds": 3600})
            live = await guests[0].watch(hours, 0)
            await live.until(lambda w: bool(w.view))
            await live.say("in_advance", seat=0, said={})
            await live.until(lambda w: bool(w.faults))
            assert live.faults[-1]["key"] == "no.advance" and live.said == {}

    asyncio.run(scenario())
