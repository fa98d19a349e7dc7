"""One house for all browser tests of a worker; a fresh person for each test."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.browser.house import House, a_browser, a_house
from tests.browser.player import GOALS_READ, PATIENCE, Player

DESK = (1440, 900)
PHONE = (360, 740)
NO_WORKERS = "Service Worker registration blocked by Playwright"
"""What the console says because we block them."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with a_house(tmp_path_factory.mktemp("floor")) as house:
        yield house


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Playwright keeps an event loop running: the next module may want its own."""
    with a_browser() as browser:
        yield browser


@dataclass
class People:
    """Lets people in, each with a browser of their own, and keeps what their consoles said."""

    browser: Browser
    house: House
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def come(
        self,
        size: tuple[int, int] = DESK,
        lang: str = "en",
        house: House | None = None,
        pace: int = 0,
        named: bool = True,
        level: str = "broker",
        asks: bool = False,
    ) -> Player:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=lang,
            reduced_motion="reduce",
            has_touch=size == PHONE,
            service_workers="block",  # each person is new: the page would be kept every time anew
        )
        kept = {"pace": pace, "lang": lang, "warn": "off", "goals": GOALS_READ, "named": named}
        choices = json.dumps({**kept, "level": level, "endsCounting": not asks})
        context.add_init_script(
            f"localStorage.getItem('openoutcry') ?? localStorage.setItem('openoutcry', '{choices}')"
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return Player(page, (house or self.house).url)

    def another_tab(self, player: Player) -> Player:
        return Player(player.page.context.new_page(), player.url)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != NO_WORKERS:
            self.complaints.append(message.text)

    def forgive(self, word: str) -> None:
        """What a test brings about on purpose, such as a server that is gone."""
        self.complaints = [line for line in self.complaints if word not in line]


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[People]:
    people = People(browser, house)
    yield people
    for context in people.contexts:
        context.close()
    assert not people.complaints


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """For tests that kill their server."""
    with a_house(tmp_path) as house:
        yield house


def scrolls_sideways(page: Page) -> bool:
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollWidth > {root}.clientWidth"))


def lies_over(page: Page, notice: str, others: str) -> list[str]:
    """What a notice covers of other things."""
    found: list[str] = page.evaluate(
        """([notice, others]) => {
          const box = (element) => element.getBoundingClientRect()
          const over = box(document.querySelector(notice))
          const under = (element) => {
            const { left, top, right, bottom } = box(element)
            const beside = right <= over.left || over.right <= left
            return !beside && top < over.bottom - 1 && over.top + 1 < bottom
          }
          return [...document.querySelectorAll(others)].filter(under).map((one) => one.className)
        }""",
        [notice, others],
    )
    return found
