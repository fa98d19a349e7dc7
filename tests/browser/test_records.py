"""Opening a record: a match from a file, replayed in the browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE

FILES = Path(__file__).parents[1] / "records"


def choose(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a record").click()
    chooser.value.set_files(file)


@pytest.mark.parametrize(
    "name",
    ["ekonos-v1-3-0", "mogul-v1-3-0", "speculation-v1-3-0", "wallstreet-v1-3-0"],
)
def test_a_record_is_opened_watched_to_its_end_and_seen_from_a_seat(
    people: People, name: str
) -> None:
    file = FILES / f"{name}.json"
    record = json.loads(file.read_text())
    player = people.come()
    player.arrive()
    page = player.page
    choose(page, file)
    page.wait_for_url(re.compile(r"/record\?"), timeout=PATIENCE)
    layout = page.locator(".layout")
    expect(layout).to_have_attribute("data-step", "0", timeout=PATIENCE)
    expect(page.locator("section.end")).to_have_count(0)
    last = str(len(record["log"]))
    page.get_by_role("slider").fill(last)
    expect(layout).to_have_attribute("data-step", last, timeout=PATIENCE)
    end = page.locator("section.end")
    winner = record["places"].index(1) + 1
    expect(end.get_by_role("heading").first).to_contain_text(f"Player {winner}")
    expect(end.get_by_text("Every draw comes from the seed in this record")).to_be_visible()
    assert not violations(page)
    end.get_by_role("button", name="Close").click()
    expect(end).to_have_count(0)
    page.get_by_role("slider").fill("30")
    expect(layout).to_have_attribute("data-step", "30", timeout=PATIENCE)
    with page.expect_response(re.compile(r"/api/records/at/30\?seat=1")):
        page.get_by_label("Seen by").select_option("1")
    page.reload()
    expect(layout).to_have_attribute("data-step", "30", timeout=PATIENCE)
    assert not violations(page)


def test_a_file_can_be_dropped_anywhere_on_the_start_page(people: People) -> None:
    player = people.come(PHONE)
    player.arrive()
    page = player.page
    text = (FILES / "mogul-v1-3-0.json").read_text()
    page.evaluate(
        """text => {
            const held = new DataTransfer()
            held.items.add(new File([text], 'game.json', { type: 'application/json' }))
            for (const kind of ['dragover', 'drop'])
                document.querySelector('h1').dispatchEvent(
                    new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true }))
        }""",
        text,
    )
    page.wait_for_url(re.compile(r"/record\?"), timeout=PATIENCE)
    expect(page.locator(".layout")).to_have_attribute("data-step", "0", timeout=PATIENCE)
    assert not scrolls_sideways(page)


def test_a_file_that_is_no_record_is_told_in_a_sentence_beside_the_button(
    people: People, tmp_path: Path
) -> None:
    player = people.come()
    player.arrive()
    page = player.page
    file = tmp_path / "game.json"
    file.write_text("a diary")
    choose(page, file)
    told = page.get_by_role("region", name="Open a record").get_by_role("alert")
    expect(told).to_have_text("This file is not the record of a match.")
    file.write_text(" " * (1001 * 1024))
    choose(page, file)
    expect(told).to_contain_text("at most 1,000 kB")
    assert not violations(page)
    page.goto(f"{player.url}record")
    expect(page.get_by_text("open its file again")).to_be_visible()
    people.forgive("400")
