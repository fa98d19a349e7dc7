"""The deal of the day by clicks: from the start page to how others did."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import ASKED, PATIENCE, Player
from tests.browser.socket_player import by_socket, cookies_of
from tests.server.house import Guest
from tests.server.test_daily import QUICK, finish

GAP = """(() => {
  const right = (piece) => piece.getBoundingClientRect().right
  return right(document.querySelector('.deal')) -
    Math.max(...[...document.querySelectorAll('td a')].map(right))
})()"""


def _play_by_socket(url: str, cookies: dict[str, str], first: str = "") -> None:
    """To the end of the try, as the page would."""

    async def play(guest: Guest) -> None:
        await finish(guest, await guest.post("/api/daily/mogul", QUICK), first)

    by_socket(url, cookies, play)


def _finish(player: Player) -> None:
    _play_by_socket(player.url, cookies_of(player))


def test_a_try_at_the_deal_of_the_day_and_its_result(people: People) -> None:
    player = people.come()
    page = player.page
    player.arrive()
    page.locator('.posters input[value="mogul"]').check(force=True)
    page.get_by_role("link", name="Deal of the day").click()
    expect(page.get_by_test_id("daily")).to_contain_text("One try counts")
    page.get_by_role("button", name=re.compile("Play today")).click()
    page.wait_for_url(re.compile("table/"), timeout=PATIENCE)
    page.locator(ASKED).first.wait_for(timeout=PATIENCE)
    expect(page.locator("header.bar")).to_contain_text("This try counts")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.goto(f"{player.url}daily/mogul{player.query}")
    page.get_by_role("button", name="Go on with your try").wait_for(timeout=PATIENCE)
    _finish(player)
    _play_by_socket(player.url, {}, first="loan")
    page.reload()
    result = page.get_by_test_id("daily-result")
    expect(result).to_contain_text(re.compile(r"Place \d of 4"), timeout=PATIENCE)
    expect(result).to_contain_text("Where the ways parted")
    expect(result).to_contain_text("At your decision 1:", timeout=PATIENCE)
    expect(result).to_contain_text("50%")
    expect(page.get_by_test_id("daily-streak")).to_contain_text("1")
    expect(page.locator("td a.today.done")).to_be_visible()
    for size in ((1440, 900), PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for lang, word in (
            ("es", "Reparto del día"),
            ("fr", "Donne du jour"),
            ("it", "Mano del giorno"),
            ("en", "Deal of the day"),
        ):
            page.locator("select.language").select_option(lang)
            expect(page.locator("main")).to_contain_text(word)
            assert not scrolls_sideways(page), f"{size} {lang}"
    tops = [(where.bounding_box() or {"y": 0})["y"] for where in (result, page.locator("aside"))]
    assert tops[0] < tops[1], "on a phone the result stands before the calendar"
    assert page.evaluate(GAP) > 8, "the calendar does not run into the frame"
