"""The load test plays real tables and measures the server's process; and how a server opens."""

import asyncio
from pathlib import Path

import pytest

from openoutcry.server import loadtest, serve
from openoutcry.server.settings import Settings


def test_a_small_load_is_played_and_measured() -> None:
    with loadtest.own_server(None) as target:
        result = asyncio.run(loadtest.measure(target, "mogul", 3, interval=0.2, seconds=2))
        table, socket = asyncio.run(loadtest.measure_memory(target, "mogul", 20, 20))
    assert result.sockets == 9
    assert result.actions > 0
    assert 0 < result.p50 <= result.p99
    assert result.memory > 10
    assert max(table, socket) < 1_000_000


def test_the_graph_shows_every_number_of_tables() -> None:
    results = [
        loadtest.Result(n, 3 * n, 10 * n, n / 2, 5.0, 20.0 + n, n / 100, 1.0, 50.0)
        for n in (10, 20, 40)
    ]
    svg = loadtest.graph(results)
    assert svg.startswith("<svg") and svg.count("<circle") == 6
    assert all(f">{n}</text>" in svg for n in (10, 20, 40))


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
