"""A pushed message in Chromium: delivered to the service worker, shown, clicked.

There is no push service in a test: the browser itself hands the message over, as it does after
having decrypted one (`tests/server/test_alerts.py` has everything before that). Chromium without
windows shows nobody anything: there, what would be shown is noted. A whole one shows it:

    CHROMIUM=/usr/bin/chromium pytest tests/browser/test_push.py
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from openoutcry.server.alerts.words import Alert, pushed
from tests.browser.conftest import People
from tests.browser.player import PATIENCE, Player

NOTED = """() => {
    const shown = new Map()
    self.registration.showNotification = async (title, options) => {
        shown.set(options.tag, { title, ...options, close: () => shown.delete(options.tag) })
    }
    self.registration.getNotifications = async () => [...shown.values()]
}"""
SHOWN = """async () =>
    (await self.registration.getNotifications()).map(({ title, body, tag, renotify }) =>
        ({ title, body, tag, renotify }))"""
CLICK = """async (action) => {
    const [notification] = await self.registration.getNotifications()
    const done = []
    const event = Object.assign(new Event('notificationclick'), {
        notification, action, waitUntil: (promise) => done.push(promise),
    })
    self.dispatchEvent(event)
    await Promise.all(done)
}"""


@pytest.fixture
def context(people: People) -> Iterator[BrowserContext]:
    """A browser that keeps our page, unlike the others' here."""
    context = people.browser.new_context()
    context.grant_permissions(["notifications"])
    yield context
    context.close()


def _worker(context: BrowserContext, page: Page) -> Worker:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = context.service_workers
    if page.evaluate("Notification.permission") != "granted":
        worker.evaluate(NOTED)
    return worker


class _Push:
    """What comes after a push service, by the browser's own tools."""

    def __init__(self, page: Page, url: str) -> None:
        self._tools, self._origin = page.context.new_cdp_session(page), url.rstrip("/")
        found: list[str] = []
        updated = "ServiceWorker.workerRegistrationUpdated"
        self._tools.on(updated, lambda e: found.extend(_ids(e)))
        self._tools.send("ServiceWorker.enable")
        while not found:
            page.wait_for_timeout(50)
        self._registration = found[0]

    def deliver(self, message: bytes) -> None:
        about = {"origin": self._origin, "registrationId": self._registration}
        self._tools.send("ServiceWorker.deliverPushMessage", {**about, "data": message.decode()})


def _ids(event: dict[str, Any]) -> list[str]:
    return [str(one["registrationId"]) for one in event["registrations"]]


def test_a_pushed_message_is_shown_once_and_a_click_opens_the_table_or_stops_them(
    people: People, context: BrowserContext
) -> None:
    page, url = context.new_page(), people.house.url
    player = Player(page, url)
    player.arrive()
    worker = _worker(context, page)
    push = _Push(page, url)
    table = player.create("mogul", [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * 2])
    stop = f"{url}stop/nobody-knows"
    alert = Alert("t-1", "It is your turn", ["Mogul"], [table], stop, table, "No more of these")

    def shown(message: bytes, renotified: bool) -> None:
        push.deliver(message)
        about = {"title": "It is your turn", "body": "Mogul", "tag": "turn"}
        for _ in range(200):
            if worker.evaluate(SHOWN) == [{**about, "renotify": renotified}]:
                return
            page.wait_for_timeout(50)
        raise AssertionError(f"shown: {worker.evaluate(SHOWN)}")

    shown(pushed(alert, "en"), renotified=True)
    shown(pushed(alert, "en"), renotified=False)  # the same again makes no sound
    worker.evaluate(CLICK, "")
    page.wait_for_url(f"{table}*", timeout=PATIENCE)
    page.locator(".slip, main .seats").first.wait_for(timeout=PATIENCE)
    assert worker.evaluate(SHOWN) == [], "it is gone"
    elsewhere = json.loads(pushed(alert, "en")) | {"id": "t-2", "open": "https://example.org/"}
    shown(json.dumps(elsewhere).encode(), renotified=True)
    worker.evaluate(CLICK, "")
    page.wait_for_url(url, timeout=PATIENCE)  # only to pages of ours
    shown(pushed(alert, "en"), renotified=True)
    worker.evaluate(CLICK, "stop")
    page.wait_for_url(stop, timeout=PATIENCE)
    expect(page.locator("main")).to_contain_text("does not exist any more", timeout=PATIENCE)
