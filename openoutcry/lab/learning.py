"""Teaches a network from positions, with numpy: docs/bots.md says why not with torch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openoutcry.core.network import FULL, NARROW, POINT
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.core.weights import HIDDEN, SECOND, Layout, Weights, fields_of
from openoutcry.lab.selfplay import Positions

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

BATCH = 128
RATE = 2e-3
"""The length of a step at first; it shrinks to a tenth."""
DECAY = 1e-4
"""What a step takes off every weight."""
LARGEST = 1 << 19
"""A weight's bound in the file: a sum of a few must fit into a lane."""
CEILING = FULL / (1 << (POINT - NARROW))
"""The highest activation."""
CLOSEST = 1 / 3
"""Inputs are divided by their usual size, but by no less than this: rare ones stay small."""
LEAN = 0.15
"""What a typical lead adds to the worth before anything is learned."""
OUTCOME = 0.3
"""Weight of how the match ended; the rest is what the advice makes of the position on average."""
PREFERENCE = 0.1
"""Weight of the preferences' loss beside that of the worth."""


@dataclass(frozen=True)
class Examples:
    """Positions as a network sees them: sparse inputs, and what it should answer."""

    begin: Whole
    """Where each position's inputs begin; one more for the end."""
    inputs: Whole
    numbers: Floats
    worth: Floats
    """By position and seat from the viewer on; below 0 where nobody sits."""
    wish_begin: Whole
    actions: Whole
    wishes: Floats
    """The search's visits as shares."""
    layout: Layout

    def __len__(self) -> int:
        return len(self.begin) - 1


def examples(title: Title, positions: Positions, tuning: Tuning, layout: Layout) -> Examples:
    """What there is to learn from the positions, for the utility of this tuning."""
    count = len(positions)
    seats = np.frombuffer(positions.seats, np.uint8).astype(np.int64)
    numbers = np.frombuffer(positions.numbers, np.uint16).astype(np.int64)
    first = np.concatenate([[0], np.cumsum(seats)])
    owner = np.repeat(np.arange(count), numbers)
    inputs, values = _mapped(title, positions, layout, seats, owner)
    lead_inputs, leads = _leads(positions, layout, seats, first)
    people = layout.inputs - layout.seats - 1 + seats
    everything = np.concatenate([owner, np.repeat(np.arange(count), seats), np.arange(count)])
    order = np.argsort(everything, kind="stable")
    wanted = np.full((count, layout.seats), -1.0, np.float32)
    place = np.arange(first[-1]) - np.repeat(first[:-1], seats)
    wanted[np.repeat(np.arange(count), seats), place] = _worth(positions, tuning, seats, first)
    tried = np.frombuffer(positions.tried, np.uint16).astype(np.int64)
    visits = np.frombuffer(positions.visits, np.uint16).astype(np.float32)
    wish_begin = np.concatenate([[0], np.cumsum(tried)])
    totals = np.bincount(np.repeat(np.arange(count), tried), visits, count)
    return Examples(
        np.concatenate([[0], np.cumsum(numbers + seats + 1)]),
        np.concatenate([inputs, lead_inputs, people])[order],
        np.concatenate([values, leads, np.ones(count)])[order].astype(np.float32),
        wanted,
        wish_begin,
        np.frombuffer(positions.actions, np.uint16).astype(np.int64),
        (visits / np.repeat(totals, tried)).astype(np.float32),
        layout,
    )


def _mapped(
    title: Title, positions: Positions, layout: Layout, seats: Whole, owner: Whole
) -> tuple[Whole, Whole]:
    """Each observed number's input, and the number."""
    rows = np.zeros((layout.seats + 1, layout.inputs), np.int64)
    for played in np.unique(seats):
        found = layout.rows(fields_of(title, int(played)), int(played))
        rows[played, : len(found)] = found
    where = np.frombuffer(positions.where, np.uint16).astype(np.int64)
    return rows[seats[owner], where], np.frombuffer(positions.values, np.int32).astype(np.int64)


def _leads(positions: Positions, layout: Layout, seats: Whole, first: Whole) -> tuple[Whole, Whole]:
    """The inputs that `Insight.add_leads` adds."""
    expected = np.frombuffer(positions.expected, np.int32).astype(np.int64)
    totals = np.add.reduceat(expected, first[:-1])
    each = np.repeat(seats, seats)
    leads = (expected * each - np.repeat(totals, seats)) // each
    offsets = np.arange(first[-1]) - np.repeat(first[:-1], seats)
    return layout.inputs - 2 * layout.seats - 1 + offsets, leads


