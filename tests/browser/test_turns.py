"""Several matches wait for somebody: they stand first, and one key goes through them."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE, Player

ME_AND_BOTS = [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * 2]


def _three_that_wait(player: Player) -> set[str]:
    """Their ids, when all of them wait."""
    player.arrive()
    ask, api = player.page.request, f"{player.url}api"
    ids = set()
    for title in ("ekonos", "speculation", "wallstreet"):
        ids.add(_table(player.create(title, ME_AND_BOTS)))
    for id in ids:
        assert ask.post(f"{api}/tables/{id}/start").ok
        # Against bots alone nothing goes on before somebody looks.
        player.page.goto(f"{player.url}table/{id}{player.query}")
        player.wait_for_my_turn()
    return ids


def _table(url: str) -> str:
    found = re.search(r"table/(\w+)", url)
    assert found is not None
    return found[1]


def test_one_key_goes_through_all_the_matches_that_wait_and_round(people: People) -> None:
    player = people.come()
    page = player.page
    tables = _three_that_wait(player)
    player.arrive()
    queue = page.get_by_test_id("queue")
    expect(queue).to_contain_text("It is your turn in 3 matches", timeout=PATIENCE)
    expect(queue.get_by_role("link")).to_have_count(3)
    box = queue.bounding_box()
    assert box is not None and box["y"] + box["height"] < 450, "seen without scrolling"
    seen = []
    for _ in range(4):
        expect(page.get_by_test_id("next-match")).to_be_visible(timeout=PATIENCE)
        before = page.url
        page.keyboard.press("n")
        page.wait_for_function("before => location.href !== before", arg=before, timeout=PATIENCE)
        page.locator(".slip").wait_for(timeout=PATIENCE)
        seen.append(_table(page.url))
    assert set(seen[:3]) == tables, "each of them once"
    assert seen[3] == seen[0], "and round"


def test_on_a_phone_the_matches_that_wait_stand_first_and_one_tap_leads_to_the_next(
    people: People,
) -> None:
    player = people.come(PHONE)
    page = player.page
    _three_that_wait(player)
    player.arrive()
    queue = page.get_by_test_id("queue")
    button = queue.get_by_role("button", name="Next match")
    button.wait_for(timeout=PATIENCE)
    box = button.bounding_box()
    assert box is not None and box["y"] + box["height"] < PHONE[1], "seen without scrolling"
    assert not scrolls_sideways(page)
    button.tap()
    page.wait_for_url(re.compile("table/"), timeout=PATIENCE)
    page.locator(".slip").wait_for(timeout=PATIENCE)
