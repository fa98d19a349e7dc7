"""Lost connections, stale and second tabs, and errors in the page itself."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, People, lies_over, scrolls_sideways
from tests.browser.house import House
from tests.browser.player import PATIENCE, Player


def test_a_server_killed_in_mid_match_is_a_short_pause(people: People, own_house: House) -> None:
    player = people.come(house=own_house)
    player.arrive()
    player.play_now("mogul")
    player.choose(4)
    player.wait_until_all_wait_for_me()
    step = player.step()
    own_house.kill()
    expect(player.page.get_by_text("Connection lost")).to_be_visible(timeout=PATIENCE)
    own_house.open()
    expect(player.page.get_by_text("Connection lost")).to_be_hidden(timeout=PATIENCE)
    assert player.step() == step
    assert player.act()
    player.page.close()  # before its house is
    people.forgive("WebSocket")
    people.forgive("net::ERR_")


def test_an_open_tab_finds_the_new_version_after_an_update(
    people: People, own_house: House
) -> None:
    player = people.come(house=own_house)
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    page = player.page
    page.evaluate("document.querySelector('meta[name=build]').content = '1-before'")
    page.get_by_role("button", name="Chat").click()
    chat = page.get_by_label("Say something")
    chat.fill("One moment")
    own_house.kill()
    own_house.open()
    news = page.get_by_text("A new version is here.")
    expect(news).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(4000)  # longer than it waits where nobody writes
    expect(chat).to_have_value("One moment")
    chat.fill("")
    expect(news).to_be_hidden(timeout=PATIENCE)
    assert page.evaluate("document.querySelector('meta[name=build]').content") != "1-before"
    player.wait_for_my_turn()
    page.close()
    people.forgive("WebSocket")
    people.forgive("net::ERR_")


def test_two_tabs_of_one_person_agree(people: People) -> None:
    first = people.come()
    first.arrive()
    first.play_now("mogul")
    second = people.another_tab(first)
    second.page.goto(first.page.url)
    second.wait_for_my_turn()
    first.choose(3)
    first.wait_until_all_wait_for_me()
    expect(second.page.locator(".layout")).to_have_attribute("data-step", first.step())


@pytest.mark.parametrize(
    "accident", ["throw new Error('on purpose')", "Promise.reject(new Error('on purpose'))"]
)
def test_an_error_in_a_handler_is_a_small_notice_and_the_table_goes_on(
    people: People, accident: str
) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.page.evaluate(f"setTimeout(() => {{ {accident} }})")
    notice = player.page.get_by_role("alert").get_by_text("That did not work")
    expect(notice).to_be_visible()
    assert player.act()
    player.page.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(notice).to_be_hidden()
    people.forgive("on purpose")


def test_a_page_that_cannot_be_drawn_shows_a_way_back(people: People) -> None:
    player = people.come()
    player.arrive()
    player.page.route("**/assets/RulesPage*.js", lambda route: route.abort())
    player.page.goto(player.url + "rules/mogul")
    expect(player.page.get_by_text("Your match is safe on the server")).to_be_visible()
    player.page.get_by_role("button", name="To the start page").click()
    player.page.locator(".posters label").first.wait_for(timeout=PATIENCE)
    people.forgive("net::ERR_")


def test_copying_a_link_works_on_plain_http(people: People, house: House) -> None:
    player = people.come()
    player.url = house.insecure_url
    player.arrive()
    player.open_table("mogul")
    assert player.page.evaluate("!isSecureContext && navigator.clipboard === undefined")
    player.page.get_by_role("button", name="Copy the link").click()
    expect(player.page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(player) == player.page.url.partition("?")[0]
    player.arrive()
    player.play_now("mogul")
    player.page.goto(player.page.url.replace("/table/", "/replay/"))
    player.page.get_by_role("button", name="Copy a link to this moment").click()
    expect(player.page.get_by_role("button", name="Copy a link to this moment")).to_have_text(
        "Copied"
    )
    assert pasted(player) == player.page.url
    people.forgive("Cross-Origin-Opener-Policy")


def test_a_link_that_may_not_be_copied_is_shown_selected(people: People, house: House) -> None:
    player = people.come()
    player.url = house.insecure_url
    player.page.add_init_script("document.execCommand = () => false")
    player.arrive()
    player.open_table("mogul")
    player.page.get_by_role("button", name="Copy the link").click()
    expect(player.page.get_by_text("Press Ctrl+C")).to_be_visible()
    assert player.page.evaluate("getSelection().toString()") == player.page.url.partition("?")[0]
    people.forgive("Cross-Origin-Opener-Policy")


def pasted(player: Player) -> str:
    """What the clipboard holds, the way people find out."""
    player.page.evaluate(
        "() => { const field = document.createElement('textarea');"
        " field.id = 'paste'; document.body.append(field); field.focus() }"
    )
    player.page.keyboard.press("Control+V")
    text = player.page.locator("#paste").input_value()
    player.page.evaluate("document.getElementById('paste').remove()")
    return text


def test_a_browser_that_refuses_notifications_plays_on_and_says_so(people: People) -> None:
    """As on Android: permission is given, and the constructor throws."""
    player = people.come()
    player.page.add_init_script(
        "globalThis.Notification = class { static permission = 'granted';"
        " static requestPermission = async () => 'granted';"
        " constructor() { throw new TypeError('Illegal constructor') } };"
        "Object.defineProperty(document, 'hidden', { get: () => globalThis.away === true })"
    )
    player.arrive()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Tell me in the browser when it is my turn").click()
    expect(player.page.get_by_text("This browser shows no notifications")).to_be_visible()
    player.page.evaluate(
        "localStorage.setItem('openoutcry',"
        " JSON.stringify({ pace: 0, lang: 'en', notify: true, warn: 'off', goals: ['mogul'] }))"
    )
    player.arrive()
    player.play_now("mogul")
    player.page.evaluate("globalThis.away = true")
    player.choose(6)
    expect(player.page.get_by_role("alert").get_by_text("That did not work")).to_be_hidden()


def test_words_about_a_lost_connection_do_not_widen_a_phones_page(
    people: People, own_house: House
) -> None:
    players = [people.come(PHONE, lang, own_house) for lang in ("en", "es", "fr", "it")]
    for player in players:
        player.arrive()
        player.play_now("mogul")
    own_house.kill()
    for player in players:
        lost = ".layout p[role=status]"
        expect(player.page.locator(lost)).to_be_visible(timeout=PATIENCE)
        assert not scrolls_sideways(player.page)
        assert not lies_over(player.page, lost, ".players th"), "players stay in sight"
        player.page.close()
    people.forgive("WebSocket")
    people.forgive("net::ERR_")


def test_the_turn_is_told_in_the_title_and_the_icon(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    assert "Your turn" in player.page.title()
    expect(player.page.locator('link[rel="icon"]')).to_have_attribute("href", "favicon-turn.svg")


def test_what_happens_is_told_to_screen_readers(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.choose(2)
    expect(player.page.get_by_test_id("live")).not_to_be_empty()


def test_somebody_else_may_watch_but_not_play(people: People) -> None:
    host, guest = people.come(), people.come()
    host.arrive()
    host.play_now("mogul")
    guest.page.goto(host.page.url)
    expect(guest.page.locator(".layout")).to_be_visible(timeout=PATIENCE)
    assert guest.page.locator(".slip [data-action]").count() == 0
    assert guest.page.locator(".board .offered").count() == 0
