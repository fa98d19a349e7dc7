"""Whoever erases their data is named nowhere, under no name they ever had; the moves stay."""

import asyncio
import json
from pathlib import Path

import pytest

from openoutcry.server.app import Server
from openoutcry.table import commands, journal
from openoutcry.table.seat import ERASED
from openoutcry.table.state import TableState
from tests.server.house import Guest, House, Party, house, started
from tests.server.node import nodes
from tests.server.test_days import dealt
from tests.server.test_play import first_offer

NAMES = ("Annabel", "Brunhilde", "Clothilde")


async def renamed(guest: Guest, name: str) -> None:
    assert (await guest.call("PATCH", "/api/me", {"name": name})).status_code == 200


async def busy_party(h: House) -> tuple[Party, str]:
    """A match in which the host changes her name, writes, mutes and names the table; and the id of
    a table at which she only watches and writes."""
    ann = await h.guest()
    await renamed(ann, NAMES[0])
    party = await started(h, 3, host=ann, chat="everybody", name="Annabels Tafel")
    await renamed(ann, NAMES[1])
    watch = party.seats[0]
    await watch.say("chat", text="here is Brunhilde")
    await watch.until(lambda w: bool(w.chat))
    await ann.post(f"/api/tables/{party.table}/mute", {"person": party.guests[2].id, "muted": True})
    await renamed(ann, NAMES[2])
    for _ in range(3):
        await party.step(first_offer)
    other = await started(h, 3, chat="everybody")
    gallery = await ann.watch(other.table, None)
    await gallery.say("chat", text="Clothilde looks on")
    await gallery.until(lambda w: bool(w.chat))
    return party, other.table


async def everything(app: Server) -> str:
    """All that the store holds, but for the people."""
    read = app.store.moderation._read
    tables = ("journal", "archive", "tables", "results", "reports", "mentions", "seated")
    rows = [row for table in tables for row in await read(f"SELECT * FROM {table}")]
    return "\n".join(
        value.decode() if isinstance(value, bytes) else str(value)
        for row in rows
        for value in tuple(row)
    )


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_name_that_somebody_ever_had_stays_anywhere(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = None if kind == "sqlite" else request.getfixturevalue("database")

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            party, watched = await busy_party(h)
            ann, ben = party.guests[:2]
            closed = await ann.table("me", "open", "open", name="Annabels zweite")
            await ann.post(f"/api/tables/{closed}/close")
            assert h.app is not None
            await h.app.store.archive(2**53, 10)
            live = await h.app.tables.get(party.table)
            await live.run(commands.summarise)  # a snapshot holds names, too
            before = await everything(h.app)
            assert all(name in before for name in NAMES)
            steps = party.seats[1].steps
            await ann.post("/api/me/erase")
            if kind == "sqlite":
                files = b"".join(file.read_bytes() for file in tmp_path.glob("outcry.db*"))
                left = [name for name in NAMES if name.encode() in files]
                assert not left, "nor what the files held before"
            after = await everything(h.app)
            for name in (*NAMES, "Annabels", "looks on", ann.id):
                assert name not in after.replace(f'"{ann.id}"', ""), name
            watch = await ben.watch(party.table, 1)
            await watch.until(lambda w: bool(w.view))
            assert watch.steps[: len(steps)] == steps
            shown = json.dumps([watch.table, watch.chat, await ben.get(f"/api/tables/{watched}")])
            assert not any(name in shown for name in NAMES)
            table = TableState(party.table)
            for entry in await h.app.store.journal(party.table):
                table.apply(journal.decode(entry.body), entry.at)
            assert table.seats[0].name == "—" and table.playing.step >= len(steps)
            # The match goes on, and with each entry the table is listed for its people.
            await watch.say("chat", text="and on it goes")
            await watch.until(lambda w: any(line["text"] == "and on it goes" for line in w.chat))
            assert ann.id not in (await everything(h.app)).replace(f'"{ann.id}"', "")

    asyncio.run(scenario())


def test_nobody_may_take_the_name_of_the_erased(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            refused = await guest.call("PATCH", "/api/me", {"name": ERASED})
            assert refused.status_code >= 400

    asyncio.run(scenario())


def test_another_node_shows_the_name_no_longer_and_does_not_write_it_again(
    tmp_path: Path, database: str
) -> None:
    async def scenario(one: str, two: str) -> None:
        h = House(one)
        ann = await h.guest()
        await renamed(ann, NAMES[0])
        party = await started(h, 3, host=ann)
        elsewhere = await party.guests[1].watch(party.table, 1, two)
        await elsewhere.until(lambda w: bool(w.view))
        assert elsewhere.table["seats"][0]["name"] == NAMES[0]
        await ann.post("/api/me/erase")
        await elsewhere.until(lambda w: w.table["seats"][0]["name"] == "—")
        listed = json.dumps(await party.guests[1].get("/api/me/tables"))
        assert NAMES[0] not in listed
        for guest in party.guests:
            await guest.leave()

    with nodes(2, tmp_path, database) as [one, two]:
        asyncio.run(scenario(one.url, two.url))


def test_what_was_said_in_advance_is_saved_with_ones_data_and_goes_with_them(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guests = [await h.guest() for _ in range(3)]
            ann = guests[0]
            table = await dealt(h, guests)
            watch = await ann.watch(table, 0)
            await watch.until(lambda w: bool(w.view))
            await watch.say("in_advance", seat=0, said={"card": "Brunhilde"})
            await watch.until(lambda w: bool(w.said.get("said")))
            await watch.until(lambda w: not w.offers)  # no loan: a moment later
            await watch.say("chat", text="Annabel says hello")
            await watch.until(lambda w: bool(w.chat))
            assert h.app is not None
            live = await h.app.tables.get(table)
            await live.run(commands.summarise)
            saved = await ann.get("/api/me/data")
            (written,) = saved["written"]
            assert written["table"] == table and written["text"] == "Annabel says hello"
            assert saved["said_in_advance"] == [
                {"table": table, "seat": 0, "said": {"card": "Brunhilde"}}
            ]
            assert "Brunhilde" in await everything(h.app)
            await ann.post("/api/me/erase")
            assert "Brunhilde" not in await everything(h.app)
            watch = await guests[1].watch(table, 1)
            await watch.until(lambda w: bool(w.view))

    asyncio.run(scenario())
