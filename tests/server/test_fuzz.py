"""Enemies: schemathesis against the API document, and sockets that talk nonsense."""

import asyncio
import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from openoutcry.server import openapi
from openoutcry.server.app import Server
from openoutcry.server.serve import config, listen, run
from openoutcry.server.settings import Settings
from tests.server.house import Hangup, Party, Watch, house, started
from tests.server.test_play import first_offer


def without_security() -> dict[str, Any]:
    """Every call is made with a session: what happens without one is tested by hand."""
    document = openapi.document()
    for methods in document["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return document


SCHEMA = schemathesis.openapi.from_dict(without_security())
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
    allow_header_conformance,
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread, without rate limits."""
    app = Server(Settings(data=tmp_path_factory.mktemp("fuzz"), limited=False))
    socket = listen("127.0.0.1", 0)
    server = uvicorn.Server(config(app))
    thread = threading.Thread(target=lambda: asyncio.run(run(app, server, socket)))
    thread.start()
    url = f"http://127.0.0.1:{socket.getsockname()[1]}"
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        threading.Event().wait(0.05)
    yield url
    server.should_exit = True
    thread.join()
    socket.close()


@pytest.fixture(scope="module")
def person(address: str) -> dict[str, str]:
    """A session's cookie, and a table of the person's to find."""
    with httpx.Client(base_url=address) as client:
        client.post("/api/session")
        client.post("/api/tables", json={"title": "mogul", "seats": [{"kind": "me"}] * 3})
        return dict(client.cookies)


@SCHEMA.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_call_answers_as_the_document_says(
    case: Case[Any], address: str, person: dict[str, str]
) -> None:
    response = case.call(base_url=address, cookies=person)
    case.validate_response(response, checks=CHECKS)
    assert "Traceback" not in response.text


# Sockets


def valid_messages(table: Watch) -> list[dict[str, Any]]:
    """One of each kind, as a client of that seat would send it."""
    return [
        {"type": "hello", "seat": table.seat, "since": 0, "rewinds": 0, "chat": 0},
        {"type": "look", "seat": table.seat},
        {"type": "play", "seat": table.seat, "step": 1, "rewinds": 0, "action": "no loan"},
        {"type": "chat", "text": "hello"},
        {"type": "take_back", "seat": table.seat},
        {"type": "consent", "agree": True},
        {"type": "back", "seat": table.seat},
    ]


STRANGE: list[Any] = [
    None,
    True,
    -1,
    3,
    2**70,
    1.5,
    "",
    "\x00",
    "\u202e" * 30,
    "x" * 5000,
    [],
    [[]],
    {},
    {"type": "play"},
]


def nonsense(rng: random.Random, watch: Watch) -> str | bytes:
    """A valid message with something wrong, or no message at all."""
    message = rng.choice(valid_messages(watch))
    kind = rng.randrange(7)
    if kind == 0:
        return rng.randbytes(rng.randrange(60))
    if kind == 1:
        return json.dumps(message)[: rng.randrange(30)]
    if kind == 2:
        message[rng.choice(list(message))] = rng.choice(STRANGE)
    elif kind == 3:
        message[rng.choice(["extra", "__proto__", "person"])] = rng.choice(STRANGE)
    elif kind == 4:
        message.pop(rng.choice(list(message)))
    elif kind == 5:
        return "[" * 3000
    return json.dumps(rng.choice([message, [message], "play", 7, None]))


def test_a_socket_that_talks_nonsense_changes_nothing_and_is_closed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            enemy = await h.guest()
            for seed in range(12):
                await _talk_nonsense(await enemy.watch(party.table), random.Random(seed))
            while await party.step(first_offer):
                pass
            assert all(not watch.refused and not watch.faults for watch in party.seats)

    asyncio.run(scenario())


async def _talk_nonsense(watch: Watch, rng: random.Random) -> None:
    with pytest.raises(Hangup):
        for _ in range(150):
            await watch.send(nonsense(rng, watch))
            await watch.drain()
        await watch.until(lambda _: False)
    assert watch.socket.close_code == 4400
    for text in watch.raw:
        assert "Traceback" not in text and "File " not in text


def test_a_player_who_sends_nonsense_in_between_still_plays_by_the_rules(tmp_path: Path) -> None:
    """Out of turn, replayed, stale, for another's seat: refused each time, never played."""

    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3, options={"loans": "on_turn"})
            rng = random.Random(3)
            while not party.seats[0].over:
                await _annoy(party, rng)
                await party.step(first_offer)
            film = await party.guests[0].get(f"/api/matches/{party.table}/film")
            assert party.seats[0].steps == film["steps"]

    asyncio.run(scenario())


async def _annoy(party: Party, rng: random.Random) -> None:
    """One bad play; nobody sees the match move."""
    step = party.seats[0].view["step"]
    waiting = party.seats[0].view["waiting"][0]
    right, wrong = party.seats[waiting], party.seats[(waiting + 1) % 3]
    offer = first_offer(right)
    enemy, bad = rng.choice(
        [
            (wrong, {"seat": wrong.seat, "step": step, "action": offer}),
            (wrong, {"seat": waiting, "step": step, "action": offer}),
            (right, {"seat": waiting, "step": max(0, step - 1), "action": offer}),
            (right, {"seat": waiting, "step": step + 1, "action": offer}),
            (right, {"seat": waiting, "step": step, "rewinds": 1, "action": offer}),
            (right, {"seat": waiting, "step": step, "action": offer.upper()}),
            (right, {"seat": waiting, "step": step, "action": f" {offer}"}),
            (right, {"seat": waiting, "step": step, "action": "take"}),
        ]
    )
    if bad["action"] in right.offers and bad["action"] == "take":
        return
    count = len(enemy.refused)
    await enemy.say("play", **bad)
    await enemy.until(lambda w: len(w.refused) > count)
    assert enemy.view["step"] == step


def test_a_message_that_is_too_large_closes_the_socket(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            watch = (await started(h, 3)).seats[0]
            await watch.say("chat", text="x" * 20_000)
            with pytest.raises(Hangup):
                await watch.until(lambda _: False)
            assert watch.socket.close_code == 1009

    asyncio.run(scenario())
