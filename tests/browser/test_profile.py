"""One's own page, a leaderboard and the settings for being told, on a desk and on a phone."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE


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
