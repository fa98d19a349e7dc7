"""A title with everything settled that an environment needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from openoutcry.core.edition import Edition
from openoutcry.core.errors import OptionError
from openoutcry.core.options import Options
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.titles import find

if TYPE_CHECKING:
    from openoutcry.zoo.observation import Layout

SEATS = 4
"""How many play if nothing is said and the title allows it."""

REWARDS = ("win", "place", "score")
"""win: 1 shared by the winners. place: from 1 for the first to 0 for the last, ties sharing.
score: the final score."""


@dataclass(frozen=True)
class Game:
    """Title, edition, seats, options and reward, and the state before the first draw."""

    title: Title
    edition: Edition
    seats: int
    options: Options
    reward: str
    start: State

    @property
    def agents(self) -> list[str]:
        """The seats' names in environments: seat_0, seat_1 and so on."""
        return [f"seat_{seat}" for seat in range(self.seats)]

    @property
    def width(self) -> int:
        """Size of the action space."""
        return int(self.start.width())

    @cached_property
    def layout(self) -> "Layout":
        """Where what stands in observations."""
        from openoutcry.zoo.observation import Layout  # needs numpy, which not everybody has

        return Layout(self)

    def __deepcopy__(self, memo: object) -> "Game":
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        setup = (self.seats, self.options, self.edition, self.reward)
        return settle, (self.title.name, *setup, self.title.rules_version)


def settle(
    title: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    edition: Edition | Path | str | None = None,
    reward: str = "win",
    rules: int | None = None,
) -> Game:
    """The game that was asked for, checked; `rules`: by an older version of the rules.

    >>> settle("mogul", seats=3).agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    if reward not in REWARDS:
        raise OptionError(f"no reward {reward!r}; there are: {', '.join(REWARDS)}")
    found = find(title, rules)
    checked = found.edition(edition)
    allowed = found.box.seats(checked)
    number = seats if seats is not None else SEATS if SEATS in allowed else allowed[0]
    chosen = found.options(checked, number, options or {})
    return Game(found, checked, number, chosen, reward, found.box.start(checked, number, chosen))


def rewards(kind: str, state: State) -> list[float]:
    """What each seat gets at the end."""
    if kind == "score":
        return [float(score) for score in state.scores()]
    places = list(state.places())
    if kind == "win":
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    last = len(places) - 1
    return [1 - (place - 1 + (places.count(place) - 1) / 2) / last for place in places]
