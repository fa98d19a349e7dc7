"""A bar on stderr for work that takes long, with the time left."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from openoutcry.cli.choices import WholeNumber
from openoutcry.cli.terminal import can_redraw, new_console
from openoutcry.lab.spread import Workers


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function that hears how much is done."""
    console = new_console(stderr=True)
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=console,
        auto_refresh=False,
        transient=True,
        disable=not can_redraw(console),
    ) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done, refresh=True)


def add_workers(parser: ArgumentParser) -> None:
    """--processes and --ray."""
    parser.add_argument("--processes", type=WholeNumber(1, 256), help="default: one a core")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="",
        help="run on a Ray cluster, without an address on one started here",
    )


def workers_of(args: Namespace) -> Workers:
    return Workers(args.processes or os.cpu_count() or 1, args.ray)
