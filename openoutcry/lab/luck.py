"""Are luck and skill told apart rightly? In many analysed matches between the levels, what the
draws gave should add up to nothing, and better levels should give away less.

A level's own decisions do not tell that. The levels lead themselves into different positions, and
who is beaten has nothing left to give away: a random player, soon lost, seems to play well. So
every decision that is judged is put to all levels, and they are compared on the same ones.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path

import msgspec
from msgspec import Struct

from openoutcry.analysis.judging import losses, outlook
from openoutcry.analysis.replay import Replay
from openoutcry.bots.driver import Player, play_on, player
from openoutcry.bots.levels import simulations_of
from openoutcry.core.errors import OutcryError
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.lab.spread import Workers


class Sampled(Struct, frozen=True):
    """How much of a match is judged."""

    simulations: int
    """For each decision."""
    one_in: int
    """One decision in so many is judged, by chance: all are equally likely."""
    seed: int

    @property
    def simulations_truth(self) -> int:
        """For each position before and after a draw."""
        return max(1, self.simulations // 3)


class JudgedDecision(Struct, frozen=True):
    """What each level gives away by what it does where that seat had to decide."""

    step: int
    seat: int
    lost: dict[str, float]


class AnalysedMatch(Struct, frozen=True):
    """One match: each seat's level, its luck, and the decisions that were judged."""

    number: int
    levels: list[str]
    luck: list[float]
    decisions: list[JudgedDecision]


class Mean(Struct, frozen=True):
    """A mean and its standard error."""

    mean: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        """The mean of any numbers; of none it is 0, without error."""
        count = len(values)
        mean = sum(values) / max(1, count)
        spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
        return cls(mean, sqrt(spread / max(1, count)), count)


class LuckReport(Struct, frozen=True):
    """What many matches say about one title."""

    title: str
    matches: int
    simulations: int
    largest_sum: float
    """The largest sum over all seats of what the draws of one match gave: 0 but for rounding."""
    luck: list[Mean]
    """By seat: what the draws gave it in a match; about 0 if the chances are right."""
    luck_of: dict[str, Mean]
    """By level: what the draws gave it in a match; about 0, for luck does not favour skill."""
    same: dict[str, Mean]
    """By level: what it gives away by a decision of any seat."""
    less: dict[str, Mean]
    """By level, but the last: by how much less than the next level's that is, on the same
    decisions."""
    own: dict[str, Mean]
    """By level: what one of its own decisions gave away, in the positions that it came to."""


class Measured(Struct, frozen=True):
    """The first line of a file of analysed matches: how they were played and analysed."""

    title: str
    rules: int
    seats: int
    options: dict[str, str | int | bool]
    levels: list[str]
    sampled: Sampled


def measure(
    setup: Setup,
    levels: Sequence[str],
    matches: int,
    sampled: Sampled,
    workers: Workers,
    seen: Callable[[int], None],
    file: Path | None = None,
) -> LuckReport:
    """Play and analyse; the levels change seats from match to match. With a file, matches that it
    holds already are not played again, and each new one is added at once."""
    how = Measured(
        setup.title.name,
        setup.title.rules_version,
        setup.seats,
        dict(setup.options),
        list(levels),
        sampled,
    )
    played = [match for match in _kept(file, how) if match.number < matches]
    known = {match.number for match in played}
    left = [number for number in range(matches) if number not in known]
    work = partial(_play, setup, tuple(levels), sampled)
    with closing(workers.each(work, left)) as found:
        for match in found:
            played.append(match)
            if file is not None:
                _append(file, match)
            seen(len(played))
    return _reported(how, played)


