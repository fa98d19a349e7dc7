"""Guests, names, passwords and cookies."""

import asyncio
from pathlib import Path

import pytest

from openoutcry.server import admin
from openoutcry.server.accounts import Accounts, clean, guest_name
from openoutcry.server.credentials import Credentials
from openoutcry.server.store import open_store
from openoutcry.table.refusal import Refusal
from openoutcry.text import LANGUAGES, say
from tests.server.house import Hangup, house, started

PASSWORD = "correct horse"


def test_a_newcomer_is_somebody_at_once_and_stays_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            assert guest.me["name"] and not guest.me["keeps_name"]
            assert await guest.post("/api/session") == guest.me == await guest.get("/api/me")
            renamed = await guest.call("PATCH", "/api/me", {"name": "  Ann\u0000 of  Dover "})
            assert renamed.json()["name"] == "Ann of Dover"

    asyncio.run(scenario())


def test_a_password_keeps_the_name_on_other_devices(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, other = await h.guest(), await h.guest()
            await ann.call("PATCH", "/api/me", {"name": "Ann"})
            me = await ann.post("/api/me/password", {"password": PASSWORD})
            assert me["keeps_name"]
            taken = await other.call("PATCH", "/api/me", {"name": "ANN"})
            assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
            wrong = await other.call("POST", "/api/login", {"name": "Ann", "password": "12345678"})
            nobody = await other.call("POST", "/api/login", {"name": "Zoe", "password": "12345678"})
            assert wrong.status_code == nobody.status_code == 403
            assert wrong.json() == nobody.json(), "a wrong name and a wrong password look alike"
            there = await other.post("/api/login", {"name": "ann", "password": PASSWORD})
            assert there["id"] == ann.id

    asyncio.run(scenario())


def test_a_changed_password_makes_old_cookies_worthless(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            old = dict(ann.http.cookies)
            await ann.post("/api/me/password", {"password": PASSWORD})
            assert (await ann.get("/api/me"))["id"] == ann.id
            thief = await h.guest()
            thief.http.cookies.clear()
            thief.http.cookies.update(old)
            assert (await thief.call("GET", "/api/me")).status_code == 401
            change = {"password": "another one", "current": "a wrong one"}
            assert (await ann.call("POST", "/api/me/password", change)).status_code == 403

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_changed_password_cuts_the_sockets_of_old_cookies(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            party = await started(h, 3)
            ann, thief = party.guests[0], await h.guest()
            thief.http.cookies.clear()
            thief.http.cookies.update(ann.http.cookies)
            stolen = await thief.watch(party.table, 0)
            await ann.post("/api/me/password", {"password": PASSWORD})
            for watch in (stolen, party.seats[0]):
                with pytest.raises(Hangup):
                    await watch.until(lambda _: False)
                assert watch.socket.close_code == 4411
            with pytest.raises(Hangup):
                await thief.watch(party.table, 0)
            assert thief.views[-1].socket.close_code == 4401
            back = await ann.watch(party.table, 0)
            await back.until(lambda w: w.view.get("seat") == 0)
            await party.seats[1].say("chat", text="still here")
            await party.seats[1].until(lambda w: bool(w.chat))

    asyncio.run(scenario())


def test_who_takes_another_name_goes_by_it_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3, chat="everybody")
            stranger = await (await h.guest()).watch(party.table)
            hearer = party.seats[0]
            for watch, name in ((stranger, "Zoe"), (party.seats[1], "Ann")):
                await watch.guest.call("PATCH", "/api/me", {"name": name})
                await watch.say("chat", text=f"it is {name}")
                await hearer.until(lambda w: bool(w.chat))
                assert hearer.chat.pop()["name"] == name
            assert hearer.table["seats"][1]["name"] == "Ann"

    asyncio.run(scenario())


def test_a_new_name_leaves_alone_the_seats_that_have_names_of_their_own(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            seats = [{"kind": "me"}, {"kind": "me", "name": "Luca"}, {"kind": "open"}]
            table = (await host.post("/api/tables", {"title": "mogul", "seats": seats}))["id"]
            await host.call("PATCH", "/api/me", {"name": "Ann"})
            info = await host.get(f"/api/tables/{table}")
            assert [seat["name"] for seat in info["seats"]] == ["Ann", "Luca", ""]

    asyncio.run(scenario())


def test_a_ban_is_not_undone_by_a_change_that_was_under_way(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(None, tmp_path)
        await store.open()
        accounts = Accounts(store, Credentials("key"))
        rogue = await accounts.newcomer("en")
        await admin.ban(store, rogue.id)
        for change in (
            accounts.rename(rogue, "Somebody else"),
            accounts.set_password(rogue, PASSWORD, None),
        ):
            with pytest.raises(Refusal, match="does not know you"):
                await change
        assert [person.banned for person in await store.people([rogue.id])] == [True]
        await store.close()

    asyncio.run(scenario())


def test_two_changes_at_once_are_both_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(None, tmp_path)
        await store.open()
        accounts = Accounts(store, Credentials("key"))
        ann = await accounts.newcomer("en")
        await accounts.rename(ann, "Ann")
        await accounts.set_password(ann, PASSWORD, None)
        assert (await accounts.login("Ann", PASSWORD)).id == ann.id
        await store.close()

    asyncio.run(scenario())


def test_a_name_kept_by_a_password_is_nobody_elses_at_a_table_either(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, other = await h.guest(), await h.guest()
            await ann.call("PATCH", "/api/me", {"name": "Ann"})
            await ann.post("/api/me/password", {"password": PASSWORD})
            table = await ann.table("me", "open", "open")
            join = f"/api/tables/{table}/join"
            seats = [{"kind": "me", "name": "ann"}, {"kind": "me"}, {"kind": "me"}]
            for path, body in (
                (join, {"name": "ANN"}),
                (join, {"name": " Ann\u200b"}),
                ("/api/tables", {"title": "mogul", "seats": seats}),
            ):
                answer = await other.call("POST", path, body)
                assert (answer.status_code, answer.json()["code"]) == (409, "name_taken"), body
            await other.post(join, {"name": "Luca"})
            seat = {"kind": "person", "name": "Ann"}
            renamed = await other.call("PUT", f"/api/tables/{table}/seats/1", seat)
            assert (renamed.status_code, renamed.json()["code"]) == (409, "name_taken")
            await ann.post(join, {"name": "Ann"})

    asyncio.run(scenario())


def test_a_forged_cookie_is_nobodys(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            value = ann.http.cookies["outcry"]
            for forged in (value[:-2] + "xx", value[::-1], "", "a.b", "x" * 5000):
                thief = h.client()
                answer = await thief.get("/api/me", headers={"Cookie": f"outcry={forged}"})
                assert answer.status_code == 401
                await thief.aclose()

    asyncio.run(scenario())


def test_logging_out_forgets_the_browser(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann = await h.guest()
            await ann.post("/api/logout")
            assert (await ann.call("GET", "/api/me")).status_code == 401

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   of Dover ", "Ann of Dover"),
        ("A\u202enn\u200b", "A nn"),
        ("line\nbreak\ttab", "line break tab"),
        ("Ann\u3164\u2800\u115f", "Ann"),
        ("<script>", "<script>"),
    ],
)
def test_names_are_one_line_of_visible_text(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_guest_gets_a_short_name_in_the_browsers_language(lang: str) -> None:
    words = {part: say(lang, f"guest.{part}").split() for part in ("how", "who")}
    longest = {part: max(options, key=len) for part, options in words.items()}
    assert len(say(lang, "guest.name", {**longest, "number": 99})) <= 24
    first, second, number = guest_name(lang).split()
    order = ("how", "who") if lang == "en" else ("who", "how")
    assert first in words[order[0]]
    assert second in words[order[1]]
    assert 10 <= int(number) <= 99


def test_a_name_of_nothing_visible_is_refused() -> None:
    with pytest.raises(Refusal, match="visible"):
        clean("\u200b \n\u3164")
