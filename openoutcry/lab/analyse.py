"""Analysis of a record: each seat's chance to win after every step, and what turned the match."""

import hashlib
from collections.abc import Callable
from contextlib import closing
from functools import partial
from math import sqrt
from pathlib import Path

import msgspec

import openoutcry
from openoutcry.bots.levels import tuning_of
from openoutcry.bots.search import best, foresee, think
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.rng import derive
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.drawing import plots
from openoutcry.lab.games import called
from openoutcry.lab.spread import Workers

MOST_TURNS = 10
LEVEL = "tycoon"
"""Searches as this level does."""
METHOD = 2
"""Raised when the same search would find something else: kept analyses are then made anew."""
CERTAIN = 2.0
"""A better choice counts if it is better by this many standard errors."""


class Turn(msgspec.Struct, frozen=True):
    """A decision with a better choice, judged by what its seat could know."""

    step: int
    seat: int
    chosen: str
    better: str
    chance: float
    """To win after the action chosen."""
    chance_better: float

    @property
    def cost(self) -> float:
        """The chance to win that the choice gave away."""
        return self.chance_better - self.chance


class Moment(msgspec.Struct, frozen=True):
    """A step, and each seat's chance to win after it as a spectator sees it."""

    step: int
    action: str
    """The record's line; step 0 is the beginning."""
    chances: list[float]


class Analysis(msgspec.Struct, frozen=True):
    """What became of everybody's chances."""

    title: str
    rules: int
    """The version of the rules that the match was played by."""
    identity: str
    seats: int
    names: list[str]
    simulations: int
    seed: int
    moments: list[Moment]
    turns: list[Turn]


class _Job(msgspec.Struct, frozen=True):
    """A position to be judged: before the line's action, if a seat chose it, and after it."""

    step: int
    before: State | None
    seat: int
    action: int
    after: State


class _Finding(msgspec.Struct, frozen=True):
    step: int
    chances: list[float]
    turn: Turn | None


def analyse(
    record: Record, simulations: int, seed: int, workers: Workers, seen: Callable[[int], None]
) -> Analysis:
    """Search every position of the record; `seen` is told how many are done."""
    lines = ["", *record.log]
    jobs = _jobs(record.replay())
    work = partial(_judge, record.title, simulations, seed)
    findings = []
    with closing(workers.each(work, jobs)) as judged:
        for finding in judged:
            findings.append(finding)
            seen(len(findings))
    findings.sort(key=lambda finding: finding.step)
    turns = sorted((f.turn for f in findings if f.turn), key=lambda turn: -turn.cost)
    return Analysis(
        title=record.title.name,
        rules=record.title.rules_version,
        identity=identity(record, simulations, seed),
        seats=record.seats,
        names=record.names or [f"seat {seat + 1}" for seat in range(record.seats)],
        simulations=simulations,
        seed=seed,
        moments=[Moment(f.step, lines[f.step], f.chances) for f in findings],
        turns=turns[:MOST_TURNS],
    )


def _jobs(match: Match) -> list[_Job]:
    """Draws and answers that were forced have no better choice."""
    state = match.at(0).state
    jobs = [_Job(0, None, CHANCE, -1, state.clone())]
    for number, entry in enumerate(match.log, 1):
        chosen = entry.actor != CHANCE and not entry.forced
        before = state.clone() if chosen else None
        state.apply(entry.actor, entry.action)
        jobs.append(_Job(number, before, entry.actor, entry.action, state.clone()))
    return jobs


def _judge(title: Title, simulations: int, seed: int, job: _Job) -> _Finding:
    chances = _chances(title, job.after, SPECTATOR, simulations, derive(seed, job.step))
    turn = None if job.before is None else _turn(title, simulations, seed, job, job.before)
    return _Finding(job.step, [round(chance, 4) for chance in chances], turn)


def _chances(title: Title, state: State, viewer: int, simulations: int, seed: int) -> list[float]:
    """Each seat's chance to win, from what the viewer knows."""
    if state.mover() == OVER:
        places = state.places()
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    tuning = _winning(title)
    return [float(c) for c in foresee(state, viewer, title.advice, tuning, simulations, seed)]


