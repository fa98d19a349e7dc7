"""The stage with things moving: what happened is seen in order, and nobody is asked before."""

import json
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from openoutcry.titles import names
from tests.browser.conftest import People
from tests.browser.player import ASKED, GOALS_READ, OFFERS, PATIENCE, Player

CHIPS_HELD = 400
HAMMER_HELD = 900
A_MOMENT = 50
"""Milliseconds at normal speed."""

WATCH = """() => {
  window.seen = []
  const text = (one) => one.textContent.replace(/\\s+/g, ' ').trim()
  const texts = (selector) => [...document.querySelectorAll(selector)].map(text)
  const look = () => {
    const now = {
      step: Number(document.querySelector('.layout').dataset.step),
      tape: texts('.tape li button span:last-child'),
      steps: texts('.tape .step').map((text) => Number(text.replace(/\\D/g, ''))),
      asked: document.querySelectorAll('.slip [data-action], .slip [data-verb]').length > 0,
      playing: document.querySelector('[data-playing]') !== null,
    }
    const last = window.seen.at(-1)
    if (JSON.stringify(last) !== JSON.stringify(now)) window.seen.push(now)
  }
  look()
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  })
}"""

PAUSE_AT_ONCE = """() => new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-playing]')) return
  observer.disconnect()
  document.querySelector('.controls .pause').click()
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
"""Pauses as soon as anything is played, however busy the machine is."""


def sit_down(people: People, title: str, speed: str) -> Player:
    player = choose_seat(people, title, speed, GOALS_READ)
    player.wait_for_my_turn()
    return player


def choose_seat(people: People, title: str, speed: str, goals: Sequence[str]) -> Player:
    """`goals`: the titles whose goal has been read."""
    player = people.come()
    player.query = ""
    player.arrive()
    wanted = {
        "pace": 0,
        "lang": "en",
        "motion": "on",
        "speed": speed,
        "warn": "off",
        "goals": goals,
    }
    choices = json.dumps({**wanted, "rail": "open"})
    player.page.evaluate(f"localStorage.setItem('openoutcry', '{choices}')")
    player.arrive()
    player.play_now(title)
    return player


def watched(player: Player, decisions: int) -> list[dict[str, Any]]:
    """Everything that a page showed during this many decisions."""
    player.page.evaluate(WATCH)
    for _ in range(decisions):
        player.act()
        player.wait_for_my_turn()
    seen: list[dict[str, Any]] = player.page.evaluate("window.seen")
    return seen


@pytest.mark.parametrize("title", names())
def test_steps_are_seen_in_order_and_nothing_before_its_time(people: People, title: str) -> None:
    seen = watched(sit_down(people, title, "fast"), 4)
    told = seen[-1]["tape"]
    for earlier, later in pairwise(seen):
        assert earlier["step"] <= later["step"]
        assert later["tape"] == told[: len(later["tape"])], (
            "the tape only grows, in the story's order"
        )
    for moment in seen:
        assert max(moment["steps"], default=0) <= moment["step"], "the tape is ahead of the board"
        assert not (moment["asked"] and moment["playing"]), "asked while something is shown"
    grown = {len(moment["tape"]) for moment in seen}
    assert len(grown) > 4, "the story was told piece by piece"


def test_a_newcomer_reads_the_goal_before_the_first_move_is_shown(people: People) -> None:
    page = choose_seat(people, "ekonos", "fast", goals=()).page
    held = page.locator(".controls .pause[aria-pressed='true']")
    begin = page.get_by_role("button", name="Let\u2019s begin")
    begin.wait_for(timeout=PATIENCE)
    expect(held).to_have_count(1)
    begin.click()
    expect(held).to_have_count(0)
    page.locator(ASKED).first.wait_for(timeout=PATIENCE)


def test_space_skips_to_now_and_pause_holds_what_is_shown(people: People) -> None:
    player = sit_down(people, "speculation", "slow")
    page = player.page
    controls = page.get_by_role("group", name="How fast moves are shown")
    playing = page.locator("[data-playing]")
    for _ in range(3):
        player.list_offers()
        page.evaluate(PAUSE_AT_ONCE)
        page.locator(OFFERS).first.click()
        controls.get_by_role("button", name="Go on").wait_for(timeout=PATIENCE)
        expect(playing).to_have_count(1)
        step, what = player.step(), page.get_by_test_id("what").text_content()
        page.wait_for_timeout(1500)
        assert (player.step(), page.get_by_test_id("what").text_content()) == (step, what)
        controls.get_by_role("button", name="Go on").click()
        page.locator("h1").first.evaluate("() => document.activeElement.blur()")
        while playing.count():
            page.keyboard.press("Space")
            page.wait_for_timeout(50)
        player.wait_for_my_turn()


def test_whoever_answers_while_paused_sees_what_comes_of_it(people: People) -> None:
    player = sit_down(people, "mogul", "fast")
    controls = player.page.get_by_role("group", name="How fast moves are shown")
    controls.get_by_role("button", name="Pause").click()
    step = player.step()
    player.page.locator(OFFERS).first.click()
    player.wait_for_step_after(step)
    expect(controls.get_by_role("button", name="Pause")).to_be_visible()


def run_until(page: Page, happened: Callable[[], bool]) -> None:
    """By the page's own clock; where nothing is shown, the server is waited for by ours."""
    for _ in range(600):
        if happened():
            return
        if not page.locator("[data-playing]").count():
            time.sleep(A_MOMENT / 1000)
        page.clock.run_for(A_MOMENT)
    raise AssertionError("it did not happen")


