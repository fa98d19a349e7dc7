"""The floor that a browser's worker runs, with a dictionary for its storage."""

import asyncio
import json
from typing import Any

import pytest

from openoutcry.core.fair import Fair
from openoutcry.core.record import parse
from openoutcry.pocket import floor as pocket
from openoutcry.pocket.floor import PocketFloor
from openoutcry.pocket.thinker import Asking, answer, study
from openoutcry.titles import find
from tests.pocket.memory_storage import MemoryStorage
from tests.server.house import SECONDS


async def _ask(question: bytes) -> str:
    return answer(question)


async def study_here(question: bytes) -> bytes:
    return study(question)


async def _no_answer(question: bytes) -> str:
    raise OSError("the worker is gone")


class Tab:
    """A page and its worker."""

    def __init__(self, storage: MemoryStorage, ask: Asking = _ask) -> None:
        self.floor = PocketFloor(storage, ask, study_here, "build")
        self.floor.open()
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def call(self, method: str, path: str, body: object = None) -> Any:
        status, text = await self.floor.call(method, f"api/{path}", json.dumps(body or {}), "en")
        assert status == 200, text
        return json.loads(text)

    async def refused(self, method: str, path: str, body: object) -> Any:
        status, text = await self.floor.call(method, f"api/{path}", json.dumps(body), "en")
        assert status >= 400, text
        return json.loads(text)

    async def table(self, *seats: str) -> str:
        await self.call("POST", "session")
        plan = [{"kind": "me"} if s == "me" else {"kind": "bot", "bot": s} for s in seats]
        body = {"title": "mogul", "seats": plan, "pace": 0}
        id = str((await self.call("POST", "tables", body))["id"])
        await self.call("POST", f"tables/{id}/start")
        return id

    def look(self, table: str) -> None:
        def hear(text: str) -> None:
            self.told.put_nowait(json.loads(text))

        self.conversation = self.floor.connect(table, hear, lambda code: None)
        self.say(type="hello", seat=0)

    def say(self, **message: Any) -> None:
        self.conversation.say(json.dumps(message))

    async def hear(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(SECONDS):
            while (message := await self.told.get())["type"] != kind:
                pass
            return message

    async def my_turn(self) -> dict[str, Any]:
        """The next update in which something is asked, or the match is over."""
        while True:
            update = await self.hear("update")
            if update["view"]["decision"] or update["view"]["over"]:
                return update

    def play(self, update: dict[str, Any]) -> None:
        decision = update["view"]["decision"]
        asked = {"seat": decision["seat"], "step": decision["step"]}
        action = decision["offers"][0]["action"]
        self.say(type="play", **asked, action=action, rewinds=update["rewinds"])


@pytest.mark.parametrize("ask", [_ask, _no_answer], ids=["bots think", "their worker is gone"])
def test_a_whole_match_gives_a_record_whose_draws_are_fair(ask: Asking) -> None:
    async def scenario() -> None:
        tab = Tab(MemoryStorage(), ask)
        table = await tab.table("me", "apprentice", "apprentice")
        promised = (await tab.call("GET", f"tables/{table}"))["commitment"]
        tab.look(table)
        while not (update := await tab.my_turn())["view"]["over"]:
            tab.play(update)
        record = await tab.call("GET", f"matches/{table}/record")
        assert Fair(bytes.fromhex(record["seed"])).commitment == promised
        checked = parse(json.dumps(record), lambda name, rules: find(name)).verify()
        assert promised in checked[-1]
        await tab.floor.close()

    asyncio.run(scenario())


def test_a_tab_that_is_closed_in_mid_match_comes_back_to_it() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        first = Tab(storage)
        table = await first.table("me", "apprentice", "apprentice")
        first.look(table)
        for _ in range(3):
            first.play(await first.my_turn())
        step = (await first.my_turn())["view"]["step"]
        await first.floor.close()
        second = Tab(storage)
        assert [line["id"] for line in (await second.call("GET", "me/tables"))["tables"]] == [table]
        second.look(table)
        assert (await second.my_turn())["view"]["step"] == step
        await second.floor.close()

    asyncio.run(scenario())


def test_what_finds_no_room_is_said_and_undone_and_goes_on_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pocket, "_MEND_SECONDS", 0.05)

    async def scenario() -> None:
        storage = MemoryStorage()
        tab = Tab(storage)
        table = await tab.table("me", "apprentice", "apprentice")
        tab.look(table)
        update = await tab.my_turn()
        storage.room = 0
        tab.play(update)
        assert (await tab.hear("error"))["key"] == "no.browser_full"
        again = await tab.my_turn()
        assert again["view"]["step"] == update["view"]["step"]
        storage.room = 1000
        tab.play(again)
        while (later := await tab.my_turn())["view"]["step"] == update["view"]["step"]:
            pass
        assert later["view"]["step"] > update["view"]["step"]
        await tab.floor.close()

    asyncio.run(scenario())


