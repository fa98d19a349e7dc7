"""Where a command speaks: a console, a language, and a person who answers."""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.errors import MarkupError
from rich.padding import Padding
from rich.text import Text

from openoutcry.cli.parser import nearest
from openoutcry.core.errors import OutcryError
from openoutcry.text import LANGUAGES, say

NAME_LENGTH = 14
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Terminal:
    """A console with a language. Plain text when it is not a terminal or with NO_COLOR."""

    def __init__(self, lang: str, console: Console) -> None:
        self.lang = lang
        self.console = console
        self.plain = False
        """Lines one below the other, as screen readers want them."""

    @classmethod
    def open(cls, lang: str | None = None) -> "Terminal":
        """The terminal this process runs in; the language chosen, or the environment's."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        return cls(lang or environment_language(), new_console())

    @property
    def interactive(self) -> bool:
        """Does a person sit at both ends?"""
        return self.console.is_terminal and sys.stdin.isatty()

    def say(self, key: str, **args: str | int) -> str:
        """One of the command's own messages."""
        return say(self.lang, f"cli.{key}", args)

    def show(self, markup: str = "", indent: int = 0) -> None:
        """A paragraph with rich markup; every line of it is indented alike."""
        text = readable(markup)
        self.console.print(Padding(text, (0, 0, 0, indent), expand=False) if indent else text)

    def show_path(self, path: Path) -> None:
        """A file's path on one line, however long: people and scripts copy it."""
        self.console.print(Text(str(path)), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The line that the person types; EOFError at the end of the input."""
        self.console.print(readable(f"{prompt} "), end="")
        typed = _CONTROLS.sub("", input()).strip()
        if not sys.stdin.isatty():
            self.console.print(Text(typed))  # no terminal echoes it
        return typed

    def confirm(self, question: str) -> bool:
        """Yes or no; Enter is no."""
        return self.is_yes(self.ask(f"{question} {self.yes_or_no()}"))

    def yes_or_no(self) -> str:
        return f"({self.say('yes')}/{self.say('no')})"

    def is_yes(self, typed: str) -> bool:
        yes = self.say("yes")
        return typed.lower() in (yes, yes[:1])

    def clear(self) -> None:
        """Clear the screen and the scrollback, so that nothing stays readable."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.console.print("\n" * 3, end="")

    def wrong(self, key: str, word: str, known: Iterable[str]) -> OutcryError:
        """An error about an unknown word, with the nearest known one."""
        listed = list(known)
        near = nearest(word, listed)
        advice = self.say("wrong.near", word=near) if near else ""
        return OutcryError(
            self.say(
                key,
                word=shortened(word),
                known=", ".join(listed),
                first=listed[0] if listed else "",
                last=listed[-1] if listed else "",
                hint=advice,
            )
        )


def new_console(stderr: bool = False) -> Console:
    """With NO_COLOR there is no style at all, not just no colour."""
    if os.environ.get("NO_COLOR"):
        return Console(color_system=None, highlight=False, stderr=stderr)
    return Console(highlight=False, stderr=stderr)


def can_redraw(console: Console) -> bool:
    """May a line be redrawn? Not in a file, nor where plain output is wanted."""
    return console.is_terminal and console.color_system is not None


def environment_language() -> str:
    """LC_ALL, LC_MESSAGES or LANG, if it is one of ours; else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"


def readable(markup: str) -> Text:
    """Markup as text; what a file or a person wrote can neither break nor steer the screen."""
    clean = _CONTROLS.sub("", markup)
    try:
        return Text.from_markup(clean)
    except MarkupError:
        return Text(clean)


def tidy_name(name: str) -> str:
    """A name that fits the boards and holds no markup."""
    return " ".join(_CONTROLS.sub("", name).replace("[", "(").replace("]", ")").split())[
        :NAME_LENGTH
    ]


def shortened(word: str) -> str:
    """What somebody typed, fit for an error message."""
    return repr(word if len(word) <= 40 else word[:40] + "...")
