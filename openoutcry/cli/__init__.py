"""The `outcry` command. Each command is a module with `register(subparsers)`."""

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise

from openoutcry import __version__
from openoutcry.cli.help import in_language
from openoutcry.cli.parser import Parser, unknown_arguments
from openoutcry.cli.terminal import Terminal, environment_language
from openoutcry.core.errors import OutcryError
from openoutcry.text import LANGUAGES

COMMANDS = {
    "openoutcry.cli.server": ("serve", "admin", "backup", "loadtest", "chaos"),
    "openoutcry.cli.site": ("site",),
    "openoutcry.cli.floor": ("floor",),
    "openoutcry.cli.titles": ("titles",),
    "openoutcry.cli.rules": ("rules",),
    "openoutcry.cli.play": ("play",),
    "openoutcry.cli.daily": ("daily",),
    "openoutcry.cli.simulate": ("simulate",),
    "openoutcry.cli.replay": ("replay",),
    "openoutcry.cli.picture": ("picture",),
    "openoutcry.cli.verify": ("verify",),
    "openoutcry.cli.record": ("record",),
    "openoutcry.cli.edition": ("edition",),
    "openoutcry.cli.lesson": ("lesson",),
    "openoutcry.cli.puzzles": ("puzzles",),
    "openoutcry.cli.bot": ("bot",),
    "openoutcry.cli.arena": ("arena",),
    "openoutcry.cli.ladder": ("ladder",),
    "openoutcry.cli.personalities": ("personalities",),
    "openoutcry.cli.train": ("train",),
    "openoutcry.cli.sharpen": ("sharpen",),
    "openoutcry.cli.analyse": ("analyse",),
    "openoutcry.cli.luck": ("luck",),
    "openoutcry.cli.balance": ("balance",),
    "openoutcry.cli.bench": ("bench",),
    "openoutcry.cli.docs": ("docs",),
    "openoutcry.cli.completion": ("completion",),
}
"""Modules with `register(subparsers)` and the commands they add, in the order of the help."""

START = ["serve"]
"""What `outcry` without arguments does."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    try:
        code = _run(given)
        sys.stdout.flush()
        return code
    except OutcryError as error:
        _complain(error)
        return 2
    except KeyboardInterrupt as stop:
        return 128 + int(stop.args[0] if stop.args else signal.SIGINT)
    except BrokenPipeError:
        _write_no_more()
        return 1
    except OSError as error:
        _write_no_more()
        _complain(error)
        return 1


def _complain(error: Exception) -> None:
    with suppress(OSError):  # the reader may be gone
        print(f"outcry: {error}", file=sys.stderr)


def _open_streams() -> None:
    """If we were started with a stream closed, read nothing from it and write nothing to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _write_no_more() -> None:
    """Our output cannot be written any more: prevent a second error at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: list[str]) -> int:
    parser = build(given)
    args, unknown = parser.parse_known_args(given)
    if args.command is None:
        args, unknown = parser.parse_known_args([*given, *START])
    if unknown and not getattr(args, "any_arguments", False):
        unknown_arguments(parser, args.command, unknown)
    return run(args)


def run(args: Namespace) -> int:
    """Run a parsed command."""
    terminal = Terminal.open(getattr(args, "lang", None))
    terminal.plain = getattr(args, "plain", False)
    code: int = args.run(args, terminal)
    return code


def build(given: Sequence[str] = ()) -> Parser:
    """The command line: all of it, or only the commands that `given` names or needs."""
    lang = language_of(given)
    start = in_language(lang, "Without a command: start the server and open it in the browser.")
    parser = Parser(
        lang,
        prog="outcry",
        description="Stock-market board games, in the browser and the terminal.",
        epilog=f"{start}\n\n{in_language(lang, 'example:')}\n  outcry play mogul --seats 4",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"outcry {__version__}",
        help="show program's version number and exit",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    named = [module for module, names in COMMANDS.items() if not {*names}.isdisjoint(given)]
    needed = named or ([] if "--version" in given else list(COMMANDS))
    for module in needed:  # loading them all takes a while
        import_module(module).register(subparsers)
    return parser


def language_of(given: Sequence[str]) -> str:
    """The help's: what --lang says, before anything else is read, or the environment's."""
    words = " ".join(given).replace("--lang=", "--lang ").split()
    wanted = [after for word, after in pairwise(words) if word == "--lang"]
    return next((lang for lang in wanted if lang in LANGUAGES), environment_language())
