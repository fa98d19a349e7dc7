"""Somebody who has the box: corrects an edition, plays a match with it and takes both elsewhere.

`python -m tests.browser.owner` tells the whole story by clicks, with whole matches: a price list of
Speculation and a card of 1920 Wall Street. It takes some minutes; the suite plays shorter matches.
"""

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from openoutcry.core import record as records
from openoutcry.core.record import Record
from openoutcry.titles import find
from tests.browser.conftest import People
from tests.browser.house import House, a_browser, a_house
from tests.browser.player import PATIENCE, Player
from tests.browser.test_records import choose

PRICE = re.compile("segment 3, rank 1:", re.IGNORECASE)
DIFFERS = re.compile("^(One value differs|[0-9]+ values differ)")
COST = re.compile("^Cost:")


def enter(page: Page, url: str, title: str) -> None:
    page.goto(f"{url}edition/{title}?motion=0")
    expect(page.locator("main h1")).to_be_visible(timeout=PATIENCE)


def begin(player: Player, title: str) -> None:
    enter(player.page, player.url, title)
    player.page.get_by_role("button", name="I have the box").click()


def correct_price(page: Page) -> None:
    """The leader's in the third segment."""
    board = page.get_by_role("region", name="Prices, side without the star")
    board.get_by_label(PRICE).fill("180")
    expect(page.get_by_text("One value differs")).to_be_visible(timeout=PATIENCE)


def correct_card(page: Page) -> None:
    """What the second share costs, on the card as it is drawn."""
    shares = page.get_by_role("region", name="Shares", exact=True)
    shares.get_by_role("button").filter(has=page.locator("svg")).nth(1).click()
    card = page.get_by_role("complementary", name="About this value")
    card.get_by_label(COST).fill("3")
    expect(page.get_by_text("One value differs")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)


def saved(page: Page, folder: Path) -> Path:
    """The edition as a file."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def play_to_the_end(player: Player, folder: Path) -> Path:
    """A match with the edition; its record as a file."""
    player.page.get_by_role("button", name="Try it").click()
    player.page.wait_for_url(re.compile(r"/table/"), timeout=PATIENCE)
    player.finish()
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Download the record").click()
    file = folder / "match.json"
    download.value.save_as(file)
    return file


def bring(page: Page, file: Path) -> None:
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)


def replay_elsewhere(stranger: Player, edition: Path, match: Path) -> Record:
    """On another floor: the edition is brought there and the record watched to its end."""
    record = records.parse(match.read_text("utf-8"), find)
    page = stranger.page
    enter(page, stranger.url, record.title.name)
    bring(page, edition)
    expect(page.get_by_text(DIFFERS)).to_be_visible()
    stranger.arrive()
    choose(page, match)
    page.wait_for_url(re.compile(r"/record\?"), timeout=PATIENCE)
    last = str(len(record.log))
    page.get_by_role("slider").fill(last)
    expect(page.locator(".layout")).to_have_attribute("data-step", last, timeout=PATIENCE)
    assert record.names is not None and record.places is not None
    winner = record.names[record.places.index(1)]
    expect(page.locator("section.end").get_by_role("heading").first).to_contain_text(winner)
    return record


STORIES: dict[str, Callable[[Page], None]] = {
    "speculation": correct_price,
    "wallstreet": correct_card,
}


def _tell(people: People, other: House, folder: Path, title: str) -> None:
    owner = people.come(level="apprentice")
    begin(owner, title)
    STORIES[title](owner.page)
    edition = saved(owner.page, folder)
    match = play_to_the_end(owner, folder)
    record = replay_elsewhere(people.come(house=other), edition, match)
    print(f"{title}: {len(record.log)} steps with {record.edition.identity}", flush=True)


def main() -> int:
    with tempfile.TemporaryDirectory() as name, a_browser() as browser:
        folder = Path(name)
        with a_house(folder / "here") as here, a_house(folder / "elsewhere") as other:
            people = People(browser, here)
            for title in STORIES:
                _tell(people, other, folder, title)
            return len(people.complaints)


if __name__ == "__main__":
    sys.exit(main())
