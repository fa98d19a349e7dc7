"""Beliefs: what is learned of hidden things, and that nobody peeks for it."""

import json

import pytest

from openoutcry.cli import main
from openoutcry.core.setup import Setup
from openoutcry.lab.beliefs import WORLDS, PlayedMatch, Position, scores, watch
from openoutcry.titles import find

SEATS = 2


def _match(number: int, telling: bool) -> PlayedMatch:
    """The first of two rivals sees that the other holds 3 or 5, if it is told by a number."""
    found = []
    for moment in range(1, 13):
        true = 3 if (number * 7 + moment * 5) % 3 else 5
        seen = [true if telling else 4, moment]
        worlds = [[3 + 2 * (world % 2)] for world in range(WORLDS)]
        found.append(Position(moment, seen, 0, [8], [true], worlds))
        other = [[3 + 2 * (world % 2)] for world in range(WORLDS)]
        found.append(Position(moment, seen, 1, [7], [true], other))
    return PlayedMatch(found, 12)


def test_what_a_seat_sees_is_learned_from_and_what_it_does_not_see_is_not() -> None:
    told = scores([_match(number, True) for number in range(40)], SEATS, 1)
    assert [one.quarter for one in told] == [1, 2, 3, 4]
    for one in told:
        assert one.even == pytest.approx(0.693, abs=0.01)
        assert one.learned < 0.15 and one.gain > 10 * one.error
    for one in scores([_match(number, False) for number in range(40)], SEATS, 1):
        assert one.learned > 0.6


def test_the_hidden_numbers_of_a_position_are_found_by_imagining() -> None:
    for title, hidden in (("wallstreet", True), ("speculation", True), ("mogul", False)):
        setup = Setup.of(find(title), 3)
        played = watch(setup, "apprentice", 5, 1)
        assert bool(played.positions) == hidden
        for one in played.positions:
            assert len(one.true) == len(one.cells) and len(one.worlds) == WORLDS
            assert all(any(w[i] != one.true[i] for w in one.worlds) for i in range(len(one.true)))


def test_the_same_seed_gives_the_same_beliefs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["beliefs", "speculation", "--matches", "8", "--processes", "1", "--json"]
    told = []
    for _ in range(2):
        assert main(asked) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1] and len(told[0]["scores"]) == 4


def test_where_nothing_is_hidden_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["beliefs", "mogul", "--matches", "8", "--processes", "1", "--lang", "en"]) == 0
    assert "nothing is hidden" in capsys.readouterr().out
