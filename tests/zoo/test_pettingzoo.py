"""PettingZoo's own suites on every title; a warning fails, as everywhere."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from openoutcry import zoo
from openoutcry.conformance.setups import some
from openoutcry.core.errors import IllegalAction
from openoutcry.core.setup import Setup
from openoutcry.titles import find, names
from tests.zoo.setups import label, setups

# Its own games with masks have dictionaries, too, and its test warns of them.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{said}:UserWarning")
    for said in (
        "Observation space for each agent probably should be",
        "Observation is not a NumPy array",
    )
]
every_setup = pytest.mark.parametrize("setup", setups(), ids=label)
every_title = pytest.mark.parametrize("name", names())


@every_setup
def test_the_wrapped_environment_passes_the_api_test(setup: Setup) -> None:
    name, seats, options = setup.title.name, setup.seats, setup.options
    api_test(zoo.env(name, seats, options), num_cycles=120)


@every_setup
def test_the_raw_environment_passes_the_api_test(setup: Setup) -> None:
    name, seats, options = setup.title.name, setup.seats, setup.options
    api_test(zoo.raw_env(name, seats, options, reward="score"), num_cycles=120)


@every_title
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    seed_test(lambda: zoo.env(name), num_cycles=60)


@every_setup
def test_the_parallel_environment_passes_the_api_test(setup: Setup) -> None:
    name, seats, options = setup.title.name, setup.seats, setup.options
    parallel_api_test(zoo.parallel_env(name, seats, options), num_cycles=120)


@every_title
def test_the_same_seed_gives_the_same_parallel_match(name: str) -> None:
    parallel_seed_test(lambda: zoo.parallel_env(name), num_cycles=60)


def play_in_turn(env: Any, seed: int) -> dict[str, float]:
    """A random match; what each agent got."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last(observe=False)
        got[agent] = reward
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if over else chance.choice(legal))
    return got


@every_title
def test_rewards_are_the_win_the_place_or_the_score(name: str) -> None:
    for seed in range(4):
        wins, places, scores = (
            play_in_turn(zoo.raw_env(name, reward=reward), seed) for reward in zoo.REWARDS
        )
        assert sum(wins.values()) == pytest.approx(1)
        assert sum(places.values()) == pytest.approx(len(places) / 2)
        assert max(scores.values()) >= max(scores[agent] for agent in wins if wins[agent])
        assert all(
            places[agent] >= places[other] for agent in wins if wins[agent] for other in wins
        )


@every_title
def test_any_number_of_seats_and_any_options_can_be_played(name: str) -> None:
    for setup, seed in some(name, 24, 44):
        options = setup.options
        got = play_in_turn(zoo.raw_env(name, setup.seats, options, reward="place"), seed)
        assert sum(got.values()) == pytest.approx(setup.seats / 2)
        together = zoo.parallel_env(name, setup.seats, options)
        seen, _ = together.reset(seed=seed)
        for agent, observation in seen.items():
            assert together.observation_space(agent).contains(observation)
        assert zoo.openspiel_game(name, setup.seats, options).num_players() == setup.seats
        single = zoo.gym_env(name, setup.seats, options, bots="random")
        assert single.observation_space.contains(single.reset(seed=1)[0])


def test_every_number_of_seats_is_among_them() -> None:
    for name in names():
        title = find(name)
        played = {setup.seats for setup, _ in some(name, 24, 44)}
        assert played == set(title.box.seats(title.edition()))


@every_title
def test_an_illegal_action_changes_nothing_and_says_what_is_legal(name: str) -> None:
    env = zoo.raw_env(name)
    env.reset(seed=1)
    before = env.play.state.dump()
    wrong = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=rf"action {wrong} is not legal .* legal: \d"):
        env.step(wrong)
    assert env.play.state.dump() == before


@every_title
def test_in_the_parallel_environment_an_illegal_action_becomes_the_default(name: str) -> None:
    env, other = zoo.parallel_env(name), zoo.parallel_env(name)
    env.reset(seed=1)
    other.reset(seed=1)
    state = other.play.state
    defaults = {
        agent: int(state.default(seat)) if state.waiting(seat) else other.not_asked
        for seat, agent in enumerate(other.agents)
    }
    env.step(dict.fromkeys(env.agents, env.not_asked))
    other.step(defaults)
    assert env.play.state.dump() == other.play.state.dump()


@every_title
def test_seats_that_are_not_asked_may_only_say_so(name: str) -> None:
    env = zoo.parallel_env(name)
    _, infos = env.reset(seed=1)
    for seat, agent in enumerate(env.agents):
        mask = infos[agent]["action_mask"]
        assert mask[env.not_asked] == (not env.play.state.waiting(seat))
        assert mask.sum() == 1 or not mask[env.not_asked]


def test_mogul_asks_everybody_at_once_for_loans() -> None:
    env = zoo.parallel_env("mogul", seats=4)
    _, infos = env.reset(seed=1)
    assert [np.flatnonzero(infos[agent]["action_mask"]).tolist() for agent in env.agents] == [
        [2, 3]
    ] * 4
    env.step(dict.fromkeys(env.agents, 3))
    assert env.play.task.setup.title.views.kind(env.play.state, 0) == "auction"
