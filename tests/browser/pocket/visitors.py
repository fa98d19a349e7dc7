"""Somebody who plays at a floor without a server."""

import json
import time

from playwright.sync_api import Browser, BrowserContext

from tests.browser.player import GOALS_READ, Player
from tests.browser.pocket.web_space import WebSpace

LONG = 600_000
"""Milliseconds that anything may take: the machine may be busy."""
CHOICES = json.dumps({"pace": 0, "lang": "en", "warn": "off", "goals": GOALS_READ, "named": True})


def visitor(browser: Browser, keeps_pages: bool = True) -> BrowserContext:
    """Somebody who knows the titles; `keeps_pages`: by a service worker."""
    context = browser.new_context(
        reduced_motion="reduce", service_workers="allow" if keeps_pages else "block"
    )
    context.set_default_timeout(LONG)
    context.add_init_script(
        f"localStorage.getItem('openoutcry') ?? localStorage.setItem('openoutcry', '{CHOICES}')"
    )
    return context


def come(context: BrowserContext, space: WebSpace) -> Player:
    page = context.new_page()
    page.set_default_timeout(LONG)
    player = Player(page, space.url)
    player.arrive()
    return player


KEPT = """async () => {
    if (!navigator.serviceWorker.controller) return false
    const kept = []
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) kept.push(url)
    const needed = [/wasm.gz$/, /stdlib.zip$/, /asm.mjs$/, /floor-.*zip$/, /floor-.*zip\\?/]
    return needed.every((ending) => kept.some((url) => ending.test(url)))
}"""


def kept_for_good(player: Player) -> None:
    """After this first visit the browser needs no network any more: here begins the second."""
    deadline = time.monotonic() + LONG / 1000
    while not player.page.evaluate(KEPT):
        assert time.monotonic() < deadline, "not kept"
        time.sleep(0.5)
    player.arrive()


def renderers(browser: Browser) -> list[int]:
    """The processes that draw pages and run their workers."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [process["id"] for process in found if process["type"] == "renderer"]
