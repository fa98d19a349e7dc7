"""Sharpening: a title's advice learns by which numbers it plays best, from matches of its own.

An evolution strategy with a step for each number (sep-CMA-ES; Ros and Hansen 2008). Matches of
advice cost so little that a generation plays tens of thousands of them in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cache, partial
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import Rng, derive
from openoutcry.core.rollout import play_out_against
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.lab.figures import interval
from openoutcry.lab.folders import claim, write_whole
from openoutcry.lab.spread import Workers

TRIALS = 24
"""Ways to weigh things that a generation tries."""
PARENTS = 8
"""Those whose mean the next generation starts from."""
FIRST_STEP = 0.3
SHORTEST_STEP = 0.05
"""Numbers are whole: below this nothing changes any more."""
LONGEST_STEP = 0.5
"""Where many ways to weigh things win alike, steps would grow for ever."""
RENEWAL = 40
"""Generations after which the rivals weigh things as the latest mean does."""
PART = 10
"""Deals of the last duel that are played at a time."""
LEAST_SCALE = 3.0
"""A number's first steps are half of it, but no less than this."""


@dataclass(frozen=True)
class Course:
    """What a sharpening does; the same course gives the same numbers."""

    title: Title
    generations: int
    deals: int
    """Of a trial, each played on every seat."""
    proof: int
    """Deals of the last duel, against the numbers from before."""
    seed: int

    def identity(self) -> dict[str, Any]:
        """All that the numbers depend on."""
        return {
            "title": self.title.name,
            "rules": self.title.rules_version,
            "edition": self.title.edition().identity,
            "usual": self.title.advice.numbers(),
            "deals": self.deals,
            "seed": self.seed,
        }


class Trial(NamedTuple):
    """One seat weighs things by `own`, the others by `rivals`."""

    own: dict[str, int]
    rivals: dict[str, int]
    deals: range
    seed: int


class Result(NamedTuple):
    """What became of a trial's matches."""

    trial: Trial
    shares: list[tuple[int, float]]
    """Each match's deal, and the share of its win: 1 is a fair one."""

    @property
    def mean(self) -> float:
        """The mean share of the wins; 1 is a fair one."""
        return sum(share for _, share in self.shares) / len(self.shares)


class Stage(msgspec.Struct):
    """How far a sharpening has come, as numbers of steps from the usual weighing."""

    mean: list[float]
    variance: list[float]
    path: list[float]
    """Where the variance has been going."""
    step_path: list[float]
    step: float
    rivals: dict[str, int]
    generation: int = 0
    best: float = 0.0
    """The best trial's share in the last generation; 1 is a fair one."""


class Proof(msgspec.Struct, frozen=True):
    """The last duel, by number of seats."""

    seats: int
    games: int
    share: float
    low: float
    high: float


def fight(title: Title, trial: Trial) -> Result:
    """Play a trial's matches: the same whichever process plays them."""
    own = title.advice.with_numbers(trial.own)
    rivals = title.advice.with_numbers(trial.rivals)
    tables = _tables(title)
    shares = []
    for deal in trial.deals:
        setup = tables[deal % len(tables)]
        for seat in range(setup.seats):
            state = setup.start()
            play_out_against(state, seat, own, rivals, Rng(derive(trial.seed, deal)))
            places = state.places()
            won = 1 / places.count(1) if places[seat] == 1 else 0.0
            shares.append((deal, won * setup.seats))
    return Result(trial, shares)


@cache
def _tables(title: Title) -> list[Setup]:
    """Every number of seats, the usual one more often."""
    allowed = list(title.box.seats(title.edition()))
    usual = min(max(4, allowed[0]), allowed[-1])
    return [Setup.of(title, seats) for seats in (usual, *allowed, usual)]


