"""Pictures of every page and board: `python -m tests.browser.screenshots FOLDER`.

Each in light, dark and high contrast on a desk's screen, and on a phone's. Then every board at the
three sizes of desks by day and by night, quiet and at its most dramatic: that takes minutes.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page

from openoutcry.titles import names
from tests.browser.frame import DESKS, a_page, sit_down
from tests.browser.house import House, a_browser, a_house
from tests.browser.player import ASKED, GOALS_READ, PATIENCE, Player

SIZES = {
    "light": (1440, 900, "light"),
    "dark": (1440, 900, "dark"),
    "contrast": (1440, 900, "contrast"),
    "phone": (360, 740, "light"),
}
LIGHTS = ("light", "dark")
DRAMA = {
    "mogul": ["crash"],
    "speculation": ["bell"],
    "wallstreet": ["explosion"],
    "ekonos": ["banner", "crown"],
}
"""Each title's dramatic picture is taken at the last of these scenes, after the others: in Ekonos a
presidency is lost in the last round, when the map is full."""
DEALS = 4
"""A match may end without such a moment; then another one is played."""
PAUSED = ".controls .pause[aria-pressed='true']"
PAUSE_AT = """(scenes) => new MutationObserver((_, observer) => {
  if (!document.querySelector(`[data-scene="${scenes[0]}"]`)) return
  scenes.shift()
  if (scenes.length) return
  observer.disconnect()
  document.querySelector('.controls .pause').click()
}).observe(document.body, { subtree: true, childList: true })"""
TURNS = 14
"""How many decisions lie between the deal and the picture of a board in mid-match."""


def main(folder: Path, titles: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        a_house(Path(data)) as house,
        a_browser() as browser,
    ):
        for kind in SIZES:
            photograph(house, browser, kind, folder, titles)
        for title in titles or names():
            photograph_board(house, browser, title, folder)


def photograph(house: House, browser: Browser, kind: str, folder: Path, titles: list[str]) -> None:
    width, height, theme = SIZES[kind]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-US",
        reduced_motion="reduce",
    )
    choices = json.dumps(
        {"pace": 0, "theme": theme, "warn": "off", "goals": GOALS_READ, "named": True}
    )
    context.add_init_script(f"localStorage.setItem('openoutcry', '{choices}')")
    page = context.new_page()
    player = Player(page, house.url)

    def shoot(name: str, whole: bool = False) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=folder / f"{name}-{kind}.png", full_page=whole)

    player.arrive()
    shoot("start", whole=True)
    for title in titles or player.titles():
        player.arrive()
        player.play_now(title, quick=False)
        player.choose(TURNS)
        player.wait_for_my_turn()
        page.wait_for_timeout(2200)  # changes are shown for two seconds
        shoot(f"{title}-play")
        if kind == "phone":
            show_sheet(page)
            shoot(f"{title}-sheet")
            show_sheet(page)
    player.arrive()
    player.play_now("mogul")
    player.finish()
    shoot("end")
    page.get_by_role("link", name="Replay").click()
    page.get_by_test_id("moment").wait_for()
    page.get_by_role("slider").fill("60")
    shoot("replay")
    player.arrive()
    player.open_table("mogul")
    shoot("lobby", whole=True)
    hand_over(player, shoot)
    player.arrive()
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("heading", name="Rules").wait_for()
    shoot("rules")
    context.close()


def photograph_board(house: House, browser: Browser, title: str, folder: Path) -> None:
    """At every size of a desk, by day and by night: on a quiet turn, and at its great moment."""
    for deal in range(DEALS):
        page = a_page(browser, DESKS[0])
        player = sit_down(page, house.url, title, players=4)
        if deal == 0:
            player.choose(TURNS)
            player.wait_for_my_turn()
            page.wait_for_timeout(2200)
            at_every_desk(page, folder, f"{title}-quiet")
        page.evaluate(PAUSE_AT, DRAMA[title])
        found = plays_until_paused(player)
        if found:
            page.wait_for_timeout(1000)
            at_every_desk(page, folder, f"{title}-dramatic")
        page.context.close()
        if found:
            return


def plays_until_paused(player: Player) -> bool:
    """False: the match was over before."""
    stands = player.page.locator(f"{PAUSED}, {ASKED}, section.end")
    while True:
        stands.first.wait_for(timeout=PATIENCE)
        if player.page.locator(PAUSED).count():
            return True
        if not player.act():
            return False


def at_every_desk(page: Page, folder: Path, name: str) -> None:
    for width, height in DESKS:
        page.set_viewport_size({"width": width, "height": height})
        for light in LIGHTS:
            page.evaluate("light => document.documentElement.dataset.theme = light", light)
            page.wait_for_timeout(1000)
            page.screenshot(path=folder / f"{name}-{width}-{light}.png")


def hand_over(player: Player, shoot: Callable[[str], None]) -> None:
    """Several people at one browser: set-up, the curtain, and a turn behind it."""
    player.arrive()
    player.set_up("speculation", ["Ana", "Luca", "bot"])
    shoot("set-up")
    player.confirm_set_up()
    player.page.locator(".curtain").wait_for()
    shoot("hand-over")
    player.page.locator(".curtain .go").click()
    player.wait_for_my_turn()
    shoot("hot-seat")


def show_sheet(page: Page) -> None:
    page.keyboard.press("m")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"), sys.argv[2:])
