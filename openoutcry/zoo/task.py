"""What is to be learned: a set-up and what it pays."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from openoutcry.core.edition import Edition
from openoutcry.core.errors import OptionError
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.titles import find

if TYPE_CHECKING:
    from openoutcry.zoo.observation import Layout

REWARDS = ("win", "place", "score")
"""win: 1 shared by the winners. place: from 1 for the first to 0 for the last, ties sharing.
score: the final score."""


@dataclass(frozen=True)
class Task:
    """A set-up with a reward, and how environments name and number its parts."""

    setup: Setup
    reward: str

    @property
    def agents(self) -> list[str]:
        """The seats' names in environments: seat_0, seat_1 and so on."""
        return [f"seat_{seat}" for seat in range(self.setup.seats)]

    @cached_property
    def width(self) -> int:
        """Size of the action space."""
        return int(self.setup.start().width())

    @cached_property
    def layout(self) -> "Layout":
        """What stands where in observations."""
        from openoutcry.zoo.observation import Layout  # needs numpy, which not everybody has

        return Layout(self.setup)

    def __deepcopy__(self, memo: object) -> "Task":
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Task, (self.setup, self.reward)


def settle(
    title: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    edition: Edition | Path | str | None = None,
    reward: str = "win",
    rules: int | None = None,
) -> Task:
    """The task that was asked for, checked; `rules`: an older version of the rules.

    >>> settle("mogul", seats=3).agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    if reward not in REWARDS:
        raise OptionError(f"no reward {reward!r}; there are: {', '.join(REWARDS)}")
    return Task(Setup.of(find(title, rules), seats, options, edition), reward)


def rewards(kind: str, state: State) -> list[float]:
    """What each seat gets at the end."""
    if kind == "score":
        return [float(score) for score in state.scores()]
    places = list(state.places())
    if kind == "win":
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    last = len(places) - 1
    return [1 - (place - 1 + (places.count(place) - 1) / 2) / last for place in places]
