"""One's own page, a leaderboard and the settings for being told, on a desk and on a phone."""

import asyncio
import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE
from tests.browser.socket_player import by_socket, cookies_of
from tests.server.house import Guest, House
from tests.server.test_daily import finish


def test_ones_own_page_a_leaderboard_and_being_told(people: People) -> None:
    player = people.come()
    page = player.page
    player.arrive()
    page.get_by_role("link", name="My page").click(timeout=PATIENCE)
    person = page.get_by_test_id("person")
    expect(person).to_contain_text("No finished match yet.", timeout=PATIENCE)
    person.get_by_role("checkbox").check()
    expect(person.get_by_role("link", name="Save all that is kept about me")).to_be_visible()
    assert not scrolls_sideways(page)
    page.goto(f"{player.url}leaders/mogul{player.query}")
    expect(page.get_by_test_id("leaders")).to_contain_text("Broker: 25", timeout=PATIENCE)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not scrolls_sideways(page)
    page.goto(f"{player.url}stop/nobody-knows{player.query}")
    expect(page.locator("main")).to_contain_text("does not exist any more", timeout=PATIENCE)
    people.forgive("404")


def test_ones_page_tells_of_matches_with_score_day_and_people_and_all_figures_on_a_phone(
    people: People,
) -> None:
    player = people.come(PHONE, "es")
    page = player.page
    player.arrive()
    me: dict[str, str] = {}

    async def play_with_a_friend(guest: Guest) -> None:
        friend = await House(guest.url).guest()
        await friend.call("PATCH", "/api/me", {"name": "Benito"})
        table = await guest.table("me", "open", "apprentice")
        await friend.post(f"/api/tables/{table}/join", {})
        await guest.post(f"/api/tables/{table}/start")
        at = await guest.get(f"/api/tables/{table}")
        await asyncio.gather(finish(guest, at), finish(friend, at))
        await friend.leave()
        me["id"] = guest.id

    by_socket(player.url, cookies_of(player), play_with_a_friend)
    page.goto(f"{player.url}person/{me['id']}{player.query}")
    match = page.locator(".matches li").first
    expect(match).to_contain_text("puntuación", timeout=PATIENCE)
    page.get_by_role("button", name="Bloquear", exact=True).click()
    unblock = page.get_by_role("button", name="Desbloquear")
    expect(unblock).to_be_visible()
    expect(page.get_by_role("button", name="Jugar otra vez")).to_have_count(0)
    page.reload()
    unblock.click(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Jugar otra vez")).to_be_visible()
    expect(match.get_by_role("link", name="Benito")).to_be_visible()
    expect(match.locator("time")).to_contain_text(re.compile(r"20\d\d"))
    best = page.locator("table tr:last-child td:last-child")
    best.scroll_into_view_if_needed()
    box, table = best.bounding_box(), page.locator(".scroll").bounding_box()
    assert box is not None and table is not None
    assert box["x"] + box["width"] <= table["x"] + table["width"], "no column is cut off"


def test_a_group_has_its_chat_told_whose_turn_it_is(people: People) -> None:
    player = people.come()
    page = player.page
    player.arrive()
    player.play_now("mogul")
    page.get_by_role("button", name="Who plays").click()
    page.get_by_role("button", name="Tell a chat whose turn it is").click()
    alerts = page.get_by_test_id("alerts")
    alerts.get_by_label("Address of the webhook").fill("https://chat.example/hook/secret")
    alerts.get_by_label("For").select_option("discord")
    alerts.get_by_role("button", name="Add").click()
    expect(alerts.get_by_role("listitem")).to_contain_text("chat.example", timeout=PATIENCE)
    page.goto(player.url + player.query)
    page.get_by_role("button", name="Settings").click()
    alerts.get_by_role("link", name="everybody\u2019s turns at one table").wait_for(
        timeout=PATIENCE
    )
    alerts.get_by_role("button", name="Stop").click()
    expect(alerts.get_by_role("listitem")).to_have_count(0, timeout=PATIENCE)
