"""`outcry record check FILE`, `outcry record schema`: the format of records."""

import json
from argparse import Namespace
from pathlib import Path

from rich.markup import escape

from openoutcry import api
from openoutcry.cli.choices import find_file
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core import record as records
from openoutcry.core.errors import OutcryError


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "record",
        "Check files against the format of records, or print its JSON schema.",
        "outcry record check game.json",
        run,
    )
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    check = tasks.add_parser("check", help="form, rules, scores and draws of each file")
    check.add_argument("files", metavar="FILE", nargs="+")
    tasks.add_parser("schema", help="print the JSON schema")


def run(args: Namespace, terminal: Terminal) -> int:
    """Exit code 1 if a file is no record, or does not hold what it says."""
    if args.task == "schema":
        print(json.dumps(records.schema(), indent=1))
        return 0
    good = [_check(find_file(name, terminal), terminal) for name in args.files]
    return 0 if all(good) else 1


def _check(path: Path, terminal: Terminal) -> bool:
    try:
        found = api.load(path)
        found.verify()
    except OutcryError as error:
        terminal.show(f"[bold red]{escape(str(path))}[/]: {escape(str(error))}")
        return False
    about = f"{found.title.name}, {found.seats} seats, {len(found)} steps"
    terminal.show(f"[bold green]{escape(str(path))}[/]: {about}, format {records.FORMAT}")
    return True
