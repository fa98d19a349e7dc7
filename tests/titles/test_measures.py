"""What the start page says about a title's length and difficulty is measured."""

import pytest

import openoutcry as oo
from openoutcry.bots import driver
from openoutcry.server.calls.titles import difficulty
from openoutcry.titles import find, names

MATCHES = 4
SEATS = 4


def measured(name: str) -> tuple[float, float]:
    """How often one player decides in a match, and among how many actions on average."""
    decisions = offers = 0
    for seed in range(MATCHES):
        match = oo.new(name, seats=SEATS, seed=seed)
        players = [driver.player("apprentice", SEATS * seed + seat) for seat in range(SEATS)]
        while not match.over:
            seat = match.waiting[0]
            decision = match.decision_for(seat)
            assert decision is not None
            decisions, offers = decisions + 1, offers + len(decision.offers)
            match.play_action(seat, players[seat].answer(match.state, seat))
    return decisions / MATCHES / SEATS, offers / decisions


@pytest.mark.parametrize("name", names())
def test_a_title_says_how_long_it_takes(name: str) -> None:
    decisions, choices = measured(name)
    assert find(name).decisions == pytest.approx(decisions, rel=0.15)
    assert find(name).choices == pytest.approx(choices, rel=0.2)


def test_a_title_is_as_hard_as_its_rules_are_long_and_its_choices_many() -> None:
    found = {name: difficulty(find(name)) for name in names()}
    assert found == {
        "ekonos": "hard",
        "mogul": "easy",
        "speculation": "medium",
        "wallstreet": "hard",
    }
