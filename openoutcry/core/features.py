"""What may speak for or against a choice: things about how a match goes on that can be counted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from openoutcry.core.state import State

Measure = Callable[[State], int]


@dataclass(frozen=True)
class Feature:
    """Something that a choice may change, counted in every simulation.

    It is told as the message `reason.KEY` with its own arguments, `here` (what the choice leads to
    on average) and `other` (what another one leads to).
    """

    key: str
    measure: Measure
    args: Mapping[str, str | int] = field(default_factory=dict)
    good: int = 0
    """1: more of it is better for the seat, -1: less; 0: as the simulations show."""
    chance: bool = False
    """Is so or is not, 1 or 0: `here` and `other` are then percentages."""
    soon: bool = False
    """Looked at when what is decided now is settled, otherwise at the end of the match."""


class Features(Protocol):
    """features.py: what explains a choice in this title."""

    def features(self, world: State, seat: int) -> list[Feature]:
        """What to count after a decision of `seat` in `world`, which is imagined: there is nothing
        in it that the seat may not know."""

    def settled(self, world: State, now: State, seat: int) -> bool:
        """Is it settled `now` what `seat` had to decide in `world`, such as an auction?"""
