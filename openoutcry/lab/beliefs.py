"""Beliefs: how well what is hidden can be told from what a seat sees, beside imagining evenly.

A seat that imagines worlds deals evenly what it cannot know: what its rivals did tells nothing.
Here a small model learns to weigh these worlds by the seat's own observation, and is held against
them on matches that it has not seen. What is hidden is found without knowing the title: the numbers
of a position that differ between imagined worlds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i32

from openoutcry.bots.driver import player
from openoutcry.core.bare import BareMatch
from openoutcry.core.observation import Pen
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.lab.spread import Workers

WORLDS = 64
"""Imagined for each position: how often a value is met in them is what is believed evenly."""
ONE_IN = 8
"""One decision in so many is looked at: those of one match have much in common."""
HELD_BACK = 4
"""One match in so many is not learned from."""
QUARTERS = 4
"""Parts of a match that are told apart."""
DOUBT = 1.0
"""So many worlds more, spread over all values: nothing is believed to be impossible."""
EPOCHS = 60
PATIENCE = 5
"""Passes without a gain on matches kept aside for that, after which learning ends."""
BATCH = 64
STEP = 0.01
DECAY = 1e-3

Floats = npt.NDArray[np.float64]


class Position(NamedTuple):
    """What a seat that decides sees, and what it does not."""

    moment: int
    """Decisions before it."""
    seen: list[int]
    """Its observation."""
    viewer: int
    cells: list[int]
    """The hidden numbers, by their place in the position."""
    true: list[int]
    worlds: list[list[int]]
    """The same numbers in imagined worlds."""


class PlayedMatch(NamedTuple):
    """Some positions of a match, and how many decisions it had."""

    positions: list[Position]
    length: int


def watch(setup: Setup, bot: str, seed: int, number: int) -> PlayedMatch:
    """Let a bot play every seat of a match, and look at some of its positions."""
    rng = Rng(derive(seed, number))
    match = BareMatch(setup, rng)
    players = [player(bot, derive(seed, number, seat)) for seat in range(setup.seats)]
    observer = setup.title.observer(setup.edition, setup.seats, setup.options)
    numbers = vec[i32]([i32(0)] * sum(field.size for field in observer.fields))
    pen = Pen(numbers, setup.seats)
    look = Rng(derive(seed, number, 1))
    positions: list[Position] = []
    length = 0
    while asked := match.waiting:
        length += 1
        if look.below(ONE_IN) == 0:
            viewer = asked[look.below(len(asked))]
            observer.write(match.state, viewer, pen)
            true = match.state.dump()
            worlds = [match.state.imagine(viewer, look).dump() for _ in range(WORLDS)]
            cells = [at for at in range(len(true)) if any(w[at] != true[at] for w in worlds)]
            if cells:
                positions.append(
                    Position(
                        length,
                        [int(value) for value in numbers],
                        viewer,
                        cells,
                        [true[at] for at in cells],
                        [[world[at] for at in cells] for world in worlds],
                    )
                )
        answers = [(seat, players[seat].answer(match.state, seat)) for seat in asked]
        for seat, action in answers:
            match.play_action(seat, action)
    return PlayedMatch(positions, length)


def observe(
    setup: Setup,
    bot: str,
    matches: int,
    seed: int,
    workers: Workers,
    seen: Callable[[int], None],
) -> list[PlayedMatch]:
    """Matches of that bot, always the same for a seed; `seen` is told how many are done."""
    found = {}
    jobs = list(range(matches))
    for number, played in workers.each(partial(_numbered, setup, bot, seed), jobs):
        found[number] = played
        seen(len(found))
    return [found[number] for number in jobs]


def _numbered(setup: Setup, bot: str, seed: int, number: int) -> tuple[int, PlayedMatch]:
    return number, watch(setup, bot, seed, number)


# What is learned


@dataclass
class _Guesses:
    """Hidden numbers one by one: what was seen, what imagining evenly believes, and the truth."""

    match: npt.NDArray[np.int64]
    quarter: npt.NDArray[np.int64]
    seen: Floats
    even: Floats
    """For each value, the logarithm of its share of the imagined worlds."""
    true: npt.NDArray[np.int64]


class Score(NamedTuple):
    """How much the truth surprises on average, in one part of a match."""

    quarter: int
    values: int
    even: float
    """The log-loss of imagining evenly, in nats."""
    learned: float
    gain: float
    """How much less the learned belief is surprised, on average over the matches."""
    error: float
    """The standard error of the gain."""


def scores(played: Sequence[PlayedMatch], seats: int, seed: int) -> list[Score]:
    """Learn from three quarters of the matches; the scores are those of the last quarter. Nothing
    if nothing is hidden from those who decide."""
    owners = _owners(played, seats)
    if not owners:
        return []
    values = sorted(
        {v for m in played for p in m.positions for w in (p.true, *p.worlds) for v in w}
    )
    count = len(played)
    tested = range(count - count // HELD_BACK, count)
    aside = range(tested[0] - count // (2 * HELD_BACK), tested[0])
    found: list[tuple[_Guesses, Floats]] = []
    for owner in sorted(set(owners.values())):
        guesses = _guesses(played, owners, seats, owner, values)
        model = _Model(values, guesses.seen.shape[1], seed)
        model.learn(
            _of_matches(guesses, range(aside[0])),
            _of_matches(guesses, aside),
        )
        rest = _of_matches(guesses, tested)
        found.append((rest, model.believed(rest)))
    return [_score(quarter, found) for quarter in range(1, QUARTERS + 1)]


def _owners(played: Sequence[PlayedMatch], seats: int) -> dict[tuple[int, int], int]:
    """By viewer and place of a hidden number: whose it is, counted from the viewer. Numbers that
    stand next to each other, one for each seat, are the seats'; others are nobody's, 0."""
    hidden = sorted({at for one in played for p in one.positions for at in p.cells})
    first: dict[int, int] = {}
    for at in hidden:
        first[at] = first.get(at - 1, at)
    runs = [at for at in set(first.values()) if sum(b == at for b in first.values()) == seats]
    met = {(p.viewer, at) for one in played for p in one.positions for at in p.cells}
    return {
        (viewer, at): (at - first[at] - viewer) % seats if first[at] in runs else 0
        for viewer, at in met
    }


def _guesses(
    played: Sequence[PlayedMatch],
    owners: dict[tuple[int, int], int],
    seats: int,
    owner: int,
    values: Sequence[int],
) -> _Guesses:
    index = {value: number for number, value in enumerate(values)}
    rows: list[tuple[int, int, list[int], Floats, int]] = []
    for number, match in enumerate(played):
        for position in match.positions:
            quarter = min(QUARTERS, 1 + QUARTERS * position.moment // (match.length + 1))
            for column, at in enumerate(position.cells):
                if owners[position.viewer, at] != owner:
                    continue
                share = np.full(len(values), DOUBT / len(values))
                for world in position.worlds:
                    share[index[world[column]]] += 1
                even = np.log(share / (WORLDS + DOUBT))
                rows.append((number, quarter, position.seen, even, index[position.true[column]]))
    seen = np.array([row[2] for row in rows], dtype=np.float64)
    return _Guesses(
        np.array([row[0] for row in rows]),
        np.array([row[1] for row in rows]),
        seen / np.maximum(1.0, np.abs(seen).max(axis=0)),
        np.array([row[3] for row in rows]),
        np.array([row[4] for row in rows]),
    )


def _of_matches(guesses: _Guesses, matches: range) -> _Guesses:
    which = (guesses.match >= matches.start) & (guesses.match < matches.stop)
    return _Guesses(
        guesses.match[which],
        guesses.quarter[which],
        guesses.seen[which],
        guesses.even[which],
        guesses.true[which],
    )


class _Model:
    """Weighs values, and the bits that they consist of, by what was seen. It begins as imagining
    evenly does, and so can only learn what that does not know."""

    def __init__(self, values: Sequence[int], inputs: int, seed: int) -> None:
        bits = max(1, max(values).bit_length())
        own = np.eye(len(values))
        parts = np.array([[value >> bit & 1 for bit in range(bits)] for value in values])
        self._parts = np.hstack([own, parts.astype(np.float64)])
        self._weights = np.zeros((inputs + 1, self._parts.shape[1]))
        self._rng = np.random.default_rng(seed)

    def believed(self, guesses: _Guesses) -> Floats:
        """The logarithm of what it believes of each value."""
        inputs = np.hstack([guesses.seen, np.ones((len(guesses.seen), 1))])
        sums = guesses.even + inputs @ self._weights @ self._parts.T
        top = sums.max(axis=1, keepdims=True)
        found: Floats = sums - top - np.log(np.exp(sums - top).sum(axis=1, keepdims=True))
        return found

    def learn(self, taught: _Guesses, aside: _Guesses) -> None:
        """Adam's steps on the log-loss until the matches kept aside gain no more."""
        moment, square = np.zeros_like(self._weights), np.zeros_like(self._weights)
        best, kept, waited, steps = _loss(self.believed(aside), aside), self._weights, 0, 0
        for _epoch in range(EPOCHS):
            order = self._rng.permutation(len(taught.true))
            for begin in range(0, len(order), BATCH):
                steps += 1
                slope = self._slope(_picked(taught, order[begin : begin + BATCH]))
                moment = 0.9 * moment + 0.1 * slope
                square = 0.999 * square + 0.001 * slope**2
                step = moment / (1 - 0.9**steps) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
                self._weights = self._weights - STEP * (step + DECAY * self._weights)
            loss = _loss(self.believed(aside), aside)
            if loss < best:
                best, kept, waited = loss, self._weights, 0
            else:
                waited += 1
                if waited == PATIENCE:
                    break
        self._weights = kept

    def _slope(self, batch: _Guesses) -> Floats:
        wrong = np.exp(self.believed(batch))
        wrong[np.arange(len(batch.true)), batch.true] -= 1
        inputs = np.hstack([batch.seen, np.ones((len(batch.seen), 1))])
        found: Floats = inputs.T @ (wrong @ self._parts) / len(batch.true)
        return found


