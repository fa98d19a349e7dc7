"""argparse with one-line errors that say what would be right."""

import re
from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from typing import Any, NoReturn

from openoutcry.cli.help import in_language
from openoutcry.text import LANGUAGES

COMPLAINTS = (
    "{line} (try: {command} --help)",
    "the following arguments are required: {names}",
    "one of the arguments {names} is required",
    "argument {name}: expected one argument",
    "argument {name}: expected at least one argument",
    "argument {name}: not allowed with argument {other}",
    "argument {name}: {why}",
    "{word} is not a whole number from {least} to {most}",
    "{word} is not a whole number from {least} on",
    "{word} is not a number from {least} to {most}",
    "does not know {word}; did you mean {near}?",
    "does not know {word}",
    "{name}: no {word}; did you mean {near}?",
    "{name}: no {word}; there are: {known}",
)
"""What argparse and we find wrong, the more exact first; argparse's own words may differ in some
Python, and are then told as they are."""


def complaint_in(lang: str, line: str) -> str:
    """A complaint in the reader's language, as far as it is one of those we know."""
    for template in COMPLAINTS:
        found = _pattern(template).fullmatch(line)
        if found is not None:
            parts = {name: complaint_in(lang, part) for name, part in found.groupdict().items()}
            return in_language(lang, template).format(**parts)
    return line


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template)))


class Choices:
    """The values that an argument may have. argparse asks no more than `in`; its own complaint
    suggests nothing, and is worded differently in every Python."""

    def __init__(self, argument: str, known: Iterable[str]) -> None:
        self._argument, self._known = argument, known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __contains__(self, value: object) -> bool:
        known = list(self._known)
        if value not in known:
            hint = closest(str(value), known) or f"; there are: {', '.join(known)}"
            raise ArgumentError(None, f"{self._argument}: no {str(value)!r}{hint}")
        return True


class Parser(ArgumentParser):
    """Every command's parser: knows --lang, helps in the reader's language, and complains in one
    line with exit code 2."""

    options: list[str]
    """Every option that the command knows, as it is typed."""
    subparsers: Mapping[str, "Parser"]

    def __init__(self, lang: str = "en", **settings: Any) -> None:
        settings.setdefault("formatter_class", RawDescriptionHelpFormatter)
        self._lang = lang
        self.options = []
        self.subparsers = {}
        if "description" in settings:
            settings["description"] = self.say(settings["description"])
        super().__init__(allow_abbrev=False, **settings)
        # SUPPRESS: a command's own default must not overwrite `outcry --lang es COMMAND`.
        self.add_argument(
            "--lang", choices=LANGUAGES, default=SUPPRESS, help="language (default: LANG's)"
        )

    def say(self, text: str) -> str:
        """A text of the help in the reader's language."""
        return in_language(self._lang, text)

    def format_help(self) -> str:
        """argparse's, with the words that it brings itself in the reader's language too."""
        text = super().format_help().removeprefix("usage: ")
        for heading in ("positional arguments:", "options:"):
            text = text.replace(f"\n{heading}\n", f"\n{self.say(heading)}\n")
        return self.say("usage: ") + text

    def add_argument(self, *names: str, **settings: Any) -> Action:
        if settings.get("help", SUPPRESS) != SUPPRESS:
            settings["help"] = self.say(settings["help"])
        if "choices" in settings:
            shown = (
                "/".join(names) if names[0].startswith("-") else settings.get("metavar", names[0])
            )
            settings["choices"] = Choices(shown, settings["choices"])
        action = super().add_argument(*names, **settings)
        self.options += action.option_strings
        return action

    def add_flags(self, **about: str) -> None:
        """Options without a value, of which one at most may be given."""
        group = self.add_mutually_exclusive_group()
        for name, words in about.items():
            action = group.add_argument(f"--{name}", action="store_true", help=self.say(words))
            self.options += action.option_strings

    def add_subparsers(self, **settings: Any) -> Any:
        settings["parser_class"] = partial(Parser, self._lang)
        made: Any = super().add_subparsers(**settings)
        self.subparsers = made.choices
        made.choices = Choices(settings["dest"], made.choices)
        return Subparsers(made, self.say)

    def error(self, message: str) -> NoReturn:
        line = f"{' '.join(message.split())} (try: {self.prog} --help)"
        self.exit(2, f"{self.prog}: {complaint_in(self._lang, line)}\n")


class Subparsers:
    """What `add_subparsers` returns: takes commands, whose help is in the reader's language."""

    def __init__(self, made: Any, say: Callable[[str], str]) -> None:
        self._made = made
        self.say = say

    def add_parser(self, name: str, help: str = "", **settings: Any) -> Parser:
        added: Parser = self._made.add_parser(name, help=self.say(help), **settings)
        return added


def command(
    subparsers: Subparsers, name: str, about: str, example: str, run: Callable[..., int]
) -> Parser:
    """Add a command; `run(args, terminal)` carries it out and returns the exit code."""
    lines = "\n".join(f"  {line}" for line in example.splitlines())
    told = subparsers.say(about)
    parser = subparsers.add_parser(
        name,
        help=told[0].lower() + told[1:].rstrip("."),
        description=about,
        epilog=f"{subparsers.say('example:')}\n{lines}",
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
