"""TorchRL's environment over a batch, where TorchRL is installed."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from openoutcry import zoo
from openoutcry.core.errors import OutcryError


def environment(rows: int, **choices: Any) -> Any:
    """Or None, if it says that TorchRL is missing."""
    if find_spec("torchrl") is not None:
        return zoo.torchrl_env("mogul", rows, **choices)
    advice = r"this needs \w+: pip install 'openoutcry\[zoo\]' torchrl"
    with pytest.raises(OutcryError, match=advice):
        zoo.torchrl_env("mogul", rows, **choices)
    return None


def legal(seen: Any, number: int) -> Any:
    """In each row the legal action of that number, counted round and round."""
    choices = [np.flatnonzero(row) for row in seen["action_mask"].numpy()]
    return np.array([row[number % len(row)] for row in choices])


def test_it_steps_as_the_batch_does() -> None:
    env = environment(8, seed=5, seat=1, reward="place")
    if env is None:
        return
    import torch

    rows = zoo.batch("mogul", 8, seed=5, seat=1, reward="place")
    seen, ended = env.reset(), 0
    for number in range(200):
        assert np.array_equal(seen["observation"].numpy(), rows.arrays.observations)
        actions = legal(seen, number)
        stepped, seen = env.step_and_maybe_reset(seen.set("action", torch.from_numpy(actions)))
        told = rows.step(actions)
        assert np.array_equal(stepped["next", "reward"].numpy()[:, 0], told.rewards[:, 1])
        assert np.array_equal(stepped["next", "done"].numpy()[:, 0], told.done)
        ended += int(told.done.sum())
    assert ended > 8


def test_a_seed_brings_the_same_matches_and_a_reset_brings_others() -> None:
    env = environment(4, seed=2)
    if env is None:
        return
    first = env.reset()["observation"]
    env.rand_step(env.reset().set("action", env.reset()["action_mask"].int().argmax(-1)))
    env.set_seed(2)
    assert (env.reset()["observation"] == first).all()
