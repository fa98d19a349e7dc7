"""Observations: named, within their bounds, and without anybody's secrets."""

import subprocess
import sys

import numpy as np
import pytest

from openoutcry import zoo
from openoutcry.core.rng import Rng
from openoutcry.core.state import SPECTATOR
from openoutcry.titles import names
from openoutcry.zoo.game import settle
from openoutcry.zoo.observation import Layout
from tests.titles.conformance.setups import Setup, some, walk

every_title = pytest.mark.parametrize("name", names())


def layout_of(setup: Setup) -> Layout:
    return Layout(settle(setup.title, setup.seats, dict(setup.options)))


@every_title
def test_every_part_has_its_size_and_keeps_within_its_bounds(name: str) -> None:
    for setup, seed in some(name, 6, 41):
        layout = layout_of(setup)
        for state, _, _, _ in walk(setup, seed):
            for viewer in (0, setup.seats - 1, SPECTATOR):
                parts = layout.parts(state, viewer)
                for field, part in zip(layout.fields, parts, strict=True):
                    assert len(part) == field.size, field.name
                    assert field.least <= min(part, default=field.least), field.name
                    assert max(part, default=field.most) <= field.most, field.name


@every_title
def test_an_observation_depends_only_on_what_the_seat_may_know(name: str) -> None:
    rng = Rng(42)
    for setup, seed in some(name, 4, 42):
        layout = layout_of(setup)
        for state, _, _, _ in walk(setup, seed):
            for viewer in (*range(setup.seats), SPECTATOR):
                here = layout.observe(state, viewer)
                assert (here == layout.observe(state.imagine(viewer, rng), viewer)).all()


@every_title
def test_names_are_unique_and_slices_cover_the_tensor(name: str) -> None:
    layout = zoo.layout(name)
    assert len({field.name for field in layout.fields}) == len(layout.fields)
    covered = [i for part in layout.slices.values() for i in range(part.start, part.stop)]
    assert covered == list(range(layout.size))
    assert layout.low.shape == layout.high.shape == (layout.size,)
    named = layout.named(layout.observe(settle(name).start, 0))
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
    layout = env.play.layout
    mine, theirs = layout.named(env.observe("seat_0")), layout.named(env.observe("seat_1"))
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
import sys
sys.modules[{missing!r}] = None
from openoutcry import zoo
try:
    zoo.{ask}("mogul")
except Exception as error:
    print(type(error).__name__, error)
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout == f"OutcryError this needs {missing}: pip install '{advice}'\n"
