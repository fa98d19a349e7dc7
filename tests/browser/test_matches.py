"""Whole matches, played through the page."""

import re

import pytest
from playwright.sync_api import expect

from openoutcry.table.memory import recall_of
from openoutcry.titles import find, names
from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE, People, scrolls_sideways
from tests.browser.player import REACHED, Player

TITLES = names()


@pytest.mark.parametrize("title", TITLES)
def test_a_match_against_bots_is_two_clicks_away_and_played_by_clicks(
    people: People, title: str
) -> None:
    player = people.come()
    player.arrive()
    player.play_now(title)
    assert not violations(player.page)
    player.choose(6)


@pytest.mark.parametrize("title", TITLES)
def test_two_browsers_play_against_each_other(people: People, title: str) -> None:
    host, guest = sit_together(people, title)
    if has_to_be_remembered(title):
        keeps_a_note(host)
    for _ in range(12):
        host.act_if_asked()
        guest.act_if_asked()
    step = re.compile(r"^[1-9]")
    expect(guest.page.locator(".layout")).to_have_attribute("data-step", step)


def test_two_browsers_play_to_the_end(people: People) -> None:
    host, guest = sit_together(people, "speculation")
    together([host, guest])
    for player in (host, guest):
        expect(player.page.locator("section.end")).to_be_visible()
    everything_to_do_next_is_seen_sideways(guest)
    host.page.locator("section.end").get_by_role("button", name="Close").click()
    host.unfold_rail()
    assert host.page.locator(".tape button").count() > 40, (
        "after the end every moment can be opened"
    )
    the_next_lobby_of_a_phone_begins_with_the_seats(guest)


def everything_to_do_next_is_seen_sideways(player: Player) -> None:
    player.page.set_viewport_size({"width": 740, "height": 360})
    todo = player.page.locator("section.end footer .button")
    expect(todo).to_have_count(5)
    for button in todo.all():
        expect(button).to_be_in_viewport(ratio=1)


