"""What holds the event loop is measured and named."""

import asyncio
import json
import time
from pathlib import Path

import pytest
import structlog

from openoutcry.server.calls import titles
from tests.server.house import house


def test_what_holds_the_loop_is_measured_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow() -> list[str]:
        time.sleep(0.5)
        return []

    monkeypatch.setattr(titles, "offered", slow)

    async def scenario() -> tuple[list[str], str]:
        with structlog.testing.capture_logs() as lines:
            async with house(tmp_path) as h:
                guest = await h.guest()
                await guest.get("/api/floor")
                await asyncio.sleep(0.1)
                page = (await guest.call("GET", "/metrics")).text
        return [json.dumps(line) for line in lines], page

    lines, page = asyncio.run(scenario())
    held = [line for line in lines if "event loop held" in line]
    assert any("openoutcry.server.calls.titles.floor" in line for line in held), held
    values = dict(line.rsplit(" ", 1) for line in page.splitlines() if line[0] != "#")
    late = float(values["outcry_loop_lag_seconds_count"])
    assert float(values['outcry_loop_lag_seconds_bucket{le="0.2"}']) < late
    assert float(values["outcry_loop_held_total"]) >= 1