class Sharpening:
    """A course under way in a folder: every finished generation is kept there."""

    def __init__(self, course: Course, folder: Path, workers: Workers) -> None:
        self.course = course
        self.folder = folder
        self._workers = workers
        self._usual = course.title.advice.numbers()
        if not self._usual:
            raise OutcryError(f"{course.title.name}: its advice has no numbers to be sharpened")
        self._scales = [max(abs(number) / 2, LEAST_SCALE) for number in self._usual.values()]
        claim(folder, course.identity(), "sharpening")

    def generations(self) -> Generator[Stage]:
        """Every generation that is still to come, and first the one reached before."""
        stage = self._begun()
        yield stage
        while stage.generation < self.course.generations:
            stage = self._next(stage)
            write_whole(self.folder / "stage.json", msgspec.json.encode(stage))
            yield stage

    def _begun(self) -> Stage:
        file = self.folder / "stage.json"
        if file.exists():
            return msgspec.json.decode(file.read_bytes(), type=Stage)
        size = len(self._usual)
        zeros = [0.0] * size
        return Stage(zeros, [1.0] * size, zeros, zeros, FIRST_STEP, self._usual)

    def numbers(self, steps: list[float]) -> dict[str, int]:
        """What so many steps from the usual weighing are; what counts for something never counts
        against it."""
        found = {}
        for (name, usual), step, scale in zip(
            self._usual.items(), steps, self._scales, strict=True
        ):
            number = round(usual + step * scale)
            found[name] = max(number, 0) if usual > 0 else number
        return found

    def _next(self, stage: Stage) -> Stage:
        """One generation: the steps that won most are the way on."""
        course, generation = self.course, stage.generation + 1
        rng = Random(derive(course.seed, generation))
        size = len(self._usual)
        pulls = [[rng.gauss() for _ in range(size)] for _ in range(TRIALS)]
        widths = [sqrt(v) for v in stage.variance]
        steps = [_times(pull, widths) for pull in pulls]
        seed = derive(course.seed, generation, 1)
        trials = [
            Trial(
                self.numbers(_sum(1, stage.mean, stage.step, step)),
                stage.rivals,
                range(course.deals),
                seed,
            )
            for step in steps
        ]
        shares = self._shares(trials)
        order = sorted(range(TRIALS), key=lambda number: -shares[number])[:PARENTS]
        found = _Walk(size).on(stage, [steps[i] for i in order], [pulls[i] for i in order])
        found.generation, found.best = generation, shares[order[0]]
        if generation % RENEWAL == 0:
            found.rivals = self.numbers(found.mean)
        return found

    def _shares(self, trials: list[Trial]) -> list[float]:
        work = partial(fight, self.course.title)
        shares = [0.0] * len(trials)
        for result in self._workers.each(work, trials):
            shares[trials.index(result.trial)] = result.mean
        return shares

    def games(self) -> int:
        """How many the last duel has."""
        return self.course.proof * sum(setup.seats for setup in _tables(self.course.title))

    def proofs(self, stage: Stage, seen: Callable[[int], None]) -> list[Proof]:
        """One seat by the numbers found, among the usual ones, at every number of seats."""
        course = self.course
        tables = _tables(course.title)
        deals = range(course.proof * len(tables))
        seed = derive(course.seed, 0)
        own = self.numbers(stage.mean)
        trials = [Trial(own, self._usual, deals[i : i + PART], seed) for i in deals[::PART]]
        won: dict[int, list[tuple[int, float]]] = {}
        for result in self._workers.each(partial(fight, course.title), trials):
            for deal, share in result.shares:
                seats = tables[deal % len(tables)].seats
                won.setdefault(seats, []).append((deal, share / seats))
            seen(sum(map(len, won.values())))
        return [_proof(seats, sorted(games)) for seats, games in sorted(won.items())]


def _proof(seats: int, games: list[tuple[int, float]]) -> Proof:
    low, high = interval(games)
    return Proof(seats, len(games), sum(share for _, share in games) / len(games), low, high)


class _Walk:
    """How the mean, the step and the variances follow the best trials."""

    def __init__(self, size: int) -> None:
        weights = [log(PARENTS + 0.5) - log(rank) for rank in range(1, PARENTS + 1)]
        self.weights = [weight / sum(weights) for weight in weights]
        mass = 1 / sum(weight * weight for weight in self.weights)
        self.mass = mass
        self.length = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))
        """Of a step drawn by chance, usually."""
        self.size = size
        self.step_memory = (mass + 2) / (size + mass + 5)
        self.memory = 4 / (size + 4)
        faster = (size + 2) / 3  # without correlations there is less to learn
        self.by_path = min(1.0, faster * 2 / ((size + 1.3) ** 2 + mass))
        by_parents = faster * 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass)
        self.by_parents = min(1 - self.by_path, by_parents)

    def on(self, stage: Stage, steps: list[list[float]], pulls: list[list[float]]) -> Stage:
        """The stage after these steps, the best first."""
        way, pull = self._mixed(steps), self._mixed(pulls)
        keep, gain = 1 - self.step_memory, self.step_memory * (2 - self.step_memory)
        step_path = _sum(keep, stage.step_path, sqrt(gain * self.mass), pull)
        length = sqrt(sum(p * p for p in step_path))
        warm = sqrt(1 - keep ** (2 * (stage.generation + 1)))
        steady = length / warm < (1.4 + 2 / (self.size + 1)) * self.length
        fresh = sqrt(self.memory * (2 - self.memory) * self.mass) if steady else 0.0
        path = _sum(1 - self.memory, stage.path, fresh, way)
        squares = self._mixed([_times(step, step) for step in steps])
        old = 1 - self.by_path - self.by_parents
        variance = _sum(old, stage.variance, self.by_path, _times(path, path))
        variance = _sum(1, variance, self.by_parents, squares)
        change = self.step_memory / (1 + self.step_memory) * (length / self.length - 1)
        step = stage.step * exp(min(0.3, change))
        step = min(max(step, SHORTEST_STEP), LONGEST_STEP)
        mean = _sum(1, stage.mean, stage.step, way)
        return Stage(mean, variance, path, step_path, step, stage.rivals)

    def _mixed(self, rows: list[list[float]]) -> list[float]:
        found = [0.0] * self.size
        for weight, row in zip(self.weights, rows, strict=True):
            found = _sum(1, found, weight, row)
        return found


def _sum(a: float, one: list[float], b: float, other: list[float]) -> list[float]:
    return [a * x + b * y for x, y in zip(one, other, strict=True)]


def _times(one: list[float], other: list[float]) -> list[float]:
    return [x * y for x, y in zip(one, other, strict=True)]
