"""Observations: named, within their bounds, and without anybody's secrets."""

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

from openoutcry import zoo
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.core.state import OVER, SPECTATOR, State
from openoutcry.titles import find, names
from openoutcry.zoo.observation import Layout
from tests.titles.conformance.flags import Numbers
from tests.titles.conformance.setups import some, walk
from tests.zoo.missing import run_without

every_title = pytest.mark.parametrize("name", names())


def by_the_view(setup: Setup, state: State, viewer: int) -> Numbers:
    """The observation made from what the view shows, by tests/titles/NAME/observation.py."""
    title = setup.title
    module = f"tests.titles.{title.name}.observation"
    assert find_spec(module) is not None, f"{module} is missing"
    seats = list(range(setup.seats))
    first = max(viewer, 0)
    order = seats[first:] + seats[:first]
    views, worth = title.views, title.views.worth(state, viewer)
    board: Numbers = import_module(module).numbers(views.board(state, viewer), order, setup.edition)
    return {
        "seat": [int(seat == viewer) for seat in seats],
        "waiting": [int(state.waiting(seat)) for seat in order],
        "over": [int(state.mover() == OVER)],
        "prices": views.prices(state),
        "worth": [worth[seat] or 0 for seat in order],
        "worth_known": [int(worth[seat] is not None) for seat in order],
        **board,
    }


@every_title
def test_an_observation_is_what_the_view_shows(name: str) -> None:
    """Observations are written from the state for speed; the view says what may be in them."""
    for setup, seed in some(name, 8, 41):
        layout = Layout(setup)
        for step, (before, _, _, after) in enumerate(walk(setup, seed)):
            state = after if after.mover() == OVER else before
            for viewer in (step % setup.seats, (step + 1) % setup.seats, SPECTATOR):
                expected = by_the_view(setup, state, viewer)
                assert list(expected) == list(layout.slices)
                numbers = [number for part in expected.values() for number in part]
                seen = layout.observe(state, viewer)
                if seen.tolist() != numbers:
                    parts = {field: part.tolist() for field, part in layout.named(seen).items()}
                    assert parts == expected


@every_title
def test_every_number_keeps_within_its_bounds(name: str) -> None:
    for setup, seed in some(name, 6, 43):
        layout = Layout(setup)
        for _, _, _, state in walk(setup, seed):
            for viewer in (0, setup.seats - 1, SPECTATOR):
                seen = layout.observe(state, viewer)
                outside = np.flatnonzero((seen < layout.low) | (seen > layout.high))
                assert not outside.size, outside


@every_title
def test_an_observation_depends_only_on_what_the_seat_may_know(name: str) -> None:
    rng = Rng(42)
    for setup, seed in some(name, 4, 42):
        layout = Layout(setup)
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
from openoutcry import zoo
try:
    zoo.{ask}("mogul")
except Exception as error:
    print(type(error).__name__, error)
"""
    answer = run_without(missing, code)
    assert answer.stdout == f"OutcryError this needs {missing}: pip install '{advice}'\n"
