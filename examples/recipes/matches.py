"""What the recipes share: matches against apprentices, and how often a learner wins them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from openoutcry import zoo

Choose = Callable[[NDArray[np.float32], NDArray[np.bool_]], int]
"""From an observation and the mask of legal actions to one of these."""


class Scaled(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Prices and points differ in scale by orders of magnitude; their logarithms do not."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        assert env.observation_space.shape is not None
        self.observation_space = gymnasium.spaces.Box(-20, 20, env.observation_space.shape)

    def observation(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(np.sign(observation) * np.log1p(np.abs(observation)), np.float32)


class MaskBeside(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Dictionaries of the observation and its mask, under the names that a library looks for."""

    def __init__(self, env: gymnasium.Env[Any, Any], seen: str, mask: str, kind: type) -> None:
        super().__init__(env)
        assert isinstance(env.action_space, gymnasium.spaces.Discrete)
        self._seen, self._mask, self._kind = seen, mask, kind
        flags = gymnasium.spaces.Box(0, 1, (int(env.action_space.n),), kind)
        self.observation_space = gymnasium.spaces.Dict({seen: env.observation_space, mask: flags})

    def observation(self, observation: NDArray[np.float32]) -> dict[str, Any]:
        mask = self.get_wrapper_attr("action_masks")()
        return {self._seen: observation, self._mask: mask.astype(self._kind)}


def match(title: str) -> Scaled:
    """A seat of a match against apprentices."""
    return Scaled(zoo.gym_env(title, bots="apprentice"))


def win_share(title: str, choose: Choose, matches: int) -> float:
    """How much a learner wins against apprentices, ties shared."""
    env, won = match(title), 0.0
    for seed in range(matches):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            mask = env.get_wrapper_attr("action_masks")()
            seen, reward, over, _, _ = env.step(choose(seen, mask))
            won += float(reward)
    return won / matches


def arguments(about: str, steps: int) -> Namespace:
    """What every recipe can be told."""
    parser = ArgumentParser(description=about)
    parser.add_argument("--title", default="mogul")
    parser.add_argument("--steps", type=int, default=steps, help="of learning")
    parser.add_argument("--matches", type=int, default=200, help="played at the end")
    return parser.parse_args()


def tell(title: str, choose: Choose, matches: int) -> None:
    """How good the learner has become."""
    seats = zoo.gym_env(title).play.task.setup.seats
    share = win_share(title, choose, matches)
    print(f"won {share:.1%} of {matches} matches; an apprentice would win {1 / seats:.1%}")
