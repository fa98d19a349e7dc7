"""PettingZoo, all seats at once: `openoutcry.zoo.parallel_env`."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, SupportsInt

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import ParallelEnv

from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.play import Mask, Play, Seen, checked_mode, metadata
from openoutcry.zoo.task import Task

Step = tuple[
    dict[str, Seen],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class SeatsTogether(ParallelEnv[str, Seen, SupportsInt]):
    """A match in which every seat that waits decides in the same step.

    The last action of the space means "I am not asked": the mask allows it, and only it, to
    seats that do not wait. For an action that is not legal the seat's default is played.
    Observations have their mask beside them, unless they are `flat`.
    """

    def __init__(self, task: Task, render_mode: str | None = None, flat: bool = False) -> None:
        self.play = Play(task, more=1)
        self.flat = flat
        self.not_asked = task.width
        self.metadata = metadata(task, parallel=True)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = task.agents
        self.agents = []
        space = self.play.observation_space() if flat else self.play.masked_space()
        self.observation_spaces = dict.fromkeys(task.agents, space)
        self.state_space = self.play.state_space()
        self.action_spaces = {agent: spaces.Discrete(task.width + 1) for agent in task.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observations: the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The title's actions and "I am not asked"."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new match; without a seed its draws go on from the last match's."""
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen()

    def step(self, actions: Mapping[str, SupportsInt]) -> Step:
        """Play the action of every agent that waits; rewards come at the end.

        `KeyError` if one of them has none.
        """
        self.play.check_begun()
        play, state = self.play, self.play.state
        asked = [seat for seat in range(play.task.setup.seats) if state.waiting(seat)]
        for seat in asked:
            if state.waiting(seat):
                action = int(actions[self.possible_agents[seat]])
                legal = state.refuse(seat, action) == ""
                state.apply(seat, action if legal else state.default(seat))
        play.advance()
        over = play.choices == 0
        agents = self.agents
        gained = play.rewards() if over else [0.0] * len(agents)
        seen, infos = self._seen()
        result = (
            seen,
            dict(zip(agents, gained, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )
        if over:
            self.agents = []
        return result

    def _seen(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Observations and infos of everybody."""
        observations: dict[str, Seen] = {}
        infos: dict[str, dict[str, Any]] = {}
        for seat, agent in enumerate(self.agents):
            tensor, mask = self.play.observe(seat), self._mask(seat)
            observations[agent] = (
                tensor if self.flat else {"observation": tensor, "action_mask": mask}
            )
            infos[agent] = {"action_mask": mask}
        return observations, infos

    def _mask(self, seat: int) -> Mask:
        mask = self.play.mask_of(seat)
        mask[self.not_asked] = not self.play.state.waiting(seat)
        return mask

    def state(self) -> Tensor:
        """What all seats know together, seat by seat: for a central critic."""
        return self.play.state_of_all()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as a spectator sees it: the terminal's with `render_mode="ansi"`, pixels with
        "rgb_array"; else None."""
        return self.play.rendered(self.render_mode)

    def __copy__(self) -> "SeatsTogether":
        return deepcopy(self)

    def close(self) -> None:
        """There is nothing to release."""
