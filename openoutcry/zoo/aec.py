"""PettingZoo, one agent at a time: `openoutcry.zoo.raw_env` and `env`."""

from typing import Any, SupportsInt

from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.play import Play, metadata
from openoutcry.zoo.task import Task


class SeatsInTurn(AECEnv[str, Tensor, SupportsInt | None]):
    """A match whose seats are asked in turn; simultaneous picks one after another, unseen.

    `infos[agent]["action_mask"]` has a 1 for each action the agent may choose now. Observations
    are made when they are asked for: `last(observe=False)` saves the time. Rewards come at the
    end.
    """

    def __init__(self, task: Task, render_mode: str | None = None) -> None:
        self.play = Play(task)
        self.metadata = metadata(task, parallel=False)
        self.render_mode = render_mode
        self.possible_agents = task.agents
        self.observation_spaces = {agent: self.play.observation_space() for agent in task.agents}
        self.action_spaces = {agent: spaces.Discrete(task.width) for agent in task.agents}
        self._seat = {agent: seat for seat, agent in enumerate(task.agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observations: a Box, the same for every agent."""
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

    def observe(self, agent: str) -> Tensor:
        """What the agent may know now, as a tensor."""
        play = self.play
        return play.layout.observe(play.state, self._seat[agent])

    def render(self) -> str | None:
        """With `render_mode="ansi"` the market as text, else None."""
        return self.play.show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to release."""
