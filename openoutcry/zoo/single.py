"""Gymnasium, one seat to train and bots on the others: `openoutcry.zoo.gym_env`."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from openoutcry import bots as shelf
from openoutcry.bots import Player
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OptionError, OutcryError
from openoutcry.core.rng import derive
from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.play import RENDER_MODES, Play, checked_mode, metadata
from openoutcry.zoo.task import settle

DEALS = 1000
"""After this many matches in which the learner was never asked, there seem to be no others."""

Step = tuple[Tensor, float, bool, bool, dict[str, Any]]


class OneSeat(gymnasium.Env[Tensor, SupportsInt]):
    """A match against bots, seen from one seat.

    `action_masks()` and `info["action_mask"]` say what is legal. For an action that is not, the
    seat's default is played, and `info["refused"]` is True. The reward comes at the end.
    """

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012

    def __init__(
        self,
        title: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Edition | Path | str | None = None,
        reward: str = "win",
        seat: int = 0,
        bots: Sequence[str] | str = "apprentice",
        budget: int = 0,
        render_mode: str | None = None,
        rules: int | None = None,
    ) -> None:
        task = settle(title, seats, options, edition, reward, rules)
        self.play = Play(task)
        self.seat = seat
        self.budget = budget
        self.render_mode = checked_mode(render_mode)
        self.metadata = metadata(task, parallel=False)
        self._names = _opponents(bots, seat, task.setup.seats)
        self._bots: dict[int, Player] = {}
        self.observation_space = self.play.observation_space()
        self.action_space = spaces.Discrete(task.width)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        """A new match and new bots, played on to the seat's first decision.

        Deals in which the seat is never asked, as very small editions have them, are dealt again;
        `OutcryError` if there seem to be no others.
        """
        super().reset(seed=seed)
        for _ in range(DEALS):
            luck = int(self.np_random.integers(2**62))
            self._bots = {
                seat: shelf.player(name, derive(luck, seat), self.budget)
                for seat, name in self._names.items()
            }
            self.play.begin(luck)
            shelf.play_on(self.play, self._bots)
            if self.play.choices:
                return self.play.observe(self.seat), self._info(refused=False)
        raise OutcryError(f"in {DEALS} matches seat {self.seat} had nothing to decide")

    def step(self, action: SupportsInt) -> Step:
        """Play the seat's action and, after it, the bots' until the seat decides again.

        `OutcryError` if a bot fails.
        """
        play, chosen = self.play, int(action)
        play.check_begun()
        refused = play.state.refuse(self.seat, chosen) != ""
        play.play_action(self.seat, int(play.state.default(self.seat)) if refused else chosen)
        shelf.play_on(play, self._bots)
        over = play.choices == 0
        reward = play.rewards()[self.seat] if over else 0.0
        return play.observe(self.seat), reward, over, False, self._info(refused)

    def _info(self, refused: bool) -> dict[str, Any]:
        return {"action_mask": self.play.mask_of(self.seat), "refused": refused}

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action that is legal now: where MaskablePPO looks for it."""
        return self.play.mask_of(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The board as the seat sees it: the terminal's with `render_mode="ansi"`, pixels with
        "rgb_array"; else None."""
        return self.play.rendered(self.render_mode, self.seat)

    def __copy__(self) -> "OneSeat":
        return deepcopy(self)


def _opponents(bots: Sequence[str] | str, seat: int, seats: int) -> dict[int, str]:
    """Seat -> name of the bot on it."""
    others = [other for other in range(seats) if other != seat]
    if seat not in range(seats):
        raise OptionError(f"no seat {seat}: seats are 0 to {seats - 1}")
    given = [bots] * len(others) if isinstance(bots, str) else list(bots)
    if len(given) != len(others):
        raise OptionError(f"one bot for each of the {len(others)} other seats, not {len(given)}")
    for name in given:
        if not shelf.is_known(name):
            raise OptionError(f"no bot {name!r}; there are: {', '.join(shelf.names())}")
    return dict(zip(others, given, strict=True))
