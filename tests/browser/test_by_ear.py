"""Playing through roles and names alone, as a screen reader offers them.

`python -m tests.browser.by_ear` plays a whole match of every title; here one of the shortest is
played to its end, and of the others so much that every kind of decision has its words.
"""

import pytest
from playwright.sync_api import expect

from tests.browser import by_ear
from tests.browser.conftest import People

SHORTEST = "speculation"
BEGINNING = 6


def test_a_whole_match_is_played_by_ear(people: People) -> None:
    player = people.come()
    by_ear.sit_down(player.page, player.url, SHORTEST)
    assert by_ear.play(player.page, by_ear.MOST) > BEGINNING
    expect(by_ear.result(player.page)).to_be_visible()


@pytest.mark.parametrize("title", sorted(set(by_ear.TITLES) - {SHORTEST}))
def test_the_first_decisions_are_made_by_ear(people: People, title: str) -> None:
    player = people.come()
    by_ear.sit_down(player.page, player.url, title)
    assert by_ear.play(player.page, BEGINNING) == BEGINNING
