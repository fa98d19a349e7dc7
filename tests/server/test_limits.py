"""How much one person, one address and everybody together may ask for."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import websockets

from openoutcry.server.live_tables import LiveTables
from openoutcry.server.rate_limits import (
    CHAT,
    CONNECTIONS,
    MESSAGES,
    NAMES,
    NEWCOMERS,
    PASSWORDS,
    REFUSALS,
    REQUESTS,
    STRANGERS_PASSWORDS,
    TABLES,
    Rate,
)
from openoutcry.server.refusals import no_table
from openoutcry.server.socket_endpoint import MOST_SOCKETS
from openoutcry.server.store.interface import Person
from openoutcry.server.table_socket import MOST_PENDING, TableSocket
from tests.server.house import SECONDS, Guest, Hangup, house, started
from tests.server.test_play import first_offer


@pytest.mark.usefixtures("stopped_clock")
def test_too_many_newcomers_from_one_address_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            statuses = []
            for _ in range(int(NEWCOMERS.burst) + 5):
                client = h.client()
                statuses.append((await client.post("/api/session")).status_code)
                await client.aclose()
            assert set(statuses[: int(NEWCOMERS.burst)]) == {200}
            assert statuses[-1] == 429

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_forwarded_addresses_count_only_from_a_trusted_proxy(tmp_path: Path) -> None:
    async def newcomers(data: Path, trusted: str, said: str = "10.0.0.{}") -> set[int]:
        async with house(data, limited=True, trusted_proxies=trusted) as h:
            statuses = set()
            for i in range(int(NEWCOMERS.burst) + 5):
                client = h.client()
                headers = {"X-Forwarded-For": said.format(i)}
                statuses.add((await client.post("/api/session", headers=headers)).status_code)
                await client.aclose()
            return statuses

    assert asyncio.run(newcomers(tmp_path / "a", "127.0.0.1")) == {200}
    assert asyncio.run(newcomers(tmp_path / "b", "")) == {200, 429}
    # What the client said stands before what the proxy saw.
    lied = newcomers(tmp_path / "c", "127.0.0.1", "10.0.0.{}, 203.0.113.5")
    assert asyncio.run(lied) == {200, 429}


@pytest.mark.usefixtures("stopped_clock")
def test_calls_passwords_tables_and_sockets_are_limited(tmp_path: Path) -> None:

    async def refused_after(burst: float, ask: Callable[[], Awaitable[int]]) -> None:
        answers = [await ask() == 429 for _ in range(int(burst) + 2)]
        assert answers == [False] * int(burst) + [True] * 2

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            ann = await h.guest()
            seats = [{"kind": "me"}] * 3
            login = {"name": "Zoe", "password": "12345678"}

            async def ask(method: str, path: str, body: object = None) -> int:
                return (await ann.call(method, path, body)).status_code

            new = {"title": "mogul", "seats": seats}
            await refused_after(PASSWORDS.burst, lambda: ask("POST", "/api/login", login))
            await refused_after(TABLES.burst, lambda: ask("POST", "/api/tables", new))
            table = (await ann.get("/api/me/tables"))["tables"][0]["id"]
            await refused_after(MOST_SOCKETS, lambda: connect(ann, table))
            made = 1 + int(PASSWORDS.burst) + 2 + int(TABLES.burst) + 2 + 1
            await refused_after(REQUESTS.burst - made, lambda: ask("GET", "/api/floor"))

    async def connect(guest: Guest, table: str) -> int:
        """A socket that stays open; 429 if there are too many."""
        socket = await guest.connect(table)
        try:
            await socket.send('{"type": "hello"}')
            await socket.recv()
        except websockets.ConnectionClosed:
            assert socket.close_code == 4429
            return 429
        return 200

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_names_rematches_and_the_tables_of_one_address_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.calls.tables.TABLES_PER_ADDRESS", Rate(0, 4))
    monkeypatch.setattr("openoutcry.server.router.REQUESTS", Rate(0, 10_000))

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            assert h.app is not None
            h.app.limits.enforced = False
            party = await started(h, 3)
            while await party.step(first_offer):
                pass
            h.app.limits.enforced = True
            ann = party.guests[0]
            names = [
                (await ann.call("PATCH", "/api/me", {"name": f"Ann {i}"})).status_code
                for i in range(int(NAMES.burst) + 1)
            ]
            assert names == [200] * int(NAMES.burst) + [429]
            for _ in range(4):
                again = await ann.post(f"/api/tables/{party.table}/rematch")
                await ann.post(f"/api/tables/{again['id']}/close")
            full = await ann.call("POST", f"/api/tables/{party.table}/rematch")
            assert (full.status_code, full.json()["key"]) == (429, "no.tables")

    asyncio.run(scenario())


def test_the_sockets_of_one_address_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.socket_endpoint.MOST_PER_ADDRESS", 3)

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            party = await started(h, 3)
            with pytest.raises(Hangup):
                await (await h.guest()).watch(party.table)
            await party.seats[0].close()
            await party.seats[1].until(lambda w: not w.table["seats"][0]["connected"])
            await party.guests[0].watch(party.table, 0)

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_a_page_of_a_table_asks_no_store_when_asked_for_too_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def get(self: LiveTables, id: str) -> None:
        asked.append(id)
        raise no_table()

    monkeypatch.setattr(LiveTables, "get", get)

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h, h.client() as client:
            for number in range(int(REQUESTS.burst) + 5):
                assert (await client.get(f"/table/t{number}")).status_code == 200
            assert len(asked) == REQUESTS.burst

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_many_sockets_from_one_address_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            ann = await h.guest()
            codes = []
            for _ in range(int(CONNECTIONS.burst) + 2):
                socket = await ann.connect("nowhere")
                with contextlib.suppress(websockets.ConnectionClosed):
                    await socket.recv()
                codes.append(socket.close_code)
            assert codes == [4404] * int(CONNECTIONS.burst) + [4429] * 2

    asyncio.run(scenario())


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits_for_it() -> None:
    class Deaf:
        """A connection whose other end takes nothing until it is let go."""

        def __init__(self) -> None:
            self.released, self.sent, self.code = asyncio.Event(), 0, 0

        async def send(self, text: str) -> None:
            await self.released.wait()
            self.sent += 1

        async def close(self, code: int) -> None:
            self.code = code

    async def scenario() -> None:
        deaf = Deaf()
        socket = TableSocket(deaf, Person("ann", "Ann", 0), "here")
        for _ in range(10 * MOST_PENDING):
            socket.send("news")
            await asyncio.sleep(0)
        deaf.released.set()
        async with asyncio.timeout(SECONDS):
            while not deaf.code:
                await asyncio.sleep(0.01)
        assert (deaf.code, deaf.sent) == (4408, 1)

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_a_name_spelled_with_invisible_letters_is_the_same_name_for_attempts(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        keys = []
        async with (
            house(tmp_path, limited=True, trusted_proxies="127.0.0.1") as h,
            h.client() as thief,
        ):
            for number in range(int(STRANGERS_PASSWORDS.burst) + 1):
                login = {"name": "Ann" + "\u200b" * number, "password": "12345678"}
                headers = {"X-Forwarded-For": f"10.0.0.{number}"}
                answer = await thief.post("/api/login", json=login, headers=headers)
                keys.append(answer.json()["key"])
        assert keys == ["no.password"] * int(STRANGERS_PASSWORDS.burst) + ["no.attempts"]

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_what_needs_the_whole_match_is_limited_over_all_sockets(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            party = await started(h, 3)
            each = int(MESSAGES.burst) - 2
            for watch in party.seats:
                for _ in range(each):
                    await watch.say("look", seat=None)
            for watch in party.seats:
                await watch.say("chat", text=f"enough for {watch.seat}")
                await watch.until(lambda w: any(str(w.seat) in line["text"] for line in w.chat))
            refused = [fault for watch in party.seats for fault in watch.faults]
            assert {fault["code"] for fault in refused} == {"too_many"}
            assert len(refused) >= 3 * each - REQUESTS.burst

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_refused_plays_are_counted_over_all_sockets_of_a_person(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            party = await started(h, 3)
            sockets = [await party.guests[0].watch(party.table, 0) for _ in range(6)]
            for watch in sockets:
                await watch.until(lambda w: bool(w.view))
                for _ in range(30):
                    await watch.play("an illegal play")
                await watch.until(lambda w: len(w.refused) + len(w.faults) == 30)
            refused = sum(len(watch.refused) for watch in sockets)
            assert refused == REFUSALS.burst
            assert {fault["code"] for watch in sockets for fault in watch.faults} == {"too_many"}
            await party.seats[1].play("no loan")
            await party.seats[1].until(lambda w: 1 not in w.view["waiting"])

    asyncio.run(scenario())


@pytest.mark.parametrize("whose", ["", "_PER_ADDRESS"])
@pytest.mark.usefixtures("stopped_clock")
def test_what_people_send_and_ask_for_is_counted_in_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    handler = "openoutcry.server.socket_handler"

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            ann, bob, cy = (await started(h, 3)).seats
            monkeypatch.setattr(f"{handler}.ANSWERS{whose}", Rate(0, 2000))
            for _ in range(10):
                await ann.say("look", seat=0)
            await ann.until(lambda w: bool(w.faults))
            assert ann.faults[0]["code"] == "too_many"
            monkeypatch.setattr(f"{handler}.BYTES{whose}", Rate(0, 1000))
            for watch, lines in ((bob, 3), (cy, 1)):
                for _ in range(lines):
                    await watch.say("chat", text="x" * 450)
            await bob.until(lambda w: bool(w.faults))
            assert [fault["code"] for fault in bob.faults] == ["too_many"]

    asyncio.run(scenario())


def test_the_sockets_of_one_person_are_counted_over_all_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.socket_endpoint.MOST_PER_PERSON", 3)

    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            ann = await h.guest()
            tables = [await ann.table("me", "open", "open") for _ in range(2)]
            for table in (*tables, tables[0]):
                await ann.watch(table)
            with pytest.raises(Hangup, match="4429"):
                await ann.watch(tables[1])
            await (await h.guest()).watch(tables[1])
            # All at once, and a slow store: whoever is let in counts before the next one asks.
            bob = await h.guest()
            assert h.app is not None
            monkeypatch.setattr(h.app.addresses, "note", lambda *_: asyncio.sleep(0.1))
            coming = [bob.watch(tables[number % 2]) for number in range(8)]
            found = await asyncio.gather(*coming, return_exceptions=True)
            assert sum(isinstance(one, Hangup) for one in found) == 5

    asyncio.run(scenario())


def test_behind_a_proxy_the_sockets_of_the_forwarded_address_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.socket_endpoint.MOST_PER_ADDRESS", 1)

    async def scenario() -> None:
        async with house(tmp_path, limited=True, trusted_proxies="127.0.0.1") as h:
            ann = await h.guest()
            address = h.url.replace("http", "ws", 1)
            address += f"/api/tables/{await ann.table('me', 'open', 'open')}/live"
            sockets = []
            for client in ("203.0.113.1", "203.0.113.2", "203.0.113.1"):
                headers = {"Cookie": ann.cookie, "X-Forwarded-For": client}
                sockets.append(await websockets.connect(address, additional_headers=headers))
            for socket in sockets[:2]:
                await socket.send('{"type": "hello"}')
                assert "welcome" in str(await socket.recv())
            with pytest.raises(websockets.ConnectionClosed):
                await sockets[2].recv()
            assert sockets[2].close_code == 4429
            for socket in sockets:
                await socket.close()

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_chat_and_messages_are_limited(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            watch = (await started(h, 3)).seats[0]
            for i in range(int(CHAT.burst) + 2):
                await watch.say("chat", text=f"line {i}")
            await watch.until(lambda w: bool(w.faults))
            assert watch.faults[0]["code"] == "too_many"
            assert len(watch.chat) <= CHAT.burst
            with pytest.raises(Hangup):
                for _ in range(int(MESSAGES.burst) * 3):
                    await watch.say("look", seat=0)
                await watch.until(lambda _: False)
            assert watch.socket.close_code == 4429

    asyncio.run(scenario())
