"""What one step of a match was worth, by search. Everything here is a generator that yields every
few simulations: whoever runs it may stop there, do something more urgent and go on."""

from collections.abc import Callable, Generator, Sequence
from math import sqrt

from msgspec import Struct

from openoutcry.analysis.effort import Effort
from openoutcry.analysis.replay import Replay
from openoutcry.analysis.report import MOST_CHOICES, JudgedChoice, JudgedReason, Judgement
from openoutcry.bots.levels import plain_tuning_of
from openoutcry.bots.search import Opinion, Search, best
from openoutcry.coach import Reason
from openoutcry.coach.rating import LEVEL, winning
from openoutcry.coach.reasons import Sampler, reasons
from openoutcry.core.rng import Rng, derive
from openoutcry.core.rollout import play_out_by
from openoutcry.core.state import OVER, State
from openoutcry.core.title import Title

CERTAIN = 2.0
"""A better choice counts if it is better by this many standard errors."""
_SLICE = 4
"""Simulations between two yields: a few milliseconds compiled, a tenth of a second interpreted."""
_WORLDS = 4
"""Imagined worlds that must all be the real one before a seat counts as knowing everything."""

# Each search of a step has its own stream of luck.
_TRUTH, _OPINIONS, _AFTER, _KNOWN, _REASONS, _WANTED = 0, 1, 2, 3, 4, 5


class Finding(Struct, frozen=True):
    """What was found out about a step."""

    step: int
    truth: list[float] | None
    """None: the position was not weighed."""
    known: list[float] | None
    decision: Judgement | None
    """The decision that led to it, if a seat had a choice."""


Judging = Generator[None, None, Finding]


def judging(replay: Replay, step: int, effort: Effort) -> Judging:
    """Judges the position after so many steps, and the decision that led to it."""
    luck = derive(effort.seed, step)
    truth = known = decision = None
    if replay.is_weighed(step, effort.every_step):
        truth, known = yield from _weighing(replay, step, effort, luck)
    if replay.is_choice(step):
        decision = yield from _decision(replay, step, effort, luck)
    return Finding(step, truth, known, decision)


def _weighing(
    replay: Replay, step: int, effort: Effort, luck: int
) -> Generator[None, None, tuple[list[float], list[float]]]:
    """Chances by the whole truth, and each seat's from what it knows."""
    state, title = replay.states[step], replay.title
    truth = yield from outlook(title, state, None, effort.simulations, derive(luck, _TRUTH))
    known = []
    for seat in range(replay.seats):
        if _knows_all(state, seat, luck):
            known.append(truth[seat])
            continue
        seed = derive(luck, _KNOWN, seat)
        own = yield from outlook(title, state, seat, effort.simulations_known, seed)
        known.append(own[seat])
    return _rounded(truth), _rounded(known)


def done(work: Judging) -> Finding:
    """Judge in one go."""
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


def outlook(
    title: Title, state: State, viewer: int | None, simulations: int, seed: int
) -> Generator[None, None, list[float]]:
    """Each seat's chance to win, from what the viewer knows; without one, by the whole truth.

    The match is played on by the title's advice, not by search: a search looks deeper once a card
    is drawn than before it, and whoever acts next would seem lucky with any card. By the same play
    before and after, the chance before a draw is the mean of the chances after all that could come.
    """
    rng = Rng(seed)
    won = [0.0] * int(state.seats())
    for number in range(1 if state.mover() == OVER else simulations):
        if number % _SLICE == 0:
            yield
        world = state.clone() if viewer is None else state.imagine(viewer, rng)
        play_out_by(world, title.advice, rng)
        places = world.places()
        for seat, place in enumerate(places):
            won[seat] += 1 / places.count(1) if place == 1 else 0.0
    return [wins / (number + 1) for wins in won]


def _knows_all(state: State, seat: int, luck: int) -> bool:
    """Where nothing is hidden from a seat, its chance is the true one."""
    true = state.dump()
    return all(state.imagine(seat, Rng(derive(luck, n))).dump() == true for n in range(_WORLDS))


def _decision(
    replay: Replay, step: int, effort: Effort, luck: int
) -> Generator[None, None, Judgement]:
    """If the search would choose otherwise, both choices are searched equally long."""
    title, entry, before = replay.title, replay.log[step - 1], replay.before(step)
    seat, simulations = entry.actor, effort.simulations
    wanted = yield from _wanted(title, before, seat, simulations, derive(luck, _WANTED))
    rng = Rng(derive(luck, _OPINIONS))
    search = Search(before, seat, title.advice, winning(title), rng, _room(simulations))
    yield from _searching(search, simulations)
    opinions = search.opinions()
    rated = {int(opinion.action): float(opinion.value) for opinion in opinions}
    both = dict.fromkeys((entry.action, wanted))
    compared = [action for action in both if len(both) > 1 or action not in rated]
    rated |= yield from _chances_after(title, before, seat, compared, simulations, luck)
    chance, better = rated[entry.action], rated[wanted]
    clear = wanted != entry.action and clearly_better(better, chance, simulations)
    why: dict[int, list[JudgedReason]] = {}
    rival = _rival(opinions, wanted, entry.action)
    if rival is not None and (clear or effort.explains_all):
        why = yield from _explaining(title, before, seat, (wanted, rival), effort, luck)
    write = title.notation.write
    return Judgement(
        step=step,
        seat=seat,
        chosen=write(entry.action),
        better=write(wanted),
        chance=round(chance, 4),
        chance_better=round(better, 4),
        clear=clear,
        choices=_choices(write, opinions, rated, (entry.action, wanted), why),
    )


