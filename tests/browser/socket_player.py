"""Somebody whose page is open in a browser plays on without it: a whole match by clicks is slow."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from tests.browser.player import Player
from tests.server.house import Guest, House


def cookies_of(player: Player) -> dict[str, str]:
    """By which the server knows the person at that browser."""
    found = player.page.context.cookies()
    return {one["name"]: one["value"] for one in found if "name" in one and "value" in one}


def by_socket(
    url: str, cookies: dict[str, str], play: Callable[[Guest], Awaitable[object]]
) -> None:
    """As the person with these cookies, or as somebody new; in a thread, for Playwright has an
    event loop."""
    address = url.rstrip("/")

    async def run() -> None:
        guest = Guest(address, House(address).client())
        guest.http.cookies.update(cookies)
        guest.me = await (guest.get("/api/me") if cookies else guest.post("/api/session"))
        await play(guest)
        await guest.leave()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()
