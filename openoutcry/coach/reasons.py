"""Why one choice is better than another: what differs most in the simulations after each.

After every choice the match is played on many times, by the title's advice, in worlds that the seat
cannot tell from the real one. What differs between two choices counts as far as it correlates with
winning in all these simulations: a difference in chips is no reason where chips win nothing.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from openoutcry.coach.common import common, features_of
from openoutcry.core.choices import Reason
from openoutcry.core.features import Feature
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out_by
from openoutcry.core.state import CHANCE, OVER, State
from openoutcry.core.title import Args, Title

MOST: Final = 2
"""Reasons that are told."""
CERTAIN: Final = 2.5
"""A feature has to differ by this many standard errors."""
LEAST_SHARE: Final = 0.005
"""How much of the chance to win a difference has to mean."""
LEAST_PERCENT: Final = 5
FEWEST: Final = 12
"""With fewer simulations of each choice than this, nothing is said."""


@dataclass(frozen=True)
class Sample:
    """What came of one choice: in each simulation the features' values and the share of the win."""

    values: list[list[int]]
    wins: list[float]


class Sampler:
    """Plays on after a seat's choices, and counts what the title's features name."""

    def __init__(self, title: Title, state: State, seat: int, seed: int) -> None:
        self._title = title
        self._state = state
        self._seat = seat
        self._seed = seed
        self._world = state.imagine(seat, Rng(seed))
        self._own = features_of(title)
        own = self._own.features(self._world, seat)
        self.own = len(own)
        """How many features are the title's own: they come first."""
        self.features = [*own, *common(title, self._world, seat)]

    def sample(self, action: int, simulations: int, seconds: float) -> Sample:
        """Every choice is played on in the same worlds. 0 seconds: as long as it takes."""
        rng = Rng(self._seed)
        sample = Sample([], [])
        end = time.perf_counter() + seconds
        for number in range(simulations):
            if seconds > 0 and number % 8 == 0 and time.perf_counter() >= end:
                break
            world = self._state.imagine(self._seat, rng)
            world.apply(self._seat, action)
            sample.values.append(self._play_on(world, rng))
            sample.wins.append(_won(world, self._seat))
        return sample

    def _play_on(self, world: State, rng: Rng) -> list[int]:
        """To the end; returns the features' values on the way and there."""
        self._settle(world, rng)
        soon = [f.measure(world) if f.soon else 0 for f in self.features]
        play_out_by(world, self._title.advice, rng)
        return [
            soon[i] if feature.soon else feature.measure(world)
            for i, feature in enumerate(self.features)
        ]

    def _settle(self, world: State, rng: Rng) -> None:
        advice = self._title.advice
        mover = world.mover()
        while mover != OVER and not self._own.settled(self._world, world, self._seat):
            if mover == CHANCE:
                world.apply(CHANCE, world.draw(rng))
            else:
                world.apply(mover, advice.choose(world, mover, rng))
            mover = world.mover()


def _won(end: State, seat: int) -> float:
    places = end.places()
    return 1 / places.count(1) if places[seat] == 1 else 0.0


@dataclass(frozen=True)
class _Difference:
    feature: Feature
    here: float
    other: float
    meaning: float
    """What the difference means for the chance to win."""

    def reason(self) -> Reason:
        scale = 100 if self.feature.chance else 1
        args: Args = {
            **self.feature.args,
            "here": round(scale * self.here),
            "other": round(scale * self.other),
        }
        return Reason(f"reason.{self.feature.key}", args)

    def speaks(self, better: bool) -> bool:
        """Does it speak for a choice that is better, or against one that is not? What wins by
        accident in the simulations, against the sense of the rules, is not told."""
        sense = self.feature.good * (self.here - self.other)
        return (self.meaning > 0) == better and (sense == 0 or (sense > 0) == better)

    def is_visible(self) -> bool:
        least = LEAST_PERCENT / 100 if self.feature.chance else 0.7
        return abs(self.here - self.other) >= least and round(self.here * 100) != round(
            self.other * 100
        )


def reasons(sampler: Sampler, here: Sample, other: Sample, better: bool) -> list[Reason]:
    """What speaks for the choice `here`, if it is better than the other, or against it.

    The title's own features are told first, then scores and prices where they say too little.
    """
    if min(len(here.wins), len(other.wins)) < FEWEST:
        return []
    own: list[_Difference] = []
    shared: list[_Difference] = []
    for number, feature in enumerate(sampler.features):
        difference = _difference(feature, number, here, other)
        if difference is not None and difference.speaks(better):
            (own if number < sampler.own else shared).append(difference)
    for found in (own, shared):
        found.sort(key=lambda difference: -abs(difference.meaning))
    return [difference.reason() for difference in _distinct([*own, *shared])[:MOST]]


def _distinct(found: list[_Difference]) -> list[_Difference]:
    """Of several with the same words, such as two companies' prices, only the weightiest."""
    keys: list[str] = []
    kept = []
    for difference in found:
        if difference.feature.key not in keys:
            keys.append(difference.feature.key)
            kept.append(difference)
    return kept


def _difference(feature: Feature, number: int, here: Sample, other: Sample) -> _Difference | None:
    """None if it may be chance, is too small to be told, or has nothing to do with winning."""
    ours = [float(values[number]) for values in here.values]
    theirs = [float(values[number]) for values in other.values]
    mean, mean_other = _mean(ours), _mean(theirs)
    error = sqrt(_variance(ours) / len(ours) + _variance(theirs) / len(theirs))
    if abs(mean - mean_other) <= CERTAIN * error:
        return None
    slope = _slope([*ours, *theirs], [*here.wins, *other.wins])
    difference = _Difference(feature, mean, mean_other, (mean - mean_other) * slope)
    if abs(difference.meaning) < LEAST_SHARE or not difference.is_visible():
        return None
    return difference


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def _slope(values: Sequence[float], wins: Sequence[float]) -> float:
    """By how much the chance to win rises with the value, over all simulations."""
    mean, chance = _mean(values), _mean(wins)
    spread = sum((value - mean) ** 2 for value in values)
    if spread == 0:
        return 0.0
    return sum((v - mean) * (w - chance) for v, w in zip(values, wins, strict=True)) / spread
