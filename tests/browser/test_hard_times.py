"""Lost connections, stale and second tabs, and errors in the page itself."""

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.house import House
from tests.browser.player import PATIENCE


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


def test_an_error_in_the_page_shows_a_way_back(people: People) -> None:
    player = people.come()
    player.arrive()
    player.page.evaluate("setTimeout(() => { throw new Error('on purpose') })")
    expect(player.page.get_by_text("Your match is safe on the server")).to_be_visible()
    player.page.get_by_role("button", name="To the start page").click()
    player.page.locator(".posters label").first.wait_for(timeout=PATIENCE)
    people.forgive("on purpose")


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
