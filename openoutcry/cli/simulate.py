"""`outcry simulate TITLE`: many matches, and what they tell about the title."""

import csv
import json
import os
import secrets
import sys
import time
from argparse import Namespace
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from openoutcry import bots as bot_shelf
from openoutcry.bots import Bot
from openoutcry.bots.levels import measure
from openoutcry.cli.choices import BUDGET, Setup, WholeNumber, add_setup, find_bots, setup_of
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import bar
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import Rng, derive
from openoutcry.core.rollout import play_out
from openoutcry.core.state import CHANCE, OVER, State
from openoutcry.lab.spread import Workers
from openoutcry.titles import find as get_title

CHUNK = 500
"""Random matches a process plays at a time; with bots it is one match."""
MOST_CHUNKS = 10_000
"""Of more matches than these would hold, each process plays more at a time."""


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "simulate",
        "Play many matches, at random or by bots, and print scores, lengths and shares of wins.",
        "outcry simulate mogul --games 100000 --seats 4\n"
        "outcry simulate mogul --games 200 --bots apprentice,random --json",
        run,
    )
    add_setup(parser)
    games = WholeNumber(1, 10**9)
    parser.add_argument("--games", type=games, default=1000, help="default: %(default)s")
    parser.add_argument("--seats", type=WholeNumber(1), help="default: 4, or the title's least")
    parser.add_argument("--bots", metavar="A,B", help="who plays, changing seats (default: random)")
    parser.add_argument(
        "--budget", type=BUDGET, default=0, help="simulations a bot may spend a decision"
    )
    parser.add_argument("--seed", type=WholeNumber(0), help="the same seed, the same matches")
    parser.add_argument("--processes", type=WholeNumber(1, 256), help="default: one a core")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--csv", action="store_true", help="one line a seat and a bot")


@dataclass(frozen=True)
class Job:
    """Some matches of a simulation: what a process is given."""

    title: str
    edition: str | None
    options: tuple[tuple[str, object], ...]
    seats: int
    bots: tuple[str, ...]
    budget: int
    seed: int
    first: int
    count: int


@dataclass
class Row:
    """One seat's results, or one bot's. Whole numbers only: the order of adding is all one."""

    scores: Counter[int] = field(default_factory=Counter)
    firsts: Counter[int] = field(default_factory=Counter)
    """With how many others one was first (1: alone) -> how often."""

    def add(self, other: "Row") -> None:
        self.scores += other.scores
        self.firsts += other.firsts


@dataclass
class Tally:
    """Results of some matches."""

    rows: dict[str, Row] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)

    def count(self, who: str, score: int, first_with: int) -> None:
        row = self.rows.setdefault(who, Row())
        row.scores[score] += 1
        if first_with:
            row.firsts[first_with] += 1

    def add(self, other: "Tally") -> None:
        self.lengths += other.lengths
        for who, row in other.rows.items():
            self.rows.setdefault(who, Row()).add(row)


def run(args: Namespace, terminal: Terminal) -> int:
    setup = setup_of(args, terminal)
    allowed = setup.title.box.seats(setup.edition)
    seats = args.seats or (4 if 4 in allowed else allowed[0])
    setup.title.options(setup.edition, seats, setup.chosen)
    names = tuple(find_bots(args.bots, terminal)) if args.bots is not None else ()
    for name in names:
        bot_shelf.find(name)
    if len(names) > seats:
        raise OutcryError(terminal.say("wrong.too_many_bots", bots=len(names), seats=seats))
    seed = secrets.randbits(32) if args.seed is None else args.seed
    whole = Job(
        setup.title.name,
        args.edition,
        tuple(setup.chosen.items()),
        seats,
        names,
        args.budget,
        seed,
        0,
        args.games,
    )
    began = time.perf_counter()
    tally = simulate(whole, args.processes or os.cpu_count() or 1, terminal)
    seconds = time.perf_counter() - began
    if args.json:
        print(json.dumps(summary(whole, tally), indent=1))
    elif args.csv:
        _write_csv(summary(whole, tally))
    else:
        _show(summary(whole, tally), seconds, setup, terminal)
    return 0


# Playing


def simulate(whole: Job, processes: int, terminal: Terminal) -> Tally:
    """All matches of the job, split over processes, with a bar on stderr to watch."""
    tally = Tally()
    with (
        bar(terminal.say("simulate.playing"), whole.count) as seen,
        closing(Workers(processes).each(play, split(whole))) as played,
    ):
        for part in played:
            tally.add(part)
            seen(tally.lengths.total())
    return tally


