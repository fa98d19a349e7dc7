"""Analysis and playing on in the browser: from a file that has its analysis in it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from openoutcry.analysis.effort import Effort
from openoutcry.api import load
from openoutcry.lab.analyse import analyse, with_analysis
from openoutcry.lab.spread import Workers
from tests.browser.axe import violations_in_both_lights
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE
from tests.browser.test_records import choose

RECORD = Path(__file__).parents[1] / "records" / "mogul-v1-3-0.json"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = load(RECORD)
    found = analyse(record, Effort(20), Workers(1), lambda done: None)
    assert found.turns
    path = tmp_path_factory.mktemp("analysis") / "game.analysis.json"
    with_analysis(record, found).save(path)
    return path


def test_turning_points_lead_to_the_decision_and_what_it_was_worth(
    people: People, file: Path
) -> None:
    player = people.come()
    player.arrive()
    page = player.page
    choose(page, file)
    chart = page.locator(".chances")
    expect(chart).to_be_visible(timeout=PATIENCE)
    turn = chart.get_by_role("button").first
    step = re.findall(r"Step (\d+)", turn.get_attribute("aria-label") or "")[0]
    turn.click(force=True)
    expect(page.locator(".layout")).to_have_attribute("data-step", step, timeout=PATIENCE)
    note = page.get_by_role("region", name=f"at step {step}")
    expect(note).to_contain_text("(chosen)", timeout=PATIENCE)
    assert not violations_in_both_lights(page)
    page.get_by_role("button", name="Decisions and luck").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("This analysis came with the file.")).to_be_visible()
    dialog.get_by_text("Chances step by step").click()
    expect(dialog.get_by_role("columnheader", name="by the whole truth")).to_be_visible()
    assert not violations_in_both_lights(page)


def test_on_a_phone_a_turning_point_shows_what_it_was_worth_and_no_column_is_cut(
    people: People, file: Path
) -> None:
    player = people.come((375, 667), lang="it")
    player.arrive()
    page = player.page
    page.locator("input[type=file]").first.set_input_files(file)
    page.locator(".chances").get_by_role("button").last.click(force=True)
    verdict = page.locator(".note .verdict")
    expect(verdict).to_be_in_viewport(ratio=1)
    expect(page.locator(".note li").first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Decisioni e fortuna").click()
    table = page.get_by_role("dialog").locator(".scroll").first
    assert table.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_from_the_end_the_analysis_is_seen_at_work_and_not_the_result_again(people: People) -> None:
    player = people.come()
    page = player.page
    player.arrive()
    player.play_now("mogul")
    player.finish()
    page.get_by_role("link", name="Analyse this match").click()
    page.wait_for_url(re.compile(r"/replay/"))
    stop = page.get_by_role("button", name="Stop")
    stop.click()  # with the result before it, that would fail
    expect(stop).to_be_hidden()
    expect(page.get_by_role("button", name="Analyse this match")).to_be_visible()


def test_one_plays_on_from_a_step_and_the_tape_says_from_where(people: People, file: Path) -> None:
    player = people.come(PHONE)
    player.arrive()
    page = player.page
    choose(page, file)
    expect(page.locator(".chances")).to_be_visible(timeout=PATIENCE)
    assert not scrolls_sideways(page)
    page.get_by_role("slider").fill("40")
    expect(page.locator(".layout")).to_have_attribute("data-step", "40", timeout=PATIENCE)
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("leave as it truly was").check(force=True)
    dialog.get_by_role("button", name="Sit down").click()
    page.wait_for_url(re.compile(r"/table/"), timeout=PATIENCE)
    expect(page.locator(".layout")).to_be_visible(timeout=PATIENCE)


def test_the_rules_are_searched_and_an_example_is_played(people: People) -> None:
    player = people.come()
    page = player.page
    page.goto(player.url + "rules/mogul#MO-27")
    expect(page.locator("#pieces")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#MO-27")).to_be_in_viewport(timeout=PATIENCE)
    kinds = page.locator(".page li.piece > div > .name").all_text_contents()
    assert len(kinds) > 2 and all(kinds)
    assert page.locator(".sheet li.piece > div > .name").all_text_contents() == kinds
    assert not violations_in_both_lights(page)
    page.get_by_role("searchbox").fill("dividends reveal")
    expect(page.locator("#MO-27")).to_have_count(0)
    expect(page.locator("#MO-15")).to_be_visible()
    contents = page.locator("nav.contents ol")
    expect(contents).to_be_visible()
    page.set_viewport_size({"width": 375, "height": 667})
    expect(contents, "on a phone what was found stands below the search").to_be_hidden()
    page.get_by_role("link", name="Play this example: Dividends").click()
    page.wait_for_url(re.compile(r"learn/mogul/dividends"), timeout=PATIENCE)