def _choices(
    write: Callable[[int], str],
    opinions: list[Opinion],
    rated: dict[int, float],
    compared: tuple[int, int],
    why: dict[int, list[JudgedReason]],
) -> list[JudgedChoice]:
    """The two that were compared, even if one was never tried, and those searched most."""
    visits = {int(opinion.action): int(opinion.visits) for opinion in opinions}
    most = sorted(rated, key=lambda action: (-visits.get(action, 0), action))
    kept = sorted(most, key=lambda action: action not in compared)[:MOST_CHOICES]
    return [
        JudgedChoice(write(a), round(rated[a], 4), visits.get(a, 0), why.get(a, [])) for a in kept
    ]


def _explaining(
    title: Title, before: State, seat: int, compared: tuple[int, int], effort: Effort, luck: int
) -> Generator[None, None, dict[int, list[JudgedReason]]]:
    """Why the first choice is better than the second, and the second worse than the first."""
    sampler = Sampler(title, before, seat, derive(luck, _REASONS))
    samples = []
    for action in compared:
        samples.append(sampler.sample(action, effort.simulations_why, 0.0))
        yield
    better, worse = samples
    return {
        compared[0]: _told(reasons(sampler, better, worse, better=True)),
        compared[1]: _told(reasons(sampler, worse, better, better=False)),
    }


def _told(found: list[Reason]) -> list[JudgedReason]:
    return [JudgedReason(reason.key, reason.args) for reason in found]


def _rival(opinions: list[Opinion], wanted: int, chosen: int) -> int | None:
    """The choice that the search's own is compared with: the one that was made, else the next
    best; None if there is no other."""
    if chosen != wanted:
        return chosen
    others = [opinion for opinion in opinions if int(opinion.action) != wanted]
    return best(others) if others else None


def losses(
    title: Title, before: State, seat: int, chosen: Sequence[int], simulations: int, luck: int
) -> Generator[None, None, list[float]]:
    """What each of these choices would give away, as a decision that is analysed: the chance after
    the search's own choice, less the chance after this one."""
    wanted = yield from _wanted(title, before, seat, simulations, derive(luck, _WANTED))
    others = {action for action in chosen if action != wanted}
    if not others:
        return [0.0] * len(chosen)
    compared = [wanted, *sorted(others)]
    chances = yield from _chances_after(title, before, seat, compared, simulations, luck)
    return [chances[wanted] - chances[action] for action in chosen]


def _wanted(
    title: Title, before: State, seat: int, simulations: int, seed: int
) -> Generator[None, None, int]:
    """What the search would choose. It weighs things as the bots do: where only the win at the end
    of the match counts, a search needs many times the simulations to choose as well."""
    tuning = plain_tuning_of(LEVEL, title.name)
    search = Search(before, seat, title.advice, tuning, Rng(seed), _room(simulations))
    yield from _searching(search, simulations)
    return best(search.opinions())


def _chances_after(
    title: Title,
    before: State,
    seat: int,
    actions: Sequence[int],
    simulations: int,
    luck: int,
) -> Generator[None, None, dict[int, float]]:
    """The seat's chance after each of the actions, by the same luck."""
    chances = {}
    for action in actions:
        chances[action] = yield from _chance_after(
            title, simulations, derive(luck, _AFTER), seat, before, action
        )
    return chances


def _chance_after(
    title: Title, simulations: int, seed: int, seat: int, before: State, action: int
) -> Generator[None, None, float]:
    """The seat's chance once it has chosen this, from what it knows: the action is carried out in
    imagined worlds only, for what it turns up in the real one is not known before."""
    search = Search(before, seat, title.advice, winning(title), Rng(seed), _room(simulations))
    search.only = action
    yield from _searching(search, simulations)
    return float(search.outlook()[seat])


def clearly_better(better: float, chosen: float, simulations: int) -> bool:
    """Is the difference more than the noise of this many simulations each?"""
    error = sqrt(sum(max(c * (1 - c), 0.01) / simulations for c in (better, chosen)))
    return better - chosen > CERTAIN * error


def _room(simulations: int) -> int:
    return min(simulations, 1 << 14) * 2 + 64


def _rounded(chances: list[float]) -> list[float]:
    return [round(chance, 4) for chance in chances]
