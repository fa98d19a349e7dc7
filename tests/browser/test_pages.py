"""The start page, tables, rules, settings, replay and languages."""

import re

import pytest
from playwright.sync_api import Locator, expect

from openoutcry.text import LANGUAGES
from tests.browser.axe import violations, violations_in_both_lights
from tests.browser.conftest import PHONE, People, lies_over, scrolls_sideways
from tests.browser.player import PATIENCE, Player


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
    player.page.locator("select.language").select_option("fr" if lang != "fr" else "it")
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
    assert not violations_in_both_lights(page)
    page.get_by_role("link", name="About this edition: Mogul (2002)").click()
    expect(page.get_by_text("This table plays with: Mogul (2002).")).to_be_visible()
    assert not violations_in_both_lights(page)


def test_who_was_invited_says_a_name_and_sits_down_without_scrolling(people: People) -> None:
    host, guest = people.come(), people.come(PHONE, named=False)
    host.arrive()
    host.open_table("mogul")
    guest.page.goto(host.page.url)
    expect(guest.page.get_by_role("textbox", name="Your name")).to_be_focused(timeout=PATIENCE)
    guest.page.keyboard.type("Camille")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    seat = guest.page.get_by_role("button", name="Sit down").first
    expect(seat).to_be_in_viewport(ratio=1)
    seat.click()
    expect(host.page.get_by_role("button", name="Camille")).to_be_visible()


def test_who_comes_late_says_a_name_too_and_a_full_table_invites_to_watch(people: People) -> None:
    host, guest = people.come(), people.come(PHONE, named=False)
    page = host.page
    host.arrive()
    bot = {"kind": "bot", "bot": "apprentice"}
    page.goto(host.create("mogul", [{"kind": "me"}, {"kind": "open"}, bot]))
    expect(page.get_by_text("Whoever opens this link can sit down.")).to_be_visible()
    page.get_by_label("Who sits in seat 2").select_option("apprentice")
    expect(page.get_by_text("Whoever opens this link can watch.")).to_be_visible()
    page.get_by_role("button", name="Ring the bell: start").click()
    page.locator(".slip").wait_for(timeout=PATIENCE)
    guest.page.goto(page.url)
    expect(guest.page.get_by_role("textbox", name="Your name")).to_be_focused(timeout=PATIENCE)
    guest.page.keyboard.type("Camille")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    guest.page.reload()
    guest.page.locator(".board").wait_for(timeout=PATIENCE)
    expect(guest.page.get_by_role("dialog")).to_have_count(0)


def test_friends_on_phones_hear_each_other(people: People) -> None:
    host, guest = people.come(PHONE), people.come(PHONE)
    page = host.page
    page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    host.arrive()
    me, bot = {"kind": "me"}, {"kind": "bot", "bot": "apprentice"}
    page.goto(host.create("mogul", [me, {"kind": "open"}, bot]))
    start = page.get_by_role("button", name="Ring the bell: start")
    expect(start).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Share").click()
    address = page.url.partition("?")[0]
    assert page.evaluate("window.shared.url") == address

    guest.page.goto(address + guest.query)
    guest.page.get_by_role("button", name="Sit down").click()
    say(guest, "Shall we?")
    expect(page.locator(".toast")).to_have_text(re.compile("Shall we?"))
    expect(page.get_by_test_id("live")).to_contain_text("Shall we?")
    start.click()
    guest.page.locator(".slip").wait_for(timeout=PATIENCE)
    badge = ".players .badge"
    expect(page.locator(badge)).to_have_count(0)  # read in the lobby
    expect(guest.page.locator(badge)).to_have_count(0)  # one's own words

    guest.page.get_by_role("button", name="Market and tape").click()
    guest.page.get_by_role("button", name="Chat").click()
    say(guest, "Good luck!")
    expect(page.locator(badge)).to_have_text("1")
    pressed = ".players th, .sheet, .slip, .fold, .skip, .bar :is(a, button, select)"
    assert not lies_over(page, ".toast", pressed), (
        "the table stays in sight, and all can be pressed"
    )
    page.locator(".toast").get_by_text("Good luck!").click()
    expect(page.locator(".drawer").get_by_text("Good luck!")).to_be_in_viewport(ratio=1)
    expect(page.locator(badge)).to_have_count(0)
    page.go_back()
    expect(page.locator(".drawer")).to_have_count(0)
    assert page.url.partition("?")[0] == address
    assert not violations(page)  # not before: a toast does not wait for it


def test_what_is_said_lies_over_none_of_the_bars_tools(people: People) -> None:
    host, guest = people.come((1366, 768)), people.come()
    page = host.page
    host.arrive()
    page.goto(host.create("mogul", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]))
    guest.page.goto(page.url)
    guest.page.get_by_role("button", name="Sit down").first.click()
    say(guest, "Shall we? " * 20)
    page.locator(".toast").wait_for(timeout=PATIENCE)
    assert not lies_over(page, ".toast", ".bar :is(a, button, select)")


def say(player: Player, text: str) -> None:
    player.page.get_by_label("Say something").fill(text)
    player.page.get_by_role("button", name="Send").click()


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