def test_moves_are_held_as_long_as_promised_and_nobody_is_asked_meanwhile(people: People) -> None:
    player = sit_down(people, "mogul", "normal")
    page = player.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000") / 1000)
    leave = page.locator('.slip [data-action="leave"]')
    leave.click()
    expect(leave).to_have_count(0, timeout=PATIENCE)
    told = page.get_by_test_id("what")

    left = told.text_content()
    page.clock.run_for(CHIPS_HELD - 50)
    assert told.text_content() == left
    # It stays while nobody has done or been asked anything yet; where leaving ends the auction,
    # it stands below the scene, too.
    hammer = page.locator('[data-scene="hammer"]')
    page.locator('.board [data-piece="pot"]').hover()
    run_until(page, lambda: told.text_content() != left or hammer.count() > 0)
    run_until(page, lambda: hammer.count() > 0)
    held = 0
    while hammer.count():
        assert not page.locator(ASKED).count(), "asked while the hammer falls"
        assert not page.get_by_test_id("piece-card").count(), "a resting mouse covers the scene"
        called = page.locator("[data-scene] .told").text_content()
        assert called and called not in (told.text_content() or ""), "the slip repeats the scene"
        page.clock.run_for(A_MOMENT)
        held += A_MOMENT
    assert HAMMER_HELD - A_MOMENT <= held <= HAMMER_HELD + A_MOMENT


def test_the_speed_is_remembered(people: People) -> None:
    player = sit_down(people, "mogul", "normal")
    player.page.get_by_label("How fast moves are shown").last.select_option("fast")
    player.page.reload()
    player.wait_for_my_turn()
    expect(player.page.locator(".controls select")).to_have_value("fast")


RIBBONS = """() => {
  window.ribbons = 0
  new MutationObserver((changes) => {
    window.ribbons += changes.filter(({ target }) => target.closest?.('.ribbon')).length
  }).observe(document.body, { subtree: true, childList: true })
}"""


@pytest.mark.parametrize("height", [768, 900])
def test_from_table_to_table_nothing_of_the_first_goes_on(people: People, height: int) -> None:
    """A console's warnings fail the test (`People`)."""
    player = sit_down(people, "mogul", "fast")
    page = player.page
    page.set_viewport_size({"width": 1366, "height": height})
    for title in ("speculation", "mogul"):
        page.get_by_role("link", name="Leave the table").click()
        page.locator(".posters label").first.wait_for(timeout=PATIENCE)
        player.play_now(title)
        player.wait_for_my_turn()
    page.evaluate(RIBBONS)
    page.wait_for_timeout(1000)
    assert page.evaluate("window.ribbons") <= 4, "the ticker turns once in many seconds, if at all"
