"""Whole matches through roles and names alone, by keys alone, in the system's own colours."""

import pytest
from playwright.sync_api import expect

from tests.browser import by_ear
from tests.browser.axe import violations
from tests.browser.conftest import People

WATCH_FOCUS = """() => {
    globalThis.lost = 0
    const look = () => {
        if (document.activeElement === document.body) globalThis.lost++
        requestAnimationFrame(look)
    }
    look()
}"""
"""From the first offer on, every frame is looked at."""


@pytest.mark.parametrize("title", by_ear.TITLES)
def test_a_whole_match_by_ear_and_keys_never_loses_the_focus(people: People, title: str) -> None:
    page = people.come(level="apprentice").page
    page.emulate_media(forced_colors="active")
    faults: list[str] = []
    by_ear.sit_down(page, people.house.url, title)
    page.evaluate(WATCH_FOCUS)
    assert by_ear.play(page, by_ear.MOST, lambda: faults.extend(violations(page))) > 10
    expect(by_ear.result(page).get_by_role("heading").first).not_to_be_empty()
    assert page.evaluate("globalThis.lost") == 0
    assert faults + violations(page) == []
