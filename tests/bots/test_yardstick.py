"""Earlier levels stay as they were: new ones are measured by them."""

import pytest

from openoutcry.bots import find, is_known, names
from openoutcry.bots.levels import EARLIER, effort_of
from openoutcry.bots.search import decide
from openoutcry.bots.simple import advice_for
from openoutcry.conformance.setups import positions
from openoutcry.core.errors import OutcryError
from openoutcry.lab.games import entrant
from openoutcry.titles import find as find_title

CHOICES = {
    ("ekonos", "broker@1"): [268, 315, 3, 29, 202, 16],
    ("ekonos", "tycoon@1"): [241, 200, 3, 35, 202, 14],
    ("mogul", "broker@1"): [2, 1, 6, 0, 1, 4],
    ("mogul", "tycoon@1"): [3, 0, 6, 0, 1, 4],
    ("speculation", "broker@1"): [78, 77, 101, 105, 77, 100],
    ("speculation", "tycoon@1"): [69, 77, 101, 98, 77, 100],
    ("wallstreet", "broker@1"): [24, 24, 7, 3, 3, 23],
    ("wallstreet", "tycoon@1"): [24, 24, 7, 3, 3, 23],
}
"""What broker and tycoon chose before there were networks, by seed 3, in six positions."""


@pytest.mark.parametrize(("title", "level"), CHOICES)
def test_an_earlier_level_chooses_as_it_did(title: str, level: str) -> None:
    """The search is given its seed: a level's own depends on how a position is written down."""
    effort = effort_of(level, find_title(title))
    chosen = [
        decide(
            state,
            next(seat for seat in range(int(state.seats())) if state.waiting(seat)),
            advice_for(state),
            effort.tuning,
            effort.simulations,
            0.0,
            3,
            quick=effort.quick,
        )
        for state in positions(title, 6, 51)
    ]
    assert chosen == CHOICES[title, level]


def test_an_earlier_level_is_found_by_name_but_not_offered() -> None:
    for level in EARLIER:
        assert is_known(level) and level not in names()
        assert entrant(f"{level}:30").label == f"{level}:30"
        assert not effort_of(level, find_title("mogul")).tuning.judged
    assert not is_known("tycoon@0")
    with pytest.raises(OutcryError, match="no bot 'tycoon@0'"):
        find("tycoon@0")
