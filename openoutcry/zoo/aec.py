"""PettingZoo, one agent at a time: `openoutcry.zoo.raw_env` and `env`."""

from copy import deepcopy
from typing import Any, SupportsInt

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.play import Play, Seen, checked_mode, metadata
from openoutcry.zoo.task import Task


class SeatsInTurn(AECEnv[str, Seen, SupportsInt | None]):
    """A match whose seats are asked in turn; simultaneous picks one after another, unseen.

    An observation is a dictionary of `observation` and `action_mask`, which has a 1 for each
    action the agent may choose now; with `flat` it is the tensor alone, and the mask is in
    `infos[agent]["action_mask"]`, where it always is. Observations are made when they are asked
    for: `last(observe=False)` saves the time. Rewards come at the end.
    """

    def __init__(self, task: Task, render_mode: str | None = None, flat: bool = False) -> None:
        self.play = Play(task)
        self.flat = flat
        self.metadata = metadata(task, parallel=False)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = task.agents
        space = self.play.observation_space() if flat else self.play.masked_space()
        self.observation_spaces = dict.fromkeys(task.agents, space)
        self.state_space = self.play.state_space()
        self.action_spaces = {agent: spaces.Discrete(task.width) for agent in task.agents}
        self._seat = {agent: seat for seat, agent in enumerate(task.agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observations: the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The title's actions; the mask says which of them are legal now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed its draws go on from the last match's."""
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._idle() for agent in self.agents}
        self._turn()

    def step(self, action: SupportsInt | None) -> None:
        """Play the selected agent's action.

        `IllegalAction` for one that the rules do not allow; `ValueError` for None while the
        agent is to decide.
        """
        self.play.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} decides: an action is needed, not None")
        play, seat, chosen = self.play, self._seat[agent], int(action)
        if play.state.refuse(seat, chosen):
            play.check(seat, chosen)
        play.state.apply(seat, chosen)
        play.advance()
        self.infos[agent] = self._idle()
        self._turn()

    def _turn(self) -> None:
        play = self.play
        if play.choices:
            agent = self.possible_agents[play.state.mover()]
            self.agent_selection = agent
            self.infos[agent] = {"action_mask": play.mask()}
            return
        self.rewards = dict(zip(self.possible_agents, play.rewards(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: self._idle() for agent in self.agents}
        self.agent_selection = self.agents[0]

    def _idle(self) -> dict[str, Any]:
        """For an agent that has nothing to decide."""
        return {"action_mask": self.play.nothing}

    def observe(self, agent: str) -> Seen:
        """What the agent may know now, and what it may choose."""
        play = self.play
        tensor = play.layout.observe(play.state, self._seat[agent])
        if self.flat:
            return tensor
        return {"observation": tensor, "action_mask": self.infos[agent]["action_mask"]}

    def state(self) -> Tensor:
        """What all seats know together, seat by seat: for a central critic."""
        return self.play.state_of_all()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as a spectator sees it: the terminal's with `render_mode="ansi"`, pixels with
        "rgb_array"; else None."""
        return self.play.rendered(self.render_mode)

    def __copy__(self) -> "SeatsInTurn":
        return deepcopy(self)

    def close(self) -> None:
        """There is nothing to release."""


class Guarded(OrderEnforcingWrapper[str, Seen, SupportsInt | None]):
    """The outermost of PettingZoo's wrappers; a copy of it wraps a match of its own."""

    def __copy__(self) -> "Guarded":
        return deepcopy(self)


def guarded(raw: SeatsInTurn) -> Guarded:
    """In PettingZoo's usual wrappers: an illegal action loses and ends the match."""
    ending = TerminateIllegalWrapper(raw, illegal_reward=-1)
    return Guarded(AssertOutOfBoundsWrapper(ending))
