"""Analysis and playing on where there is no server: by the worker that thinks for the bots."""

import asyncio
import json
from pathlib import Path

import pytest

from openoutcry.analysis.effort import Effort
from openoutcry.analysis.report import encode
from openoutcry.api import load
from openoutcry.lab.analyse import analyse
from openoutcry.lab.spread import Workers
from openoutcry.pocket import floor
from tests.pocket.memory_storage import MemoryStorage
from tests.pocket.test_floor import Tab

RECORD = Path(__file__).parents[1] / "records" / "mogul-v1-4-0.json"


def test_the_worker_finds_what_the_command_line_finds_and_one_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    effort = Effort(6)
    monkeypatch.setattr(floor, "SMALL", effort)
    expected = analyse(load(RECORD), effort, Workers(1), lambda done: None)
    record = json.loads(RECORD.read_text())

    async def scenario() -> None:
        tab = Tab(MemoryStorage())
        await tab.call("POST", "session")
        while (news := await tab.call("POST", "records/analysis", record))["state"] == "running":
            await asyncio.sleep(0.02)
        assert news["analysis"] == json.loads(encode(expected))
        wish = {"step": 40, "seat": 2, "hidden": "again", "bot": "apprentice"}
        table = await tab.call("POST", "records/branch", {"record": record, "branch": wish})
        assert (table["origin"]["step"], table["seats"][2]["kind"]) == (40, "person")
        await tab.call("POST", f"tables/{table['id']}/start")
        await tab.floor.close()

    asyncio.run(scenario())