def _winning(title: Title) -> Tuning:
    """As the bots search, but only the win counts: the values are chances."""
    usual = tuning_of(LEVEL, title.name)
    return Tuning(
        usual.exploration, 100, usual.advised, usual.wide, 0, 0, usual.trust, usual.decisive
    )


def _turn(title: Title, simulations: int, seed: int, job: _Job, before: State) -> Turn | None:
    """If the search would choose otherwise, both choices are searched equally long."""
    tuning, luck = _winning(title), derive(seed, job.step, 1)
    opinions = think(before, job.seat, title.advice, tuning, simulations, 0.0, luck)
    wanted = best(opinions)
    if wanted == job.action:
        return None
    chosen, better = (
        _chance_after(title, simulations, derive(seed, job.step, 2), job.seat, before, action)
        for action in (job.action, wanted)
    )
    if not clearly_better(better, chosen, simulations):
        return None
    write = title.notation.write
    return Turn(
        step=job.step,
        seat=job.seat,
        chosen=write(job.action),
        better=write(wanted),
        chance=round(chosen, 4),
        chance_better=round(better, 4),
    )


def _chance_after(
    title: Title, simulations: int, seed: int, seat: int, before: State, action: int
) -> float:
    """The seat's chance once it has chosen this, from what it knows."""
    after = before.clone()
    after.apply(seat, action)
    return _chances(title, after, seat, simulations, seed)[seat]


def clearly_better(better: float, chosen: float, simulations: int) -> bool:
    """Is the difference more than the noise of this many simulations each?"""
    error = sqrt(sum(max(c * (1 - c), 0.01) / simulations for c in (better, chosen)))
    return better - chosen > CERTAIN * error


# Kept beside the record


def identity(record: Record, simulations: int, seed: int) -> str:
    """The same for analyses that must come out the same."""
    tuning = tuning_of(LEVEL, record.title.name).parts()
    about = (openoutcry.__version__, METHOD, simulations, seed, tuning)
    return hashlib.sha256(f"{about} {record.to_json()}".encode()).hexdigest()[:20]


def beside(record_file: Path) -> Path:
    """Where an analysis is kept: game.json -> game.analysis.json."""
    return record_file.with_name(record_file.stem + ".analysis.json")


def kept(file: Path, wanted: str) -> Analysis | None:
    """The analysis in the file, if it is the one that is wanted."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Analysis)
    except (OSError, msgspec.MsgspecError):
        return None
    return found if found.identity == wanted else None


def keep(file: Path, analysis: Analysis) -> None:
    """Write it whole or not at all; where the folder is read-only, nothing is kept."""
    partial_file = file.with_name(file.name + ".part")
    try:
        partial_file.write_bytes(msgspec.json.encode(analysis))
        partial_file.replace(file)
    except OSError:
        return


# As a page


def as_html(analysis: Analysis) -> str:
    """Chances as lines, turning points as a table."""
    series = [
        (name, [(moment.step, 100 * moment.chances[seat]) for moment in analysis.moments])
        for seat, name in enumerate(analysis.names)
    ]
    about = (
        f"{analysis.simulations} simulations a position, seed {analysis.seed}. Chances are those"
        " a spectator sees: from what was public, with everything hidden imagined."
    )
    return plots.page(
        f"Analysis: {called(analysis.title)}",
        [
            plots.paragraph(about),
            plots.lines("Chance to win after each step", series, "step", "%", top=100),
            plots.heading("Turning points"),
            plots.table(
                TURN_HEADS, [turn_row(analysis, turn) for turn in analysis.turns], TURN_WORDS
            )
            if analysis.turns
            else plots.paragraph("No choice was clearly worse than another."),
        ],
    )


TURN_HEADS = ("who", "step", "chose", "chance", "better", "chance", "lost")
TURN_WORDS = ("who", "chose", "better")


def turn_row(analysis: Analysis, turn: Turn) -> list[str]:
    """A line of the table of turning points."""
    return [
        analysis.names[turn.seat],
        str(turn.step),
        turn.chosen,
        f"{turn.chance:.0%}",
        turn.better,
        f"{turn.chance_better:.0%}",
        f"{turn.cost:.0%}",
    ]
