"""Guests who came once and left nothing behind are forgotten; whoever left anything is not."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from openoutcry.core.errors import OutcryError
from openoutcry.server.accounts import COOKIE_SECONDS
from openoutcry.server.settings import Settings
from openoutcry.server.store import open_store
from openoutcry.server.store.guests import OLDEST
from openoutcry.server.store.interface import Consequences, Entry, Person, Row, Store
from openoutcry.server.store.moderation import AddressBan, Report
from openoutcry.server.store.outbox import Channel
from openoutcry.server.store.results import Try
from tests.server.house import House, house

DAY = 24 * 3600 * 1000
Leave = Callable[[Store, str], Awaitable[object]]


async def _sit(store: Store, person: str) -> None:
    row = Row("t", "over", False, 1, None, b"{}", (person,))
    await store.append("t", Entry(0, 1, b"{}"), row)


async def _write(store: Store, person: str) -> None:
    row = Row("u", "over", False, 1, None, b"{}", ())
    await store.append("u", Entry(0, 1, b"{}"), row, Consequences(mentioned=(person,)))


def _report(reporter: str, person: str) -> Report:
    return Report(f"by {reporter}", 1, "t", reporter, "", person, "", "other", "", "")


LEFT: dict[str, Leave] = {
    "a seat": _sit,
    "words": _write,
    "a deal of the day": lambda store, id: store.results.begin(Try("d", id, "t")),
    "an alert": lambda store, id: store.outbox.add(
        Channel("c", id, "webhook", "https://x.example/", "en", "c-1")
    ),
    "a wish": lambda store, id: store.standings.hide(id, True),
    "a block": lambda store, id: store.moderation.block(id, "somebody"),
    "a report": lambda store, id: store.moderation.add_report(_report(id, "somebody")),
    "a complaint": lambda store, id: store.moderation.add_report(_report("somebody", id)),
    "a ban": lambda store, id: store.moderation.ban_address(AddressBan("here", id, 1, 2)),
}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_only_guests_of_whom_nothing_is_kept_are_forgotten(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("database")

    async def scenario() -> None:
        store = open_store(database, tmp_path)
        await store.open()
        for number in range(20):
            await store.add_person(Person(f"guest {number}", "Amber Bear 7", 1, seen=number))
        for what, leave in LEFT.items():
            await store.add_person(Person(what, "Amber Bear 7", 1, seen=3))
            await leave(store, what)
        kept = [
            Person("keeper", "Ann", 1, "hash", seen=3),
            Person("banned", "Amber Bear 8", 1, banned=True, seen=3),
            Person("named", "Ben", 1, named=True, seen=9),
            Person("lately", "Amber Bear 9", 1, seen=50),
        ]
        for person in [*kept, Person("long ago", "Cal", 1, named=True, seen=2)]:
            await store.add_person(person)
        forgotten, mark, parts = 0, OLDEST, 0
        while True:
            gone, following = await store.guests.forget(mark, 40, 5, 7)
            forgotten, parts = forgotten + gone, parts + 1
            if following is None:
                break
            mark = following
        assert forgotten == 21 and parts > 3
        everybody = [*LEFT, *(person.id for person in kept)]
        assert {person.id for person in await store.people(everybody)} == set(everybody)
        assert await store.person("guest 0") is None and await store.person("long ago") is None
        await store.close()

    asyncio.run(scenario())


def test_a_floor_forgets_them_as_its_host_says_and_they_may_come_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, guest_days=2) as h:
            once, named, player, here = [await h.guest() for _ in range(4)]
            await named.call("PATCH", "/api/me", {"name": "Nora"})
            await player.table("me", "apprentice", "apprentice")
            assert h.app is not None
            store = h.app.store
            for guest in (once, named, player, here):
                await _was_here(h, guest.id, days=3)
            assert (await here.call("GET", "/api/me")).status_code == 200
            await h.app.expiry.sweep()
            assert await store.person(once.id) is None
            known = await store.people([named.id, player.id, here.id])
            assert len(known) == 3
            assert (await once.call("GET", "/api/me")).status_code == 401
            again = await once.post("/api/session")
            assert again["id"] != once.id

    asyncio.run(scenario())


async def _was_here(h: House, person: str, days: int) -> None:
    assert h.app is not None
    at = h.app.store.now_ms() - days * DAY
    await h.app.store.moderation._write("UPDATE people SET seen = $2 WHERE id = $1", person, at)


def test_a_name_that_was_chosen_is_known_as_long_as_its_cookie(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, guest_days=2) as h:
            named, late = await h.guest(), await h.guest()
            for guest, name in ((named, "Nora"), (late, "Olga")):
                await guest.call("PATCH", "/api/me", {"name": name})
            await _was_here(h, named.id, days=COOKIE_SECONDS // 86400 - 1)
            await _was_here(h, late.id, days=COOKIE_SECONDS // 86400 + 1)
            assert h.app is not None
            await h.app.expiry.sweep()
            found = await h.app.store.people([named.id, late.id])
            assert [person.name for person in found] == ["Nora"]

    asyncio.run(scenario())


def test_days_below_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OutcryError, match="--guest-days"):
        Settings(data=tmp_path, guest_days=-1)
