"""`outcry bench`: how fast the engine is, compiled and interpreted, measured in one run."""

import json
import os
import subprocess
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64
from rich import box
from rich.table import Table

from openoutcry.bots.search import think
from openoutcry.cli import bench_bots, bench_zoo
from openoutcry.cli.choices import find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal, shortened
from openoutcry.core.bench_loops import clone_many, play_many
from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import step_at_random
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER, State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.lab.provenance import is_compiled, machine
from openoutcry.titles import find as get_title
from openoutcry.titles import names as title_names

SLICES = 50
"""A figure is the best of this many short measurements, in processor time: other work on the
machine can only slow them down."""

Figures = dict[str, float | None]


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "bench",
        "Measure the engine: compiled, interpreted and through the Python API.",
        "outcry bench --json --title mogul",
        run,
    )
    parser.add_argument("--title", metavar="TITLE", help="only this title (default: all)")
    parser.add_argument(
        "--zoo",
        action="store_true",
        help="measure our environments beside those of OpenSpiel, PettingZoo, pgx and EnvPool "
        "instead",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--seconds", type=_seconds, default=1.0, help="for each figure (default: %(default)s)"
    )


def _seconds(text: str) -> float:
    error = ArgumentTypeError(f"{shortened(text)} is not a number from 0.01 to 600")
    try:
        seconds = float(text)
    except ValueError:
        raise error from None
    if not 0.01 <= seconds <= 600:
        raise error
    return seconds


def run(args: Namespace, terminal: Terminal) -> int:
    names = [find_title(args.title, terminal).name] if args.title else list(title_names())
    seconds = args.seconds
    report: dict[str, Any] = {"machine": machine()}
    if args.zoo:
        report["zoo"] = bench_zoo.measure(
            names,
            lambda work: best(work, seconds),
            lambda work: best(work, seconds, perf_counter),
        )
    else:
        report["titles"] = {name: measure_title(get_title(name), seconds) for name in names}
    if args.json:
        print(json.dumps(report, indent=1))
    elif args.zoo:
        _show_zoo(report, terminal)
    else:
        _show(report, terminal)
    return 0


def measure_title(title: Title, seconds: float) -> dict[str, Any]:
    """One title's part of the report."""
    setup = Setup.of(title)
    start = setup.start()
    here = measure_engine(start, title, seconds)
    actions, choices, _ = play_many(start, 100, Rng(1))
    return {
        "compiled": here if is_compiled() else dict.fromkeys(here),
        "interpreted": measure_interpreted(title.name, seconds),
        "python_api": {"moves_per_s": best(lambda: _drive(start, 20), seconds)},
        "bots": _bots(start, title, seconds) if is_compiled() else None,
        "seats": setup.seats,
        "moves_per_match": round(actions / 100, 1),
        "branching": round(choices / actions, 2),
    }


def _bots(start: State, title: Title, seconds: float) -> dict[str, Any]:
    state = middle(start)
    if state.mover() == OVER:  # a short match
        state = middle(start, 1)
    return bench_bots.measure(state, title, lambda work: best(work, seconds))


def measure_engine(start: State, title: Title, seconds: float) -> Figures:
    """Random play, cloning and search in this process."""
    rng = Rng(1)
    matches = 50 if is_compiled() else 2
    clones = 2000 if is_compiled() else 50
    clones_per_s = best(lambda: _cloned(middle(start), clones), seconds)
    return {
        "moves_per_s": best(lambda: play_many(start, matches, rng)[0], seconds),
        "clone_ns": round(1e9 / clones_per_s, 1),
        "search_sims_per_s": search_rate(middle(start), title, seconds),
    }


def best(
    work: Callable[[], int], seconds: float, clock: Callable[[], float] = process_time
) -> float:
    """Units of work a second of processor time, or by another clock: the best of several slices."""
    work()
    rate = 0.0
    for _ in range(SLICES):
        done, began = 0, clock()
        spent = 0.0
        while spent < seconds / SLICES:
            done += work()
            spent = clock() - began
        rate = max(rate, done / spent)
    return round(rate, 1)


