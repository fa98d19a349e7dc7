"""A title of another package plays with every bot: it is not compiled, and we do not list it."""

import pickle

import pytest

from openoutcry.bots import find, names, simple
from openoutcry.core.decisions import legal_actions
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out, play_out_by
from openoutcry.core.state import OVER
from tests.bots import foreign


@pytest.fixture(autouse=True)
def calling(monkeypatch: pytest.MonkeyPatch) -> None:
    known = foreign.title()
    monkeypatch.setattr(
        simple, "find_title", lambda name, version: {("calling", 1): known}[name, version]
    )


@pytest.mark.parametrize("name", names()[:4])
def test_every_bot_of_ours_plays_it_to_the_end(name: str) -> None:
    state = foreign.position([3, 1])
    while state.mover() != OVER:
        seat = int(state.mover())
        action = find(name, 1).choose(state, seat, 40)
        assert action in legal_actions(state, seat)
        state.apply(seat, action)


def test_the_levels_that_search_find_what_is_best_from_what_they_know() -> None:
    for level in ("broker", "tycoon"):
        assert find(level, 2).choose(foreign.position([2, 3]), 0, 200) == 2
        assert find(level, 2).choose(foreign.position([3, 2]), 0, 200) == 3


def test_it_is_played_on_inside_the_compiled_engine() -> None:
    state = foreign.position([])
    assert play_out(state.clone(), Rng(1)) == 2 * foreign.ROUNDS
    assert play_out_by(state.clone(), foreign.CallingAdvice(), Rng(1)) == 2 * foreign.ROUNDS


def test_its_states_travel_to_another_process() -> None:
    state = foreign.position([2, 3])
    assert pickle.loads(pickle.dumps(state)) == state
