"""Two server processes on one PostgreSQL serve the same table."""

import asyncio
import time
from pathlib import Path

from tests.server.house import SECONDS, Guest, House, Watch, started
from tests.server.node import Node, nodes
from tests.server.test_play import first_offer


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
        slowest = 0.0
        for _ in range(30):
            began = time.monotonic()
            if not await party.step(first_offer):
                break
            slowest = max(slowest, time.monotonic() - began)
        print(f"\nslowest of 30 moves seen at both nodes: {1000 * slowest:.0f} ms")
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
