"""Somebody at a browser: plays by clicking what is offered."""

import re

from playwright.sync_api import Page, TimeoutError, expect

from openoutcry.titles import names

PATIENCE = 30_000
GOALS_READ = names()
"""Titles whose goal need not be shown before the first question."""
OFFERS = ".slip [data-action]:not([aria-disabled='true'])"
ASKED = f"{OFFERS}, .slip [data-verb]"
"""What stands in the slip of somebody who has to decide."""

REACHED = ":is([data-piece], [data-explained])"
"""What arrows reach on a board: pieces, and numbers that have a card."""
FOCUSED = """(() => {
    const { piece, explained } = document.activeElement?.dataset ?? {}
    return piece ?? explained ?? ''
})()"""


class Player:
    """Drives one page in English unless told otherwise."""

    def __init__(self, page: Page, url: str, motion: bool = False) -> None:
        self.page = page
        self.url = url
        self.query = "" if motion else "?motion=0"

    def arrive(self) -> None:
        self.page.goto(self.url + self.query)
        self.page.locator(".posters label").first.wait_for(timeout=PATIENCE)

    def titles(self) -> list[str]:
        radios = self.page.locator(".posters input").all()
        return [radio.get_attribute("value") or "" for radio in radios]

    def play_now(self, title: str, quick: bool = True) -> None:
        """Against the fewest and weakest bots, or against those suggested."""
        self.page.locator(f'.posters input[value="{title}"]').check(force=True)
        if quick:
            for row in self.page.locator(".choices fieldset").all():
                row.locator("input").first.check(force=True)
        self.page.locator(".go .button.main").click()
        self.page.wait_for_url(re.compile("table/"), timeout=PATIENCE)
        self.page.locator(".slip").wait_for(timeout=PATIENCE)

    def open_table(self, title: str) -> None:
        self.page.locator(f'.posters input[value="{title}"]').check(force=True)
        self.page.locator(".go button.button:not(.main)").click()
        self.page.locator("dialog form .button.main").click()
        self.page.wait_for_url(re.compile("table/"), timeout=PATIENCE)
        self.page.locator("main .seats").wait_for(timeout=PATIENCE)

    def set_up(self, title: str, seats: list[str]) -> None:
        """Through the dialog: people here by name, "open", or "bot" for an apprentice."""
        page = self.page
        page.locator(f'.posters input[value="{title}"]').check(force=True)
        page.locator(".go button.button:not(.main)").click()
        page.get_by_role("group", name="Seats").get_by_label(str(len(seats)), exact=True).check(
            force=True
        )
        for number, who in enumerate(seats, 1):
            kind = {"open": "open", "bot": "apprentice"}.get(who, "here")
            page.get_by_label(f"Who sits in seat {number}").select_option(kind)
            if kind == "here":
                page.get_by_label(f"Name of the person in seat {number}").fill(who)

    def confirm_set_up(self) -> None:
        self.page.locator("dialog form .button.main").click()
        self.page.wait_for_url(re.compile("table/"), timeout=PATIENCE)

    def create(
        self, title: str, seats: list[dict[str, str]], options: dict[str, str] | None = None
    ) -> str:
        """A table by a call of the API; returns its address."""
        body = {"title": title, "seats": seats, "options": options or {}, "pace": 0}
        answer = self.page.request.post(self.url + "api/tables", data=body)
        assert answer.ok, answer.text()
        return f"{self.url}table/{answer.json()['id']}{self.query}"

    def unfold_rail(self) -> None:
        """Market, tape and chat, which start folded unless the window is very wide."""
        self.page.get_by_role("button", name="Tape", exact=True).click()
        self.page.locator(".tape").wait_for(timeout=PATIENCE)

    def is_over(self) -> bool:
        return self.page.locator("section.end").count() > 0

    def choose(self, times: int) -> None:
        """Take the first offer that many times, or until the match is over."""
        for _ in range(times):
            if not self.act():
                return

    def act(self) -> bool:
        """One decision; False when the match is over."""
        ready = self.page.locator(f"{ASKED}, section.end")
        ready.first.wait_for(timeout=PATIENCE)
        if self.is_over():
            return False
        step = self.step()
        self.list_offers()
        self.page.locator(OFFERS).first.click()
        self.confirm_if_asked(step)
        self.wait_for_step_after(step)
        return True

    def act_if_asked(self, patience: int = 250) -> bool:
        """One decision if it is my turn within that many milliseconds; True when the match is
        over."""
        if self.is_over():
            return True
        mine = self.page.locator(ASKED)
        try:
            mine.first.wait_for(timeout=patience)
        except TimeoutError:
            return False
        self.act()
        return False

    def list_offers(self) -> None:
        """Where the slip holds verbs, the whole list instead."""
        if self.page.locator(".slip [data-verb]").count():
            self.page.keyboard.press("l")

    def wait_for_my_turn(self) -> None:
        self.page.locator(ASKED).first.wait_for(timeout=PATIENCE)

    def wait_until_all_wait_for_me(self) -> None:
        """Until nobody but me can move the match on."""
        self.wait_for_my_turn()
        waited_for = self.page.locator('.ledger .player[aria-current="true"]')
        expect(waited_for).to_have_count(1, timeout=PATIENCE)

    def focused_piece(self) -> str:
        """Or the number that is explained; empty if the focus is elsewhere."""
        return str(self.page.evaluate(FOCUSED))

    def offered_targets(self) -> set[str]:
        """As the slip's buttons tell it."""
        listed = self.page.locator(".slip").get_attribute("data-targets") or ""
        return set(filter(None, listed.split(" ")))

    def confirm_if_asked(self, step: str) -> None:
        """A choice that costs something unexpected is asked about once more."""
        answer = self.page.locator("dialog .ways .button.main")
        moved = self.page.locator(f'.layout:not([data-step="{step}"])')
        answer.or_(moved).first.wait_for(timeout=PATIENCE)
        if answer.count():
            answer.click()

    def step(self) -> str:
        return self.page.locator(".layout").get_attribute("data-step") or ""

    def wait_for_step_after(self, step: str) -> None:
        expect(self.page.locator(".layout")).not_to_have_attribute(
            "data-step", step, timeout=PATIENCE
        )

    def finish(self, most: int = 2000) -> None:
        """Play to the end."""
        for _ in range(most):
            if not self.act():
                return
        raise AssertionError(f"not over after {most} decisions")
