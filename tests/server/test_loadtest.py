"""The load test plays a real floor and measures the server's process; and how a server opens."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from openoutcry.core.errors import OutcryError
from openoutcry.server import loadtest, serve
from openoutcry.server.loadtest import people, proxied, report
from openoutcry.server.loadtest.crowd import measure
from openoutcry.server.loadtest.measures import Measures, Moment, Waits
from openoutcry.server.loadtest.people import by_chance
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.target import own_server
from openoutcry.server.loadtest.visitor import Visitor
from openoutcry.server.settings import Settings


def test_people_play_chat_drop_out_and_are_watched_with_limits_on() -> None:
    plan = Plan(
        tables=4,
        moves=60,
        show_moves=60,
        spectators=6,
        chat=20,
        drops=30,
        pace=0,
        analyses=2,
        alerts=3,
        seconds=3,
    )
    with own_server(None) as target:
        found = asyncio.run(measure(target, plan))
    assert len(found.moves) > 0 and len(found.answers) > 0
    assert len(found.returns) > 0
    assert min(found.moves.seconds + found.answers.seconds) > 0
    assert not {code for code in found.faults if code not in ("no answer", "stale")}
    assert found.memory > 10_000_000
    lines = report.lines(plan, found)
    assert any(line.startswith("a person's move ") for line in lines)
    assert "2 analyses under way all the time" in lines[0]
    assert "3 people with alerts" in lines[0]
    assert any(line.startswith("event loop: ") and " turns, " in line for line in lines)


def test_moves_come_by_chance_and_do_not_wait_for_answers() -> None:
    """A server that takes long meets as many moves as one that answers at once."""

    async def scenario() -> list[float]:
        until = time.perf_counter() + 0.6
        times = []
        async for due in by_chance(60 * 100, until):
            times.append(due)
            if len(times) == 1:
                await asyncio.sleep(0.4)
        return times

    times = asyncio.run(scenario())
    meanwhile = [due for due in times if times[0] < due < times[0] + 0.4]
    assert len(meanwhile) > 10


def test_what_was_wanted_before_everybody_had_come_does_not_count() -> None:
    measures = Measures()
    measures.moves.add(1.0, 9.0)
    measures.start()
    measures.moves.add(measures.began - 1, measures.began + 1)
    measures.moves.add(measures.began + 1, measures.began + 3)
    assert measures.moves.seconds == [2.0]
    assert math.isnan(Waits().p(0.99))


def test_the_page_shows_waits_goals_and_what_the_machine_did() -> None:
    measures = Measures()
    measures.start()
    for number in range(100):
        measures.moves.add(measures.began + number, measures.began + number + 0.2)
        measures.answers.add(measures.began + number, measures.began + number + 1)
    measures.moments = [Moment(measures.began + at, 0.5, 0.2, 0.1, 7.5) for at in (2, 4)]
    page = report.page([(Plan(tables=40, spectators=7), measures)])
    assert "40 tables of mogul, a person and 3 brokers each, 7 spectators" in page
    assert "p99 of a person&#x27;s move under 100 ms: MISSED" in page
    assert "p99 of a bot&#x27;s answer under 1500 ms: met" in page
    assert "load average 7.5 to 7.5" in page
    assert page.count("<svg role") == 5


def test_what_is_missing_for_two_nodes_behind_nginx_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(OutcryError, match="--database postgresql://"):
        loadtest.run([Plan()], None, behind_nginx=True)
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with (
        pytest.raises(OutcryError, match="apt-get install nginx"),
        proxied.two_nodes("postgresql://nowhere/outcry"),
    ):
        pass


def test_a_floor_opens_in_the_browser_or_shows_the_network_a_code_to_scan(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    asyncio.run(serve.welcome("http://127.0.0.1:8100/", lan=False, page=""))
    assert opened == ["http://127.0.0.1:8100/"]
    assert capsys.readouterr().out == "Open Outcry is open: http://127.0.0.1:8100/\n"
    asyncio.run(serve.welcome("http://127.0.0.1:8100/", lan=False, page="edition/mogul"))
    assert opened[1:] == ["http://127.0.0.1:8100/edition/mogul"]
    capsys.readouterr()
    address = "http://192.0.2.7:8100/"
    asyncio.run(serve.welcome(address, lan=True, page=None))
    out = capsys.readouterr().out
    assert address in out and len(out.splitlines()) > 10
    assert Settings(data=tmp_path, public_url="https://play.example/floor/").base_path == "/floor"


async def _moments(*times: float) -> AsyncIterator[float]:
    for moment in times:
        yield moment


class _Line:
    """A visitor whose moves are lost while the connection is."""

    def __init__(self) -> None:
        self.is_up = True
        self.moves: list[bool] = []
        """Of each, whether it could arrive."""
        self.socket = _texts()

    def drop(self) -> None:
        self.is_up = False

    async def connect(self, table: str, **hello: object) -> float:
        self.is_up = True
        view = '{"step":4,"over":false,"waiting":[0],"decision":{"offers":[{"action":"pay"}]}}'
        self.socket = _texts(f'{{"type":"update","view":{view}}}')
        return 0.0

    async def say(self, kind: str, **more: object) -> None:
        self.moves.append(self.is_up)


async def _texts(*texts: str) -> AsyncIterator[str]:
    for text in texts:
        yield text


def test_nobody_moves_while_the_connection_is_lost_and_waits_for_an_answer_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That is how one move of 762 got no answer: the load test had not sent it."""
    monkeypatch.setattr(people, "by_chance", lambda *_: _moments(0.0))
    monkeypatch.setattr(people, "_AWAY_SECONDS", 0.01)

    async def scenario() -> tuple[list[bool], bool]:
        line = _Line()
        player = people.Player(cast(Visitor, line), Plan(), Measures(), is_show=False)
        await player._connect()
        await asyncio.sleep(0)
        assert player._turn.is_set()
        away = asyncio.create_task(player.drop_out(0.0))
        await asyncio.sleep(0)
        assert not line.is_up
        await asyncio.gather(player.play(0.0), away)
        return line.moves, player.sent is not None

    assert asyncio.run(scenario()) == ([True], True)
