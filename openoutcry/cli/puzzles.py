"""`outcry puzzles TITLE`: finds questions of the day, or proves those that there are."""

from argparse import Namespace
from itertools import islice
from pathlib import Path

import msgspec
from rich.markup import escape

from openoutcry.cli.choices import WholeNumber, find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.title import Title
from openoutcry.puzzles.check import problems
from openoutcry.puzzles.puzzle import (
    PlayedMatch,
    Puzzle,
    PuzzleEntry,
    PuzzleFile,
    file_of,
    puzzles_of,
    read,
)
from openoutcry.puzzles.search import SIMULATIONS, TIMES, search


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "puzzles",
        "Find positions with one clearly best choice that looks wrong at first, or prove those"
        " that a title has.",
        "outcry puzzles mogul --count 3 --out questions.json\noutcry puzzles mogul --check",
        run,
    )
    parser.add_argument("title", metavar="TITLE", help="a title; see `outcry titles`")
    parser.add_argument(
        "--count", type=WholeNumber(1, 1000), default=30, help="how many (default: %(default)s)"
    )
    parser.add_argument("--out", metavar="FILE", help="where to write them, each as it is found")
    parser.add_argument(
        "--simulations",
        type=WholeNumber(20, 100_000),
        default=SIMULATIONS,
        help=f"of the short search; the one that confirms has {TIMES} times as many"
        " (default: %(default)s)",
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_argument(
        "--check",
        action="store_true",
        help="search the title's own puzzles, or those in the file of --out, again",
    )


def run(args: Namespace, terminal: Terminal) -> int:
    title = find_title(args.title, terminal)
    return _check(title, args, terminal) if args.check else _find(title, args, terminal)


def _find(title: Title, args: Namespace, terminal: Terminal) -> int:
    found: list[Puzzle] = []
    for puzzle in islice(search(title, args.seed, args.simulations), args.count):
        found.append(puzzle)
        if args.out:
            _write(Path(args.out), title, TIMES * args.simulations, found)
        terminal.show(f"[bold]{len(found)}[/] {_summary(puzzle, terminal)}")
    return 0


def _summary(puzzle: Puzzle, terminal: Terminal) -> str:
    first = puzzle.choices[0]
    fallen = next(c for c in puzzle.choices if c.action == puzzle.tempting)
    reasons = "; ".join(
        puzzle.title.words.say(terminal.lang, reason.key, reason.args) for reason in first.reasons
    )
    return escape(
        f"step {len(puzzle.lines)}, seat {puzzle.seat + 1}: {first.action} ({first.chance:.0%}),"
        f" not {puzzle.tempting} ({fallen.chance:.0%}): {reasons}"
    )


def _write(file: Path, title: Title, simulations: int, puzzles: list[Puzzle]) -> None:
    """Puzzles of one match follow each other, and share its log."""
    matches: list[PlayedMatch] = []
    entries: list[PuzzleEntry] = []
    for puzzle in puzzles:
        log = "\n".join(puzzle.lines)
        if matches and log.startswith(matches[-1].log) and matches[-1].seats == puzzle.seats:
            matches[-1] = PlayedMatch(puzzle.seats, log)
        else:
            matches.append(PlayedMatch(puzzle.seats, log))
        entries.append(
            PuzzleEntry(
                len(matches) - 1,
                len(puzzle.lines),
                puzzle.seat,
                puzzle.tempting,
                list(puzzle.choices),
            )
        )
    text = PuzzleFile(title.name, title.rules_version, simulations, matches, entries)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(text), indent=1) + b"\n")


def _check(title: Title, args: Namespace, terminal: Terminal) -> int:
    puzzles = read(title, Path(args.out)) if args.out else puzzles_of(title)
    source = args.out or str(file_of(title).name)
    wrong = list(problems(puzzles, TIMES * args.simulations, args.seed))
    for problem in wrong:
        terminal.show(f"[red]{terminal.say('edition.problem')}[/] {escape(problem)}")
    terminal.show(
        terminal.say("puzzles.checked", file=source, count=len(puzzles), wrong=len(wrong))
    )
    return 1 if wrong else 0
