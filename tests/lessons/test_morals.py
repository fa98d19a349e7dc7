"""Whoever has understood the lessons, or follows the coach, and knows nothing else, wins soon."""

import pytest

from openoutcry.lessons.lesson import lessons_of
from openoutcry.titles import find, names
from tests.lessons.beginners import PUPILS, TRIES, beginners, by_morals, wins

PEOPLE = 10
MOST_OF_THEM = 7
TAUGHT = [name for name in names() if lessons_of(find(name))]


@pytest.mark.parametrize("title", TAUGHT)
def test_most_who_play_by_the_lessons_morals_beat_three_apprentices_in_three_tries(
    title: str,
) -> None:
    """The first deals there are, chosen by nobody; `beginners.py` plays more."""
    won = [wins(title, by_morals, number) for number in range(TRIES * PEOPLE)]
    assert sum(beginners(won)) >= MOST_OF_THEM, won


@pytest.mark.parametrize("title", PUPILS)
def test_the_pupil_knows_every_moral(title: str) -> None:
    """By name, in what explains the rules of thumb; the last lesson is a match, without a rule."""
    explained = " ".join(
        part.__doc__ or "" for part in vars(PUPILS[title]).values() if callable(part)
    )
    for lesson in lessons_of(find(title))[:-1]:
        assert f"`{lesson.name}`" in explained
