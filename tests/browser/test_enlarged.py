"""Every page that is read, and every dialog: enlarged two- and fourfold nothing runs off its side,
and nobody is shut out, in our colours or in the system's.

`test_frame.py` measures tables in play, `test_by_ear.py` every kind of decision.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations_in_both_lights
from tests.browser.conftest import DESK, People, scrolls_sideways
from tests.browser.player import PATIENCE, Player

ENLARGED = [(640, 512), (320, 256)]
"""What 200 % and 400 % leave of 1280x1024."""
TO_READ = {
    "learn": "main li a",
    "learn/mogul": "main li a",
    "questions/mogul": "[data-testid=teacher]",
    "daily/mogul": "[data-testid=daily]",
    "duplicate": "[data-testid=contests] h1",
    "leaders/mogul": "[data-testid=leaders] h1",
    "edition/ekonos": "main h2",
    "nowhere": "main .button",
}
"""Addresses, and what is there once the page is."""

RUNS_OFF = """() => {
  const scrolls = (element) =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  return [...document.querySelectorAll('body :is(a, button, input, select, h1, h2, p, td, th)')]
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      const seen = width > 1 && !one.closest('.spoken, .board, svg') && !scrolls(one)
      return seen && (left < -1 || right > innerWidth + 1)
    })
    .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent.trim()}`)
}"""


def faults(page: Page) -> list[str]:
    found = violations_in_both_lights(page)
    for size in ENLARGED:
        found += [f"{size[0]} pixels wide: {one}" for one in enlarged_faults(page, size)]
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return found


def enlarged_faults(page: Page, size: tuple[int, int]) -> list[str]:
    """Faults that stay: boards measure themselves a moment after their window has changed."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = [""]
    for _ in range(20):
        found = ["it scrolls sideways"] if scrolls_sideways(page) else page.evaluate(RUNS_OFF)
        if not found:
            break
        page.wait_for_timeout(250)
    return found


@pytest.mark.parametrize("address", TO_READ)
def test_a_page_to_read_can_be_enlarged_and_read_by_anybody(people: People, address: str) -> None:
    player = people.come()
    player.page.goto(f"{player.url}{address}{player.query}")
    player.page.locator(TO_READ[address]).first.wait_for(timeout=PATIENCE)
    assert faults(player.page) == []


def test_a_lesson_can_be_enlarged_while_it_is_read_and_while_it_asks(people: People) -> None:
    player = people.come()
    page = player.page
    page.goto(f"{player.url}learn/mogul/block{player.query}")
    page.get_by_role("button", name="Go on").wait_for(timeout=PATIENCE)
    assert faults(page) == []
    page.get_by_role("button", name="Go on").click()
    player.wait_for_my_turn()
    assert faults(page) == []


def test_the_dialogs_of_the_start_page_can_be_enlarged(people: People) -> None:
    player = people.come()
    player.arrive()
    for name in ("Settings", "Help"):
        player.page.get_by_role("button", name=name).click()
        player.page.locator("dialog[open]").wait_for(timeout=PATIENCE)
        assert faults(player.page) == []
        player.page.get_by_role("button", name="Close").click()
        player.page.locator("dialog").wait_for(state="detached", timeout=PATIENCE)
    player.page.locator(".go button.button:not(.main)").click()
    player.page.locator("dialog[open] form").wait_for(timeout=PATIENCE)
    assert faults(player.page) == []


def test_a_lobby_the_result_a_replay_and_ones_own_page_can_be_enlarged(people: People) -> None:
    player = people.come()
    player.arrive()
    player.open_table("mogul")
    assert faults(player.page) == []
    player.arrive()
    player.play_now("mogul")
    player.finish()
    assert faults(player.page) == []
    open_replay(player)
    assert faults(player.page) == []
    player.arrive()
    player.page.get_by_role("link", name="My page").click(timeout=PATIENCE)
    player.page.get_by_role("region", name="By title and table size").wait_for(timeout=PATIENCE)
    assert faults(player.page) == []


def open_replay(player: Player) -> None:
    player.page.get_by_role("link", name="Replay").click()
    player.page.get_by_role("button", name="Analyse this match").wait_for(timeout=PATIENCE)


NAMED = """() => {
  const seen = (one) => one.getClientRects().length > 0
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  }
  const inLine = (one, other) => {
    const [here, there] = [middle(one), middle(other)]
    return here.some((place, axis) => Math.abs(place - there[axis]) < 12)
  }
  const captions = [...document.querySelectorAll('.exchange .captions span')].filter(seen)
  return [...document.querySelectorAll('.exchange .piece')].every(
    (piece) => seen(piece.querySelector('.word')) || captions.some((one) => inLine(one, piece)),
  )
}"""
"""Of every number of shares it is said whose it is, beside it or at the head of its line."""


def test_SP_18_bank_and_own_shares_are_told_apart_at_every_size(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("speculation")
    player.wait_for_my_turn()
    for width, height in [(1366, 768), (375, 667), (480, 270), *ENLARGED, (341, 192)]:
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.wait_for_function(NAMED, timeout=PATIENCE)
