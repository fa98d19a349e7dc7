"""A bar on stderr for work that takes long, with the time left; signals end it in good order."""

import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from openoutcry.cli.choices import WholeNumber
from openoutcry.cli.terminal import can_redraw, new_console
from openoutcry.lab.spread import Workers
from openoutcry.lab.training import TrainingProgress
from openoutcry.lab.words import say

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Ctrl-C, `kill`, and a terminal that was closed."""


@contextmanager
def stoppable() -> Iterator[None]:
    """The first signal raises KeyboardInterrupt with its number, so that processes are ended and
    files closed; meanwhile further signals are ignored."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    ours = [number for number, known in before.items() if known not in (None, signal.SIG_IGN)]

    def stop(number: int, frame: FrameType | None) -> None:
        for known in ours:
            signal.signal(known, signal.SIG_IGN)
        raise KeyboardInterrupt(number)

    for number in ours:  # but not those already ignored at start, as under nohup
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])


@contextmanager
def resumable(lang: str = "en") -> Iterator[None]:
    """Says that the work may be stopped: its results are kept."""
    try:
        yield
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            print(f"outcry: {say(lang, 'stopped')}", file=sys.stderr)
        raise


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar; gives the function to call with how much is done."""
    with _shown(label) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done, refresh=True)


@contextmanager
def stages() -> Iterator[Callable[[TrainingProgress], None]]:
    """A bar for work in several stages, each with its own total."""
    with _shown("{task.description}") as progress:
        tasks: dict[str, TaskID] = {}

        def seen(step: TrainingProgress) -> None:
            if step.what not in tasks:
                for earlier in tasks.values():
                    progress.update(earlier, visible=False)
                tasks[step.what] = progress.add_task(step.what)
            progress.update(tasks[step.what], completed=step.done, total=step.total, refresh=True)

        yield seen


@contextmanager
def _shown(label: str) -> Iterator[Progress]:
    """A bar on a terminal that can redraw a line; elsewhere nothing is shown."""
    console = new_console(stderr=True)
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        stoppable(),
        Progress(
            *columns,
            console=console,
            auto_refresh=False,
            transient=True,
            disable=not can_redraw(console),
        ) as progress,
    ):
        yield progress


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
