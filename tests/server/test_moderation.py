"""Keeping order: muting, removing, blocking, reporting; bans that a new cookie does not undo."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from openoutcry.cli import main
from openoutcry.server import admin
from openoutcry.server.rate_limits import ORDER, PASSWORDS, STRANGERS_PASSWORDS
from tests.server.house import Guest, Hangup, House, Watch, house, started
from tests.server.test_admin import beside
from tests.server.test_play import first_offer

PASSWORD = "correct horse"
both_stores = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


def database_of(kind: str, request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if kind == "postgresql" else None


async def key_of(guest: Guest, path: str, body: object = None, method: str = "POST") -> str:
    return str((await guest.call(method, path, body)).json()["key"])


async def said(watch: Watch, text: str, hearer: Watch) -> None:
    """Somebody writes, and somebody else hears it."""
    await watch.say("chat", text=text)
    await hearer.until(lambda w: any(line["text"] == text for line in w.chat))


async def refused(watch: Watch) -> str:
    watch.faults.clear()
    await watch.say("chat", text="let me speak")
    await watch.until(lambda w: bool(w.faults))
    return str(watch.faults[0]["key"])


def notices(watch: Watch) -> list[tuple[str, str, str]]:
    """What was done at the table, by whom, to whom."""
    return [(line["notice"], line["name"], line["about"]) for line in watch.chat if line["notice"]]


async def seated(h: House, *names: str, **more: Any) -> tuple[str, list[Guest]]:
    """People of these names at a table that has not started; the first is its host."""
    guests = [await h.guest() for _ in names]
    for guest, name in zip(guests, names, strict=True):
        await guest.call("PATCH", "/api/me", {"name": name})
    table = await guests[0].table("me", *["open"] * (len(names) - 1), **more)
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join", {})
    return table, guests


@both_stores
def test_a_muted_person_is_heard_no_more_and_everybody_sees_who_did_it(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            table, (ann, bob, eve) = await seated(h, "Ann", "Bob", "Eve")
            loud, hearer = await eve.watch(table, 2), await bob.watch(table, 1)
            await said(loud, "noise", hearer)
            path = f"/api/tables/{table}/mute"
            assert await key_of(bob, path, {"person": eve.id}) == "no.host"
            assert await key_of(ann, path, {"person": ann.id}) == "no.yourself"
            assert await key_of(ann, path, {"person": "nobody"}) == "no.person"
            await ann.post(path, {"person": eve.id})
            await hearer.until(lambda w: eve.id in w.table["muted"])
            assert await refused(loud) == "no.muted"
            assert notices(hearer) == [("muted", "Ann", "Eve")]
            await ann.post(path, {"person": eve.id, "muted": False})
            await said(loud, "thanks", hearer)
        async with house(tmp_path, database=database) as h:
            watch = await (await h.guest()).watch(table)
            await watch.until(lambda w: len(notices(w)) == 2)
            assert watch.table["muted"] == []

    asyncio.run(scenario())


def test_only_players_write_until_the_host_lets_strangers(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, (ann, bob, _) = await seated(h, "Ann", "Bob", "Cid")
            player = await bob.watch(table, 1)
            stranger = await (await h.guest()).watch(table)
            assert await refused(stranger) == "no.chat_players"
            path = f"/api/tables/{table}/chat"
            assert await key_of(bob, path, {"to": "everybody"}, "PUT") == "no.host"
            await ann.put(path, {"to": "everybody"})
            await said(stranger, "hello", player)
            await ann.put(path, {"to": "nobody"})
            await player.until(lambda w: w.table["chat"] == "nobody")
            assert await refused(player) == await refused(stranger) == "no.chat_nobody"
            assert [notice for notice, _, _ in notices(player)] == ["chat_everybody", "chat_nobody"]

    asyncio.run(scenario())


@both_stores
def test_before_the_start_the_host_removes_somebody_who_does_not_come_back(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            table, (ann, bob, eve) = await seated(h, "Ann", "Bob", "Eve")
            rogue, hearer = await eve.watch(table, 2), await bob.watch(table, 1)
            path = f"/api/tables/{table}"
            assert await key_of(bob, f"{path}/kick", {"person": eve.id}) == "no.host"
            await ann.post(f"{path}/kick", {"person": eve.id})
            await hearer.until(lambda w: w.table["seats"][2]["kind"] == "open")
            assert notices(hearer) == [("kicked", "Ann", "Eve")]
            with pytest.raises(Hangup):
                await rogue.until(lambda _: False)
            assert rogue.socket.close_code == 4405
            assert await key_of(eve, f"{path}/join", {}) == "no.kicked"
            seat = {"kind": "person", "name": "Other"}
            assert await key_of(eve, f"{path}/seats/2", seat, "PUT") == "no.kicked"
            with pytest.raises(Hangup):
                await eve.watch(table)

    asyncio.run(scenario())


def test_during_play_nobody_is_removed_unless_all_the_others_want_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            ann, bob, eve = party.guests
            path = f"/api/tables/{party.table}/kick"
            await ann.post(path, {"person": eve.id})
            await party.seats[2].until(lambda w: bool(w.table["kicks"]))
            request = party.seats[2].table["kicks"][0]
            assert (request["person"], request["missing"]) == (eve.id, [bob.id])
            assert party.seats[2].table["seats"][2]["person"] == eve.id, "the seat is still hers"
            assert await key_of(ann, path, {"person": eve.id}) == "no.agreed_already"
            stranger = await h.guest()
            assert await key_of(stranger, path, {"person": eve.id}) == "no.not_voter"
            await bob.post(path, {"person": eve.id})
            await party.seats[0].until(lambda w: w.table["seats"][2]["person"] is None)
            assert party.seats[0].table["seats"][2]["bot"] == "broker"
            # Two are left: neither takes the other's seat alone.
            assert await key_of(ann, path, {"person": bob.id}) == "no.kick_alone"
            with pytest.raises(Hangup):
                await party.seats[2].until(lambda _: False)

    asyncio.run(scenario())


def test_a_removed_host_is_host_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            for guest in party.guests[1:]:
                await guest.post(f"/api/tables/{party.table}/kick", {"person": party.guests[0].id})
            await party.seats[1].until(lambda w: w.table["host"] == party.guests[2].id)

    asyncio.run(scenario())


@both_stores
def test_whom_somebody_blocks_is_not_heard_and_does_not_sit_down_there(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            table, (ann, bob, eve) = await seated(h, "Ann", "Bob", "Eve")
            rogue, annoyed = await eve.watch(table, 2), await ann.watch(table, 0)
            hearer = await bob.watch(table, 1)
            blocks = await ann.post("/api/me/blocks", {"person": eve.id})
            assert blocks == {"people": [{"person": eve.id, "name": "Eve"}]}
            await said(rogue, "noise", hearer)
            await said(hearer, "hm", annoyed)
            assert [line["text"] for line in annoyed.chat] == ["hm"], "not a word of hers"
            again = await ann.watch(table, 0)
            await again.until(lambda w: bool(w.chat))
            assert [line["text"] for line in again.chat] == ["hm"], "nor afterwards"
            other = await ann.table("me", "open", "open")
            assert await key_of(eve, f"/api/tables/{other}/join", {}) == "no.kicked"
            await ann.post("/api/me/blocks", {"person": eve.id, "blocked": False})
            await eve.post(f"/api/tables/{other}/join", {})
            assert await ann.get("/api/me/blocks") == {"people": []}

    asyncio.run(scenario())


@both_stores
def test_a_report_reaches_the_operator_with_what_was_written(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    database = database_of(kind, request)
    where = ["--database", database] if database else ["--data", str(tmp_path)]

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            table, (_, bob, eve) = await seated(h, "Ann", "Bob", "Eve")
            await said(await eve.watch(table, 2), "you fool", await bob.watch(table, 1))
            report = {"person": eve.id, "reason": "insults", "text": "Look at\nthis"}
            path = f"/api/tables/{table}/reports"
            await bob.post(path, report)
            assert await key_of(bob, path, {"person": bob.id, "reason": "spam"}) == "no.yourself"
            assert await key_of(bob, path, {"person": "x", "reason": "spam"}) == "no.person"

    asyncio.run(scenario())
    capsys.readouterr()
    assert main(["admin", "reports", *where]) == 0
    told = capsys.readouterr().out
    for part in ("insults", "Eve (", "by Bob (", "Look at this", "> you fool"):
        assert part in told
    assert main(["admin", "settle", told.split()[0], *where]) == 0
    capsys.readouterr()
    assert main(["admin", "reports", *where]) == 0
    assert capsys.readouterr().out == ""
    assert main(["admin", "reports", "--settled", *where]) == 0
    assert "you fool" in capsys.readouterr().out


@pytest.mark.usefixtures("stopped_clock")
def test_a_host_does_not_flood_the_table_with_what_is_done(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            table, (ann, *_) = await seated(h, "Ann", "Bob", "Eve")
            path, ways = f"/api/tables/{table}/chat", ("nobody", "players")
            codes = [
                (await ann.call("PUT", path, {"to": ways[number % 2]})).status_code
                for number in range(int(ORDER.burst) + 1)
            ]
            assert codes == [200] * int(ORDER.burst) + [429]

    asyncio.run(scenario())


def test_reports_are_limited(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            table, (_, bob, eve) = await seated(h, "Ann", "Bob", "Eve")
            path, report = f"/api/tables/{table}/reports", {"person": eve.id, "reason": "spam"}
            codes = [(await bob.call("POST", path, report)).status_code for _ in range(7)]
            assert codes[:5] == [200] * 5 and codes[-1] == 429

    asyncio.run(scenario())


@both_stores
@pytest.mark.parametrize("keeping", ["hashed", "full"])
def test_a_new_cookie_does_not_undo_a_ban(
    tmp_path: Path, kind: str, keeping: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)
    proxy: dict[str, Any] = {"trusted_proxies": "127.0.0.1", "keep_addresses": keeping}

    async def come(h: House, address: str, cookies: Any = None) -> tuple[int, Any]:
        async with h.client() as client:
            client.cookies.update(cookies or {})
            answer = await client.post("/api/session", headers={"X-Forwarded-For": address})
            return answer.status_code, client.cookies

    async def scenario() -> None:
        async with house(tmp_path, database=database, **proxy) as h:
            _, neighbour = await come(h, "192.0.2.7")
            _, cookies = await come(h, "192.0.2.7")
            async with h.client() as client:
                client.cookies.update(cookies)
                me = await client.get("/api/me")
            store = await beside(tmp_path, database)
            [kept] = await store.moderation.addresses_of(me.json()["id"])
            assert (kept == "192.0.2.7") == (keeping == "full")
            assert "1 addresses" in await admin.ban(store, me.json()["id"], hours=24)
            async with asyncio.timeout(10):
                while (await come(h, "192.0.2.7"))[0] != 403:
                    await asyncio.sleep(0.1)
            assert (await come(h, "192.0.2.8"))[0] == 200, "others are let in"
            assert (await come(h, "192.0.2.7", neighbour))[0] == 200, "and who was here before"
            await admin.unban(store, me.json()["id"])
            async with asyncio.timeout(10):
                while (await come(h, "192.0.2.7"))[0] != 200:
                    await asyncio.sleep(0.1)
            await store.close()

    asyncio.run(scenario())


def test_a_ban_by_address_is_over_after_its_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            rogue = await h.guest()
            store = await beside(tmp_path)
            await admin.ban(store, rogue.id, hours=2 / 3600)
            async with h.client() as client, asyncio.timeout(20):
                while (await client.post("/api/session")).status_code != 403:
                    client.cookies.clear()
                client.cookies.clear()
                while (await client.post("/api/session")).status_code != 200:
                    await asyncio.sleep(0.1)
            await store.close()

    asyncio.run(scenario())


def test_without_addresses_a_ban_is_the_cookies_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, keep_addresses="none") as h:
            rogue = await h.guest()
            store = await beside(tmp_path)
            assert await store.moderation.addresses_of(rogue.id) == []
            assert "addresses" not in await admin.ban(store, rogue.id)
            await store.close()
            assert (await h.guest()).me

    asyncio.run(scenario())


def test_a_rematch_seats_nobody_who_left(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 4)
            ann, bob, cid, dan = party.guests
            await dan.post(f"/api/tables/{party.table}/leave", {})  # a bot plays on
            await party.seats[0].until(lambda w: w.table["seats"][3]["away"])
            watch = party.seats[0]
            while not watch.over:
                before = len(watch.steps)
                for seat in [seat for seat in watch.view["waiting"] if seat != 3][:1]:
                    await party.seats[seat].beyond(before - 1)
                    await party.seats[seat].play(first_offer(party.seats[seat]))
                await watch.beyond(before)
            await party.seats[2].close()  # goes after the end
            await watch.until(lambda w: not w.table["seats"][2]["connected"])
            new = await ann.post(f"/api/tables/{party.table}/rematch")
            kinds = {seat["person"]: seat["kind"] for seat in new["seats"]}
            assert set(kinds) == {ann.id, bob.id, None}
            assert sorted(seat["kind"] for seat in new["seats"]) == [
                *("bot", "open", "person", "person")
            ]
            await cid.post(f"/api/tables/{new['id']}/join", {})

    asyncio.run(scenario())


@both_stores
def test_logging_out_ends_the_cookie_wherever_it_was_copied_to(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            party = await started(h, 3)
            ann, thief = party.guests[0], await h.guest()
            thief.http.cookies.clear()
            thief.http.cookies.update(ann.http.cookies)
            stolen = await thief.watch(party.table, 0)
            await ann.post("/api/logout")
            with pytest.raises(Hangup):
                await stolen.until(lambda _: False)
            assert stolen.socket.close_code == 4411
            assert (await thief.call("GET", "/api/me")).status_code == 401
            assert (await thief.call("POST", "/api/logout")).status_code == 204

    asyncio.run(scenario())


@pytest.mark.usefixtures("stopped_clock")
def test_guessing_slows_the_attacker_and_not_the_owner(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True, trusted_proxies="127.0.0.1") as h:
            ann = await h.guest()
            await ann.call("PATCH", "/api/me", {"name": "Ann"})
            await ann.post("/api/me/password", {"password": PASSWORD})
            wrong = {"name": "Ann", "password": "12345678"}
            async with h.client() as thief:
                keys = []
                for number in range(int(STRANGERS_PASSWORDS.burst) + 2):
                    elsewhere = {"X-Forwarded-For": f"10.0.0.{number}"}
                    answer = await thief.post("/api/login", json=wrong, headers=elsewhere)
                    keys.append(answer.json()["key"])
                assert keys[-1] == "no.attempts", "a botnet is slowed"
                for _ in range(int(PASSWORDS.burst)):  # and one address, which is Ann's too
                    await thief.post("/api/login", json={**wrong, "name": "Zoe"})
                answer = await thief.post("/api/login", json={**wrong, "name": "Zoe"})
                assert answer.json()["key"] == "no.attempts"
            change = {"password": "another one", "current": PASSWORD}
            await ann.post("/api/me/password", change)
            await ann.call("PATCH", "/api/me", {"name": "Anna"})
            await ann.post("/api/logout")
            login, wrong = {"name": "Anna", "password": "another one"}, {**wrong, "name": "Anna"}
            assert (await ann.post("/api/login", login))["id"] == ann.id
            for _ in range(int(PASSWORDS.burst)):
                await ann.call("POST", "/api/login", wrong)
            last = await ann.call("POST", "/api/login", wrong)
            assert last.json()["key"] == "no.attempts", "nor is a stolen device a way round"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example", 421),
        ("play.example.evil.example", 421),
        ("", 421),
        ("play.example", 200),
        ("PLAY.example:443", 200),
        ("localhost:8100", 200),
        ("192.0.2.7:8100", 200),
        ("[2001:db8::1]:8100", 200),
        ("inside", 200),
    ],
)
def test_only_our_own_names_are_answered(tmp_path: Path, host: str, status: int) -> None:
    async def scenario() -> None:
        own: dict[str, Any] = {"public_url": "https://play.example", "allowed_hosts": ("inside",)}
        async with house(tmp_path, **own) as h, h.client() as client:
            answer = await client.get("/api/floor", headers={"Host": host})
            assert answer.status_code == status
            health = await client.get("/healthz/live", headers={"Host": "balancer"})
            assert health.status_code == 200

    asyncio.run(scenario())
