"""`outcry puzzles TITLE`: finds questions of the day, or proves those that there are."""

from argparse import Namespace
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
from rich.markup import escape

from openoutcry.cli.choices import WholeNumber, find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, resumable, stoppable, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.core.title import Title
from openoutcry.puzzles.check import problems
from openoutcry.puzzles.puzzle import (
    PlayedMatch,
    Puzzle,
    PuzzleEntry,
    PuzzleError,
    PuzzleFile,
    file_of,
    puzzles_in,
    puzzles_of,
    read,
    read_file,
)
from openoutcry.puzzles.search import SIMULATIONS, TIMES, in_match

MOST_MATCHES = 100_000
"""The most that one run searches."""


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
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="where to write them, after each match; those that are there already are kept,"
        " and the search goes on where it was stopped",
    )
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
        help="search the title's own questions, or those in the file of --out, again",
    )
    add_workers(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    title = find_title(args.title, terminal)
    return _check(title, args, terminal) if args.check else _find(title, args, terminal)


def _find(title: Title, args: Namespace, terminal: Terminal) -> int:
    out = Path(args.out) if args.out else None
    found, searched = _begun(title, out, TIMES * args.simulations)
    work = partial(in_match, title, args.seed, args.simulations)
    numbers = range(searched, searched + MOST_MATCHES)
    with (
        resumable(terminal.lang),
        stoppable(),
        closing(workers_of(args).each(work, numbers)) as matches,
    ):
        while len(found) < args.count and (puzzles := next(matches, None)) is not None:
            searched += 1
            for puzzle in puzzles[: args.count - len(found)]:
                if all(puzzle.id != known.id for known in found):
                    found.append(puzzle)
                    terminal.show(f"[bold]{len(found)}[/] {_summary(puzzle, terminal)}")
            if out is not None:
                _write(out, title, TIMES * args.simulations, searched, found)
    return 0


def _begun(title: Title, out: Path | None, simulations: int) -> tuple[list[Puzzle], int]:
    """What an earlier run of the same search has found, and the matches that it has searched."""
    if out is None or not out.is_file():
        return [], 0
    file = read_file(title, out)
    if (file.rules, file.simulations) != (title.rules_version, simulations):
        raise PuzzleError(
            f"{out} has puzzles by other rules or of {file.simulations} simulations;"
            " give another file, or delete it"
        )
    return list(puzzles_in(title, file)), file.searched


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


def _write(
    file: Path, title: Title, simulations: int, searched: int, puzzles: list[Puzzle]
) -> None:
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
    text = PuzzleFile(title.name, title.rules_version, simulations, matches, entries, searched)
    whole = file.with_suffix(".new")
    whole.write_bytes(msgspec.json.format(msgspec.json.encode(text), indent=1) + b"\n")
    whole.replace(file)


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
