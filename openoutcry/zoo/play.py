"""A match as the environments play it: fast, without log and story."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from librt.vecs import vec
from mypy_extensions import i64, u8
from numpy.typing import NDArray

from openoutcry.core.decisions import to_decision
from openoutcry.core.errors import IllegalAction
from openoutcry.core.masks import mark
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import CHANCE, SPECTATOR, State
from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.task import Task, rewards

Mask = NDArray[np.int8]


class Play:
    """One match of a task. Draws and forced actions happen by themselves.

    Masks have room for `more` actions that are not the title's.
    """

    def __init__(self, task: Task, more: int = 0) -> None:
        self.task = task
        self.layout = task.layout
        self.state: State = task.setup.start()
        self.choices = 0
        """How many actions the mover has; 0 when the match is over."""
        self._rng = Rng(derive(secrets.randbits(96)))
        self.nothing: Mask = np.zeros(task.width + more, np.int8)
        """The mask that allows nothing: shared, so nobody may write to it."""
        self.nothing.flags.writeable = False
        self._actions = vec[i64]([0] * task.width)
        self._others = vec[i64]([0] * task.width)
        self._flags = vec[u8]([0] * len(self.nothing))
        self._marked: Mask = np.asarray(memoryview(self._flags)).view(np.int8)  # the same memory

    def begin(self, seed: int | None) -> None:
        """A new match; without a seed its draws go on from the last match's."""
        if seed is not None:
            self._rng = Rng(derive(seed))
        self.state = self.task.setup.start()
        self.advance()

    def advance(self) -> None:
        """On to the next decision, or to the end."""
        self.choices = int(to_decision(self.state, self._rng, self._actions))

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""
        return [seat for seat in range(self.task.setup.seats) if self.state.waiting(seat)]

    def play_action(self, seat: int, action: int) -> None:
        """Carry out what is known to be legal, and go on to the next decision."""
        self.state.apply(seat, action)
        self.advance()

    def mask(self) -> Mask:
        """1 for each action the mover may choose."""
        return self._mask(self._actions, self.choices)

    def mask_of(self, seat: int) -> Mask:
        """1 for each action that `seat` may choose now; nothing but 0 if it does not wait."""
        return self._mask(self._others, self.state.legal_into(seat, self._others))

    def _mask(self, actions: vec[i64], count: int) -> Mask:
        mark(actions, count, 1, self._flags)
        mask = self._marked.copy()
        mark(actions, count, 0, self._flags)
        return mask

    def check(self, seat: int, action: int) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        reason = self.state.refuse(seat, action)
        if reason:
            rule, key, *_ = reason.split()
            write = self.task.setup.title.notation.write
            allowed = ", ".join(f"{a} ({write(a)})" for a in np.flatnonzero(self.mask_of(seat))[:9])
            text = f"action {action} is not legal for seat {seat} now ({rule}); legal: {allowed}"
            raise IllegalAction(text, rule, f"refuse.{key}", {})

    def observe(self, seat: int) -> Tensor:
        """What the seat may know now, as a tensor."""
        return self.layout.observe(self.state, seat)

    def rewards(self) -> list[float]:
        """What each seat gets as the match stands; for its end."""
        return rewards(self.task.reward, self.state)

    def show(self) -> str:
        """The market in a few lines, as a spectator may see it."""
        views, state = self.task.setup.title.views, self.state
        names = views.companies(state)
        prices = zip(names, views.prices(state), strict=True)
        worth = ["?" if known is None else known for known in views.worth(state, SPECTATOR)]
        mover = int(state.mover())
        turn = "draw" if mover == CHANCE else "over" if mover < 0 else f"seat {mover} decides"
        return (
            f"{self.task.setup.title.name}: {turn}\n"
            f"prices: {', '.join(f'{name} {price}' for name, price in prices)}\n"
            f"worth: {', '.join(f'seat {seat} {known}' for seat, known in enumerate(worth))}\n"
        )

    def observation_space(self) -> spaces.Space[Any]:
        """Where observations lie: the layout's least and greatest numbers."""
        return spaces.Box(self.layout.low, self.layout.high, dtype=np.float32)


def metadata(task: Task, parallel: bool) -> dict[str, Any]:
    """What environments say about themselves."""
    title = task.setup.title
    return {
        "name": f"openoutcry_{title.name}_v{title.rules_version}",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": parallel,
    }
