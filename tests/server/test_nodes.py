"""Two server processes on one PostgreSQL serve the same table."""

import asyncio
import statistics
import time
from pathlib import Path
from typing import cast

import pytest

from openoutcry.server.audience import Audience
from openoutcry.server.services import Services
from openoutcry.server.store.interface import Person
from openoutcry.server.table_socket import Connection, TableSocket
from tests.server.house import SECONDS, Guest, Hangup, House, Watch, started
from tests.server.node import Node, nodes
from tests.server.test_play import first_offer
from tests.table.test_state import dealt


async def moved(guest: Guest, node: Node) -> None:
    """The same person at another node."""
    guest.url = node.url
    cookies = guest.http.cookies
    await guest.http.aclose()
    guest.http = House(node.url).client()
    guest.http.cookies = cookies


def test_players_at_different_nodes_see_each_others_moves(tmp_path: Path, database: str) -> None:
    async def scenario(one: Node, two: Node) -> None:
        party = await started(House(one.url), 3)
        party.seats[1] = await party.guests[1].watch(party.table, 1, two.url)
        await party.seats[1].until(lambda w: bool(w.view))
        seconds = []
        for _ in range(30):
            began = time.monotonic()
            await party.step(first_offer)
            seconds.append(time.monotonic() - began)
        slowest, usual = max(seconds), statistics.median(seconds)
        print(f"\nmoves seen at both nodes: {1000 * usual:.0f} ms, slowest {1000 * slowest:.0f} ms")
        await party.seats[0].until(lambda w: w.table["seats"][1]["connected"])
        for guest in party.guests:
            await guest.leave()

    with nodes(2, tmp_path, database) as [one, two]:
        asyncio.run(scenario(one, two))


def test_of_two_nodes_that_write_the_same_step_one_wins_and_the_other_shows_it(
    tmp_path: Path, database: str
) -> None:
    """The same person answers the same question at both nodes, again and again."""

    async def scenario(one: Node, two: Node) -> None:
        party = await started(House(one.url), 3, options={"loans": "on_turn"})
        twins = [await guest.watch(party.table, i, two.url) for i, guest in enumerate(party.guests)]
        for twin in twins:
            await twin.until(lambda w: bool(w.view))
        stale = 0
        for _ in range(25):
            view = party.seats[0].view
            if view["over"]:
                break
            here, there = party.seats[view["waiting"][0]], twins[view["waiting"][0]]
            step = view["step"]
            await there.until(lambda w: bool(w.offers))
            here.refused.clear()
            there.refused.clear()
            await asyncio.gather(here.play(here.offers[0]), there.play(there.offers[-1]))
            for watch in [*party.seats, *twins]:
                await watch.beyond(step)
            stale += await _loser(here, there)
            assert here.steps == there.steps
        assert stale > 10
        for guest in party.guests:
            await guest.leave()

    async def _loser(here: Watch, there: Watch) -> int:
        """Exactly one of the two is told that it came too late."""
        async with asyncio.timeout(SECONDS):
            while not here.refused and not there.refused:
                await asyncio.sleep(0.01)
                await here.drain()
                await there.drain()
        assert len(here.refused) + len(there.refused) == 1
        return 1

    with nodes(2, tmp_path, database) as [one, two]:
        asyncio.run(scenario(one, two))


def test_when_a_node_is_killed_its_players_go_on_at_the_other(
    tmp_path: Path, database: str
) -> None:
    async def scenario(one: Node, two: Node) -> None:
        party = await started(House(one.url), 3)
        for _ in range(8):
            await party.step(first_offer)
        known = party.seats[0].steps
        one.kill()
        party.seats = []
        for seat, guest in enumerate(party.guests):
            await moved(guest, two)
            watch = await guest.watch(party.table, seat)
            party.seats.append(await watch.until(lambda w: bool(w.view)))
        assert party.seats[0].steps == known
        while await party.step(first_offer):
            pass
        for guest in party.guests:
            await guest.leave()

    with nodes(2, tmp_path, database) as [one, two]:
        asyncio.run(scenario(one, two))


def test_however_many_watch_a_node_tells_of_those_who_play() -> None:
    table, _ = dealt()
    audience = Audience(cast(Services, None), lambda: None)
    crowd = [f"a{number}" for number in range(300)]
    for person in [*crowd, "cy", "bob"]:
        audience.sockets.add(TableSocket(cast(Connection, None), Person(person, person, 0), ""))
    assert audience.local_people(table)[:3] == ["bob", "cy", "a0"]


def test_a_password_and_a_name_changed_at_one_node_are_known_at_the_other(
    tmp_path: Path, database: str
) -> None:
    async def scenario(one: Node, two: Node) -> None:
        party = await started(House(one.url), 3, chat="everybody")
        ann, watch = party.guests[0], await party.guests[0].watch(party.table, 0, two.url)
        stranger = await House(one.url).guest()
        gallery = await stranger.watch(party.table, None, two.url)
        await stranger.call("PATCH", "/api/me", {"name": "Zoe"})
        await ann.call("PATCH", "/api/me", {"name": "Ann"})
        await watch.until(lambda w: w.table["seats"][0]["name"] == "Ann")
        await watch.say("chat", text="hello")
        await gallery.until(lambda w: bool(w.chat))
        assert gallery.chat[0]["name"] == "Ann"
        await ann.post("/api/me/password", {"password": "correct horse"})
        with pytest.raises(Hangup):
            await watch.until(lambda _: False)
        assert watch.socket.close_code == 4411
        back = await ann.watch(party.table, 0, two.url)
        await back.until(lambda w: w.view.get("seat") == 0)
        await _speaks_as(gallery, "Zoe")
        for guest in (*party.guests, stranger):
            await guest.leave()

    with nodes(2, tmp_path, database) as [one, two]:
        asyncio.run(scenario(one, two))


async def _speaks_as(watch: Watch, name: str) -> None:
    """The news of a name is under way for a moment."""
    async with asyncio.timeout(SECONDS):
        while watch.chat.pop()["name"] != name:
            await watch.say("chat", text="hello too")
            await watch.until(lambda w: bool(w.chat))


def test_a_bot_whose_node_was_killed_is_woken_at_the_other(tmp_path: Path, database: str) -> None:
    async def scenario(one: Node, two: Node) -> None:
        guest = await House(one.url).guest()
        table = await guest.table("me", "apprentice", "apprentice", pace=5000)
        await guest.post(f"/api/tables/{table}/start")
        watch = await guest.watch(table, 0, two.url)
        await watch.until(lambda w: bool(w.view))
        before = len(watch.steps)
        one.kill()
        await watch.beyond(before)
        await moved(guest, two)
        await guest.leave()

    with nodes(2, tmp_path, database) as [one, two]:
        asyncio.run(scenario(one, two))
