"""Observations as tensors: named, described, and as the conformance suite has tried them."""

import numpy as np
import pytest

from openoutcry import zoo
from openoutcry.core.setup import Setup
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