def _worth(positions: Positions, tuning: Tuning, seats: Whole, first: Whole) -> Floats:
    """The search's utility of the outcome, mixed with the mean of what the advice plays out."""
    scores = np.frombuffer(positions.scores, np.int32).astype(np.float64)
    places = np.frombuffer(positions.places, np.uint8).astype(np.float64)
    each = np.repeat(seats, seats).astype(np.float64)
    winners = np.repeat(np.add.reduceat((places == 1).astype(np.float64), first[:-1]), seats)
    won = np.where(places == 1, 1 / winners, 0.0)
    if tuning.spread > 0:
        lead = scores - np.repeat(np.add.reduceat(scores, first[:-1]), seats) / each
        rest = np.clip(0.5 + lead / (2 * float(tuning.spread)), 0, 1)
    else:
        rest = (each - places) / (each - 1)
    win = float(tuning.win) / 100
    outcome = win * won + (1 - win) * rest
    rolled = np.frombuffer(positions.rolled, np.uint16) / 1000
    return (OUTCOME * outcome + (1 - OUTCOME) * rolled).astype(np.float32)


# Learning


class Pupil:
    """A network in floating point, while it learns."""

    def __init__(self, layout: Layout, scale: Floats, seed: int) -> None:
        rng = np.random.default_rng(seed)

        def layer(above: int, below: int, size: float) -> list[Floats]:
            weights = rng.normal(0, size, (above, below)).astype(np.float32)
            return [weights, np.zeros(below, np.float32)]

        self.layout = layout
        self.scale = scale
        self.parts = [
            *layer(layout.inputs, HIDDEN, 1 / np.sqrt(60)),
            *layer(HIDDEN, SECOND, np.sqrt(2 / HIDDEN)),
            *layer(SECOND, layout.seats, 0.3 / np.sqrt(SECOND)),
            *layer(SECOND, layout.width, 0.3 / np.sqrt(SECOND)),
        ]
        self._begin_as_advice()
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def _begin_as_advice(self) -> None:
        """One unit for each seat passes on its expected lead: the first answers are the advice's
        estimate, and training improves on it."""
        w1, b1, w2, b2, worth, base, _, _ = self.parts
        leads = self.layout.inputs - 2 * self.layout.seats - 1
        b1 += 0.3
        for seat in range(self.layout.seats):
            w1[:, seat], w2[:, seat], worth[:, seat] = 0, 0, 0
            w1[leads + seat, seat] = w2[seat, seat] = 1
            b1[seat], b2[seat] = CEILING / 2, 0
            worth[seat, seat] = LEAN
            base[seat] = 0.4 - LEAN * CEILING / 2

    def forward(self, seen: Floats) -> list[Floats]:
        """Activations of both layers, worth and preferences."""
        w1, b1, w2, b2, worth, base, liking, usual = self.parts
        one = np.clip(seen @ w1 + b1, 0, CEILING)
        two = np.clip(one @ w2 + b2, 0, CEILING)
        return [one, two, two @ worth + base, two @ liking + usual]

    def losses(self, batch: _Batch) -> tuple[float, float]:
        """The mean squared error of the worth, and the surprise at the search's preferences."""
        _, _, worth, liking = self.forward(batch.seen)
        error = float((((worth - batch.worth) * batch.sat) ** 2).sum() / batch.sat.sum())
        shares = _shares(liking)
        asked = batch.wishes.sum(1) > 0
        surprise = -(batch.wishes * np.log(shares + 1e-9)).sum(1)[asked]
        return error, float(surprise.mean()) if asked.any() else 0.0

    def learn(self, batch: _Batch, rate: float) -> None:
        """One step down the slope of the losses."""
        one, two, worth, liking = self.forward(batch.seen)
        size = len(batch.seen)
        by_worth = 2 * (worth - batch.worth) * batch.sat / size
        asked = batch.wishes.sum(1, keepdims=True) > 0
        by_liking = PREFERENCE * (_shares(liking) - batch.wishes) * asked / size
        _, _, w2, _, out, _, like, _ = self.parts
        by_two = (by_worth @ out.T + by_liking @ like.T) * ((two > 0) & (two < CEILING))
        by_one = (by_two @ w2.T) * ((one > 0) & (one < CEILING))
        self._step(
            [
                batch.seen.T @ by_one,
                by_one.sum(0),
                one.T @ by_two,
                by_two.sum(0),
                (two.T @ by_worth).astype(np.float32),
                by_worth.sum(0),
                two.T @ by_liking,
                by_liking.sum(0),
            ],
            rate,
        )

    def _step(self, slopes: list[Floats], rate: float) -> None:
        """Adam (Kingma and Ba 2015), with weights that decay on their own."""
        self._steps += 1
        warm1, warm2 = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        parts = zip(self.parts, slopes, self._means, self._squares, strict=True)
        for part, slope, mean, square in parts:
            mean *= 0.9
            mean += 0.1 * slope
            square *= 0.999
            square += 0.001 * slope * slope
            part -= rate * (mean / warm1) / (np.sqrt(square / warm2) + 1e-8)
            if part.ndim == 2:
                part *= 1 - DECAY

    def weights(self, about: Mapping[str, Any]) -> Weights:
        """The network in whole numbers."""
        w1, b1, w2, b2, worth, base, liking, usual = self.parts
        scaled = w1 * self.scale[:, None]
        point, fine = 1 << POINT, 1 << NARROW
        return Weights(
            self.layout,
            HIDDEN,
            SECOND,
            _whole(np.vstack([scaled, b1]) * point),
            _whole(np.vstack([w2 * fine, b2 * point])),
            _whole(np.hstack([worth.T * fine, base[:, None] * point])),
            _whole(np.hstack([liking.T * fine, usual[:, None] * point])),
            about,
        )


