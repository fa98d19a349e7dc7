"""Results as JSON, CSV or a page, whose file is checked before the work begins."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.table import Table

from openoutcry.cli.parser import Parser
from openoutcry.cli.terminal import shortened
from openoutcry.core.errors import OutcryError
from openoutcry.lab.record_folder import open_folder

SCREEN = {"json": "one JSON object", "csv": "one line a bot"}
"""Formats that are printed instead of the tables."""


def tabled(
    heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] | None = None
) -> Table:
    """A table for the terminal; columns named in `words` (else the first) are left-aligned."""
    named = heads[:1] if words is None else words
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for head in heads:
        table.add_column(head, justify="left" if head in named else "right")
    for row in rows:
        table.add_row(*row)
    return table


def add_outputs(parser: Parser, *forms: str, page: str) -> None:
    """Add --html and, as `forms` names them, --json and --csv."""
    parser.add_flags(**{form: SCREEN[form] for form in forms})
    parser.add_argument("--html", metavar="FILE", help=f"also write {page}")


def check_outputs(args: Namespace) -> None:
    """Fail before the work rather than after it if the folder does not exist."""
    if args.html is not None:
        _check(Path(args.html))


def write_outputs(args: Namespace, forms: Mapping[str, Callable[[], str]]) -> bool:
    """Write what was asked for; True if something was printed instead of the tables."""
    if args.html is not None:
        _write(Path(args.html), forms["html"]())
    printed = [form for form in SCREEN if getattr(args, form, False)]
    for form in printed:
        print(forms[form](), end="")
    return bool(printed)


def add_records(parser: ArgumentParser) -> None:
    """--save-records"""
    parser.add_argument(
        "--save-records",
        metavar="DIR",
        help="keep every match there as a record: replay, analyse or show it",
    )


def records_of(args: Namespace) -> Path | None:
    """The folder for records, if one was named."""
    return None if args.save_records is None else open_folder(args.save_records)


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
