"""Salts over the HTTP API: a match starts at once with them, and in a moment without."""

import asyncio
import time
from pathlib import Path

from openoutcry.core import record as records
from openoutcry.core.fair import pledge
from openoutcry.server.app import Server
from openoutcry.table import commands
from openoutcry.table.state import SALTS_WITHIN
from openoutcry.titles import find
from tests.server.house import Guest, House, house

SALTS = ["0a" * 32, "0b" * 32]


async def _pledged(h: House) -> tuple[str, Guest, Guest]:
    """A table of two people who have both promised a salt, and a bot."""
    host, friend = await h.guest(), await h.guest()
    table = await host.table("me", "open", "apprentice")
    await friend.post(f"/api/tables/{table}/join", {})
    for seat, guest in enumerate((host, friend)):
        path = f"/api/tables/{table}/seats/{seat}/pledge"
        await guest.put(path, {"pledge": pledge(SALTS[seat])})
    return table, host, friend


async def _tell(guest: Guest, table: str, seat: int) -> str:
    info = await guest.put(f"/api/tables/{table}/seats/{seat}/salt", {"salt": SALTS[seat]})
    return str(info["state"])


def test_a_match_with_salts_is_dealt_with_the_last_of_them_and_verifies(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, host, friend = await _pledged(h)
            watch = await friend.watch(table, 1)
            called = await host.post(f"/api/tables/{table}/start")
            assert (called["state"], called["starting"]) == ("open", True)
            await watch.until(lambda w: w.table["starting"])
            assert await _tell(host, table, 0) == "open"
            assert await _tell(friend, table, 1) == "playing"
            await watch.until(lambda w: bool(w.view) and not w.table["starting"])
            assert [seat["salt"] for seat in watch.table["seats"]] == [*SALTS, None]
            for guest in (host, friend):
                await guest.post(f"/api/tables/{table}/leave", {})
            await watch.until(lambda w: w.over)
            text = (await host.call("GET", f"/api/matches/{table}/record")).text
            lines = records.parse(text, find).verify()
            assert any("salts of seats 0, 1 are mixed in" in line for line in lines)
            shown = await host.http.post(
                "/api/records", content=text, headers={"Content-Type": "application/json"}
            )
            assert shown.json()["draws"] == "fair"

    asyncio.run(scenario())


def test_a_match_starts_in_a_moment_without_somebodys_salt(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, host, _ = await _pledged(h)
            watch = await host.watch(table, 0)
            began = time.monotonic()
            await host.post(f"/api/tables/{table}/start")
            await _tell(host, table, 0)
            await watch.until(lambda w: bool(w.view))
            assert time.monotonic() - began > 0.8 * SALTS_WITHIN / 1000

    asyncio.run(scenario())


def test_a_server_that_dies_between_call_and_deal_deals_when_it_is_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table, host, _ = await _pledged(h)
            app = h.app
            assert isinstance(app, Server)
            live = await app.tables.get(table)
            await live.run(lambda t: commands.start(t, host.id))
            cookies = host.http.cookies
        async with house(tmp_path) as h:
            guest = await h.guest()
            guest.http.cookies = cookies
            while (await guest.get(f"/api/tables/{table}"))["state"] != "playing":
                await asyncio.sleep(0.1)
            info = await guest.get(f"/api/tables/{table}")
            assert [seat["pledge"] for seat in info["seats"][:2]] == [pledge(s) for s in SALTS]

    asyncio.run(scenario())
