"""The box on the screen: an owner puts it right, plays with it, and takes it to another server."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from openoutcry.api import new
from openoutcry.core.record import Record
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.house import a_house
from tests.browser.player import PATIENCE
from tests.browser.test_records import choose

NAME = "My copy · 1920 Wall Street (reconstructed)"
PRICE = re.compile("segment 3, rank 1:", re.IGNORECASE)


def enter(page: Page, url: str, title: str) -> None:
    page.goto(f"{url}edition/{title}?motion=0")
    expect(page.locator("main h1")).to_be_visible(timeout=PATIENCE)


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def bring(page: Page, file: Path) -> None:
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)


def played(edition: Path) -> Record:
    """A match with the edition; tests/server sees to it that a table's record holds the same."""
    match = new("speculation", edition=edition)
    while not match.over:
        match.play(match.decision.actions[0])
    return match.record()


def test_a_price_list_is_corrected_played_and_taken_to_another_server(
    people: People, tmp_path: Path
) -> None:
    player = people.come(level="apprentice")  # who thinks for no time
    page = player.page
    enter(page, player.url, "speculation")
    page.get_by_role("button", name="I have the box").click()
    board = page.get_by_role("region", name="Prices, side without the star")
    board.get_by_label(PRICE).fill("180")
    expect(page.get_by_text("One value differs")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Most players").fill("9")
    expect(
        page.get_by_text("everybody starts with a share of another company").first
    ).to_be_visible()
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(board.get_by_label(PRICE)).to_have_value("180", timeout=PATIENCE)
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)
    assert not violations(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_text("reconstructed").first).to_be_visible()
    page.emulate_media(media="screen")
    file = saved(page, tmp_path)
    page.get_by_role("button", name="Try it").click()
    page.wait_for_url(re.compile(r"/table/"), timeout=PATIENCE)
    player.choose(2)
    table = re.search(r"/table/(\w+)", page.url)
    assert table is not None
    played_with = page.request.get(f"{player.url}api/tables/{table[1]}/edition").json()
    assert played_with["data"]["prices"]["plain"]["lists"][2][0] == 180
    record = played(file)
    kept = tmp_path / "match.json"
    record.save(kept)
    with a_house(tmp_path / "elsewhere") as other:
        stranger = people.come(house=other)
        enter(stranger.page, other.url, "speculation")
        bring(stranger.page, file)
        expect(stranger.page.get_by_label(PRICE).first).to_have_value("180")
        stranger.arrive()
        choose(stranger.page, kept)
        stranger.page.wait_for_url(re.compile(r"/record\?"), timeout=PATIENCE)
        last = str(len(record.log))
        stranger.page.get_by_role("slider").fill(last)
        layout = stranger.page.locator(".layout")
        expect(layout).to_have_attribute("data-step", last, timeout=PATIENCE)


def test_a_card_is_corrected_where_it_is_drawn_and_sent_as_a_link(people: People) -> None:
    page = (player := people.come(PHONE)).page
    enter(page, player.url, "wallstreet")
    assert not scrolls_sideways(page)
    page.get_by_role("button", name="I have the box").click()
    shares = page.get_by_role("region", name="Shares", exact=True)
    shares.get_by_role("button").filter(has=page.locator("svg")).nth(1).click()
    card = page.get_by_role("complementary", name="About this value")
    card.get_by_label(re.compile("^Cost:")).fill("3")
    expect(page.get_by_text("One value differs")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("It can be played.")).to_be_visible()
    card.get_by_role("button", name="Add a copy").click()
    expect(page.get_by_text("40 cards are listed; the box has 37.").first).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)
    assert not scrolls_sideways(page)
    assert not violations(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    friend = people.come()
    friend.page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(friend.page.get_by_text("One value differs")).to_be_visible(timeout=PATIENCE)
    friend.page.get_by_role("button", name="Keep it and correct it").click()
    expect(friend.page.get_by_role("button", name="Try it")).to_be_enabled(timeout=PATIENCE)
    friend.arrive()
    friend.page.get_by_role("radio", name="1920 Wall Street").check()
    friend.page.get_by_role("button", name="Options and expansions").click()
    friend.page.get_by_role("combobox", name="Edition").select_option(label=NAME)
    friend.page.keyboard.press("Escape")
    friend.page.get_by_role("button", name="Play now").click()
    friend.page.wait_for_url(re.compile(r"/table/"), timeout=PATIENCE)
    expect(friend.page.get_by_role("banner")).to_contain_text(NAME, timeout=PATIENCE)


def test_what_is_no_edition_is_refused_in_one_line(people: People, tmp_path: Path) -> None:
    page = (player := people.come()).page
    enter(page, player.url, "mogul")
    file = tmp_path / "junk.toml"
    file.write_text("<script>document.title = 'taken'</script>")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator("p[role=alert]")).to_contain_text(
        "cannot be read as TOML", timeout=PATIENCE
    )
    page.goto(f"{player.url}edition/mogul#e=AAAA")
    page.reload()
    expect(page.locator("p[role=alert]")).to_contain_text(
        "does not hold an edition", timeout=PATIENCE
    )
