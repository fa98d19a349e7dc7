"""The `outcry` command. Each command is a module with `register(subparsers)`."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from openoutcry import __version__
from openoutcry.cli.parser import Parser, unknown_arguments
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError

COMMANDS = (
    "openoutcry.cli.floor",
    "openoutcry.cli.titles",
    "openoutcry.cli.rules",
    "openoutcry.cli.play",
    "openoutcry.cli.simulate",
    "openoutcry.cli.replay",
    "openoutcry.cli.verify",
    "openoutcry.cli.edition",
    "openoutcry.cli.bench",
)
"""Modules with `register(subparsers)`, in the order of the help."""

START = ["floor"]
"""What `outcry` without arguments does."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(given)
        sys.stdout.flush()
        return code
    except OutcryError as error:
        print(f"outcry: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _write_no_more()
        return 1
    except OSError as error:
        _write_no_more()
        print(f"outcry: {error}", file=sys.stderr)
        return 1


def _write_no_more() -> None:
    """Whoever reads our output has gone, or it cannot be written: no second error at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: list[str]) -> int:
    parser = build()
    args, unknown = parser.parse_known_args(given)
    if args.command is None:
        args, unknown = parser.parse_known_args([*given, *START])
    if unknown:
        unknown_arguments(parser, args.command, unknown)
    return run(args)


def run(args: Namespace) -> int:
    """Run a parsed command."""
    terminal = Terminal.open(getattr(args, "lang", None))
    code: int = args.run(args, terminal)
    return code


def build() -> Parser:
    """The whole command line."""
    parser = Parser(
        prog="outcry",
        description="The trading floor for stock-market board games.",
        epilog="Without a command: choose a title, seats and bots, and play.\n\n"
        "example:\n  outcry play mogul --seats 4",
    )
    parser.add_argument("--version", action="version", version=f"outcry {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for module in COMMANDS:
        import_module(module).register(subparsers)
    parser.subparsers = subparsers.choices
    return parser
