"""`outcry analyse game.json`: everybody's chances step by step, and what turned the match."""

from argparse import Namespace
from pathlib import Path

from openoutcry.analysis.effort import USUAL, Effort
from openoutcry.analysis.report import Analysis
from openoutcry.api import load
from openoutcry.cli.choices import WholeNumber, find_file
from openoutcry.cli.output import add_outputs, check_outputs, tabled, write_outputs
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.core.record import Record
from openoutcry.lab import analyse as lab
from openoutcry.lab.words import heads, say

MOMENTS = 12
"""Rows in the table of chances."""


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "analyse",
        "Tell each seat's chance to win after every step, its luck, and what turned the match.",
        "outcry analyse game.json\noutcry analyse game.json --html chances.html",
        run,
    )
    parser.add_argument("record", metavar="FILE", help="a match saved as a record")
    parser.add_argument(
        "--simulations",
        type=WholeNumber(10, 1_000_000),
        default=USUAL.simulations,
        help="for each position (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=WholeNumber(0), default=USUAL.seed, help="default: %(default)s"
    )
    add_workers(parser)
    add_outputs(parser, "json", page="a page with a chart")


def run(args: Namespace, terminal: Terminal) -> int:
    check_outputs(args)
    file = find_file(args.record, terminal)
    record = load(file)
    analysis = _analysis(args, file, record, terminal)
    forms = {
        "json": lambda: lab.with_analysis(record, analysis).to_json(),
        "html": lambda: lab.as_html(record, analysis, terminal.lang),
    }
    if not write_outputs(args, forms):
        _show(record, analysis, terminal)
    return 0


def _analysis(args: Namespace, file: Path, record: Record, terminal: Terminal) -> Analysis:
    effort = Effort(args.simulations, args.seed)
    cache = lab.beside(file)
    known = lab.kept(file, record, effort) or lab.kept(cache, record, effort)
    if known is not None:
        return known
    with bar(say(terminal.lang, "thinking"), len(record) + 1) as seen:
        found = lab.analyse(record, effort, workers_of(args), seen)
    lab.keep(cache, record, found)
    return found


def _show(record: Record, analysis: Analysis, terminal: Terminal) -> None:
    lang = terminal.lang
    terminal.show(f"[bold]{record.title.name}[/]: {say(lang, 'analyse.about')}")
    last = len(analysis.moments) - 1
    moments = [
        analysis.moments[n] for n in sorted({i * last // (MOMENTS - 1) for i in range(MOMENTS)})
    ]
    lines = ["", *record.log]
    rows = [
        [str(moment.step), lines[moment.step], *(f"{chance:.0%}" for chance in moment.truth)]
        for moment in moments
    ]
    names = [seat.name for seat in analysis.seats]
    step, line = heads(lang, "analyse.heads")
    terminal.console.print(tabled([step, line, *names], rows, [line]))
    terminal.show(f"[bold]{say(lang, 'analyse.seats')}[/]")
    terminal.console.print(tabled(*lab.by_seat(analysis, lang)))
    if not analysis.turns:
        terminal.show(say(lang, "analyse.none"))
        return
    terminal.show(f"[bold]{say(lang, 'analyse.turns')}[/]")
    terminal.console.print(tabled(*lab.by_turn(analysis, lang)))
