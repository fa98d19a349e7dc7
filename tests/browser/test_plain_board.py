"""The plain board: a title that brings no drawing of its own, played through the page."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE, People, scrolls_sideways
from tests.browser.house import House, a_house
from tests.browser.player import Player
from tests.fifth.package import install

TITLE = "ferries"


@pytest.fixture(scope="module")
def ferry_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server beside which the example title is installed."""
    environment = install(tmp_path_factory.mktemp("ferries"))
    with a_house(tmp_path_factory.mktemp("floor"), environment) as house:
        yield house


def seated(people: People, house: House, size: tuple[int, int] = DESK, lang: str = "en") -> Player:
    player = people.come(size, lang, house)
    player.arrive()
    player.play_now(TITLE)
    player.wait_for_my_turn()
    return player


def test_a_match_against_bots_is_played_by_clicks(people: People, ferry_house: House) -> None:
    player = seated(people, ferry_house)
    page = player.page
    board = page.locator(".board")
    expect(board).to_contain_text("on auction")  # the title's own words
    expect(page.locator(".slip")).to_contain_text("How much do you bid?")
    assert board.locator("section.seat").count() == 3
    assert not violations(page)
    share = page.locator('[data-piece="share"]')
    expect(share).to_have_class(re.compile("offered"))
    share.click()  # its card holds what it may be used for: every bid, but not to pass
    card = page.get_by_test_id("piece-card")
    expect(card.locator('[data-action="bid 0"]')).to_have_count(0)
    card.locator('[data-action="bid 3"]').click()
    player.finish()
    expect(page.locator("section.end")).to_contain_text("coins left")
    assert not violations(page)


def test_others_hands_are_hidden_and_ones_own_is_not(people: People, ferry_house: House) -> None:
    page = seated(people, ferry_house).page
    plates = page.locator(".board section.seat")
    hands = [plates.nth(i).locator("div.wide").first.inner_text() for i in range(plates.count())]
    assert ["hidden" in hand for hand in hands] == [True, True, False]


def test_it_speaks_the_readers_language(people: People, ferry_house: House) -> None:
    page = seated(people, ferry_house, lang="fr").page
    expect(page.locator(".board")).to_contain_text("Ligne")
    expect(page.locator(".slip")).to_contain_text("Combien offrez-vous")


def test_a_phone_shows_it_without_scrolling_sideways(people: People, ferry_house: House) -> None:
    page = seated(people, ferry_house, PHONE).page
    assert not scrolls_sideways(page)
    expect(page.locator('[data-piece="share"]')).to_be_visible()


def test_the_keyboard_reaches_and_chooses_its_pieces(people: People, ferry_house: House) -> None:
    player = seated(people, ferry_house)
    player.wait_until_all_wait_for_me()
    player.page.keyboard.press("b")
    assert player.focused_piece() == "share"
    player.page.keyboard.press("Enter")
    card = player.page.get_by_test_id("piece-card")
    expect(card.locator('[data-action="bid 1"]')).to_be_focused()
    step = player.step()
    player.page.keyboard.press("Enter")
    player.wait_for_step_after(step)


def test_its_pages_say_what_it_has_none_of(people: People, ferry_house: House) -> None:
    player = people.come(house=ferry_house)
    player.arrive()
    page = player.page
    told = {
        "learn": "no lessons",
        "questions": "no questions",
        "daily": "Play today",
        "leaders": "Nobody",
    }
    for name, text in told.items():
        page.goto(f"{ferry_house.url}{name}/{TITLE}")
        expect(page.get_by_text(text).first).to_be_visible()


def test_its_rules_and_sources_can_be_read(people: People, ferry_house: House) -> None:
    player = people.come(house=ferry_house)
    page = player.page
    page.goto(f"{ferry_house.url}rules/{TITLE}")
    expect(page.locator("main")).to_contain_text("The last trade makes the price")
    player.arrive()
    page.locator(f'.posters input[value="{TITLE}"]').check(force=True)
    page.get_by_role("link", name="About this edition").click()
    lines = page.get_by_role("region", name="Ferry lines")
    expect(lines).to_contain_text("Rules, material")  # the source
    expect(lines.get_by_role("table")).to_contain_text("Birch Line")
    expect(page.locator("main .drawn")).to_have_count(0)
    assert not violations(page)
