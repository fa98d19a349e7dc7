"""Gymnasium's own check on every title, and play against bots."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from openoutcry import zoo
from openoutcry.core.errors import OptionError
from openoutcry.core.setup import Setup
from openoutcry.titles import find, names
from tests.zoo.setups import label, setups


@pytest.mark.parametrize("setup", setups(), ids=label)
def test_the_environment_passes_the_check(setup: Setup) -> None:
    name, seats, options = setup.title.name, setup.seats, setup.options
    identity = f"openoutcry/{name}-v{find(name).rules_version}"
    check_env(gymnasium.make(identity, seats=seats, options=options).unwrapped)


@pytest.mark.parametrize("name", names())
def test_a_seat_plays_a_match_against_bots(name: str) -> None:
    env = zoo.gym_env(name, seat=1, bots="random", reward="place")
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        assert int(env.play.state.mover()) == 1
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(action)
        assert not info["refused"]
    assert reward == env.play.rewards()[1]


def test_an_illegal_action_becomes_the_default_and_is_reported() -> None:
    env = zoo.gym_env("mogul")
    env.reset(seed=1)
    *_, info = env.step(4)
    assert info["refused"]


def test_wrong_seats_and_bots_are_refused_in_one_line() -> None:
    with pytest.raises(OptionError, match="no seat 4: seats are 0 to 3"):
        zoo.gym_env("mogul", seat=4)
    with pytest.raises(OptionError, match="one bot for each of the 3 other seats, not 1"):
        zoo.gym_env("mogul", bots=["random"])
    with pytest.raises(OptionError, match="no bot 'nobody'; there are: random, apprentice"):
        zoo.gym_env("mogul", bots="nobody")
    with pytest.raises(OptionError, match="no reward 'money'; there are: win, place, score"):
        zoo.gym_env("mogul", reward="money")
