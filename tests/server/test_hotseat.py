"""Several people at one browser: one cookie, several seats, each with a name of its own."""

import asyncio
from pathlib import Path

import pytest

from tests.server.house import Guest, Watch, house
from tests.server.test_play import first_offer
from tests.server.test_tables import code_of

FAMILY = [
    {"kind": "me", "name": "Ana"},
    {"kind": "me", "name": "Luca"},
    {"kind": "bot", "bot": "apprentice"},
]


async def family(host: Guest, **more: object) -> str:
    """A table with Ana, Luca and a bot."""
    body = {"title": "mogul", "seats": FAMILY, "pace": 0, **more}
    return str((await host.post("/api/tables", body))["id"])


def test_each_seat_of_a_person_has_its_own_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            info = await host.get(f"/api/tables/{await family(host)}")
            shown = [(seat["name"], seat["person"]) for seat in info["seats"]]
            assert shown == [("Ana", host.id), ("Luca", host.id), ("", None)]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  <b>Ana</b>\u202e ", "<b>Ana</b>"),
        ("x" * 24, "x" * 24),
        ("x" * 25, None),
        ("", None),
        (" \x07 ", None),
        (7, None),
    ],
)
def test_names_are_one_short_line_of_visible_text(
    tmp_path: Path, name: object, shown: str | None
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "open", "open")
            answer = await host.call(
                "PUT", f"/api/tables/{table}/seats/1", {"kind": "person", "name": name}
            )
            if shown is None:
                assert answer.status_code == 400
            else:
                assert answer.json()["seats"][1]["name"] == shown

    asyncio.run(scenario())


def test_the_host_seats_people_beside_bots_and_others_and_renames_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "open", "apprentice")
            path = f"/api/tables/{table}/seats"
            await host.put(f"{path}/1", {"kind": "person", "name": "Luca"})
            await host.put(f"{path}/2", {"kind": "person", "name": "Mia"})
            info = await host.put(f"{path}/0", {"kind": "person", "name": "Ana"})
            assert [seat["name"] for seat in info["seats"]] == ["Ana", "Luca", "Mia"]
            assert {seat["person"] for seat in info["seats"]} == {host.id}
            info = await host.put(f"{path}/2", {"kind": "open"})
            assert info["seats"][2]["kind"] == "open"
            info = await host.put(f"{path}/2", {"kind": "person"})
            assert info["seats"][2]["name"] == host.me["name"], "who is not named is the host"

    asyncio.run(scenario())


def test_a_guest_brings_somebody_but_takes_nobodys_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host, guest = await h.guest(), await h.guest()
            table = await host.table("me", "open", "open", "apprentice")
            path = f"/api/tables/{table}"
            await guest.post(f"{path}/join", {"seat": 1, "name": "Ana"})
            named = {"kind": "person", "name": "Luca"}
            info = await guest.put(f"{path}/seats/2", named)
            assert [seat["person"] for seat in info["seats"][1:3]] == [guest.id, guest.id]
            for seat in (0, 3):
                refused = await code_of(guest, "PUT", f"{path}/seats/{seat}", named)
                assert refused == (403, "not_yours")
            assert await code_of(host, "PUT", f"{path}/seats/1", named) == (403, "not_yours")
            info = await guest.post(f"{path}/leave", {"seat": 2})
            assert info["seats"][2]["kind"] == "open" and info["seats"][1]["name"] == "Ana"

    asyncio.run(scenario())


def test_the_hosts_only_seat_is_left_not_changed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            path = f"/api/tables/{await host.table('me', 'open', 'open')}/seats/0"
            assert await code_of(host, "PUT", path, {"kind": "open"}) == (409, "not_now")

    asyncio.run(scenario())


def test_during_play_nobody_is_renamed_and_nobody_sits_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await family(host)
            await host.post(f"/api/tables/{table}/start")
            path = f"/api/tables/{table}/seats"
            info = await host.put(f"{path}/0", {"kind": "person", "name": "Zoe"})
            assert info["seats"][0]["name"] == "Ana"
            named = {"kind": "person", "name": "Zoe"}
            assert await code_of(host, "PUT", f"{path}/2", named) == (403, "not_yours")

    asyncio.run(scenario())


def test_one_socket_looks_at_one_seat_after_the_other_and_plays_for_both(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await family(host)
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table)
            await watch.until(lambda w: bool(w.view))
            assert watch.view["seat"] is None and not watch.offers
            for seat in (0, 1):
                await _answer_the_loan(watch, seat)
            await watch.until(_bids)

    asyncio.run(scenario())


async def _answer_the_loan(watch: Watch, seat: int) -> None:
    await watch.say("look", seat=seat)
    await watch.until(lambda w: bool(w.view["seat"] == seat))
    chips = [player["chips"] for player in watch.view["board"]["players"]]
    assert [number for number, count in enumerate(chips) if count is not None] == [seat]
    await watch.play("no loan", seat=seat)
    await watch.until(lambda w: seat not in w.view["waiting"] or _bids(w))


def _bids(watch: Watch) -> bool:
    return bool(watch.view["kind"] == "auction")


def test_who_looks_at_a_seat_speaks_by_its_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            watch = await host.watch(await family(host))
            await watch.say("chat", text="good evening")
            await watch.say("look", seat=1)
            await watch.say("chat", text="hello")
            await watch.until(lambda w: len(w.chat) == 2)
            assert [line["name"] for line in watch.chat] == ["Ana, Luca", "Luca"]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("options", "is_open"),
    [
        ({"loans": "on_turn", "chips": "open"}, True),
        ({"loans": "on_turn", "chips": "hidden"}, False),
        ({"loans": "before_auction", "chips": "open"}, False),
    ],
)
def test_a_table_says_whether_anything_is_hidden_from_anybody(
    tmp_path: Path, options: dict[str, str], is_open: bool
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await family(host, options=options)
            await host.post(f"/api/tables/{table}/start")
            watch = await host.watch(table)
            await watch.until(lambda w: bool(w.view))
            assert watch.update["open"] is is_open

    asyncio.run(scenario())


def test_a_seat_of_the_family_goes_to_a_bot_and_back_and_the_rematch_knows_their_names(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await family(host)
            path = f"/api/tables/{table}"
            await host.post(f"{path}/start")
            watch = await host.watch(table, 0)
            await host.put(f"{path}/seats/1", {"kind": "bot", "bot": "apprentice"})
            await watch.until(lambda w: [s["away"] for s in w.table["seats"][:2]] == [False, True])
            await watch.say("back", seat=1)
            await watch.until(lambda w: not w.table["seats"][1]["away"])
            await host.post(f"{path}/leave", {"seat": 1})
            while not watch.over:
                if watch.offers:
                    step = watch.view["step"]
                    await watch.play(first_offer(watch))
                    await watch.beyond(step)
                else:
                    await watch.hear()
            seats = (await host.post(f"{path}/rematch"))["seats"]
            assert [seat["name"] for seat in seats] == ["", "Ana", "Luca"]
            assert not any(seat["away"] for seat in seats), "the bot has left Luca's seat"

    asyncio.run(scenario())