def split(whole: Job) -> list[Job]:
    size = max(1 if whole.bots else CHUNK, -(-whole.count // MOST_CHUNKS))
    starts = range(0, whole.count, size)
    return [
        Job(**{**vars(whole), "first": first, "count": min(size, whole.count - first)})
        for first in starts
    ]


def play(job: Job) -> Tally:
    """Match n depends on the seed and on n, not on who plays it."""
    start = _start(job.title, job.edition, job.options, job.seats)
    tally = Tally()
    for number in range(job.first, job.first + job.count):
        state, rng = start.clone(), Rng(derive(job.seed, number))
        if job.bots:
            names = [job.bots[(seat + number) % len(job.bots)] for seat in range(job.seats)]
            actions = _play_bots(state, rng, names, job, number)
        else:
            names = []
            actions = int(play_out(state, rng))
        tally.lengths[actions] += 1
        _count(tally, state, names)
    return tally


@lru_cache(maxsize=1)
def _start(
    title: str, edition: str | None, options: tuple[tuple[str, object], ...], seats: int
) -> State:
    found = get_title(title)
    checked = found.edition(Path(edition) if edition else None)
    return found.box.start(checked, seats, found.options(checked, seats, dict(options)))


def _play_bots(state: State, rng: Rng, names: list[str], job: Job, number: int) -> int:
    players: list[Bot] = [
        bot_shelf.find(name, derive(job.seed, number, seat + 1)) for seat, name in enumerate(names)
    ]
    # Simulations, not seconds: the same seed must give the same match on a slower machine.
    budgets = [job.budget or measure(name, job.title) for name in names]
    actions = 0
    mover = int(state.mover())
    while mover != OVER:
        if mover == CHANCE:
            state.apply(CHANCE, state.draw(rng))
        else:
            action = bot_shelf.ask(names[mover], players[mover], state, mover, budgets[mover])
            state.apply(mover, action)
            actions += 1
        mover = int(state.mover())
    return actions


def _count(tally: Tally, state: State, names: list[str]) -> None:
    places = state.places()
    shared = places.count(1)
    for seat, score in enumerate(state.scores()):
        first_with = shared if places[seat] == 1 else 0
        tally.count(f"seat {seat}", score, first_with)
        if names:
            tally.count(names[seat], score, first_with)


# Telling


def summary(job: Job, tally: Tally) -> dict[str, Any]:
    """The figures; nothing in them depends on the machine."""
    return {
        "title": job.title,
        "seats": job.seats,
        "games": job.count,
        "seed": job.seed,
        "options": dict(job.options),
        "bots": list(job.bots),
        "length": _spread(tally.lengths),
        "rows": {who: _row(tally.rows[who]) for who in sorted(tally.rows, key=_order)},
    }


def _order(who: str) -> tuple[bool, str]:
    return (not who.startswith("seat "), who)


def _row(row: Row) -> dict[str, Any]:
    games = sum(row.scores.values())
    share = sum(times / others for others, times in sorted(row.firsts.items())) / games
    return {
        "games": games,
        **_spread(row.scores),
        "wins": round(share, 6),
        "wins_interval": round(1.96 * sqrt(share * (1 - share) / games), 6),
    }


def _spread(values: Counter[int]) -> dict[str, float]:
    count = sum(values.values())
    mean = sum(value * times for value, times in values.items()) / count
    squares = sum(value * value * times for value, times in values.items()) / count
    return {
        "mean": round(mean, 4),
        "deviation": round(sqrt(max(0.0, squares - mean * mean)), 4),
        "least": min(values),
        "median": _median(values, count),
        "most": max(values),
    }


def _median(values: Counter[int], count: int) -> int:
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if 2 * seen >= count:
            return value
    raise AssertionError("no values")


_COLUMNS = ("games", "mean", "deviation", "least", "median", "most", "wins", "wins_interval")


def _write_csv(found: dict[str, Any]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["who", *_COLUMNS])
    for who, row in found["rows"].items():
        writer.writerow([who, *(row[column] for column in _COLUMNS)])


def _show(found: dict[str, Any], seconds: float, setup: Setup, terminal: Terminal) -> None:
    title = setup.title.words.say(terminal.lang, "title", {})
    terminal.show(
        f"[bold]{title}[/]: "
        + terminal.say("simulate.games", games=found["games"], seats=found["seats"])
        + f"  [dim]{terminal.say('simulate.seed', seed=str(found['seed']))}[/]"
    )
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for head in ("mean", "deviation", "least", "median", "most", "wins"):
        table.add_column(terminal.say(f"simulate.{head}"), justify="right")
    for who, row in found["rows"].items():
        table.add_row(_who(who, terminal), *_cells(row))
    terminal.console.print(table)
    length = found["length"]
    numbers = {key: f"{length[key]:.0f}" for key in ("mean", "least", "most")}
    terminal.show(terminal.say("simulate.length", **numbers))
    games_per_s = found["games"] / seconds
    rate = f"{games_per_s:,.0f}" if games_per_s >= 10 else f"{games_per_s:.1f}"
    terminal.show(f"[dim]{terminal.say('simulate.speed', seconds=f'{seconds:.1f}', rate=rate)}[/]")


def _who(who: str, terminal: Terminal) -> str:
    seat = who.removeprefix("seat ")
    return who if seat == who else terminal.say("simulate.seat", number=int(seat) + 1)


def _cells(row: dict[str, Any]) -> list[str]:
    wins = f"{row['wins']:.1%} ± {row['wins_interval']:.1%}"
    whole = [str(row[key]) for key in ("least", "median", "most")]
    return [f"{row['mean']:.2f}", f"{row['deviation']:.2f}", *whole, wins]
