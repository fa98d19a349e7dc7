"""Three phones at one table: `python -m tests.browser.phones [TITLE] [FOLDER]`.

Friends come by a link, say their names, chat, and play a whole match beside a bot at its usual
pace: upright, upright and on its side. One turns in the middle of a decision, one loses its
connection for a while, one lets its time run out; then all three play again. Pictures of the way
go to the folder. It takes minutes.
"""

import json
import re
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from openoutcry.titles import names
from tests.browser.conftest import scrolls_sideways
from tests.browser.house import a_browser, a_house
from tests.browser.player import ASKED, OFFERS, PATIENCE

PHONES = {"Ana": (375, 667), "Camille": (412, 915), "Luca": (740, 360)}
SECONDS = 45
"""For a decision."""
TURNS_ROUND = 3
GOES_AWAY = 6
FALLS_ASLEEP = 9
"""At which of their own decisions these things happen to somebody."""
MOST = 1500
NOT_THE_SAME_TAP = 400
"""Milliseconds: a second tap sooner than this would not answer what the first brought up."""
CAN_BE_CUT_OFF = """
globalThis.WebSocket = class extends WebSocket {
  constructor(address) {
    super(globalThis.cutOff ? 'ws://127.0.0.1:9/' : address)
  }
}"""
"""Chromium that plays offline lets new sockets through."""


class Phone:
    """Somebody with a phone: everything by taps."""

    def __init__(self, browser: Browser, name: str, folder: Path) -> None:
        self.name, self.size, self.folder = name, PHONES[name], folder
        width, height = self.size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-US",
            has_touch=True,
            is_mobile=True,
            service_workers="block",
        )
        choices = json.dumps({"lang": "en", "warn": "off", "goals": names(), "speed": "fast"})
        context.add_init_script(
            f"localStorage.getItem('openoutcry') ?? localStorage.setItem('openoutcry', '{choices}')"
        )
        context.add_init_script(CAN_BE_CUT_OFF)
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(f"{name}: {error}"))
        self.decisions = 0

    def picture(self, what: str) -> None:
        assert not scrolls_sideways(self.page), f"{self.name}'s page scrolls sideways: {what}"
        self.page.screenshot(path=self.folder / f"{what}-{self.name.lower()}.png")

    def say_name(self) -> None:
        field = self.page.get_by_role("textbox", name="Your name")
        expect(field).to_be_focused(timeout=PATIENCE)
        self.picture("name")
        field.fill(self.name)
        self.page.get_by_role("button", name="That is me").tap()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    @property
    def is_over(self) -> bool:
        return self.page.locator("section.end").count() > 0

    @property
    def is_asked(self) -> bool:
        return self.page.locator(ASKED).count() > 0

    def question(self) -> str:
        return self.page.get_by_test_id("what").inner_text()

    def decide(self) -> None:
        """The first answer; where the board asks, the first of the list."""
        listed = self.page.get_by_role("button", name=re.compile("^All [0-9]+"))
        if self.page.locator(".slip [data-verb]").count() and listed.count():
            listed.tap()
        self.page.wait_for_timeout(NOT_THE_SAME_TAP)
        step = self.page.locator(".layout").get_attribute("data-step") or ""
        self.page.locator(OFFERS).first.tap()
        sure = self.page.locator("dialog .ways .button.main")
        moved = self.page.locator(f'.layout:not([data-step="{step}"])')
        sure.or_(moved).first.wait_for(timeout=PATIENCE)
        if sure.count():
            self.page.wait_for_timeout(NOT_THE_SAME_TAP)
            sure.tap()
        self.decisions += 1

    def turn_round(self) -> None:
        """In the middle of a decision: it is the same one afterwards."""
        before = self.question()
        width, height = self.size
        self.page.set_viewport_size({"width": height, "height": width})
        expect(self.page.get_by_test_id("what")).to_have_text(before)
        self.picture("turned")
        self.page.set_viewport_size({"width": width, "height": height})
        expect(self.page.get_by_test_id("what")).to_have_text(before)

    def go_away_and_return(self, other: "Phone") -> None:
        lost = self.page.get_by_text("Connection lost")
        self.page.evaluate("globalThis.cutOff = true")
        self.page.context.set_offline(True)
        expect(lost).to_be_visible(timeout=PATIENCE)
        self.picture("offline")
        expect(other.page.locator(".strip .away")).to_be_visible(timeout=PATIENCE)
        other.picture("another-away")
        self.page.evaluate("globalThis.cutOff = false")
        self.page.context.set_offline(False)
        expect(lost).to_be_hidden(timeout=PATIENCE)


