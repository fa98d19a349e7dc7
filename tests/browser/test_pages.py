"""The start page, tables, rules, settings, replay and languages."""

import re

import pytest
from playwright.sync_api import expect

from openoutcry.text import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_the_start_page_is_accessible_and_fits(people: People, size: tuple[int, int]) -> None:
    player = people.come(size)
    player.arrive()
    assert not violations(player.page)
    assert not scrolls_sideways(player.page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_speaks_at_once(people: People, lang: str) -> None:
    player = people.come(lang=lang)
    player.arrive()
    expect(player.page.locator("html")).to_have_attribute("lang", lang)
    words = {
        "en": "Play now",
        "es": "Jugar ahora",
        "fr": "Jouer maintenant",
        "it": "Gioca subito",
    }
    expect(player.page.get_by_role("button", name=words[lang])).to_be_visible()
    player.play_now("mogul")
    player.page.get_by_role("combobox").select_option("fr" if lang != "fr" else "it")
    expect(player.page.locator("html")).to_have_attribute("lang", "fr" if lang != "fr" else "it")
    expect(player.page.get_by_text("enchère" if lang != "fr" else "asta").first).to_be_visible()


def test_a_table_shows_seats_options_edition_and_an_invitation(people: People) -> None:
    player = people.come()
    player.arrive()
    player.open_table("mogul")
    page = player.page
    expect(page.get_by_role("img", name="QR code of the invitation link")).to_be_visible()
    expect(page.get_by_text("before the auction, everybody at once")).to_be_visible()
    page.get_by_role("textbox", name="Say something").fill("good morning")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("good morning")).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="About this edition").click()
    expect(page.get_by_text("Nothing had to be reconstructed")).to_be_visible()
    assert not violations(page)


def test_the_host_fills_seats_with_bots_and_starts(people: People) -> None:
    player = people.come()
    player.arrive()
    player.open_table("mogul")
    start = player.page.get_by_role("button", name="Ring the bell: start")
    expect(start).to_be_disabled()
    for seat in player.page.locator("main .seats select").all():
        seat.select_option("apprentice")
    expect(start).to_be_enabled()
    start.click()
    expect(player.page.locator(".slip")).to_be_visible(timeout=PATIENCE)


def test_rules_open_at_the_rule_that_an_offer_names(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    player.page.locator(".slip .rule").click()
    expect(player.page.locator("dialog .here")).to_be_visible()
    assert not violations(player.page)


def test_settings_change_name_light_and_motion(people: People) -> None:
    player = people.come()
    player.arrive()
    page = player.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name at the table").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("radio", name="high contrast").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    assert not violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Help")).to_be_visible()


def test_a_replay_shows_any_moment_and_links_to_it(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.finish()
    page = player.page
    page.get_by_role("link", name="Replay").click()
    moment = page.get_by_test_id("moment")
    expect(moment).to_have_text("Before the first card")
    page.get_by_role("button", name="On to the next event").click()
    expect(page).to_have_url(re.compile(r"step=1\b"))
    expect(moment).to_contain_text("starts with")
    page.get_by_role("slider").fill("20")
    expect(page).to_have_url(re.compile("step=20"))
    page.reload()
    expect(page.locator(".floor")).to_have_attribute("data-step", "20")
    assert not violations(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.startswith("mogul-")


def test_a_line_of_the_tape_leads_to_its_moment(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.choose(2)
    player.page.locator(".tape button").nth(2).click()
    expect(player.page).to_have_url(re.compile("/replay/.*step="))
    expect(player.page.locator(".floor")).to_be_visible(timeout=PATIENCE)


def test_the_market_has_its_numbers_as_a_table(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.page.get_by_role("button", name="Show the numbers").click()
    expect(player.page.locator("figure table tbody tr").first).to_be_visible()
    assert not violations(player.page)


def test_a_wrong_address_has_a_way_back(people: People) -> None:
    player = people.come()
    player.page.goto(player.url + "table/nosuchtable")
    expect(player.page.get_by_role("link", name="To the start page")).to_be_visible(
        timeout=PATIENCE
    )
    player.page.goto(player.url + "nowhere")
    expect(player.page.get_by_role("link", name="To the start page")).to_be_visible()
    people.forgive("404")


def test_a_number_key_chooses_the_offer_of_that_place(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    step = player.step()
    player.page.keyboard.press("2")
    player.wait_for_step_after(step)
