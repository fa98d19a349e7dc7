"""The coach and the questions of the day in the browser: asked, answered, questioned."""

import json
from datetime import UTC, date, datetime

from playwright.sync_api import Page, Route, expect

from openoutcry.puzzles import puzzles_of
from openoutcry.titles import find
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import ASKED, OFFERS, PATIENCE, Player


def _asked_at_a_table(player: Player) -> Page:
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    return player.page


def test_a_hint_lists_the_best_choices_with_chances_marks_them_and_is_played(
    people: People,
) -> None:
    page = _asked_at_a_table(people.come(asks=True))
    page.get_by_role("button", name="Hint").click()
    hints, dialog = page.get_by_test_id("hints"), page.get_by_role("dialog")
    expect(dialog).to_contain_text("no longer counts for the rating")
    dialog.get_by_role("button", name="No, go back").click()
    expect(hints).to_have_count(0)
    page.keyboard.press("h")
    dialog.get_by_role("button", name="Hint").click()
    expect(hints.get_by_role("button").first).to_contain_text("wins", timeout=PATIENCE)
    assert hints.get_by_role("button").count() >= 2
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Hint").click()
    expect(dialog, "it has been said").to_have_count(0)
    expect(page.get_by_test_id("hint-mark").first).to_be_visible()
    assert not violations(page)
    before = page.locator(".layout").get_attribute("data-step") or ""
    hints.get_by_role("button").first.click()
    expect(page.locator(".layout")).not_to_have_attribute("data-step", before, timeout=PATIENCE)


def test_on_a_phone_the_best_choice_is_marked_where_it_can_be_seen(people: People) -> None:
    player = people.come((375, 667))
    player.arrive()
    player.play_now("wallstreet")
    player.wait_for_my_turn()
    page = player.page
    page.keyboard.press("h")
    page.get_by_test_id("hints").get_by_role("button").first.wait_for()
    best = page.get_by_test_id("hint-mark").filter(has_text="1")
    expect(best).to_be_visible()
    drawer, mark = page.locator(".bottom").bounding_box(), best.bounding_box()
    assert drawer and mark and mark["y"] + mark["height"] / 2 < drawer["y"]


def test_that_a_first_match_does_not_count_is_said_before_the_coach_looks_on(
    people: People,
) -> None:
    player = people.come(PHONE)
    page = player.page
    player.arrive()
    page.evaluate(
        "localStorage.setItem('openoutcry', JSON.stringify({"
        "...JSON.parse(localStorage.getItem('openoutcry')), warn: ''}))"
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    player.arrive()
    expect(page.locator(".go")).to_contain_text("does not count for the rating")
    player.play_now("mogul")
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("it does not count for the rating", timeout=PATIENCE)
    assert "hint" not in asked
    with page.expect_request("**/hint", timeout=PATIENCE):
        card.get_by_role("button", name="Let\u2019s begin").click()
    expect(card).to_have_count(0)
    expect(page.locator("header.bar")).to_contain_text("The coach looks on: does not count")
    player.act()


def test_a_doubtful_choice_is_questioned_and_may_be_taken_back(people: People) -> None:
    """What the search finds is made up here: that the first choice offered loses much."""
    player = people.come(PHONE)
    page = _asked_at_a_table(player)
    page.evaluate(
        "localStorage.setItem('openoutcry', JSON.stringify({"
        "...JSON.parse(localStorage.getItem('openoutcry')), warn: 'on'}))"
    )
    offers = [item.get_attribute("data-action") for item in page.locator(OFFERS).all()]

    def rated(route: Route) -> None:
        asked: dict[str, int] = route.request.post_data_json or {}
        chances = zip(offers[::-1], (0.8, 0.2, 0.1, 0.1), strict=False)
        choices: list[dict[str, object]] = [
            {"action": action, "chance": chance, "margin": 0.02, "reasons": [], "versus": ""}
            for action, chance in chances
        ]
        hint = {"seat": 0, "step": asked["step"], "choices": choices}
        route.fulfill(content_type="application/json", body=json.dumps(hint))

    page.route("**/hint", rated)
    page.reload()
    page.locator(ASKED).first.wait_for(timeout=PATIENCE)
    step = player.step()
    worst = page.locator(f'.slip [data-action="{offers[0]}"]')
    worst.click()
    sure = page.get_by_role("dialog", name="Are you sure?")
    expect(sure).to_contain_text("about 80%", timeout=PATIENCE)
    assert not violations(page) and not scrolls_sideways(page)
    sure.get_by_role("button", name="Think again").click()
    expect(sure).to_have_count(0)
    assert player.step() == step
    worst.click()
    page.get_by_role("button", name="Play it all the same").click()
    player.wait_for_step_after(step)


def test_a_question_of_the_day_is_answered_explained_and_counted(people: People) -> None:
    page = people.come(PHONE).page
    page.goto(people.house.url + "questions/mogul?motion=0")
    teacher = page.get_by_test_id("teacher")
    expect(teacher).to_contain_text("question", timeout=PATIENCE)
    expect(page.get_by_test_id("ratings")).to_have_count(0)
    puzzles = puzzles_of(find("mogul"))
    puzzle = puzzles[(date.today() - date(1970, 1, 1)).days % len(puzzles)]
    page.locator(f'.slip [data-action="{puzzle.best}"]').click()
    ratings = page.get_by_test_id("ratings")
    expect(ratings).to_contain_text("wins", timeout=PATIENCE)
    expect(page.get_by_test_id("streak")).to_contain_text("1")
    assert not violations(page) and not scrolls_sideways(page)
    page.get_by_role("button", name="Another question").click()
    expect(ratings).to_have_count(0, timeout=PATIENCE)


def test_on_a_phone_nothing_said_about_an_answer_is_cut(people: People) -> None:
    page = people.come((375, 667), lang="es").page
    day = datetime(2026, 11, 19, 12, tzinfo=UTC)
    page.clock.set_fixed_time(day)  # the longest answers are that day's
    page.goto(people.house.url + "questions/wallstreet?motion=0")
    page.locator('.slip [data-action="discard gold"]').click()
    expect(page.get_by_test_id("ratings")).to_contain_text("gana")
    words = page.get_by_test_id("teacher").locator("p")
    expect(words).to_have_count(2)
    for part in (*words.all(), page.get_by_role("button", name="Otra pregunta")):
        expect(part).to_be_in_viewport(ratio=1)
    onward, last = page.get_by_role("button", name="Otra pregunta"), words.last
    above, below = onward.bounding_box(), last.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"] + 1