def _whole(numbers: Floats) -> list[int]:
    rounded: list[int] = np.clip(np.rint(numbers), -LARGEST, LARGEST).astype(int).ravel().tolist()
    return rounded


def _shares(liking: Floats) -> Floats:
    powers = np.exp(liking - liking.max(1, keepdims=True))
    shares: Floats = powers / powers.sum(1, keepdims=True)
    return shares


@dataclass(frozen=True)
class _Batch:
    seen: Floats
    worth: Floats
    sat: Floats
    """1 where somebody sits."""
    wishes: Floats


def _batch(known: Examples, chosen: Whole, scale: Floats) -> _Batch:
    """The chosen examples, written out."""
    seen = _spread(known.begin, known.inputs, known.numbers, chosen, known.layout.inputs) * scale
    wishes = _spread(known.wish_begin, known.actions, known.wishes, chosen, known.layout.width)
    worth = known.worth[chosen]
    return _Batch(seen, worth, (worth >= 0).astype(np.float32), wishes)


def _spread(begin: Whole, where: Whole, what: Floats, chosen: Whole, width: int) -> Floats:
    sizes = begin[chosen + 1] - begin[chosen]
    rows = np.repeat(np.arange(len(chosen)), sizes)
    starts = np.repeat(begin[chosen] - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes)
    places = np.arange(len(rows)) + starts
    found = np.zeros((len(chosen), width), np.float32)
    found[rows, where[places]] = what[places]
    return found


def scale_of(known: Examples) -> Floats:
    """What brings every input to a size near 1."""
    squares = np.bincount(known.inputs, known.numbers.astype(np.float64) ** 2, known.layout.inputs)
    usual = np.sqrt(squares / len(known))
    scale: Floats = (1 / np.maximum(usual, CLOSEST)).astype(np.float32)
    return scale


@dataclass(frozen=True)
class Epoch:
    """How well the pupil answers after a pass through all examples, on those held back."""

    number: int
    error: float
    surprise: float


def teach(
    known: Examples, held_back: Examples, epochs: int, seed: int, seen: Callable[[Epoch], None]
) -> Pupil:
    """A network trained on the examples, as of the epoch that did best on those held back."""
    scale = scale_of(known)
    pupil = Pupil(known.layout, scale, seed)
    rng = np.random.default_rng(seed)
    best, kept = float("inf"), [part.copy() for part in pupil.parts]
    steps, done = epochs * -(-len(known) // BATCH), 0
    for number in range(1, epochs + 1):
        order = rng.permutation(len(known))
        for chosen in _pieces(order):
            rate = RATE * (0.1 + 0.9 * (1 - done / steps))
            pupil.learn(_batch(known, chosen, scale), rate)
            done += 1
        epoch = Epoch(number, *_tested(pupil, held_back))
        seen(epoch)
        if epoch.error + PREFERENCE * epoch.surprise < best:
            best = epoch.error + PREFERENCE * epoch.surprise
            kept = [part.copy() for part in pupil.parts]
    pupil.parts = kept
    return pupil


def _tested(pupil: Pupil, held_back: Examples) -> tuple[float, float]:
    pieces = list(_pieces(np.arange(len(held_back))))
    found = [pupil.losses(_batch(held_back, chosen, pupil.scale)) for chosen in pieces]
    return float(np.mean([f[0] for f in found])), float(np.mean([f[1] for f in found]))


def _pieces(order: Whole) -> Iterator[Whole]:
    for begin in range(0, len(order), BATCH):
        yield order[begin : begin + BATCH]
