"""argparse with one-line errors that say what would be right."""

import re
from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn, TypeAlias

from openoutcry.text import LANGUAGES

_CHOICE = re.compile(r"argument (\S+): invalid choice: '(.*)' \(choose from (.*)\)", re.S)


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

    def error(self, message: str) -> NoReturn:
        choice = _CHOICE.fullmatch(message)
        if choice:
            where, word, known = choice[1], choice[2], re.findall(r"[\w-]+", choice[3])
            what = "command" if where == "COMMAND" else where
            hint = closest(word, known)
            message = f"{what}: no {word!r}{hint or '; there are: ' + ', '.join(known)}"
        line = " ".join(message.split())
        self.exit(2, f"{self.prog}: {line} (try: {self.prog} --help)\n")


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
    """Complain about what the command does not know, and name what is nearest."""
    used = parser.subparsers[name]
    word = next((word for word in unknown if word.startswith("-")), unknown[0])
    options = re.findall(r"(?<![\w-])--?[a-z][\w-]*", used.format_help())
    used.error(f"does not know {word!r}{closest(word.partition('=')[0], options)}")


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or ""."""
    return next(iter(get_close_matches(word.lower(), known, n=1, cutoff=0.6)), "")


def closest(word: str, known: Iterable[str]) -> str:
    """ "; did you mean 'mogul'?" or nothing."""
    found = nearest(word, known)
    return f"; did you mean {found!r}?" if found else ""