def _cloned(state: State, times: int) -> int:
    clone_many(state, times)
    return times


def middle(start: State, actions: int = 30) -> State:
    """A position some way into a random match."""
    state, rng = start.clone(), Rng(2)
    buffer = vec[i64]([0] * state.width())
    taken = 0
    while taken < actions and state.mover() != OVER:
        taken += step_at_random(state, state.mover(), rng, buffer) > 0
    while state.mover() == CHANCE:
        state.apply(CHANCE, state.draw(rng))
    return state


def _drive(start: State, matches: int) -> int:
    """Random play with every call made from Python; returns the number of actions."""
    rng, taken = Rng(3), 0
    buffer = vec[i64]([0] * start.width())
    for _ in range(matches):
        state = start.clone()
        mover = state.mover()
        while mover != OVER:
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(rng))
            else:
                count = state.legal_into(mover, buffer)
                state.apply(mover, buffer[rng.below(count)])
                taken += 1
            mover = state.mover()
    return taken


def search_rate(state: State, title: Title, seconds: float) -> float:
    """Simulations a second of the bare search (no advice), from the middle of a match."""
    tuning = Tuning()
    seat, simulations = int(state.mover()), 300 if is_compiled() else 5

    def search() -> int:
        think(state, seat, title.advice, tuning, simulations, 0.0, 1)
        return simulations

    return best(search, seconds)


def measure_interpreted(name: str, seconds: float) -> Figures:
    """The same figures, from a process that runs the engine from its source."""
    code = "from openoutcry.cli.bench import print_figures; print_figures()"
    answer = subprocess.run(
        [sys.executable, "-c", code, name, str(seconds)],
        env={**os.environ, "OPENOUTCRY_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    if answer.returncode:
        why = (answer.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise OutcryError(f"the interpreted engine could not be measured: {why}")
    figures: Figures = json.loads(answer.stdout)
    return figures


def print_figures() -> None:
    """What `measure_interpreted` runs: arguments TITLE SECONDS."""
    title, seconds = get_title(sys.argv[1]), float(sys.argv[2])
    print(json.dumps(measure_engine(Setup.of(title).start(), title, seconds)))


def _show(report: dict[str, Any], terminal: Terminal) -> None:
    about = report["machine"]
    terminal.show(f"[dim]{about['processor']}, Python {about['python']}[/]")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(terminal.say("bench.title"))
    for head in ("compiled", "interpreted", "times", "api", "clone", "search"):
        table.add_column(terminal.say(f"bench.{head}"), justify="right")
    for name, found in report["titles"].items():
        fast, slow = found["compiled"], found["interpreted"]
        times = fast["moves_per_s"] / slow["moves_per_s"] if fast["moves_per_s"] else None
        table.add_row(
            name,
            _number(fast["moves_per_s"]),
            _number(slow["moves_per_s"]),
            "-" if times is None else f"{times:.1f}x",
            _number(found["python_api"]["moves_per_s"]),
            "-" if fast["clone_ns"] is None else f"{fast['clone_ns']:.0f} ns",
            _number(fast["search_sims_per_s"]),
        )
    terminal.console.print(table)
    seats = sorted({str(found["seats"]) for found in report["titles"].values()})
    terminal.show(f"[dim]{terminal.say('bench.units', seats=', '.join(seats))}[/]")


def _show_zoo(report: dict[str, Any], terminal: Terminal) -> None:
    about = report["machine"]
    terminal.show(f"[dim]{about['processor']}, Python {about['python']}[/]")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(terminal.say("bench.environment"))
    for head in ("act", "observe"):
        table.add_column(terminal.say(f"bench.{head}"), justify="right")
    for name, found in report["zoo"].items():
        table.add_row(name, _number(found["act"]), _number(found["observe"]))
    terminal.console.print(table)
    missing = [found["missing"] for found in report["zoo"].values() if "missing" in found]
    if missing:
        terminal.show(f"[dim]{terminal.say('bench.missing', packages=', '.join(missing))}[/]")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
