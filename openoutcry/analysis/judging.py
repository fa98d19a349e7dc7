"""What one step of a match was worth, by search. Everything here is a generator that yields every
few simulations: whoever runs it may stop there, do something more urgent and go on."""

from collections.abc import Generator
from math import sqrt

from msgspec import Struct

from openoutcry.analysis.course import Course
from openoutcry.analysis.effort import Effort, winning
from openoutcry.analysis.report import MOST_CHOICES, Choice, Judgement
from openoutcry.analysis.truth import Truth
from openoutcry.bots.search import Opinion, Search, best
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import OVER, SPECTATOR, State
from openoutcry.core.title import Title

CERTAIN = 2.0
"""A better choice counts if it is better by this many standard errors."""
_SLICE = 4
"""Simulations between two yields: a few milliseconds, interpreted a tenth of a second."""
_WORLDS = 4
"""Imagined worlds that must all be the real one before a seat counts as knowing everything."""

# Each search of a step has its own stream of luck.
_TRUTH, _OPINIONS, _AFTER, _KNOWN = 0, 1, 2, 3


class Finding(Struct, frozen=True):
    """What was found out about a step."""

    step: int
    truth: list[float] | None
    """None: the position was not weighed."""
    known: list[float] | None
    decision: Judgement | None
    """The decision that led to it, if a seat had a choice."""


Judging = Generator[None, None, Finding]


def judging(course: Course, step: int, effort: Effort) -> Judging:
    """Judges the position after so many steps, and the decision that led to it."""
    luck = derive(effort.seed, step)
    truth = known = decision = None
    if course.is_weighed(step, effort.every_step):
        truth, known = yield from _weighing(course, step, effort, luck)
    if course.is_choice(step):
        decision = yield from _decision(course, step, effort, luck)
    return Finding(step, truth, known, decision)


def _weighing(
    course: Course, step: int, effort: Effort, luck: int
) -> Generator[None, None, tuple[list[float], list[float]]]:
    """Chances by the whole truth, and each seat's from what it knows."""
    state, title = course.states[step], course.title
    truth = yield from _outlook(title, state, None, effort.simulations, derive(luck, _TRUTH))
    known = []
    for seat in range(course.seats):
        if _knows_all(state, seat, luck):
            known.append(truth[seat])
            continue
        seed = derive(luck, _KNOWN, seat)
        own = yield from _outlook(title, state, seat, effort.simulations_known, seed)
        known.append(own[seat])
    return _rounded(truth), _rounded(known)


def done(work: Judging) -> Finding:
    """Judge at one go."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Finding = end.value
            return found


def _searching(search: Search, simulations: int) -> Generator[None, None, None]:
    for begun in range(0, simulations, _SLICE):
        search.run(min(_SLICE, simulations - begun), 0.0)
        yield


def _outlook(
    title: Title, state: State, viewer: int | None, simulations: int, seed: int
) -> Generator[None, None, list[float]]:
    """Each seat's chance to win, from what the viewer knows; without one, by the whole truth."""
    if state.mover() == OVER:
        places = state.places()
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    root, seat = (Truth(state), SPECTATOR) if viewer is None else (state, viewer)
    search = Search(root, seat, title.advice, winning(title), Rng(seed), _room(simulations))
    yield from _searching(search, simulations)
    return [float(chance) for chance in search.outlook()]


def _knows_all(state: State, seat: int, luck: int) -> bool:
    """Where nothing is hidden from a seat, its chance is the true one."""
    true = state.dump()
    return all(state.imagine(seat, Rng(derive(luck, n))).dump() == true for n in range(_WORLDS))


def _decision(
    course: Course, step: int, effort: Effort, luck: int
) -> Generator[None, None, Judgement]:
    """If the search would choose otherwise, both choices are searched equally long."""
    title, entry, before = course.title, course.log[step - 1], course.before(step)
    seat, simulations = entry.actor, effort.simulations
    rng = Rng(derive(luck, _OPINIONS))
    search = Search(before, seat, title.advice, winning(title), rng, _room(simulations))
    yield from _searching(search, simulations)
    opinions = search.opinions()
    wanted = best(opinions)
    rated = {int(opinion.action): float(opinion.value) for opinion in opinions}
    if wanted == entry.action:
        chance = better = rated[wanted]
    else:
        seed = derive(luck, _AFTER)
        chance = yield from _chance_after(title, simulations, seed, seat, before, entry.action)
        better = yield from _chance_after(title, simulations, seed, seat, before, wanted)
        rated |= {entry.action: chance, wanted: better}
    write = title.notation.write
    return Judgement(
        step=step,
        seat=seat,
        chosen=write(entry.action),
        better=write(wanted),
        chance=round(chance, 4),
        chance_better=round(better, 4),
        clear=wanted != entry.action and clearly_better(better, chance, simulations),
        choices=_choices(title, opinions, rated, entry.action),
    )


def _choices(
    title: Title, opinions: list[Opinion], rated: dict[int, float], chosen: int
) -> list[Choice]:
    """The choices searched most, and the one that was made even if it was never tried."""
    visits = {int(opinion.action): int(opinion.visits) for opinion in opinions}
    often = sorted(rated, key=lambda action: (-visits.get(action, 0), action))
    kept = often[:MOST_CHOICES]
    if chosen not in kept:
        kept[-1] = chosen
    write = title.notation.write
    return [Choice(write(a), round(rated[a], 4), visits.get(a, 0)) for a in kept]


def _chance_after(
    title: Title, simulations: int, seed: int, seat: int, before: State, action: int
) -> Generator[None, None, float]:
    """The seat's chance once it has chosen this, from what it knows."""
    after = before.clone()
    after.apply(seat, action)
    chances = yield from _outlook(title, after, seat, simulations, seed)
    return chances[seat]


def clearly_better(better: float, chosen: float, simulations: int) -> bool:
    """Is the difference more than the noise of this many simulations each?"""
    error = sqrt(sum(max(c * (1 - c), 0.01) / simulations for c in (better, chosen)))
    return better - chosen > CERTAIN * error


def _room(simulations: int) -> int:
    return min(simulations, 1 << 14) * 2 + 64


def _rounded(chances: list[float]) -> list[float]:
    return [round(chance, 4) for chance in chances]
