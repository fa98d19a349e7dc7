"""Origins, headers, limits, proxies, and errors that say nothing they should not."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import websockets

from openoutcry.core.errors import OutcryError
from openoutcry.server.app import Server
from openoutcry.server.endpoints import ENDPOINTS, Endpoint
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
from openoutcry.server.settings import Settings
from openoutcry.server.socket_endpoint import MOST_SOCKETS
from openoutcry.server.store.interface import Person
from openoutcry.server.table_socket import MOST_PENDING, TableSocket
from openoutcry.table import telling
from tests.server.house import SECONDS, Guest, Hangup, house, started
from tests.server.test_play import first_offer


def test_another_sites_page_can_neither_post_nor_open_a_socket(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            table = await ann.table("me", "open", "open")
            for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
                path = f"/api/tables/{table}/leave"
                answer = await ann.http.post(path, json={}, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "origin")
            own = await ann.http.post("/api/session", headers={"Origin": h.url})
            assert own.status_code == 200
            with pytest.raises(websockets.InvalidStatus):
                await _connect(ann, table, Origin="https://evil.example")
            socket = await _connect(ann, table, Origin=h.url)
            await socket.close()

    asyncio.run(scenario())


async def _connect(guest: Guest, table: str, **headers: str) -> websockets.ClientConnection:
    address = guest.url.replace("http", "ws") + f"/api/tables/{table}/live"
    return await websockets.connect(address, additional_headers={"Cookie": guest.cookie, **headers})


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://[::1",
        "http://play.example",
        "https://play.example.evil.example",
        "https://play.example@evil.example",
        "https://play.example:444",
        "",
    ],
)
def test_an_origin_that_is_not_exactly_ours_is_foreign(tmp_path: Path, origin: str) -> None:
    async def scenario() -> None:
        # Browsers send neither the capitals nor the port that goes without saying.
        async with house(tmp_path, public_url="https://Play.Example:443/floor") as h:
            ann = await h.guest()
            own = await ann.http.post("/api/session", headers={"Origin": "https://play.example"})
            assert own.status_code == 200
            answer = await ann.http.post("/api/session", headers={"Origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")
            with pytest.raises(websockets.InvalidStatus, match="403"):
                await _connect(ann, "anywhere", Origin=origin)

    asyncio.run(scenario())


def test_a_form_cannot_be_posted(tmp_path: Path) -> None:
    """What a foreign page could send without asking first is not JSON."""

    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            headers = {"Content-Type": "text/plain"}
            answer = await ann.http.patch("/api/me", content='{"name": "x"}', headers=headers)
            assert answer.status_code == 415

    asyncio.run(scenario())


def test_every_answer_carries_the_headers_of_caution(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            for path in ("/", "/api/floor", "/healthz", "/metrics", "/nowhere.js", "/api/none"):
                headers = (await ann.call("GET", path)).headers
                policy = headers["content-security-policy"]
                assert "script-src 'self';" in policy and "default-src 'none'" in policy
                assert "frame-ancestors 'none'" in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert "server" not in headers
            cookie = (await ann.http.post("/api/session")).headers["set-cookie"].lower()
            assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie

    asyncio.run(scenario())


def test_behind_a_proxy_cookies_are_secure_and_the_base_path_is_ours(tmp_path: Path) -> None:
    async def scenario() -> None:
        outside = "https://play.example/floor"
        async with house(tmp_path, public_url=outside, trusted_proxies="127.0.0.1") as h:
            ann = await h.guest()
            for prefix in ("/floor", ""):
                answer = await ann.http.post(
                    f"{prefix}/api/session", headers={"Origin": "https://play.example"}
                )
                assert answer.status_code == 200
                cookie = answer.headers["set-cookie"].lower()
                assert "; secure" in cookie and "path=/floor" in cookie
                assert "strict-transport-security" in answer.headers
            assert (await ann.http.get("/floor/healthz")).text == "ok\n"
            page = (await ann.http.get("/floor/t/anything")).text
            assert '<base href="/floor/"' in page or "not built" in page
            assert (await ann.http.get("/floorplan")).status_code == 200, "not our base path"
            # A browser sends the secure cookie over the proxy's https; here it goes by hand.
            ann.http.headers["Cookie"] = ann.cookie
            table = await ann.table("me", "open", "open")
            ann.url += "/floor"
            watch = await ann.watch(table)
            assert watch.table["id"] == table

    asyncio.run(scenario())


@pytest.mark.parametrize("trusted", [True, False])
def test_a_trusted_proxys_word_that_the_outside_is_https_makes_cookies_secure(
    tmp_path: Path, trusted: bool
) -> None:
    async def scenario() -> None:
        async with house(tmp_path, trusted_proxies="127.0.0.1" if trusted else "") as h:
            async with h.client() as client:
                headers = {"X-Forwarded-Proto": "https"}
                answer = await client.post("/api/session", headers=headers)
            assert ("; secure" in answer.headers["set-cookie"].lower()) is trusted

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "address", ["play.example", "https://", "ftp://play.example", "http://[::"]
)
def test_a_public_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(OutcryError, match="--public-url"):
        Settings(data=tmp_path, public_url=address)


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
        socket = await _connect(guest, table)
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


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"PATCH /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Cookie: %s\r\nContent-Length: 9\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_never_ends_a_request_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            watch = await ann.watch(await ann.table("me", "open", "open"))
            for module in ("http_limits", "router"):
                monkeypatch.setattr(f"openoutcry.server.{module}.SLOWEST", 0.2)
            host, port = h.url.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(said % ann.cookie.encode() if b"%s" in said else said)
            answer = await asyncio.wait_for(reader.read(), SECONDS)
            assert not answer or answer.startswith(b"HTTP/1.1 400")
            writer.close()
            await watch.say("chat", text="nobody else is cut off")
            await watch.until(lambda w: bool(w.chat))

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_many_sockets_from_one_address_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            ann = await h.guest()
            codes = []
            for _ in range(int(CONNECTIONS.burst) + 2):
                socket = await _connect(ann, "nowhere")
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


@pytest.mark.parametrize("call", [e for e in ENDPOINTS if e.needs_person], ids=lambda e: e.name)
def test_without_a_session_nothing_of_anybodys_can_be_done(tmp_path: Path, call: Endpoint) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table = await (await h.guest()).table("me", "open", "open")
            path = call.path.replace("{table}", table).replace("{seat}", "1")
            async with h.client() as nobody:
                answer = await nobody.request(call.method, path, json={})
            assert (answer.status_code, answer.json()["code"]) == (401, "no_session")

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


def test_a_refused_play_waits_for_nobody_and_shows_nothing_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            assert h.app is not None
            party = await started(h, 3)
            live, watch = await h.app.tables.get(party.table), party.seats[0]
            monkeypatch.setattr(live, "run", None)
            monkeypatch.setattr(live, "look", None)
            monkeypatch.setattr(telling, "update", None)
            await watch.play("an illegal play")
            await watch.play("loan", seat=1)
            await watch.play("loan", step=0)
            await watch.until(lambda w: len(w.refused) == 3)
            assert [no["code"] for no in watch.refused] == ["illegal", "seat", "stale"]

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


def test_large_bodies_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            answer = await ann.call("PATCH", "/api/me", {"name": "x" * 40_000})
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
            answer = await ann.call("PATCH", "/api/me", {"name": "x" * 25})
            assert answer.status_code == 400

    asyncio.run(scenario())


@pytest.mark.parametrize("line", [b"X-Endless: ", b"X-%d: y\r\n", b""])
def test_headers_that_never_end_are_cut_off(tmp_path: Path, line: bytes) -> None:
    """One endless header, endlessly many, or an endless address."""

    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, port = h.url.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n" if line else b"GET /")
            with contextlib.suppress(ConnectionError):
                for number in range(1000):
                    part = line % number if b"%d" in line else line if number == 0 else b""
                    writer.write(part * 100 if b"%d" in line else part + b"a" * 1000)
                    await writer.drain()
                answer = await asyncio.wait_for(reader.read(), 30)
                assert answer.startswith(b"HTTP/1.1 400")
            writer.close()
            assert (await (await h.guest()).call("GET", "/healthz")).text == "ok\n"

    asyncio.run(scenario())


def test_a_failure_of_ours_is_told_without_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("a secret detail")

    async def scenario() -> None:
        async with house(tmp_path) as h:
            monkeypatch.setattr("openoutcry.server.calls.titles.offered", broken)
            answer = await (await h.guest()).call("GET", "/api/floor")
            assert answer.status_code == 500
            assert answer.json()["code"] == "failure"
            assert "secret" not in answer.text and "Traceback" not in answer.text

    asyncio.run(scenario())


def test_a_path_cannot_leave_the_clients_folder(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            for path in ("/../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/app.py"):
                assert (await ann.call("GET", path)).status_code == 404, path

    asyncio.run(scenario())


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/" + "a/" * 3000, "/a%00.js"])
def test_a_path_that_no_file_can_have_is_a_path_like_any_other(tmp_path: Path, path: str) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            answer = await (await h.guest()).call("GET", path)
            assert answer.status_code == (404 if path.endswith(".js") else 200)

    asyncio.run(scenario())


@pytest.mark.parametrize("id", ["a%00b", "%C3%A4", "x" * 41, "a b"])
def test_what_cannot_be_a_tables_id_is_no_table(tmp_path: Path, id: str, database: str) -> None:
    """PostgreSQL does not take every text."""

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            guest = await h.guest()
            for path in (f"/api/tables/{id}", f"/api/tables?before=1&before_id={id}"):
                answer = await guest.call("GET", path)
                assert (answer.status_code, answer.json()["code"]) == (404, "no_table")

    asyncio.run(scenario())


def test_logs_hold_no_secrets(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> tuple[str, str]:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            await party.guests[0].call(
                "POST", "/api/login", {"name": "Ann", "password": "very secret"}
            )
            await party.seats[0].say("chat", text=["wrong"])
            await party.seats[0].until(lambda w: bool(w.faults))
            app: Server | None = h.app
            assert app is not None
            live = await app.tables.get(party.table)
            return live.table.about.seed, party.guests[0].http.cookies["outcry"]

    seed, cookie = asyncio.run(scenario())
    out, err = capfd.readouterr()
    for secret in (seed, cookie, "very secret"):
        assert secret not in out + err


def test_health_and_metrics_answer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            guest = party.guests[0]
            assert (await guest.call("GET", "/healthz")).text == "ok\n"
            page = (await guest.call("GET", "/metrics")).text
            assert 'outcry_commits_total{kind="Started"} 1.0' in page
            assert "outcry_sockets 3.0" in page
            document = (await guest.call("GET", "/api/openapi.json")).json()
            assert json.dumps(document).count("$ref") > 50

    asyncio.run(scenario())