def _picked(guesses: _Guesses, which: npt.NDArray[np.int64]) -> _Guesses:
    return _Guesses(
        guesses.match[which],
        guesses.quarter[which],
        guesses.seen[which],
        guesses.even[which],
        guesses.true[which],
    )


def _losses(believed: Floats, guesses: _Guesses) -> Floats:
    found: Floats = -believed[np.arange(len(guesses.true)), guesses.true]
    return found


def _loss(believed: Floats, guesses: _Guesses) -> float:
    return float(_losses(believed, guesses).mean()) if len(guesses.true) else 0.0


def _score(quarter: int, found: Sequence[tuple[_Guesses, Floats]]) -> Score:
    """All hidden numbers of that part of the matches; matches count alike for the error."""
    even: dict[int, list[float]] = {}
    learned: dict[int, list[float]] = {}
    for guesses, believed in found:
        own, other = _losses(believed, guesses), _losses(guesses.even, guesses)
        for row in np.flatnonzero(guesses.quarter == quarter):
            match = int(guesses.match[row])
            even.setdefault(match, []).append(float(other[row]))
            learned.setdefault(match, []).append(float(own[row]))
    if not even:
        return Score(quarter, 0, 0.0, 0.0, 0.0, 0.0)
    gains = [float(np.mean(even[m]) - np.mean(learned[m])) for m in even]
    error = float(np.std(gains, ddof=1) / len(gains) ** 0.5) if len(gains) > 1 else float("nan")
    everything = [loss for losses in even.values() for loss in losses]
    ours = [loss for losses in learned.values() for loss in losses]
    return Score(
        quarter,
        len(everything),
        float(np.mean(everything)),
        float(np.mean(ours)),
        float(np.mean(gains)),
        error,
    )
