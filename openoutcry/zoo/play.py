"""A match as the environments play it: fast, without log and story."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from librt.vecs import vec
from mypy_extensions import i64, u8
from numpy.typing import NDArray

from openoutcry.core.decisions import to_decision
from openoutcry.core.errors import IllegalAction, OptionError, OutcryError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.masks import mark
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import State
from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.task import Task, rewards

Mask = NDArray[np.int8]
Seen = Tensor | dict[str, NDArray[Any]]
"""An observation: a tensor, or a dictionary of `observation` and `action_mask`."""


class Play:
    """One match of a task. Draws and forced actions happen by themselves.

    Masks have room for `more` actions that are not the title's.
    """

    def __init__(self, task: Task, more: int = 0) -> None:
        self.task = task
        self.layout = task.layout
        self.more = more
        self.state: State = task.setup.start()
        self.begun = False
        """Has there been a match yet? Nothing can be played before."""
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
        self.begun = True
        self.state = self.task.setup.start()
        self.advance()

    def check_begun(self) -> None:
        """`OutcryError` before the first match."""
        if not self.begun:
            raise OutcryError("no match has begun: call reset() before step()")

    def __getstate__(self) -> tuple[object, ...]:
        return self.task, self.more, self.state, self._rng, self.begun

    def __setstate__(self, kept: tuple[Task, int, State, Rng, bool]) -> None:
        task, more, state, rng, begun = kept
        Play.__init__(self, task, more)
        self.state, self._rng, self.begun = state, rng, begun
        if begun:
            self.advance()  # it stands at a decision or at the end: only counts the choices

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

    def state_of_all(self) -> Tensor:
        """What all seats know together, seat by seat: for critics that see everybody's cards."""
        return np.concatenate([self.observe(seat) for seat in range(self.task.setup.seats)])

    def rendered(self, mode: str | None, seat: int | None = None) -> str | NDArray[np.uint8] | None:
        """As the mode wants it: text, pixels or nothing; for `seat` or a spectator."""
        if mode == "ansi":
            return self.show(seat)
        return self.paint(seat) if mode == "rgb_array" else None

    def paint(self, seat: int | None = None) -> NDArray[np.uint8]:
        """The board's picture as pixels, height by width by red, green and blue."""
        from openoutcry import svg
        from openoutcry.zoo.pixels import painted

        return painted(svg.board(self._shown_match(), seat, names=self.task.agents))

    def _shown_match(self) -> Match:
        match = Match(self.task.setup, QuickDraws(0))
        match.state = self.state.clone()
        return match

    def show(self, seat: int | None = None) -> str:
        """The board as the terminal draws it, for `seat` or a spectator."""
        from rich.text import Text  # the terminal's own: not needed for learning

        title, match = self.task.setup.title, self._shown_match()

        def say(key: str, **args: str | int) -> str:
            if key == "seat":
                return self.task.agents[int(args["seat"])]
            return title.words.say("en", key, args, labels=match.labels)

        lines = title.screen.draw(match.view(seat), say)
        return "\n".join(Text.from_markup(line).plain.rstrip() for line in lines) + "\n"

    def observation_space(self) -> spaces.Space[Any]:
        """Where observations lie: the layout's least and greatest numbers."""
        return spaces.Box(self.layout.low, self.layout.high, dtype=np.float32)

    def masked_space(self) -> spaces.Space[Any]:
        """As `observation_space`, with the mask beside it."""
        mask = spaces.Box(0, 1, self.nothing.shape, np.int8)
        return spaces.Dict({"observation": self.observation_space(), "action_mask": mask})

    def state_space(self) -> spaces.Space[Any]:
        """Where `state_of_all` lies."""
        seats = self.task.setup.seats
        low, high = np.tile(self.layout.low, seats), np.tile(self.layout.high, seats)
        return spaces.Box(low, high, dtype=np.float32)


RENDER_MODES = ("ansi", "rgb_array")


def checked_mode(render_mode: str | None) -> str | None:
    """`OptionError` for a way to render that there is not."""
    if render_mode not in (None, *RENDER_MODES):
        there = ", ".join(RENDER_MODES)
        raise OptionError(f"no render_mode {render_mode!r}; there are: {there}, or None for none")
    return render_mode


def metadata(task: Task, parallel: bool) -> dict[str, Any]:
    """What environments say about themselves."""
    title = task.setup.title
    return {
        "name": f"openoutcry_{title.name}_v{title.rules_version}",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": parallel,
    }
