"""Whoever knows no rule and follows the coach's first hint wins soon."""

from functools import partial

import pytest

from openoutcry.titles import find, names
from tests.lessons.beginners import TRIES, by_hints, wins

BRIEFLY = 100
"""A sixth of what the coach spends at a table."""


@pytest.mark.parametrize("title", [name for name in names() if find(name).features])
def test_who_follows_the_first_hint_wins_against_three_apprentices_in_at_most_three_tries(
    title: str,
) -> None:
    """By the first deals there are, chosen by nobody; `tests/lessons/beginners.py` plays more."""
    hints = partial(by_hints, BRIEFLY)
    assert any(wins(title, hints, number) for number in range(TRIES))
