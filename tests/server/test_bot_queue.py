"""Whose bots think first, and how long: counted in turns, not in seconds."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from openoutcry.bots.fixed import Fixed
from openoutcry.core.state import State
from openoutcry.server import bot_queue
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.bot_queue import Asker, BotQueue
from openoutcry.server.metrics import Metrics
from openoutcry.server.thinking import BotAnswer
from tests.server.house import house
from tests.server.test_bots import a_match, worker

HONEST = Asker("198.51.100.1", "honest")
WATCHED_SECONDS = 0.3
"""Long enough for bots to answer that should not."""


def hostile(number: int) -> Asker:
    return Asker("203.0.113.9", f"guest {number % 30}")


def served(queue: BotQueue[str], seconds: float = 0.1) -> list[str]:
    """Everything in the queue, in the order in which it is answered, all equally long."""
    order = []
    while len(queue):
        queued, _ = queue.pop()
        queue.charge(queued, seconds)
        order.append(queued.item)
    return order


def besieged(tables: int) -> BotQueue[str]:
    """Many tables of many guests from one address have asked."""
    queue: BotQueue[str] = BotQueue(workers=1)
    for number in range(tables):
        queue.put(f"hostile {number}", f"table {number}", [hostile(number)])
    return queue


def test_somebody_elses_hundred_tables_are_ahead_of_nobody() -> None:
    queue = besieged(100)
    for _ in range(10):
        queued, _ = queue.pop()
        queue.charge(queued, 1.8)
    queue.put("honest", "mine", [HONEST])
    assert served(queue).index("honest") <= 1


def test_two_addresses_take_turns_however_many_tables_each_has() -> None:
    queue = besieged(50)
    for seat in range(10):
        queue.put(f"honest {seat}", "mine", [HONEST])
    order = served(queue)[:20]
    assert sum(item.startswith("honest") for item in order) == 10


def test_the_people_of_one_address_take_turns_and_so_do_the_tables_of_one_person() -> None:
    queue: BotQueue[str] = BotQueue(workers=1)
    for number in range(20):
        queue.put("many", f"table {number}", [Asker("school", "eager")])
    queue.put("few", "other", [Asker("school", "quiet")])
    assert "few" in served(queue)[:2]
    for seat in range(5):
        queue.put(f"first {seat}", "first", [HONEST])
    queue.put("second", "second", [HONEST])
    assert "second" in served(queue)[:2]


def test_time_counts_not_the_number_of_answers() -> None:
    queue: BotQueue[str] = BotQueue(workers=1)
    for number in range(40):
        queue.put("quick", f"quick {number}", [HONEST])
        queue.put("slow", f"slow {number}", [hostile(0)])
    order = []
    for _ in range(22):
        queued, _ = queue.pop()
        queue.charge(queued, 0.1 if queued.item == "quick" else 1.0)
        order.append(queued.item)
    assert order.count("slow") in (2, 3)


def test_nobody_saves_up_time_by_not_asking() -> None:
    queue = besieged(100)
    for _ in range(50):
        queued, _ = queue.pop()
        queue.charge(queued, 0.1)
    for number in range(20):
        queue.put("late", f"late {number}", [HONEST])
    assert served(queue)[:20].count("late") <= 11


def test_a_table_that_somebody_looks_at_comes_before_those_that_nobody_does() -> None:
    queue: BotQueue[str] = BotQueue(workers=1)
    for number in range(10):
        queue.put("alone", f"table {number}", [])
    queue.put("watched", "mine", [HONEST])
    assert served(queue)[0] == "watched"


def test_at_a_shared_table_the_one_who_has_had_least_is_served() -> None:
    """So a guest who has used up their share cannot slow down a table by sitting there."""
    queue = besieged(60)
    for _ in range(30):
        queued, _ = queue.pop()
        queue.charge(queued, 1.0)
    queue.put("ours", "ours", [hostile(0), HONEST])
    assert "ours" in served(queue)[:2]


def test_under_pressure_those_who_press_think_less() -> None:
    queue = besieged(100)
    queue.put("honest", "mine", [HONEST])
    portions: dict[str, float] = {}
    while len(queue):
        queued, portion = queue.pop()
        portions.setdefault(queued.item.split()[0], portion)
        queue.charge(queued, 0.1)
    assert portions["honest"] == 1.0
    assert portions["hostile"] == bot_queue.LEAST


def test_the_seats_of_one_table_do_not_hurry_each_other() -> None:
    queue: BotQueue[int] = BotQueue(workers=1)
    for seat in range(5):
        queue.put(seat, "mine", [HONEST])
    assert [queue.pop()[1] for _ in range(5)] == [1.0] * 5


def test_the_queue_is_bounded_for_an_address_and_for_all() -> None:
    queue = besieged(bot_queue.MOST_PER_ADDRESS + 50)
    assert len(queue) == bot_queue.MOST_PER_ADDRESS
    assert queue.put("honest", "mine", [HONEST]) is not None
    for number in range(2 * bot_queue.MOST):
        queue.put("crowd", f"table {number}", [Asker(f"address {number}", "somebody")])
    assert len(queue) == bot_queue.MOST


def test_what_nobody_waits_for_any_more_is_forgotten() -> None:
    queue = besieged(3)
    queued = queue.put("honest", "mine", [HONEST])
    assert queued is not None
    queue.discard(queued)
    assert served(queue) == ["hostile 0", "hostile 1", "hostile 2"]


def test_shares_of_people_who_are_gone_take_no_memory() -> None:
    queue: BotQueue[str] = BotQueue(workers=1)
    for number in range(500):
        queue.put("passing", "table", [Asker(f"address {number}", "somebody")])
        queued, _ = queue.pop()
        queue.charge(queued, 0.1)
    assert len(queue._attended._parts) < 5


def test_the_pool_answers_an_honest_question_among_the_first(tmp_path: Path) -> None:
    async def scenario() -> None:
        metrics = Metrics()
        bots = BotPool(metrics, workers=1, command=worker(tmp_path, "print(4, flush=True)"))
        state, order = a_match().state, []

        async def ask(name: str, asker: Asker) -> None:
            assert await bots.choose("tycoon", state, 0, name, [asker])
            order.append(name)

        asking = [asyncio.create_task(ask(f"hostile {n}", hostile(n))) for n in range(40)]
        await asyncio.sleep(0)
        asking.append(asyncio.create_task(ask("honest", HONEST)))
        await asyncio.sleep(0)
        assert "outcry_bot_queue 4" in metrics.page().decode()
        await asyncio.gather(*asking)
        assert order.index("honest") <= 2
        page = metrics.page().decode()
        assert "outcry_bot_wait_seconds_count 41.0" in page
        assert "outcry_bot_queue 0.0" in page
        await bots.close()

    asyncio.run(scenario())


class Asked(BotPool):
    """Notes at which tables bots were asked; they take the first legal action."""

    def __init__(self, hurried: bool = False) -> None:
        super().__init__(Metrics(), workers=1)
        self.tables: list[str] = []
        self._hurries = hurried

    async def choose(
        self,
        level: str,
        state: State,
        seat: int,
        table: str,
        askers: Sequence[Asker],
        fixed: Fixed | None = None,
    ) -> BotAnswer:
        self.tables.append(table)
        await asyncio.sleep(0)
        return BotAnswer(None, self._hurries)


def test_bots_pause_at_a_table_that_nobody_is_at_and_go_on_when_somebody_comes(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        bots = Asked()
        async with house(tmp_path, bots) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            await asyncio.sleep(WATCHED_SECONDS)
            assert not bots.tables, "nobody is there"
            watch = await host.watch(table, 0)
            await watch.until(lambda w: bool(w.view) and w.view["waiting"] == [0])
            assert table in bots.tables

    asyncio.run(scenario())


def test_bots_go_on_alone_where_several_people_play(tmp_path: Path) -> None:
    """Otherwise nobody would ever be told that it is their turn."""

    async def scenario() -> None:
        bots = Asked()
        async with house(tmp_path, bots) as h:
            host, guest = await h.guest(), await h.guest()
            table = await host.table("me", "open", "apprentice")
            await guest.post(f"/api/tables/{table}/join", {})
            await host.post(f"/api/tables/{table}/start")
            async with asyncio.timeout(10):
                while table not in bots.tables:
                    await asyncio.sleep(0.01)

    asyncio.run(scenario())


@pytest.mark.parametrize("hurried", [False, True])
def test_a_bot_that_had_to_hurry_is_marked_at_its_seat(tmp_path: Path, hurried: bool) -> None:
    async def scenario() -> None:
        async with house(tmp_path, Asked(hurried)) as h:
            host = await h.guest()
            table = await host.table("me", "tycoon", "tycoon")
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table, 0)
            await watch.until(lambda w: bool(w.view) and w.view["waiting"] == [0])
            await watch.drain()
            assert [seat["hurried"] for seat in watch.table["seats"]] == [False, hurried, hurried]

    asyncio.run(scenario())
