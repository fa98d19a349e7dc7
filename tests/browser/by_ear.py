"""Whole matches through the accessibility tree alone: `python -m tests.browser.by_ear [TITLE ...]`.

Roles and names, no CSS, and keys, no mouse: what a screen reader offers is enough to play and to
know how it ended.
"""

import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.house import a_browser, a_house
from tests.browser.player import PATIENCE

TITLES = {
    "mogul": "Mogul",
    "speculation": "Speculation",
    "wallstreet": "1920 Wall Street",
    "ekonos": "Ekonos",
}
MOST = 600
"""Decisions of one player in one match; the longest has a fifth of that."""
BLINK = 50
"""Milliseconds between two looks at the page."""


def main(titles: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        a_house(Path(data)) as house,
        a_browser() as browser,
    ):
        for title in titles or TITLES:
            page = browser.new_page(locale="en-US", reduced_motion="reduce")
            sit_down(page, house.url, title)
            decisions = play(page, MOST)
            expect(result(page)).to_be_visible()
            won = result(page).get_by_role("heading").first.inner_text()
            print(f"{title}: {decisions} decisions, {won}")
            page.close()


def sit_down(page: Page, url: str, title: str) -> None:
    """Against the fewest and weakest bots."""
    page.goto(f"{url}?motion=0")
    page.get_by_role("radio", name=TITLES[title]).check(force=True, timeout=PATIENCE)
    for group, name in (("Opponents", None), ("They play like", "Apprentice")):
        choices = page.get_by_role("group", name=group).get_by_role("radio")
        (page.get_by_role("radio", name=name) if name else choices.first).check(force=True)
    page.get_by_role("button", name="Play now").click()
    # Who plays a title for the first time is told its goal.
    begin = page.get_by_role("button", name="Let\u2019s begin")
    begin.or_(offers(page)).or_(whole_list(page)).first.wait_for(timeout=PATIENCE)
    if begin.count():
        begin.click()


def slip(page: Page) -> Locator:
    return page.get_by_role("region", name="Order slip")


def log(page: Page) -> Locator:
    return page.get_by_role("log")


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="How it ended")


def offers(page: Page) -> Locator:
    """Every action as a button with its effect."""
    return slip(page).get_by_role("list").get_by_role("button", disabled=False)


def whole_list(page: Page) -> Locator:
    """Also shows what can be chosen on the board as a list."""
    return slip(page).get_by_role("button", name=re.compile("^All [0-9]+"), pressed=False)


def play(page: Page, most: int, at_new_question: Callable[[], None] = lambda: None) -> int:
    """By keys until the match is over, `most` decisions at most; returns how many were made.

    Chosen by lot: whoever always takes the first offer of 1920 Wall Street buys next to nothing.
    """
    rng = random.Random(15)
    known = set()
    for made in range(most):
        offers(page).or_(whole_list(page)).or_(result(page)).first.wait_for(timeout=PATIENCE)
        if result(page).count():
            return made
        if whole_list(page).count():
            whole_list(page).press("Enter")
            offers(page).first.wait_for(timeout=PATIENCE)
        question = slip(page).get_by_role("heading").inner_text()
        if question not in known:
            known.add(question)
            at_new_question()
        heard = log(page).inner_text()
        offers(page).nth(rng.randrange(offers(page).count())).press("Enter")
        until_told(page, heard)
    return most


def until_told(page: Page, heard: str) -> None:
    """The same question with the same answers may come again; what has happened is told anew. The
    page may ask whether one is sure: at once, or when the coach has thought about it."""
    sure = page.get_by_role("dialog", name="Are you sure?").get_by_role("button")
    agreed = sure.filter(has_text=re.compile("^(?!.*go back).")).first
    for _look in range(PATIENCE // BLINK):
        if log(page).inner_text() != heard:
            return
        if agreed.count():
            agreed.press("Enter")
        page.wait_for_timeout(BLINK)
    raise AssertionError(f"nothing was told of the answer after:\n{heard}")


if __name__ == "__main__":
    main(sys.argv[1:])
