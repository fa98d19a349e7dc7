"""Every lesson of every title, by clicks, from the first word to the next lesson."""

import pytest
from playwright.sync_api import Page, expect

from openoutcry.lessons.attempt import Attempt
from openoutcry.lessons.check import ways_through
from openoutcry.lessons.lesson import Lesson, lessons_of, messages_of
from openoutcry.titles import find, names
from tests.browser.axe import violations
from tests.browser.conftest import People
from tests.browser.player import ASKED

TAUGHT = [name for name in names() if lessons_of(find(name))]


def say(page: Page, text: str) -> None:
    expect(page.get_by_test_id("teacher")).to_contain_text(text)


def answer(page: Page, action: str) -> None:
    if action:
        page.locator(ASKED).first.wait_for()
        offer = page.locator(f'.slip [data-action="{action}"]')
        if not offer.count():
            page.keyboard.press("l")
        offer.click()
    else:
        page.get_by_role("button", name="Go on").click()


def follow(page: Page, lesson: Lesson) -> None:
    """Its tasks by the first way through, and its match by the defaults."""
    words = messages_of(lesson.title, "en")
    attempt = Attempt(lesson)
    for action in next(ways_through(lesson)):
        assert attempt.task is not None
        say(page, words[f"{lesson.name}.{attempt.task.id}.ask"])
        answer(page, action)
        attempt.answer(action)
    while not attempt.is_over:
        decision = attempt.match.decision_for(lesson.seat)
        assert decision is not None
        answer(page, decision.default)
        attempt.answer(decision.default)
        page.locator(f'.layout[data-step="{attempt.match.step}"]').wait_for()
    say(page, words[f"{lesson.name}.moral"])


@pytest.mark.parametrize("title", TAUGHT)
def test_every_lesson_is_learned_by_clicks(people: People, title: str) -> None:
    pupil = people.come()
    page = pupil.page
    page.goto(f"{pupil.url}learn/{title}{pupil.query}")
    lessons = lessons_of(find(title))
    page.locator("li a").first.click()
    for number, lesson in enumerate(lessons, 1):
        follow(page, lesson)
        last = number == len(lessons)
        page.get_by_role("button", name="All lessons" if last else "Next lesson").click()
    expect(page.locator("li.done")).to_have_count(len(lessons))
    page.reload()
    expect(page.locator("li.done")).to_have_count(len(lessons))


def test_a_wrong_answer_gets_its_own_reply_and_the_lesson_stays(people: People) -> None:
    page = people.come((375, 667)).page
    house = people.house.url
    page.goto(f"{house}learn/mogul/block?motion=0")
    answer(page, "")
    answer(page, "take")
    words = messages_of(find("mogul"), "en")
    say(page, words["block.block.not.take"])
    say(page, words["block.block.ask"])
    answer(page, "sell 1")
    say(page, words["block.moral"])


def test_on_a_phone_no_answer_to_a_lesson_is_below_the_fold(people: People) -> None:
    page = people.come((375, 667)).page
    page.goto(f"{people.house.url}learn/mogul/win?motion=0")
    answer(page, "")
    answer(page, "pay")
    for action in ("take", "sell 0", "sell 1"):
        offer = page.locator(f'.slip [data-action="{action}"]')
        expect(offer).to_be_in_viewport(ratio=1)


def test_on_a_phone_what_a_lesson_speaks_of_and_the_way_on_are_in_sight(people: People) -> None:
    page = people.come((375, 667)).page
    page.goto(f"{people.house.url}learn/speculation/raise?motion=0")
    expect(page.locator('[data-place="brick:alhambra"][data-changed]').first).to_be_in_viewport()
    page.goto(f"{people.house.url}learn/ekonos/president?motion=0")
    answer(page, "")
    answer(page, "buy G")
    onward = page.get_by_role("button", name="Next lesson")
    expect(onward).to_be_in_viewport(ratio=1)
    page.goto(f"{people.house.url}learn/ekonos/functions?motion=0")
    answer(page, "")
    answer(page, "card 20 bottom")
    page.locator('.slip [data-action="keep"]').hover()
    assert not violations(page), "an answer can be read while the pointer is on it"


def test_the_rule_of_an_answer_goes_with_it(people: People) -> None:
    page = people.come((1366, 768)).page
    page.goto(f"{people.house.url}learn/ekonos/president?motion=0")
    answer(page, "")
    answer(page, "buy G")
    expect(page.get_by_role("button", name="Next lesson")).to_be_visible()
    expect(page.locator(".slip .rule")).to_have_count(0)


def test_on_a_phone_a_scene_in_a_lesson_is_whole(people: People) -> None:
    page = people.come((375, 667)).page
    page.goto(f"{people.house.url}learn/mogul/crash")
    answer(page, "")
    answer(page, "sell 3")
    banner = page.locator(".climax.of-crash .banner")
    banner.wait_for()
    scene, teacher, players = (
        part.bounding_box()
        for part in (banner, page.get_by_test_id("teacher"), page.locator(".players"))
    )
    assert scene and teacher and players
    assert scene["y"] >= players["y"] + players["height"]
    assert scene["y"] + scene["height"] <= teacher["y"]


def test_the_cards_that_a_lesson_tells_to_read_can_be_read(people: People) -> None:
    page = people.come((1366, 768)).page
    page.goto(f"{people.house.url}learn/speculation/cycle?motion=0")
    say(page, "point at a player")
    page.locator(".ledger .who").nth(2).hover()
    expect(page.get_by_test_id("piece-card")).to_contain_text("Still to come: Metro.")


def test_on_a_phone_answers_stand_whole_after_a_list_was_scrolled(people: People) -> None:
    page = people.come((375, 667)).page
    page.goto(f"{people.house.url}learn/ekonos/functions?motion=0")
    answer(page, "")
    page.locator(ASKED).first.wait_for()
    page.keyboard.press("l")
    page.locator('.slip [data-action="card 20 middle"]').click()
    say(page, "That helps Gamma")
    expect(page.locator(".slip [data-verb]").first).to_be_in_viewport(ratio=1)
    verb, what = page.locator(".slip [data-verb]").first, page.get_by_test_id("what")
    above, below = what.bounding_box(), verb.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"] + 1