def _reported(how: Measured, played: Sequence[AnalysedMatch]) -> LuckReport:
    judged = [(match, decision) for match in played for decision in match.decisions]
    lost = {level: [decision.lost[level] for _, decision in judged] for level in how.levels}
    own: dict[str, list[float]] = {level: [] for level in how.levels}
    for match, decision in judged:
        level = match.levels[decision.seat]
        own[level].append(decision.lost[level])
    luck_of: dict[str, list[float]] = {level: [] for level in how.levels}
    for match in played:
        for level, luck in zip(match.levels, match.luck, strict=True):
            luck_of[level].append(luck)
    return LuckReport(
        title=how.title,
        matches=len(played),
        simulations=how.sampled.simulations,
        largest_sum=max(abs(sum(match.luck)) for match in played),
        luck=[Mean.of([match.luck[seat] for match in played]) for seat in range(how.seats)],
        luck_of={level: Mean.of(luck_of[level]) for level in how.levels},
        same={level: Mean.of(lost[level]) for level in how.levels},
        less={
            better: Mean.of([w - b for w, b in zip(lost[worse], lost[better], strict=True)])
            for better, worse in pairwise(how.levels)
        },
        own={level: Mean.of(own[level]) for level in how.levels},
    )


def _kept(file: Path | None, how: Measured) -> list[AnalysedMatch]:
    """What earlier runs have found; a new file gets its first line."""
    if file is None:
        return []
    if not file.exists():
        _append(file, how)
        return []
    try:
        first, *lines = file.read_bytes().splitlines()
        if msgspec.json.decode(first, type=Measured) != how:
            raise OutcryError(f"{file} has matches of another set-up, effort or seed")
        return [msgspec.json.decode(line, type=AnalysedMatch) for line in lines]
    except (ValueError, msgspec.MsgspecError) as error:
        raise OutcryError(f"{file} has no analysed matches: {error}") from None


def _append(file: Path, line: Measured | AnalysedMatch) -> None:
    with file.open("ab") as out:
        out.write(msgspec.json.encode(line) + b"\n")


def _play(setup: Setup, levels: tuple[str, ...], sampled: Sampled, number: int) -> AnalysedMatch:
    seats = [levels[(seat + number) % len(levels)] for seat in range(setup.seats)]
    seed = derive(sampled.seed, number)
    match = Match.begin(setup, seed=seed)
    title = setup.title.name
    play_on(match, {s: _player(level, title, derive(seed, s)) for s, level in enumerate(seats)})
    replay = Replay(match.record())
    sampling, draws, judges = (derive(seed, setup.seats + more) for more in range(3))
    rng = Rng(sampling)
    steps = [step for step in range(1, len(replay.log) + 1) if replay.is_choice(step)]
    judged = [step for step in steps if rng.below(sampled.one_in) == 0]
    return AnalysedMatch(
        number,
        seats,
        _luck(replay, sampled.simulations_truth, draws),
        [_decision(replay, step, seats, levels, sampled, derive(judges, step)) for step in judged],
    )


def _player(level: str, title: str, seed: int) -> Player:
    """It takes as long as it needs: a busy machine makes nobody weaker."""
    return player(level, seed, simulations_of(level, title))


def _luck(replay: Replay, simulations: int, seed: int) -> list[float]:
    """What the draws gave each seat, as `openoutcry.analysis` adds it up."""
    luck = [0.0] * replay.seats
    weighed = [s for s in range(len(replay.states)) if replay.is_weighed(s, every=False)]
    chances = [
        _done(outlook(replay.title, replay.states[s], None, simulations, derive(seed, s)))
        for s in weighed
    ]
    for (at, before), (step, after) in pairwise(zip(weighed, chances, strict=True)):
        if any(replay.kind(s) == "draw" for s in range(at + 1, step + 1)):
            luck = [sum(change) for change in zip(luck, after, [-c for c in before], strict=True)]
    return luck


def _decision(
    replay: Replay,
    step: int,
    seats: Sequence[str],
    levels: Sequence[str],
    sampled: Sampled,
    seed: int,
) -> JudgedDecision:
    """What the seat chose, and what the other levels would choose in its place."""
    entry, before, title = replay.log[step - 1], replay.before(step), replay.title
    chosen = [
        entry.action
        if level == seats[entry.actor]
        else _player(level, title.name, derive(seed, number)).answer(before, entry.actor)
        for number, level in enumerate(levels)
    ]
    work = losses(
        title, before, entry.actor, chosen, sampled.simulations, derive(seed, len(levels))
    )
    lost = [round(loss, 4) for loss in _done(work)]
    return JudgedDecision(step, entry.actor, dict(zip(levels, lost, strict=True)))


def _done(work: Generator[None, None, list[float]]) -> list[float]:
    """Judge in one go."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: list[float] = end.value
            return found
