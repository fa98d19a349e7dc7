"""Matches that the advice, or search, plays against itself: what a network learns from."""

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple

from openoutcry.bots.bot import legal
from openoutcry.bots.search import Search, best
from openoutcry.core.observation import Observer, Pen, number_of, place_of
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER, State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.lab.minds import Mind

KEPT = 25
"""Percent of the decisions that are kept: those of one match have much in common."""
BLUNDERS = 4
"""Percent of the actions drawn from all legal ones: a search meets positions after mistakes too."""
WHIMS = 16
"""Percent drawn in proportion to the search's visits, instead of the most visited one."""
USUAL_SEATS = 40
"""Percent of the matches with the usual number of seats; the others share the rest."""
VARIANTS = 20
"""Percent of the matches with options drawn at random."""
ROLLOUTS = 2
"""Matches that the advice plays out from each position: one outcome alone says little."""
ADVISED_KEPT = 12
"""Percent of the decisions that are kept where the advice plays: matches cost little there."""
ADVISED_BLUNDERS = 8
"""Percent of the advice's actions drawn from all legal ones."""


@dataclass
class Positions:
    """Positions of some matches, each as one seat saw it, in flat arrays."""

    seats: "array[int]" = field(default_factory=lambda: array("B"))
    mover: "array[int]" = field(default_factory=lambda: array("B"))
    """Who decides, counted from the viewer."""
    numbers: "array[int]" = field(default_factory=lambda: array("H"))
    """How many of the observation's numbers are not 0."""
    where: "array[int]" = field(default_factory=lambda: array("H"))
    values: "array[int]" = field(default_factory=lambda: array("i"))
    expected: "array[int]" = field(default_factory=lambda: array("i"))
    """The scores that the advice expects, one for each seat from the viewer on."""
    scores: "array[int]" = field(default_factory=lambda: array("i"))
    places: "array[int]" = field(default_factory=lambda: array("B"))
    """How the match ended, one for each seat from the viewer on."""
    rolled: "array[int]" = field(default_factory=lambda: array("H"))
    """The mean utility of matches that the advice plays out from here, likewise, in thousandths."""
    tried: "array[int]" = field(default_factory=lambda: array("H"))
    """How many actions the search tried; 0 for a viewer who did not decide."""
    actions: "array[int]" = field(default_factory=lambda: array("H"))
    visits: "array[int]" = field(default_factory=lambda: array("H"))

    def __len__(self) -> int:
        return len(self.seats)

    def extend(self, other: "Positions") -> None:
        """Add another match's positions."""
        for name, part in vars(self).items():
            part.extend(getattr(other, name))


class SelfPlay(NamedTuple):
    """What self-play plays: a title, with a teacher on every seat."""

    title: Title
    teacher: Mind | None
    """None: the advice, which needs no time to think."""
    utility: Tuning
    """What winning and scores are worth."""
    seed: int


def setup_of(plan: SelfPlay, rng: Rng) -> Setup:
    """The set-up of a match: every number of seats, and some with other options."""
    title = plan.title
    edition = title.edition()
    allowed = list(title.box.seats(edition))
    seats = min(max(4, allowed[0]), allowed[-1])
    if rng.below(100) >= USUAL_SEATS:
        seats = allowed[rng.below(len(allowed))]
    chosen: dict[str, object] = {}
    if rng.below(100) < VARIANTS:
        for option in title.box.OPTIONS:
            if option.matters(chosen, seats):
                chosen[option.name] = option.values[rng.below(len(option.values))]
    return Setup.of(title, seats, chosen, edition)


def play(plan: SelfPlay, number: int) -> Positions:
    """Match `number`: the same whichever process plays it."""
    rng = Rng(derive(plan.seed, number))
    setup = setup_of(plan, rng)
    return _TaughtMatch(setup, plan, rng).play()