def test_a_kept_name_finds_its_matches_on_another_device_own_turns_first(people: People) -> None:
    here, there = people.come(), people.come()
    here.arrive()
    here.play_now("mogul")
    here.wait_for_my_turn()
    here.arrive()
    expect(here.page.locator("main .state.turn")).to_have_text("Your turn")
    keep = open_settings(here, "Use this name on other devices too")
    name = here.page.get_by_label("Your name at the table").input_value()
    keep.get_by_label("Password").fill("long enough")
    keep.get_by_role("button", name="Set password").click()
    expect(keep.get_by_text(f"The name {name} is protected by a password.")).to_be_visible()
    there.arrive()
    login = open_settings(there, "Log in with a protected name")
    assert not violations(there.page)
    login.get_by_label("Name").fill(name)
    login.get_by_label("Password").fill("a wrong guess")
    login.get_by_role("button", name="Log in").click()
    expect(login.get_by_text("Name and password do not match.")).to_be_visible()
    people.forgive("403")
    login.get_by_label("Password").fill("long enough")
    login.get_by_role("button", name="Log in").click()
    expect(there.page.locator("main .state.turn")).to_have_text("Your turn")


def open_settings(player: Player, part: str) -> Locator:
    player.page.get_by_role("button", name="Settings").click()
    details = player.page.locator("dialog details").filter(has_text=part)
    details.locator("summary").click()
    return details


def table_of(player: Player) -> str:
    found = re.search(r"/table/(\w+)", player.page.url)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_who_returns_is_told_what_happened_and_shown_it(
    people: People, size: tuple[int, int]
) -> None:
    player = people.come(size)
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    expect(player.page.locator(".missed")).to_have_count(0)
    player.page.evaluate(
        "id => localStorage.setItem('openoutcry.seen', JSON.stringify([[id, 1]]))", table_of(player)
    )
    player.page.reload()
    missed = player.page.locator(".missed")
    expect(missed).to_contain_text(re.compile(r"things happened since you were here\. \w.*\."))
    assert not violations(player.page)
    missed.get_by_role("button", name="Show", exact=True).click()
    player.page.wait_for_url(re.compile(r"replay/.*step=[23]"), timeout=PATIENCE)


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_changes_are_shown_beside_names_and_numbers_never_over_them(
    people: People, size: tuple[int, int]
) -> None:
    player = people.come(size)
    player.arrive()
    player.play_now("mogul")
    changes = player.page.locator(".delta")
    for _ in range(20):  # a phone shows one's own only: that takes a dividend
        assert player.act()
        player.wait_for_my_turn()
        if changes.count():
            break
    expect(changes.first).to_be_visible()
    covered = """changes => changes.some(change => {
        const box = change.getBoundingClientRect()
        const near = '.name, .tag, dt, .count > :first-child'
        return [...change.closest('li, section').querySelectorAll(near)].some(text => {
            const other = text.getBoundingClientRect()
            return getComputedStyle(text).visibility === 'visible'
                && box.left < other.right - 1 && other.left < box.right - 1
                && box.top < other.bottom - 3 && other.top < box.bottom - 3
        })
    })"""
    assert not changes.evaluate_all(covered)


def test_a_replay_begins_calmly(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    player.page.goto(f"{player.url}replay/{table_of(player)}?step=0")
    expect(player.page.get_by_text("The next card comes up in a moment.")).to_be_visible()
    expect(player.page.get_by_text("The crash!")).to_have_count(0)


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
    assert not violations_in_both_lights(page)
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
    page.get_by_role("button", name="Forward").click()
    expect(page).to_have_url(re.compile(r"step=1\b"))
    expect(moment).to_contain_text("starts with")
    page.get_by_role("slider").fill("20")
    expect(page).to_have_url(re.compile("step=20"))
    page.reload()
    expect(page.locator(".layout")).to_have_attribute("data-step", "20")
    assert not violations_in_both_lights(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")


def test_going_back_in_a_replay_is_not_shown_as_a_loss(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.finish()
    page = player.page
    page.goto(f"{player.url}replay/{table_of(player)}?step=60")
    change = page.locator(".delta").first
    page.get_by_role("slider").fill("100")
    expect(change).to_be_visible()
    page.get_by_role("slider").fill("20")
    change.wait_for(state="attached")
    expect(page.locator(".layout")).to_have_attribute("data-step", "20")
    assert not any(one.is_visible() for one in page.locator(".delta").all())


def test_the_draws_fingerprint_is_shown_at_the_start_and_checked_at_the_end(
    people: People,
) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.unfold_rail()
    page = player.page
    seal = page.locator(".tape .commitment").get_attribute("title") or ""
    assert re.fullmatch("[0-9a-f]{64}", seal)
    player.finish()
    page.get_by_text("Fairness check").click()
    expect(page.locator("section.end dd").first).to_have_text(seal)
    expect(page.get_by_text("The seed gives the fingerprint")).to_be_visible()
    expect(page.get_by_text("is among them.")).to_be_visible()


def test_a_line_of_the_tape_leads_to_its_moment(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.choose(2)
    player.unfold_rail()
    lines = player.page.locator(".tape button")
    stop = player.page.locator(".tape [tabindex='0']")
    expect(stop).to_have_count(1)  # however long the tape is, it is one for the tab key
    stop.press("Home")
    expect(lines.first).to_be_focused()
    expect(stop).to_have_count(1)
    lines.nth(2).click()
    expect(player.page).to_have_url(re.compile("/replay/.*step="))
    expect(player.page.locator(".layout")).to_be_visible(timeout=PATIENCE)


def test_the_market_has_its_numbers_as_a_table(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.unfold_rail()
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
