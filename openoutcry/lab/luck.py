"""Are luck and skill told apart rightly? In many analysed matches between the levels, what the
draws gave should add up to nothing, and better levels should give away less."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from math import sqrt
from pathlib import Path

import msgspec
from msgspec import Struct

from openoutcry.analysis.effort import Effort
from openoutcry.analysis.judging import done, judging
from openoutcry.analysis.replay import Replay
from openoutcry.analysis.summary import summed
from openoutcry.bots.driver import play_on, player
from openoutcry.bots.levels import simulations_of
from openoutcry.core.errors import OutcryError
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.lab.spread import Workers


class AnalysedMatch(Struct, frozen=True):
    """One match: each seat's level, its luck and what it gave away."""

    number: int
    levels: list[str]
    luck: list[float]
    costs: list[list[float]]
    """What each decision of each seat gave away."""


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
    lost: dict[str, Mean]
    """By level: what a decision gave away."""


class Measured(Struct, frozen=True):
    """The first line of a file of analysed matches: how they were played and analysed."""

    title: str
    rules: int
    seats: int
    options: dict[str, str | int | bool]
    levels: list[str]
    simulations: int
    seed: int


def measure(
    setup: Setup,
    levels: Sequence[str],
    matches: int,
    effort: Effort,
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
        effort.simulations,
        effort.seed,
    )
    played = [match for match in _kept(file, how) if match.number < matches]
    known = {match.number for match in played}
    left = [number for number in range(matches) if number not in known]
    work = partial(_play, setup, tuple(levels), effort)
    with closing(workers.each(work, left)) as found:
        for match in found:
            played.append(match)
            if file is not None:
                _append(file, match)
            seen(len(played))
    return LuckReport(
        title=setup.title.name,
        matches=matches,
        simulations=effort.simulations,
        largest_sum=max(abs(sum(match.luck)) for match in played),
        luck=[Mean.of([match.luck[seat] for match in played]) for seat in range(setup.seats)],
        lost={level: Mean.of(list(_costs(played, level))) for level in levels},
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


def _play(setup: Setup, levels: tuple[str, ...], effort: Effort, number: int) -> AnalysedMatch:
    """Bots take as long as they need: a busy machine makes nobody weaker."""
    seats = [levels[(seat + number) % len(levels)] for seat in range(setup.seats)]
    seed = derive(effort.seed, number)
    match = Match.begin(setup, seed=seed)
    title = setup.title.name
    players = {
        seat: player(bot, derive(seed, seat), simulations_of(bot, title))
        for seat, bot in enumerate(seats)
    }
    play_on(match, players)
    record = match.record()
    replay = Replay(record)
    steps = replay.steps(effort.every_step)
    analysis = summed(record, effort, [done(judging(replay, step, effort)) for step in steps])
    costs: list[list[float]] = [[] for _ in seats]
    for decision in analysis.decisions:
        costs[decision.seat].append(decision.cost)
    return AnalysedMatch(number, seats, [seat.luck for seat in analysis.seats], costs)


def _costs(played: Sequence[AnalysedMatch], level: str) -> Iterator[float]:
    for match in played:
        for seat, sitting in enumerate(match.levels):
            if sitting == level:
                yield from match.costs[seat]
