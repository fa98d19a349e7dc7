"""Bots think apart: slow, crashed or mad ones never hold up a table."""

import asyncio
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import pytest

from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.server.autoplay import answering
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.bot_queue import Asker
from openoutcry.server.metrics import Metrics
from openoutcry.server.offered_bots import (
    is_offered,
    no_weaker,
    offered,
    personalities,
    stand_in,
)
from openoutcry.server.rating import level_rating
from openoutcry.table import journal as j
from openoutcry.table.state import TableState
from openoutcry.titles import find, names
from tests.server.house import house
from tests.table.test_state import opened

READ = "import struct, sys, time\nr = sys.stdin.buffer\n"
SOMEBODY = Asker("192.0.2.1", "somebody")
EACH = "while h := r.read(4):\n    r.read(struct.unpack('>I', h)[0])\n"


def worker(tmp_path: Path, body: str) -> list[str]:
    """A bot's process that does `body` for each question."""
    file = tmp_path / "worker.py"
    file.write_text(READ + EACH + textwrap.indent(body, "    "))
    return [sys.executable, str(file)]


def a_match(title: str = "mogul") -> Match:
    found = find(title)
    return Match.begin(Setup.of(found, min(found.box.seats(found.edition()))), seed=3)


@pytest.mark.parametrize("title", names())
@pytest.mark.parametrize("level", offered())
def test_every_level_chooses_something_legal_in_its_own_process(title: str, level: str) -> None:
    async def scenario() -> None:
        match = a_match(title)
        seat = match.waiting[0]
        bots = BotPool(Metrics(), workers=1)
        choice, hurried = await bots.choose(level, match.state, seat, "table", [SOMEBODY])
        assert choice in match.legal(seat) and not hurried
        await bots.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "body",
    ["sys.exit(3)", "time.sleep(60)", "print('what?', flush=True)", "raise ValueError"],
    ids=["crashes", "is stuck", "talks nonsense", "fails"],
)
def test_a_bot_that_fails_is_started_anew_then_given_up(tmp_path: Path, body: str) -> None:
    async def scenario() -> None:
        metrics = Metrics()
        bots = BotPool(metrics, workers=1, seconds=0.5, command=worker(tmp_path, body))
        match = a_match()
        assert (await bots.choose("tycoon", match.state, 0, "table", [SOMEBODY])).choice is None
        assert "outcry_bot_failures_total 2.0" in metrics.page().decode()
        await bots.close()

    asyncio.run(scenario())


def test_a_bot_that_fails_is_replaced_by_a_simpler_one_and_counted() -> None:
    """The level cannot be found in the process: as good a failure as any."""

    async def scenario() -> None:
        metrics, match = Metrics(), a_match()
        bots = BotPool(metrics, workers=1)
        seat = match.waiting[0]
        for _ in range(2):
            answer = await bots.choose("nobody", match.state, seat, "table", [SOMEBODY])
            assert answer.choice in match.legal(seat)
        assert "outcry_bot_failures_total 2.0" in metrics.page().decode()
        await bots.close()

    asyncio.run(scenario())


def test_a_bot_that_crashed_once_answers_the_second_time(tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    body = f"""
import pathlib
mark = pathlib.Path({str(mark)!r})
if not mark.exists():
    mark.touch()
    sys.exit(1)
print(4, flush=True)
"""

    async def scenario() -> None:
        bots = BotPool(Metrics(), workers=1, command=worker(tmp_path, body))
        answer = await bots.choose("apprentice", a_match().state, 0, "table", [SOMEBODY])
        assert answer.choice == 4
        await bots.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("body", ["sys.exit(3)", "print(999, flush=True)"])
def test_in_place_of_a_bot_without_an_answer_the_default_is_played(
    tmp_path: Path, body: str
) -> None:
    async def scenario() -> None:
        bots = BotPool(Metrics(), workers=1, seconds=5, command=worker(tmp_path, body))
        async with house(tmp_path / "data", bots) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table, 0)
            await watch.until(lambda w: bool(w.view) and w.view["waiting"] == [0])
            await watch.play("no loan")
            await watch.until(lambda w: w.view["kind"] == "auction")
            loans = [step["action"] for step in watch.steps if "loan" in str(step["action"])]
            assert loans == ["no loan"] * 3

    asyncio.run(scenario())


