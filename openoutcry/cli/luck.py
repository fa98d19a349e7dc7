"""`outcry luck TITLE`: holds the analysis itself to account over many matches of bots."""

from argparse import Namespace
from pathlib import Path

import msgspec

from openoutcry.cli.choices import WholeNumber, add_setup, setup_of
from openoutcry.cli.output import tabled
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.lab import luck as lab
from openoutcry.lab.words import heads, say

LEVELS = ("tycoon", "broker", "apprentice", "random")


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "luck",
        "Analyse many matches between the levels: what draws give adds up to nothing, and the"
        " better a level, the less a decision of it gives away.",
        "outcry luck mogul --matches 200",
        run,
    )
    add_setup(parser)
    parser.add_argument(
        "--matches", type=WholeNumber(2, 100_000), default=200, help="default: %(default)s"
    )
    parser.add_argument(
        "--simulations",
        type=WholeNumber(10, 100_000),
        default=300,
        help="for each decision that is judged (default: %(default)s)",
    )
    parser.add_argument(
        "--one-in",
        type=WholeNumber(1, 1_000),
        default=10,
        metavar="N",
        help="judge one decision in this many, at random (default: %(default)s)",
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="where each match's findings are kept: a run that was stopped goes on from there",
    )
    parser.add_flags(json="one JSON object")
    add_workers(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    setup = setup_of(args, terminal, 4)
    sampled = lab.Sampled(args.simulations, args.one_in, args.seed)
    file = Path(args.out) if args.out else None
    with bar(say(terminal.lang, "playing", what=setup.title.name), args.matches) as seen:
        found = lab.measure(setup, LEVELS, args.matches, sampled, workers_of(args), seen, file)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return 0
    _show(found, terminal)
    return 0


def _show(found: lab.LuckReport, terminal: Terminal) -> None:
    """The measure that tells the levels apart comes first, and what it measures stands below."""
    lang = terminal.lang
    about = say(lang, "luck.about", matches=found.matches)
    terminal.show(f"[bold]{found.title}[/]: {about}")
    terminal.console.print(tabled(heads(lang, "luck.heads"), _level_rows(found)))
    count = next(iter(found.same.values())).count
    own = ", ".join(f"{level} {_points(mean)}" for level, mean in found.own.items())
    terminal.show(say(lang, "luck.same", count=count))
    terminal.show(say(lang, "luck.own", levels=own))
    seats = ", ".join(f"{100 * mean.mean:+.1f} ± {100 * mean.error:.1f}" for mean in found.luck)
    terminal.show(say(lang, "luck.seats", seats=seats, most=f"{100 * found.largest_sum:.2f}"))


def _level_rows(found: lab.LuckReport) -> list[list[str]]:
    return [
        [
            level,
            _points(mean),
            _points(found.less[level]) if level in found.less else "",
            f"{100 * found.luck_of[level].mean:+.1f} ± {100 * found.luck_of[level].error:.1f}",
        ]
        for level, mean in found.same.items()
    ]


def _points(mean: lab.Mean) -> str:
    """Points of winning chance, with the standard error."""
    return f"{100 * mean.mean:.2f} ± {100 * mean.error:.2f}"