class _TaughtMatch:
    """Plays one match with the teacher on every seat, and keeps some of its positions."""

    def __init__(self, setup: Setup, plan: SelfPlay, rng: Rng) -> None:
        self._title = plan.title
        self._advice = plan.title.advice
        self._teacher = plan.teacher
        self._to_the_end = to_the_end(plan.utility)
        self._rng = rng
        self._state = setup.start()
        self._observer: Observer = plan.title.observer(setup.edition, setup.seats, setup.options)
        size = sum(field.size for field in self._observer.fields)
        self._pen = Pen(size, setup.seats)
        self._seats = setup.seats
        self._kept = Positions()
        self._viewers: list[int] = []

    def play(self) -> Positions:
        """The whole match."""
        state, rng = self._state, self._rng
        while (mover := int(state.mover())) != OVER:
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(rng))
            else:
                forced = int(state.forced(mover))
                state.apply(mover, forced if forced >= 0 else self._decide(state, mover))
        scores, places = state.scores(), state.places()
        for viewer in self._viewers:
            self._kept.scores.extend(scores[viewer:] + scores[:viewer])
            self._kept.places.extend(places[viewer:] + places[:viewer])
        return self._kept

    def _decide(self, state: State, seat: int) -> int:
        if self._teacher is None:
            return self._follow_advice(state, seat)
        return self._follow(self._teacher, state, seat)

    def _follow_advice(self, state: State, seat: int) -> int:
        rng = self._rng
        if rng.below(100) < ADVISED_KEPT:
            viewer = seat if rng.below(2) == 0 else int(rng.below(self._seats))
            self._keep(state, viewer, seat, {})
        if rng.below(100) < ADVISED_BLUNDERS:
            return self._anything(state, seat)
        return int(self._advice.choose(state, seat, rng))

    def _anything(self, state: State, seat: int) -> int:
        actions = legal(state, seat)
        return actions[self._rng.below(len(actions))]

    def _follow(self, teacher: Mind, state: State, seat: int) -> int:
        rng = self._rng
        seed = (int(rng.word()) << 32) | int(rng.word())
        world = state.imagine(seat, rng)
        opinions = teacher.opinions(self._title, world, seat, seed)
        visits = {int(opinion.action): int(opinion.visits) for opinion in opinions}
        if rng.below(100) < KEPT:
            self._keep(state, seat, seat, visits)
            other = (seat + 1 + int(rng.below(self._seats - 1))) % self._seats
            self._keep(state, other, seat, {})
        whim = rng.below(100)
        if whim < BLUNDERS:
            return self._anything(state, seat)
        if whim < BLUNDERS + WHIMS:
            return _drawn(visits, rng)
        return best(opinions)

    def _keep(self, state: State, viewer: int, mover: int, visits: dict[int, int]) -> None:
        kept, pen = self._kept, self._pen
        self._observer.write(state, viewer, pen)
        self._viewers.append(viewer)
        kept.seats.append(self._seats)
        kept.mover.append((mover - viewer) % self._seats)
        kept.numbers.append(pen.count)
        for i in range(pen.count):
            entry = pen.entries[i]
            kept.where.append(int(place_of(entry)))
            kept.values.append(int(number_of(entry)))
        expected = self._advice.expect(state)
        kept.expected.extend(expected[viewer:] + expected[:viewer])
        kept.rolled.extend(self._rolled(state, viewer))
        kept.tried.append(len(visits))
        kept.actions.extend(visits.keys())
        kept.visits.extend(min(count, 65535) for count in visits.values())

    def _rolled(self, state: State, viewer: int) -> list[int]:
        seed = int(self._rng.word())
        search = Search(state, viewer, self._advice, self._to_the_end, Rng(seed), 1)
        for _ in range(ROLLOUTS):
            search.sample()
        found = [int(search.earned[seat]) // ROLLOUTS for seat in range(self._seats)]
        return found[viewer:] + found[:viewer]


def to_the_end(tuning: Tuning) -> Tuning:
    """The same utility, for matches that the advice plays to their end."""
    return Tuning(win=tuning.win, advised=100, spread=tuning.spread)


def _drawn(visits: dict[int, int], rng: Rng) -> int:
    """An action, as likely as it was visited."""
    left = int(rng.below(sum(visits.values())))
    for action, count in visits.items():
        left -= count
        if left < 0:
            return action
    raise AssertionError("visits add up")
