"""`outcry simulate TITLE`: many matches, and what they tell about the title."""

import csv
import json
import os
import secrets
import sys
import time
from argparse import Namespace
from typing import Any

from rich import box
from rich.table import Table

from openoutcry.cli.choices import BUDGET, WholeNumber, add_setup, find_bots, setup_of
from openoutcry.cli.output import add_records, records_of
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import bar
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.lab.games import Entrant, entrant
from openoutcry.lab.simulate import Simulation, simulate, summary
from openoutcry.lab.spread import Workers


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
    parser.add_argument("--seats", type=WholeNumber(1), help="default: 4, or the nearest")
    parser.add_argument("--bots", metavar="A,B", help="who plays, changing seats (default: random)")
    parser.add_argument(
        "--budget", type=BUDGET, default=0, help="simulations a bot may spend on a decision"
    )
    parser.add_argument("--seed", type=WholeNumber(0), help="the same seed, the same matches")
    parser.add_argument("--processes", type=WholeNumber(1, 256), help="default: one a core")
    add_records(parser)
    parser.add_flags(json="one JSON object", csv="one line a seat and a bot")


def run(args: Namespace, terminal: Terminal) -> int:
    setup = setup_of(args, terminal, args.seats)
    names = find_bots(args.bots, terminal) if args.bots is not None else []
    if len(names) > setup.seats:
        raise OutcryError(terminal.say("wrong.too_many_bots", bots=len(names), seats=setup.seats))
    if args.save_records is not None and not names:
        raise OutcryError("--save-records keeps the matches of bots: add --bots random, or others")
    records = records_of(args)
    seed = secrets.randbits(32) if args.seed is None else args.seed
    named = [entrant(name) for name in names]
    bots = tuple(Entrant(bot.name, bot.budget or args.budget) for bot in named)
    chosen = Simulation(setup, bots, args.games, seed)
    workers = Workers(args.processes or os.cpu_count() or 1)
    began = time.perf_counter()
    with bar(terminal.say("simulate.playing"), args.games) as seen:
        tally = simulate(chosen, workers, seen, records)
    seconds = time.perf_counter() - began
    found = summary(chosen, tally)
    if args.json:
        print(json.dumps(found, indent=1))
    elif args.csv:
        _write_csv(found)
    else:
        _show(found, seconds, setup, terminal)
    return 0


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