def gather(phones: list[Phone], url: str, title: str) -> None:
    """The host opens a table and the others come by its link."""
    host, *guests = phones
    host.page.goto(url)
    host.page.locator(".posters label").first.wait_for(timeout=PATIENCE)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "broker"}]
    made = host.page.request.post(
        f"{url}api/tables", data={"title": title, "seats": seats, "clock": {"seconds": SECONDS}}
    )
    assert made.ok, made.text()
    address = f"{url}table/{made.json()['id']}"
    host.page.goto(address)
    host.say_name()
    host.picture("lobby")
    for guest in guests:
        guest.page.goto(address)
        guest.say_name()
        guest.page.get_by_role("button", name="Sit down").first.tap()
    expect(host.page.get_by_text(guests[-1].name).first).to_be_visible(timeout=PATIENCE)
    guests[0].page.get_by_label("Say something").fill("Shall we?")
    guests[0].page.get_by_role("button", name="Send").tap()
    expect(host.page.locator(".toast")).to_contain_text("Shall we?", timeout=PATIENCE)
    host.picture("toast")
    guests[1].picture("seated")
    host.page.get_by_role("button", name="Ring the bell: start").tap()
    for phone in phones:
        phone.page.locator(".slip").wait_for(timeout=PATIENCE)


def chat_while_playing(phones: list[Phone]) -> None:
    host, guest = phones[0], phones[2]
    guest.page.get_by_role("button", name="Market and tape").tap()
    guest.page.get_by_role("button", name="Chat").tap()
    guest.page.get_by_label("Say something").fill("Good luck!")
    guest.page.get_by_role("button", name="Send").tap()
    expect(host.page.locator(".players .badge")).to_have_text("1", timeout=PATIENCE)
    host.picture("badge")
    guest.picture("chat")
    guest.page.get_by_role("button", name="Close").first.tap()


def play(phones: list[Phone]) -> float:
    """To the end, with all that happens to phones; seconds that it took."""
    host, leaves, sleeps = phones
    began, slept = time.monotonic(), False
    for _ in range(MOST):
        for phone in phones:
            if not phone.is_asked:
                continue
            if phone is host and phone.decisions == TURNS_ROUND:
                phone.turn_round()
            if phone is leaves and phone.decisions == GOES_AWAY:
                phone.go_away_and_return(host)
            if phone is sleeps and phone.decisions >= FALLS_ASLEEP and not slept:
                slept = fall_asleep(phone, host)
                continue
            if phone.decisions in (2, 12, 30):
                phone.picture(f"turn-{phone.decisions}")
            if phone.is_asked:
                phone.decide()
        if all(phone.is_over for phone in phones):
            return time.monotonic() - began
        host.page.wait_for_timeout(150)
    raise AssertionError("the match did not end")


def fall_asleep(sleeper: Phone, other: Phone) -> bool:
    """The clock decides, and everybody is told; False if somebody else was waited for, too."""
    told = other.page.get_by_test_id("clock-decided").filter(has_text=sleeper.name)
    for _ in range(SECONDS * 3):
        if told.count():
            break
        if other.is_asked:
            return False
        other.page.wait_for_timeout(500)
    expect(told).to_be_visible()
    other.picture("clock-decided")
    sleeper.picture("clock-decided")
    return True


def play_again(phones: list[Phone]) -> None:
    host, *guests = phones
    for phone in phones:
        phone.picture("end")
    before = host.page.url
    host.page.locator("section.end").get_by_role("button", name="Play again").tap()
    host.page.wait_for_url(lambda url: url != before, timeout=PATIENCE)
    for guest in guests:
        guest.page.locator("section.end").get_by_role("button", name="To the next match").tap()
        guest.page.wait_for_url(lambda url: url != before, timeout=PATIENCE)
    start = host.page.get_by_role("button", name="Ring the bell: start")
    expect(start).to_be_enabled(timeout=PATIENCE)
    host.picture("rematch")
    start.tap()
    for phone in phones:
        phone.page.locator(".slip").wait_for(timeout=PATIENCE)
        phone.picture("again")


def main(title: str, folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        a_house(Path(data)) as house,
        a_browser() as browser,
    ):
        phones = [Phone(browser, name, folder) for name in PHONES]
        gather(phones, house.url, title)
        chat_while_playing(phones)
        seconds = play(phones)
        play_again(phones)
        decisions = {phone.name: phone.decisions for phone in phones}
        print(f"{title}: {seconds:.0f} s, decisions {decisions}, then all three again")
        errors = [error for phone in phones for error in phone.errors]
        for error in errors:
            print(error)
    return int(bool(errors))


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(given[0] if given else "mogul", Path(given[1] if given[1:] else "build/phones")))
