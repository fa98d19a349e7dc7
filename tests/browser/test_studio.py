"""The box on the screen: an owner puts it right, plays with it, and takes it to another server."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import violations_in_both_lights
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.house import a_house
from tests.browser.owner import (
    PRICE,
    begin,
    correct_card,
    correct_price,
    enter,
    play_to_the_end,
    replay_elsewhere,
    saved,
)
from tests.browser.player import PATIENCE

NAME = "My copy · 1920 Wall Street (reconstructed)"


def test_a_price_list_is_corrected_played_and_taken_to_another_server(
    people: People, tmp_path: Path
) -> None:
    player = people.come(level="apprentice")  # who thinks for no time
    page = player.page
    begin(player, "speculation")
    correct_price(page)
    page.get_by_label("Most players").fill("9")
    expect(
        page.get_by_text("everybody starts with a share of another company").first
    ).to_be_visible()
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(page.get_by_label(PRICE).first).to_have_value("180", timeout=PATIENCE)
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)
    assert not violations_in_both_lights(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_text("reconstructed").first).to_be_visible()
    page.emulate_media(media="screen")
    for tile in page.get_by_role("region", name="Movement tiles").get_by_role("textbox").all():
        tile.fill("20")  # great steps: the match is short
    expect(page.get_by_text("7 values differ")).to_be_visible(timeout=PATIENCE)
    edition = saved(page, tmp_path)
    match = play_to_the_end(player, tmp_path)
    with a_house(tmp_path / "elsewhere") as other:
        record = replay_elsewhere(people.come(house=other), edition, match)
    assert record.edition.data["prices"]["plain"]["lists"][2][0] == 180


def test_a_card_is_corrected_where_it_is_drawn_and_sent_as_a_link(people: People) -> None:
    page = (player := people.come(PHONE)).page
    begin(player, "wallstreet")
    assert not scrolls_sideways(page)
    correct_card(page)
    card = page.get_by_role("complementary", name="About this value")
    card.get_by_role("button", name="Add a copy").click()
    expect(page.get_by_text("40 cards are listed; the box has 37.").first).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("It can be played.")).to_be_visible(timeout=PATIENCE)
    assert not scrolls_sideways(page)
    assert not violations_in_both_lights(page)
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
