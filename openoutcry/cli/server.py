"""`outcry serve`, `admin`, `backup`, `loadtest` and `chaos`: the server's own commands."""

from argparse import Namespace
from collections.abc import Callable

from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError

EXAMPLES = {
    "serve": "outcry serve --lan",
    "admin": "outcry admin tables --people",
    "backup": "outcry backup floor.backup --keep 14",
    "loadtest": "outcry loadtest --tables 100 1000 --report load.html",
    "chaos": "outcry chaos --minutes 5",
}


def register(subparsers: Subparsers) -> None:
    try:
        from openoutcry.server import command_line
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "openoutcry":
            raise
        _register_missing(subparsers, package)
        return
    for known in command_line.COMMANDS:
        example = EXAMPLES[known.name]
        known.add_arguments(
            command(subparsers, known.name, known.about, example, _runner(known.run))
        )


def _register_missing(subparsers: Subparsers, package: str) -> None:
    """Commands that only say what to install, whatever arguments they are given."""
    needs = f"this needs {package}: pip install 'openoutcry[server]'"

    def complain(args: Namespace, terminal: Terminal) -> int:
        raise OutcryError(needs)

    for name, example in EXAMPLES.items():
        parser = command(subparsers, name, f"Not installed: {needs}", example, complain)
        parser.set_defaults(any_arguments=True)


def _runner(run: Callable[[Namespace], int]) -> Callable[[Namespace, Terminal], int]:
    return lambda args, terminal: run(args)
