"""The load test plays a real floor and measures the server's process; and how a server opens."""

import asyncio
import math
import time
from pathlib import Path

import pytest

from openoutcry.core.errors import OutcryError
from openoutcry.server import loadtest, serve
from openoutcry.server.loadtest import proxied, report
from openoutcry.server.loadtest.crowd import measure
from openoutcry.server.loadtest.measures import Measures, Moment, Waits
from openoutcry.server.loadtest.people import by_chance
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.target import own_server
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
    asyncio.run(serve.welcome("http://127.0.0.1:8100/", lan=False, browser=True))
    assert opened == ["http://127.0.0.1:8100/"]
    assert capsys.readouterr().out == "Open Outcry is open: http://127.0.0.1:8100/\n"
    address = "http://192.0.2.7:8100/"
    asyncio.run(serve.welcome(address, lan=True, browser=False))
    out = capsys.readouterr().out
    assert address in out and len(out.splitlines()) > 10
    assert Settings(data=tmp_path, public_url="https://play.example/floor/").base_path == "/floor"
