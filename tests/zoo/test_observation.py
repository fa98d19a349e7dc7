"""Observations as tensors: named, described, and as the conformance suite has tried them."""

import numpy as np
import pytest

from openoutcry import zoo
from openoutcry.core.observation import Observer, Pen, Sheet, place_of
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.titles import find, names
from tests.zoo.missing import run_without

every_title = pytest.mark.parametrize("name", names())


@every_title
def test_names_are_unique_and_slices_cover_the_tensor(name: str) -> None:
    layout = zoo.layout(name)
    assert len({field.name for field in layout.fields}) == len(layout.fields)
    covered = [i for part in layout.slices.values() for i in range(part.start, part.stop)]
    assert covered == list(range(layout.size))
    assert layout.low.shape == layout.high.shape == (layout.size,)
    named = layout.named(layout.observe(Setup.of(find(name)).start(), 0))
    assert named["seat"].tolist() == [1.0] + [0.0] * (len(named["seat"]) - 1)


@every_title
def test_the_layout_is_described_field_by_field(name: str) -> None:
    layout = zoo.layout(name)
    lines = layout.describe().splitlines()
    assert len(lines) == 2 + len(layout.fields)
    assert all(field.about for field in layout.fields)


def test_mogul_seen_from_two_seats() -> None:
    env = zoo.raw_env("mogul", seats=3)
    env.reset(seed=1)
    env.step(3)
    named, play = env.play.layout.named, env.play
    mine, theirs = named(play.observe(0)), named(play.observe(1))
    assert mine["chips"].tolist() == theirs["chips"].tolist() == [6, 0, 0]
    assert mine["chips_known"].tolist() == [1, 0, 0]
    assert mine["decided"].tolist() == [0, 1, 0]
    assert theirs["decided"].tolist() == [1, 0, 0]
    assert np.count_nonzero(mine["card_colour"]) == 1


@pytest.mark.parametrize(
    ("missing", "ask", "advice"),
    [
        ("pettingzoo", "raw_env", "openoutcry[zoo]"),
        ("gymnasium", "gym_env", "openoutcry[zoo]"),
        ("numpy", "layout", "openoutcry[zoo]"),
        ("pyspiel", "openspiel_game", "openoutcry[openspiel]"),
    ],
)
def test_a_missing_package_is_named_with_what_to_install(
    missing: str, ask: str, advice: str
) -> None:
    code = f"""
from openoutcry import zoo
try:
    zoo.{ask}("mogul")
except Exception as error:
    print(type(error).__name__, error)
"""
    answer = run_without(missing, code)
    assert answer.stdout == f"OutcryError this needs {missing}: pip install '{advice}'\n"


GREAT = 2**31 - 1


class Numbers(Observer):
    """Observes whatever it is told to."""

    def __init__(self) -> None:
        self.fields = []
        self.told: list[int] = []

    def write_title(self, state: State, pen: Pen) -> None:
        pen.begin(0)
        for number in self.told:
            pen.number(number)


def test_numbers_of_any_size_and_sign_stand_at_their_places() -> None:
    """Also at the first place, and beside one that reaches down into the place before it."""
    state, observer, sheet = Setup.of(find("mogul")).start(), Numbers(), Sheet(6, 4)
    for told in (
        [0, 0, 0, 0, 0, 0],
        [-1, -GREAT, GREAT, -1, 0, -GREAT],
        [1, 0, -99_999, 99_999, -GREAT, 7],
        [-GREAT, GREAT, 0, 0, 1, 0],
        [0, 0, 0, -256, 255, GREAT],
    ):
        observer.told = told
        sheet.show(observer, state, 0)
        assert [int(number) for number in sheet.numbers] == told


def test_flags_of_sets_are_those_of_their_members() -> None:
    pen = Pen(40, 4)
    pen.begin(3)
    pen.members(5, -1)
    pen.members(3, 0b101_010)
    pen.members_by_seat(0b0110)  # seats 1 and 2, seen from 3
    pen.seat(3)
    pen.own_flag()
    pen.end()
    places = [int(place_of(pen.entries[i])) for i in range(pen.count)]
    assert places == [0, 1, 2, 3, 4, 6, 8 + 2, 8 + 3, 12, 16]
    assert pen.at == 20
