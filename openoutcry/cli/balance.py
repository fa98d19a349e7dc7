"""`outcry balance TITLE`: what many matches between equal bots say about an edition."""

import json
from argparse import Namespace
from pathlib import Path

from openoutcry.cli.arena import say_outdated
from openoutcry.cli.choices import GAMES, WholeNumber, add_setup, setup_of
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
from openoutcry.core.setup import Setup
from openoutcry.lab import balance as lab
from openoutcry.lab.arena import games, notebook_of, plan
from openoutcry.lab.balance import Balance
from openoutcry.lab.games import entrant
from openoutcry.lab.words import say


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "balance",
        "Play many matches between equal bots: seat advantage, length, runaway leaders, and"
        " what decides; with --edition compared with the title's own.",
        "outcry balance mogul --games 2000\noutcry balance mogul --edition my.toml",
        run,
    )
    add_setup(parser)
    parser.add_argument("--games", type=GAMES, default=2000, help="default: %(default)s")
    parser.add_argument("--seats", type=WholeNumber(1), help="default: 4, or the nearest")
    parser.add_argument("--bot", default="apprentice", help="who plays (default: %(default)s)")
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    add_workers(parser)
    add_records(parser)
    add_outputs(parser, "json", page="a page with plots")


def run(args: Namespace, terminal: Terminal) -> int:
    check_outputs(args)
    setup = setup_of(args, terminal, args.seats)
    own = Setup.of(setup.title, args.seats, setup.options)
    records = records_of(args)
    found = [_balance(each, args, records, terminal) for each in dict.fromkeys((own, setup))]
    forms = {
        "json": lambda: json.dumps(lab.as_json(found), indent=1) + "\n",
        "html": lambda: lab.as_html(found, terminal.lang),
    }
    if not write_outputs(args, forms):
        _show(found, terminal)
    return 0


def _balance(setup: Setup, args: Namespace, records: Path | None, terminal: Terminal) -> Balance:
    chosen = plan(setup, [entrant(args.bot)] * setup.seats, args.games, args.seed)
    say_outdated(chosen, terminal)
    playing = say(terminal.lang, "playing", what=setup.edition.name)
    with resumable(terminal.lang), bar(playing, args.games) as seen:
        played = games(chosen, workers_of(args), notebook_of(chosen), seen, records)
    return lab.balance(chosen, played)


def _show(found: list[Balance], terminal: Terminal) -> None:
    lang = terminal.lang
    terminal.show(f"[bold]{found[0].title}[/]: {lab.about(found[0], lang)}")
    terminal.console.print(tabled(*lab.compared(found, lang)))
    for one in found:
        terminal.show(f"[bold]{one.edition}[/] ({one.identity[:8]})")
        terminal.console.print(tabled(*lab.by_order(one, lang)))
        terminal.console.print(tabled(*lab.by_step(one, whole=True, lang=lang)))
        terminal.console.print(tabled(*lab.by_step(one, whole=False, lang=lang)))
        for doubt in lab.doubts(one, lang):
            terminal.show(doubt)
