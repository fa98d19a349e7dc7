"""`outcry arena TITLE`: a tournament of bots over the same deals on every seat."""

import json
import sys
from argparse import Namespace

from openoutcry.cli.choices import GAMES, WholeNumber, add_setup, find_bots, setup_of
from openoutcry.cli.output import (
    add_outputs,
    add_records,
    check_outputs,
    records_of,
    tabled,
    write_outputs,
)
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, resumable, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.lab import report
from openoutcry.lab.arena import Plan, drop_outdated, games, notebook_of, plan
from openoutcry.lab.games import Game, entrant
from openoutcry.lab.provenance import provenance
from openoutcry.lab.words import say


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "arena",
        "Let bots play the same deals on every seat, and tell how good they are.",
        "outcry arena mogul --bots tycoon,broker,broker,apprentice --games 400\n"
        "outcry arena mogul --bots tycoon:300,random,random --html report.html",
        run,
    )
    add_setup(parser)
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        required=True,
        help="one for each seat; A:300 thinks 300 simulations a decision",
    )
    parser.add_argument("--games", type=GAMES, default=400, help="default: %(default)s")
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    add_workers(parser)
    add_records(parser)
    add_outputs(parser, "json", "csv", page="a page with plots")


def run(args: Namespace, terminal: Terminal) -> int:
    check_outputs(args)
    bots = [entrant(name) for name in find_bots(args.bots, terminal)]
    setup = setup_of(args, terminal, len(bots))
    chosen = plan(setup, bots, args.games, args.seed)
    records = records_of(args)
    say_outdated(chosen, terminal)
    playing = say(terminal.lang, "playing", what=setup.title.name)
    with resumable(terminal.lang), bar(playing, chosen.games) as seen:
        played = games(chosen, workers_of(args), notebook_of(chosen), seen, records)
    forms = {
        "json": lambda: _json(chosen, played),
        "csv": lambda: report.as_csv(chosen, played),
        "html": lambda: report.as_html(chosen, played, terminal.lang),
    }
    if not write_outputs(args, forms):
        _show(chosen, played, terminal)
    return 0


def say_outdated(chosen: Plan, terminal: Terminal) -> None:
    """A bot that was changed is another bot: what the old one played does not count."""
    dropped = drop_outdated(chosen)
    if dropped:
        print(f"outcry: {say(terminal.lang, 'outdated', games=dropped)}", file=sys.stderr)


def _json(chosen: Plan, played: list[Game]) -> str:
    return json.dumps({**report.as_json(chosen, played), "made": provenance()}, indent=1) + "\n"


def _show(chosen: Plan, played: list[Game], terminal: Terminal) -> None:
    setup = chosen.setup
    about = say(
        terminal.lang,
        "arena.about",
        games=len(played),
        seats=setup.seats,
        seed=str(chosen.seed),
        share=f"{1 / setup.seats:.1%}",
    )
    terminal.show(f"[bold]{setup.title.name}[/]: {about}")
    terminal.console.print(tabled(*report.table(played, terminal.lang)))