def test_passwords_are_of_no_use_on_ones_own_device() -> None:
    async def scenario() -> None:
        tab = Tab(MemoryStorage())
        await tab.call("POST", "session")
        body = json.dumps({"password": "correct horse", "current": None})
        status, text = await tab.floor.call("POST", "api/me/password", body, "")
        assert (status, json.loads(text)["code"]) == (404, "no_call")
        await tab.floor.close()

    asyncio.run(scenario())


def test_a_file_takes_matches_to_another_browser_where_the_unfinished_one_goes_on() -> None:
    async def scenario() -> None:
        first, second = Tab(MemoryStorage()), Tab(MemoryStorage())
        table = await first.table("me", "apprentice", "apprentice")
        first.look(table)
        for _ in range(3):
            first.play(await first.my_turn())
        before = (await first.my_turn())["view"]
        file = await first.call("GET", "here/matches")
        await first.floor.close()

        await second.call("POST", "session")
        brought = await second.call("POST", "here/matches", file)
        assert brought == {"new": 1, "known": 0, "unreadable": 0}
        again = await second.call("POST", "here/matches", file)
        assert again == {"new": 0, "known": 1, "unreadable": 0}
        second.look(table)
        update = await second.my_turn()
        assert update["view"] == before
        while not update["view"]["over"]:
            second.play(update)
            update = await second.my_turn()
        record = json.dumps(await second.call("GET", f"matches/{table}/record"))
        assert parse(record, lambda name, rules: find(name)).verify()
        await second.floor.close()

    asyncio.run(scenario())


def test_a_file_that_somebody_made_up_brings_nothing_and_says_so() -> None:
    async def scenario() -> None:
        tab = Tab(MemoryStorage())
        table = await tab.table("me", "apprentice", "apprentice")
        file = await tab.call("GET", "here/matches")
        await tab.floor.close()

        other = Tab(MemoryStorage())
        await other.call("POST", "session")
        (moved,) = file["tables"]
        opened, *later = moved["events"]
        odd = [
            [opened, [1, 5, "{}"]],
            [opened, [1, 5, "no JSON"]],
            [[0, 5, '{"type":"closed"}']],
            [[7, *opened[1:]], *later],
            [[0, 5, opened[2].replace('"mogul"', '"nobody knows it"')]],
            [[0, 5, opened[2].replace(file["person"], "0" * 16)]],
        ]
        tables = [{"id": f"madeupids{n}", "events": events} for n, events in enumerate(odd)]
        brought = await other.call("POST", "here/matches", {**file, "tables": tables})
        assert brought == {"new": 0, "known": 0, "unreadable": len(odd)}
        assert not (await other.call("GET", "me/tables"))["tables"]
        for body in (
            {},
            {**file, "version": 2},
            {**file, "person": ""},
            {**file, "tables": [{**moved, "id": "../etc"}]},
        ):
            assert (await other.refused("POST", "here/matches", body))["key"] == "no.matches_file"
        assert table
        await other.floor.close()

    asyncio.run(scenario())
