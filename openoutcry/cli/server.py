"""`outcry serve`, `admin` and `loadtest`: the server's own commands."""

from argparse import Namespace
from collections.abc import Callable

from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.server import command_line

EXAMPLES = {
    "serve": "outcry serve --lan",
    "admin": "outcry admin backup floor.backup",
    "loadtest": "outcry loadtest --tables 100 200 400",
}


def register(subparsers: Subparsers) -> None:
    for known in command_line.COMMANDS:
        example = EXAMPLES[known.name]
        known.add_arguments(
            command(subparsers, known.name, known.about, example, _runner(known.run))
        )


def _runner(run: Callable[[Namespace], int]) -> Callable[[Namespace, Terminal], int]:
    return lambda args, terminal: run(args)
