"""Play on the pieces, with animation on: all choices are seen, and one click means one thing."""

import json
import re

import pytest
from playwright.sync_api import expect

from openoutcry.titles import names
from tests.browser.conftest import People
from tests.browser.frame import first_answer_is_seen
from tests.browser.player import GOALS_READ, Player

TITLES = names()
LAPTOP = (1366, 768)
DECISIONS = 6

# Every offer, verb and piece that may be chosen: on the screen, or in a list that says it goes on.
OUT_OF_SIGHT = """() => {
    const choosable = '.slip [data-action], .slip [data-verb], .board .piece.offered'
    const seen = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const list = element.closest('.scroll')
        const frame = list?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
        const inside = top >= frame.top - 1 && bottom <= frame.bottom + 1
        return (inside || list?.hasAttribute('data-more')) && left >= 0 && right <= innerWidth
    }
    return [...document.querySelectorAll(choosable)]
        .filter((element) => !seen(element))
        .map((element) => element.dataset.action ?? element.dataset.verb ?? element.dataset.piece)
}"""

# What may be chosen next although the card of the open piece lies over it.
COVERED = """() => {
    const card = document.querySelector('.piece-card').getBoundingClientRect()
    const under = ({ left, top, right, bottom }) =>
        left < card.right && right > card.left && top < card.bottom && bottom > card.top
    return [...document.querySelectorAll('.board .piece.offered')]
        .filter((piece) => under(piece.getBoundingClientRect()))
        .map((piece) => piece.dataset.piece)
}"""

STEPS_FURTHER = "step => Number(document.querySelector('.layout').dataset.step) >= step"


def sit_down(people: People, title: str) -> Player:
    player = people.come(LAPTOP)
    player.query = ""
    player.arrive()
    choices = {
        "pace": 0,
        "lang": "en",
        "motion": "on",
        "speed": "fast",
        "warn": "off",
        "goals": GOALS_READ,
    }
    player.page.evaluate(f"localStorage.setItem('openoutcry', '{json.dumps(choices)}')")
    player.arrive()
    player.play_now(title)
    return player


@pytest.mark.parametrize("title", TITLES)
def test_nothing_that_may_be_chosen_is_out_of_sight(people: People, title: str) -> None:
    player = sit_down(people, title)
    for _ in range(DECISIONS):
        player.wait_for_my_turn()
        assert player.page.evaluate(OUT_OF_SIGHT) == []
        assert player.act()


def test_banks_and_shares_are_selected_and_only_the_deal_decides(people: People) -> None:
    player = sit_down(people, "speculation")
    page = player.page
    player.wait_for_my_turn()
    step = player.step()
    assert first_answer_is_seen(page), "the deal is cut"
    for piece in page.locator(".board .piece.offered").all()[:4]:
        piece.click()
        expect(piece).to_have_class(re.compile(r"\bselected\b"))
        assert player.step() == step
    share = page.locator('.board .piece.offered[data-piece^="share:"]').first
    company = (share.get_attribute("data-piece") or "").removeprefix("share:")
    share.click()
    page.locator(
        f'.piece.offered[data-piece^="bank:"]:not([data-piece$=":{company}"])'
    ).first.click()
    expect(page.locator(".slip .sum")).to_contain_text("\N{MINUS SIGN}")
    assert not page.locator(".slip .scroll").evaluate("it => it.scrollHeight > it.clientHeight + 1")
    page.locator(".slip [data-action]").click()
    player.wait_for_step_after(step)


def test_a_card_of_ekonos_opens_its_uses_and_a_space_then_chooses_both(people: People) -> None:
    player = sit_down(people, "ekonos")
    page = player.page
    player.wait_for_my_turn()
    step = player.step()
    for card in page.locator('.board .piece.offered[data-piece^="card:"]').all()[:3]:
        card.click()
        expect(card).to_have_class(re.compile(r"\bselected\b"))
        expect(page.locator(".piece-card [data-action]").first).to_be_visible()
        assert player.step() == step
        assert page.evaluate(COVERED) == []
        expect(page.locator(".slip kbd:visible", has_text=re.compile(r"^\d$"))).to_have_count(0)
    page.locator('.board .piece.offered[data-piece^="space:"]').first.click()
    player.wait_for_step_after(step)
    expect(page.locator(".board .tile")).to_have_count(1)


@pytest.mark.parametrize("keeps", [False, True])
def test_a_card_of_the_ring_is_bought_and_discarded_in_one_gesture(
    people: People, keeps: bool
) -> None:
    """Carried to a pile, although cards are kept otherwise; put down where nothing takes it, it is
    let go."""
    player = sit_down(people, "wallstreet")
    page = player.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    player.act()  # the pawn
    page.reload()
    player.wait_for_my_turn()
    page.locator('[data-advance="keep"] input').set_checked(keeps)
    step = player.step()
    card = page.locator('.board .piece.offered[data-piece^="slot:"] [data-face]').first
    pile = page.locator('.board [data-piece="zone:fewer"]')
    card.hover()
    page.mouse.down()
    page.mouse.move(4, 4)
    expect(page.locator(".flyer.carried")).to_be_visible()
    expect(pile).to_have_class(re.compile(r"\boffered\b"))
    page.mouse.up()
    expect(page.locator(".flyer.carried")).to_have_count(0)
    expect(pile).not_to_have_class(re.compile(r"\boffered\b"))
    assert player.step() == step
    card.drag_to(pile)
    player.confirm_if_asked(step)
    page.wait_for_function(STEPS_FURTHER, arg=int(step) + 2)
    chosen = [message["action"] for message in map(json.loads, sent) if "action" in message]
    bought, discarded = chosen[:2]  # then the turn is ended, in advance
    assert (bought.split()[0], discarded) == ("move", "discard fewer")


def test_whoever_keeps_what_is_bought_answers_by_one_click(people: People) -> None:
    player = sit_down(people, "wallstreet")
    page = player.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    player.act()  # the pawn
    page.reload()
    player.wait_for_my_turn()
    page.locator('[data-advance="keep"] input').check()
    step = player.step()
    page.locator('.board .piece.offered[data-piece^="slot:"]:has([data-face])').first.click()
    player.confirm_if_asked(step)
    page.wait_for_function(STEPS_FURTHER, arg=int(step) + 2)
    chosen = [message["action"] for message in map(json.loads, sent) if "action" in message]
    assert [chosen[0].split()[0], chosen[1]] == ["move", "keep"]


def test_SP_30_a_hand_card_says_what_a_click_says_in_advance(people: People) -> None:
    player = sit_down(people, "speculation")
    player.wait_for_my_turn()
    page = player.page
    while "card" in page.get_by_test_id("what").inner_text():
        assert player.act()
        player.wait_for_my_turn()
    card = page.locator('.board [data-piece^="card:"]').first
    said = page.get_by_test_id("piece-card").locator(".may-say")
    card.hover()
    expect(said).to_contain_text("at the next reveal")
    expect(said).not_to_have_class(re.compile(r"\bon\b"))
    card.click()
    expect(said).to_have_class(re.compile(r"\bon\b"))
