"""Whoever knows no rule and follows the coach's first hint wins soon."""

import pytest

from openoutcry.titles import find, names
from tests.lessons.beginners import TRIES, wins

PEOPLE = 2


@pytest.mark.parametrize("title", [name for name in names() if find(name).features])
def test_who_follows_the_first_hint_wins_against_three_apprentices_in_at_most_three_tries(
    title: str,
) -> None:
    """By a tenth of what the coach spends at a table, and by the first deals there are, chosen by
    nobody: one of two people at least. `tests/lessons/beginners.py` plays more."""
    assert any(
        wins(title, "hints", number) for person in range(PEOPLE) for number in tries_of(person)
    )


def tries_of(person: int) -> range:
    return range(TRIES * person, TRIES * (person + 1))