def test_people_play_on_while_a_bot_is_stuck(tmp_path: Path) -> None:
    async def scenario() -> None:
        bots = BotPool(
            Metrics(), workers=1, seconds=600, command=worker(tmp_path, "time.sleep(600)")
        )
        async with house(tmp_path / "data", bots) as h:
            host = await h.guest()
            stuck = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{stuck}/start")
            alone = await host.table("me", "me", "me")
            await host.post(f"/api/tables/{alone}/start")
            watch = await host.watch(alone, 0)
            await watch.until(lambda w: bool(w.view))
            before = await host.get(f"/api/tables/{stuck}")
            await watch.play("loan")
            await watch.until(lambda w: 0 not in w.view["waiting"])
            assert (await host.get(f"/api/tables/{stuck}"))["step"] == before["step"]

    asyncio.run(scenario())


def test_a_bot_keeps_its_pace_whatever_it_thinks_about(tmp_path: Path) -> None:
    """How long it took must tell nothing."""

    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice", pace=700)
            watch = await host.watch(table, 0)
            began = time.monotonic()
            await host.post(f"/api/tables/{table}/start")
            await watch.until(lambda w: bool(w.view) and w.view["waiting"] == [0])
            assert time.monotonic() - began >= 0.7

    asyncio.run(scenario())


@pytest.mark.parametrize("level", offered())
@pytest.mark.parametrize("pace", [0.0, 0.4, 0.9])
def test_an_answer_that_only_the_hand_makes_easy_takes_as_long_as_any_other(
    level: str, pace: float
) -> None:
    """Beats are counted: what the levels take when they search, and when there is one answer."""
    usual = {"apprentice": 0.001, "broker": 0.02, "tycoon": 0.16, "baron": 0.9}[level]
    assert answering(level, pace, 0.0001) == answering(level, pace, usual)


@pytest.mark.parametrize("pace", [0, 700])
def test_every_answer_of_a_bot_waits_for_its_beat(
    tmp_path: Path, pace: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def at_once(level: str, pace: float, thought: float) -> float:
        asked.append((level, pace))
        return 0.0

    monkeypatch.setattr("openoutcry.server.autoplay.answering", at_once)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice", pace=pace)
            watch = await host.watch(table, 0)
            await host.post(f"/api/tables/{table}/start")
            await watch.until(lambda w: bool(w.view) and w.view["waiting"] == [0])
            await watch.drain()

    asyncio.run(scenario())
    assert asked == [("apprentice", pace / 1000)] * 2


def test_which_bots_there_are_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking the installed packages takes 30 ms, and was done for every bot's decision."""
    offered()
    monkeypatch.setattr("openoutcry.bots.names", lambda: pytest.fail("looked up again"))
    assert "broker" in offered()


def test_the_stand_in_is_a_level_that_exists_and_no_weaker_than_the_tables() -> None:
    assert "random" not in offered()
    weakest, strongest = offered()[0], offered()[-1]
    for level, expected in ((None, "broker"), (weakest, "broker"), (strongest, strongest)):
        table = TableState("t")
        table.about = msgspec.structs.replace(opened(), seats=[j.SeatPlan(bot=level)])
        assert stand_in(table) == no_weaker(weakest, table) == expected
        assert no_weaker(strongest, table) == strongest


def test_a_personality_counts_as_its_level_and_only_levels_that_search_have_one() -> None:
    known = personalities()
    assert "broker" in known and "apprentice" not in known
    for level, those in known.items():
        assert all(is_offered(f"{level}:{one}") for one in those)
        for title in names():
            assert level_rating(title, f"{level}:{those[0]}") == level_rating(title, level)
        assert answering(f"{level}:{those[0]}", 0.0, 0.1) == answering(level, 0.0, 0.1)
    wrong = ("apprentice:greedy", "broker:shy", "broker:", "tycoon@1:greedy", "baron:greedy", None)
    assert not any(is_offered(bot) for bot in wrong)
    table = TableState("t")
    table.about = msgspec.structs.replace(opened(), seats=[j.SeatPlan(bot="tycoon:greedy")])
    assert stand_in(table) == no_weaker("broker:blocker", table) == "tycoon"
    assert no_weaker("tycoon:gambler", table) == "tycoon:gambler"
