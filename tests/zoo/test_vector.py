"""Gymnasium's vector environment: the batch's matches, seen as learners expect them."""

import gymnasium
import numpy as np
import pytest

from openoutcry import zoo
from openoutcry.core.errors import IllegalAction, OptionError
from openoutcry.titles import names


@pytest.mark.parametrize("title", names())
def test_it_steps_as_the_batch_does_and_pays_the_learners_seat(title: str) -> None:
    envs = zoo.vector_env(title, 8, seed=5, seat=1, reward="place")
    rows = zoo.batch(title, 8, seed=5, seat=1, reward="place")
    seen, infos = envs.reset()
    assert envs.observation_space.contains(seen)
    ended = 0
    for _ in range(400):
        assert np.array_equal(seen, rows.arrays.observations)
        assert np.array_equal(infos["action_mask"], rows.arrays.masks)
        actions = rows.sample()
        assert envs.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        told = rows.step(actions)
        assert np.array_equal(rewards, told.rewards[:, 1])
        assert np.array_equal(terminated, told.done) and not truncated.any()
        assert np.array_equal(envs.action_masks(), told.masks == 1)
        ended += int(terminated.sum())
        if ended > 8:
            break
    assert ended
    envs.close()


def test_what_was_seen_is_the_learners_to_keep() -> None:
    envs = zoo.vector_env("mogul", 4, seats=3)
    seen, infos = envs.reset()
    before, mask = seen.copy(), infos["action_mask"].copy()
    envs.step(envs.sample())
    assert np.array_equal(seen, before) and np.array_equal(infos["action_mask"], mask)


def test_a_seed_brings_the_same_matches_and_a_reset_without_one_brings_others() -> None:
    envs = zoo.vector_env("mogul", 4, seats=3, seed=2)
    first, _ = envs.reset(seed=9)
    other, _ = envs.reset()
    again, _ = envs.reset(seed=9)
    anew = zoo.vector_env("mogul", 4, seats=3, seed=9)
    assert np.array_equal(first, again) and np.array_equal(first, anew.reset()[0])
    assert not np.array_equal(first, other)
    with pytest.raises(OptionError, match="one whole number"):
        envs.reset(seed=[1, 2, 3, 4])


def test_what_is_not_legal_is_refused_by_its_row() -> None:
    envs = zoo.vector_env("mogul", 2, seats=3)
    _, infos = envs.reset()
    actions = envs.sample()
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    with pytest.raises(IllegalAction, match="row 1"):
        envs.step(actions)


def test_gymnasium_makes_it_by_name() -> None:
    envs = gymnasium.make_vec("openoutcry/mogul-v1", num_envs=3, seats=4, reward="score")
    assert envs.num_envs == 3
    seen, _ = envs.reset(seed=1)
    assert seen.shape[0] == 3
    envs.close()
