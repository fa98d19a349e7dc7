"""A knock-out among two by clicks: opened on a desk, joined on a phone, played, and its results."""

import csv
import io
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE, Player
from tests.browser.socket_player import by_socket, cookies_of
from tests.server.house import Guest
from tests.server.test_contests import table_of
from tests.server.test_daily import finish

CUT = "[...document.querySelectorAll('.scroll')].some((e) => e.scrollWidth > e.clientWidth)"


def _choose(page: Page, group: str, value: str) -> None:
    chosen = page.get_by_role("group", name=group).get_by_label(value, exact=True)
    chosen.check(force=True)


def _open(player: Player) -> str:
    """By the form; the contest's address."""
    page = player.page
    page.goto(f"{player.url}duplicate{player.query}")
    page.get_by_role("textbox", name="Name").fill("Club evening")
    page.get_by_label("Title").select_option("mogul")
    _choose(page, "Seats", "3")
    _choose(page, "People at each table", "1")
    _choose(page, "Level of the bots", "Apprentice")
    expect(page.locator("form")).to_contain_text("gets nothing for the round")
    _choose(page, "How it is played", "Knock-out")
    expect(page.locator("form")).to_contain_text("the better half goes on")
    expect(page.get_by_role("group", name="Rounds")).to_have_count(0)
    page.get_by_role("button", name="Open a contest").click()
    page.wait_for_url(re.compile(r"duplicate/\w+"), timeout=PATIENCE)
    return page.url.partition("?")[0]


def test_a_knock_out_from_its_opening_to_its_winner(people: People) -> None:
    host, other = people.come(), people.come(size=PHONE)
    host.arrive()
    other.arrive()
    address = _open(host)
    contest = address.rpartition("/")[2]
    other.page.goto(address + other.query)
    other.page.get_by_role("button", name="Take part").click()
    page = host.page
    page.reload()
    page.get_by_role("button", name="Begin the first round").click()
    expect(page.get_by_role("link", name="To my table")).to_be_visible()
    expect(page.get_by_test_id("contest")).to_contain_text("Final")

    async def play(guest: Guest) -> None:
        await finish(guest, await table_of(guest, contest))

    for player in (host, other):
        by_socket(player.url, cookies_of(player), play)
    page.reload()
    shown = page.get_by_test_id("contest")
    ranking = page.get_by_test_id("ranking")
    for _ in range(100):  # the server looks every few seconds whether a round is over
        shown.wait_for(timeout=PATIENCE)
        if ranking.is_visible():
            break
        page.wait_for_timeout(300)
        page.reload()
    expect(ranking.locator("tbody tr")).to_have_count(2)
    expect(shown).to_contain_text(re.compile("has won the contest"))
    expect(ranking).to_contain_text("out in round 1")
    with page.expect_download() as kept:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(kept.value.path().read_text("utf-8"))))
    assert [row["out in round"] for row in rows] == ["", "1"]
    answer = page.request.get(f"{host.url}api/contests/{contest}")
    assert answer.json()["ranking"][0]["name"] == rows[0]["name"]
    for size in (DESK, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for lang, word in (
            ("es", "ha ganado el torneo"),
            ("fr", "a gagné le tournoi"),
            ("it", "ha vinto il torneo"),
            ("en", "has won the contest"),
        ):
            page.locator("select.language").select_option(lang)
            expect(shown).to_contain_text(word)
            assert not scrolls_sideways(page), f"{size} {lang}"
            assert not page.evaluate(CUT), f"a column is cut: {size} {lang}"
            expect(page.locator('a[href^="replay/"]:visible')).to_have_count(2)