def the_next_lobby_of_a_phone_begins_with_the_seats(host: Player) -> None:
    """Whoever asks for the next match is its host, and all the others have their seats."""
    page = host.page
    page.set_viewport_size({"width": 375, "height": 667})
    page.get_by_role("button", name="Play again").click()
    sitters = page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(sitters.first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Ring the bell: start").click(trial=True)


def sit_together(people: People, title: str) -> tuple[Player, Player]:
    host, guest = people.come(), people.come()
    host.arrive()
    bots = [{"kind": "bot", "bot": "apprentice"}] * (fewest_seats(title) - 2)
    seats = [{"kind": "me"}, {"kind": "open"}, *bots]
    address = host.create(title, seats)
    host.page.goto(address)
    guest.page.goto(address)
    guest.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Ring the bell: start").click()
    return host, guest


def has_to_be_remembered(title: str) -> bool:
    found = find(title)
    options = found.options(found.edition(), fewest_seats(title), {})
    return recall_of(found, options, "table") == "table"


def keeps_a_note(player: Player) -> None:
    """The pad survives a reload, and the tape leads nowhere."""
    page = player.page
    notes, pad = page.get_by_role("button", name="Notes"), page.get_by_role("textbox", name="Notes")
    notes.click()
    pad.fill("two gold below")
    page.reload()
    notes.click()
    expect(pad).to_have_value("two gold below")
    assert not violations(page)
    page.get_by_role("button", name="Tape", exact=True).click()
    expect(page.locator(".tape .line").first).to_be_visible()
    assert page.locator(".tape button").count() == 0


def fewest_seats(title: str) -> int:
    found = find(title)
    return found.box.seats(found.edition())[0]


def together(players: list[Player]) -> None:
    """Whoever may act acts, until the match is over for everybody."""
    for _ in range(3000):
        over = [player.act_if_asked(patience=20) for player in players]
        if all(over):
            return
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("title", TITLES)
def test_a_phone_shows_every_board_without_scrolling_sideways(people: People, title: str) -> None:
    player = people.come(PHONE)
    player.arrive()
    assert not scrolls_sideways(player.page)
    player.play_now(title)
    for _ in range(6):
        assert not scrolls_sideways(player.page)
        assert player.act()
    player.page.get_by_role("button", name="Market and tape").click()
    expect(player.page.get_by_role("dialog", name="Market and tape")).to_be_visible()
    assert not scrolls_sideways(player.page)
    assert not violations(player.page)


@pytest.mark.parametrize("title", TITLES)
def test_the_keyboard_alone_is_enough(people: People, title: str) -> None:
    player = people.come()
    player.arrive()
    player.play_now(title)
    for _ in range(3):
        player.wait_for_my_turn()
        step = player.step()
        player.page.keyboard.press("b")
        assert player.focused_piece(), "B goes to the board"
        player.page.keyboard.press("ArrowRight")
        player.list_offers()
        player.page.keyboard.press("o")
        player.page.keyboard.press("Enter")
        player.confirm_if_asked(step)
        player.wait_for_step_after(step)


@pytest.mark.parametrize("title", TITLES)
def test_what_glows_on_the_board_is_what_was_offered(people: People, title: str) -> None:
    player = people.come()
    player.arrive()
    player.play_now(title)
    for _ in range(5):
        player.wait_for_my_turn()
        offered = player.offered_targets()
        glowing = player.page.locator(".board [data-piece].offered")
        shown = {piece.get_attribute("data-piece") for piece in glowing.all()}
        assert shown <= offered
        assert player.act()


@pytest.mark.parametrize("title", TITLES)
def test_every_board_is_accessible_in_every_light(people: People, title: str) -> None:
    """`test_by_ear.py` looks at every kind of decision in forced colours."""
    player = people.come(DESK)
    player.arrive()
    player.play_now(title)
    player.choose(3)
    player.wait_for_my_turn()
    page = player.page
    for theme in ("light", "dark", "contrast"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert not violations(page), theme
    page.evaluate("document.documentElement.dataset.theme = 'system'")
    page.emulate_media(contrast="more")
    assert not violations(page), "more contrast"


def test_a_phones_sheet_is_accessible_in_forced_colours(people: People) -> None:
    player = people.come(PHONE)
    player.arrive()
    player.play_now("ekonos")
    player.wait_for_my_turn()
    player.page.emulate_media(forced_colors="active")
    assert not violations(player.page)
    player.page.get_by_role("button", name="Market and tape").click()
    assert not violations(player.page)


SPACES = {"mogul": 32, "speculation": 61, "wallstreet": 6, "ekonos": 36}
"""How many there are at least, START and END included; fewer where several bricks share one."""


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("title", TITLES)
def test_every_space_is_a_named_cell_of_a_grid_that_arrows_reach(
    people: People, title: str, size: tuple[int, int]
) -> None:
    player = people.come(size)
    player.arrive()
    player.play_now(title)
    player.wait_for_my_turn()
    expect(player.page.get_by_role("grid").first.get_by_role("row").first).to_be_attached()
    cells = player.page.get_by_role("gridcell")
    assert cells.count() >= SPACES[title]
    named = [cell.text_content() for cell in cells.all()]
    assert len(set(named)) == len(named)
    assert player.page.locator(f'.board {REACHED}[tabindex="0"]').count() == 1
    start = cells.nth(1)
    start.focus()
    visited = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"):
        player.page.keyboard.press(key)
        visited.add(player.focused_piece())
    assert "" not in visited
    assert len(visited) >= 3
    assert player.page.locator(f'.board {REACHED}[tabindex="0"]').count() == 1


@pytest.mark.parametrize("title", TITLES)
def test_what_may_not_be_chosen_looks_so_and_says_why(people: People, title: str) -> None:
    player = people.come()
    player.arrive()
    player.play_now(title)
    for _ in range(4):
        player.wait_until_all_wait_for_me()
        step = player.step()
        barred = player.page.locator('.board [data-piece][aria-disabled="true"]')
        reasons = player.page.locator(".slip .why")
        for piece in barred.all():
            if not (piece.get_attribute("data-piece") or "").startswith("space:"):
                piece.focus()
                player.page.keyboard.press("Enter")
                expect(reasons).to_have_count(1)
                expect(reasons).not_to_be_empty()
        assert player.step() == step
        assert player.act()


@pytest.mark.parametrize("title", TITLES)
def test_an_offer_lights_its_pieces_and_a_piece_its_offers(people: People, title: str) -> None:
    player = people.come()
    player.arrive()
    player.play_now(title)
    player.wait_for_my_turn()
    player.list_offers()
    page = player.page
    lit = page.locator(".board .piece.offered").first
    target = lit.get_attribute("data-piece")
    lit.focus()
    expect(page.locator(".slip .pointed").first).to_be_visible()
    for offer in page.locator(".slip [data-action], .slip .trade button").all():
        offer.focus()
        if page.locator(".board .piece.shown").count():
            return
    raise AssertionError(f"no offer lights a piece, not even {target}")
