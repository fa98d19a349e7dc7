"""`outcry analyse game.json`: everybody's chances step by step, and what turned the match."""

from argparse import Namespace

import msgspec

from openoutcry.api import load
from openoutcry.cli.choices import WholeNumber, find_file
from openoutcry.cli.output import add_outputs, check_outputs, tabled, write_outputs
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.lab import analyse as lab
from openoutcry.lab.analyse import Analysis

MOMENTS = 12
"""Rows in the table of chances."""


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "analyse",
        "Tell each seat's chance to win after every step, and which choices turned the match.",
        "outcry analyse game.json\noutcry analyse game.json --html chances.html",
        run,
    )
    parser.add_argument("record", metavar="FILE", help="a match saved as a record")
    parser.add_argument(
        "--simulations",
        type=WholeNumber(10, 1_000_000),
        default=600,
        help="for each position (default: %(default)s)",
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    add_workers(parser)
    add_outputs(parser, "json", page="a page with a chart")


def run(args: Namespace, terminal: Terminal) -> int:
    check_outputs(args)
    analysis = _analysis(args, terminal)
    forms = {
        "json": lambda: (
            msgspec.json.format(msgspec.json.encode(analysis), indent=1).decode() + "\n"
        ),
        "html": lambda: lab.as_html(analysis),
    }
    if not write_outputs(args, forms):
        _show(analysis, terminal)
    return 0


def _analysis(args: Namespace, terminal: Terminal) -> Analysis:
    file = find_file(args.record, terminal)
    record = load(file)
    cache = lab.beside(file)
    known = lab.kept(cache, lab.identity(record, args.simulations, args.seed))
    if known is not None:
        return known
    with bar("Thinking", len(record) + 1) as seen:
        found = lab.analyse(record, args.simulations, args.seed, workers_of(args), seen)
    lab.keep(cache, found)
    return found


def _show(analysis: Analysis, terminal: Terminal) -> None:
    terminal.show(f"[bold]{analysis.title}[/]: chance to win after each step")
    last = len(analysis.moments) - 1
    moments = [
        analysis.moments[n] for n in sorted({i * last // (MOMENTS - 1) for i in range(MOMENTS)})
    ]
    rows = [
        [str(moment.step), moment.action, *(f"{chance:.0%}" for chance in moment.chances)]
        for moment in moments
    ]
    terminal.console.print(tabled(["step", "record", *analysis.names], rows, ["record"]))
    if not analysis.turns:
        terminal.show("No choice was clearly worse than another.")
        return
    terminal.show("[bold]Turning points[/]")
    turns = [lab.turn_row(analysis, turn) for turn in analysis.turns]
    terminal.console.print(tabled(lab.TURN_HEADS, turns, lab.TURN_WORDS))
