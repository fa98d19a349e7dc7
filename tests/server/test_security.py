"""Origins, headers, proxies, and errors that say nothing they should not."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
import websockets

from openoutcry.core.errors import OutcryError
from openoutcry.server.app import Server
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.server.settings import Settings
from openoutcry.table import telling
from tests.server.house import SECONDS, house, started


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
                await ann.connect(table, Origin="https://evil.example")
            socket = await ann.connect(table, Origin=h.url)
            await socket.close()

    asyncio.run(scenario())


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
                await ann.connect("anywhere", Origin=origin)

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


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_text_with_a_zero_in_it_is_no_fault_of_the_database(
    tmp_path: Path,
    kind: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """PostgreSQL keeps no such text: it used to be told, and logged, as a database that is down."""
    database = None if kind == "sqlite" else request.getfixturevalue("database")

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            ann = await h.guest()
            for method, path, body in (
                ("GET", "/api/people/%00", None),
                ("GET", "/api/leaderboards/mogul?season=%00", None),
                ("POST", "/api/channels/stop/%00", None),
                ("POST", "/api/me/blocks", {"person": "\0"}),
            ):
                answer = await ann.call(method, path, body)
                assert answer.status_code < 500, (path, answer.text)

    asyncio.run(scenario())
    assert "store failed" not in capsys.readouterr().out


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
