"""Results as JSON, CSV or a page: on the screen or in files, which are tried before the work."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.table import Table

from openoutcry.cli.terminal import shortened
from openoutcry.core.errors import OutcryError

SCREEN = "-"
"""--json without a file."""
ABOUT = {"json": "one JSON object", "csv": "one line a bot"}


def tabled(
    heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] | None = None
) -> Table:
    """A table for the terminal; columns of `words` (else the first) begin at the left."""
    named = heads[:1] if words is None else words
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for head in heads:
        table.add_column(head, justify="left" if head in named else "right")
    for row in rows:
        table.add_row(*row)
    return table


def add_outputs(parser: ArgumentParser, *forms: str, page: str) -> None:
    """Those of --json and --csv that there are, and --html."""
    for form in forms:
        parser.add_argument(
            f"--{form}",
            metavar="FILE",
            nargs="?",
            const=SCREEN,
            help=f"{ABOUT[form]}, instead of the tables or in a file",
        )
    parser.add_argument("--html", metavar="FILE", help=f"also write {page}")


def check_outputs(args: Namespace) -> None:
    """Nobody waits for an hour to hear that there is no such folder."""
    found = _wanted(args)
    for path in found.values():
        if path != SCREEN:
            _check(Path(path))
    if list(found.values()).count(SCREEN) > 1:
        raise OutcryError("--json and --csv: name a file for one of them, as in --csv results.csv")


def write_outputs(args: Namespace, forms: Mapping[str, Callable[[], str]]) -> bool:
    """Write what is wanted; was the screen one of the places?"""
    found = _wanted(args)
    for form, path in found.items():
        text = forms[form]()
        if path == SCREEN:
            print(text, end="")
        else:
            _write(Path(path), text)
    return SCREEN in found.values()


def _wanted(args: Namespace) -> dict[str, str]:
    given = {form: getattr(args, form, None) for form in (*ABOUT, "html")}
    return {form: path for form, path in given.items() if path is not None}


def _check(file: Path) -> None:
    if str(file) == "." or file.is_dir():
        raise OutcryError(f"{shortened(str(file))} is a folder, not a file to write to")
    if not file.parent.is_dir():
        raise OutcryError(f"there is no folder {shortened(str(file.parent))} to write to")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise OutcryError(f"{shortened(str(file))} cannot be written: permission denied")


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutcryError(f"{shortened(str(file))} cannot be written: {error.strerror}") from None
