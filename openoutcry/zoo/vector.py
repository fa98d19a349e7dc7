"""Gymnasium's vector environment over a batch: `openoutcry.zoo.vector_env`."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from openoutcry import zoo
from openoutcry.core.errors import OptionError
from openoutcry.core.rng import derive
from openoutcry.zoo.batched import Batch
from openoutcry.zoo.spread import Spread

RESETS = 3
"""Sets the luck after a reset apart from that before it."""

Observations = NDArray[Any]
Actions = NDArray[np.int64]
Step = tuple[
    Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class ManyMatches(VectorEnv[Observations, Actions, NDArray[Any]]):
    """Many matches against bots, seen from one seat in each.

    `action_masks()` and `infos["action_mask"]` say what is legal; anything else raises
    `IllegalAction`. A match that ends is followed by the next in the same step: `terminations` and
    `rewards` are of the one that ended, the observation is the next one's first.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, open_rows: Callable[[int], Batch | Spread], seed: int = 0) -> None:
        """`open_rows` opens the batch for a seed; the learner has one seat in it."""
        self._open_rows = open_rows
        self._next_seed = seed
        self._rows = rows = open_rows(seed)
        if rows.seat is None:
            raise OptionError("a vector environment needs the learner's seat")
        self._seat = rows.seat
        self.num_envs = len(rows)
        seen, masks = rows.arrays.observations, rows.arrays.masks
        bounds = np.iinfo(np.int16) if rows.dtype == "int16" else np.finfo(np.float32)
        self.single_observation_space = Box(bounds.min, bounds.max, seen.shape[1:], seen.dtype.type)
        self.single_action_space = Discrete(masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._fresh = True

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New matches in all rows: those of the seed, or others than before. One seed is enough
        for all rows; `OptionError` for a list of them."""
        if isinstance(seed, list):
            raise OptionError("one whole number as seed is enough: each row derives its own")
        if seed is not None:
            self._next_seed = seed
        if seed is not None or not self._fresh:
            self._rows.close()
            self._rows = self._open_rows(self._next_seed)
        self._fresh = False
        self._next_seed = derive(self._next_seed, RESETS)
        return self._rows.arrays.observations.copy(), self._infos()

    def step(self, actions: Actions) -> Step:
        """Play an action in every row, and the bots' until the learner is asked again."""
        seen = self._rows.step(actions)
        rewards = seen.rewards[:, self._seat].astype(np.float64)
        return (
            seen.observations.copy(),
            rewards,
            seen.done.copy(),
            np.zeros(self.num_envs, np.bool_),
            self._infos(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action that is legal now, a row for each match."""
        return self._rows.arrays.masks.astype(np.bool_)

    def sample(self) -> Actions:
        """A legal action for every row, uniformly at random."""
        return self._rows.sample()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._rows.arrays.masks.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes of the batch, if it has any."""
        self._rows.close()


def make(num_envs: int, title: str, rules: int, **arguments: Any) -> ManyMatches:
    """For `gymnasium.make_vec`."""
    return zoo.vector_env(title, num_envs, rules=rules, **arguments)
