"""argparse with one-line errors that say what would be right."""

from argparse import (
    SUPPRESS,
    Action,
    ArgumentParser,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn, TypeAlias

from openoutcry.text import LANGUAGES


class Parser(ArgumentParser):
    """Every command's parser: knows --lang, and complains in one line with exit code 2."""

    subparsers: Mapping[str, "Parser"]

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **settings)
        self.subparsers = {}
        # SUPPRESS: a command's own default must not overwrite `outcry --lang es COMMAND`.
        self.add_argument(
            "--lang", choices=LANGUAGES, default=SUPPRESS, help="language (default: LANG's)"
        )

    def _check_value(self, action: Action, value: Any) -> None:
        """argparse's hook for choices; overridden because its own complaint suggests nothing,
        and is worded differently in every Python."""
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            hint = closest(str(value), known) or f"; there are: {', '.join(known)}"
            self.error(f"{_shown(action)}: no {str(value)!r}{hint}")

    def error(self, message: str) -> NoReturn:
        line = " ".join(message.split())
        self.exit(2, f"{self.prog}: {line} (try: {self.prog} --help)\n")

    @property
    def options(self) -> list[str]:
        """Every option that the command knows, as it is typed."""
        return list(self._option_string_actions)


def _shown(action: Action) -> str:
    """What the help calls an argument."""
    if action.option_strings:
        return "/".join(action.option_strings)
    return action.dest if action.dest == "command" else str(action.metavar or action.dest)


Subparsers: TypeAlias = "_SubParsersAction[Parser]"


def command(
    subparsers: Subparsers, name: str, about: str, example: str, run: Callable[..., int]
) -> Parser:
    """Add a command; `run(args, terminal)` carries it out and returns the exit code."""
    lines = "\n".join(f"  {line}" for line in example.splitlines())
    parser = subparsers.add_parser(
        name,
        help=about[0].lower() + about[1:].rstrip("."),
        description=about,
        epilog=f"example:\n{lines}",
    )
    parser.set_defaults(run=run)
    return parser


def unknown_arguments(parser: Parser, name: str, unknown: list[str]) -> NoReturn:
    """Complain about what the command does not know, and suggest what is nearest."""
    used = parser.subparsers[name]
    word = next((word for word in unknown if word.startswith("-")), unknown[0])
    used.error(f"does not know {word!r}{closest(word.partition('=')[0], used.options)}")


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or ""."""
    return next(iter(get_close_matches(word.lower(), known, n=1, cutoff=0.6)), "")


def closest(word: str, known: Iterable[str]) -> str:
    """ "; did you mean 'mogul'?" or nothing."""
    found = nearest(word, known)
    return f"; did you mean {found!r}?" if found else ""
