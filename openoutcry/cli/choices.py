"""What several commands let you choose: title, edition, options, seats, bots, a file."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import dataclass
from pathlib import Path

from openoutcry import bots as bot_shelf
from openoutcry.bots.own import is_code
from openoutcry.bots.personality import PERSONALITIES, WITH_PERSONALITIES
from openoutcry.cli.terminal import Terminal, shortened
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.options import spelled
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.lab.games import entrant
from openoutcry.titles import find as get_title
from openoutcry.titles import names as title_names


def add_setup(parser: ArgumentParser, nargs: str | None = None) -> None:
    """TITLE, --edition and --option."""
    parser.add_argument("title", metavar="TITLE", nargs=nargs, help="a title; see `outcry titles`")
    parser.add_argument("--edition", metavar="FILE", help="component data of your own")
    parser.add_argument(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a rule option; may be repeated",
    )


def add_plain(parser: ArgumentParser) -> None:
    """--plain"""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="lines one below the other instead of a full screen, as screen readers want them",
    )


def setup_of(args: Namespace, terminal: Terminal, seats: int | None) -> Setup:
    """What was chosen, checked; the usual number of seats if none is given."""
    title = find_title(args.title, terminal)
    edition = edition_of(args, title, terminal)
    return Setup.of(title, seats, options_of(title, args.option, terminal), edition)


def edition_of(args: Namespace, title: Title, terminal: Terminal) -> Edition:
    """The edition that was named, or the title's own."""
    source = find_file(args.edition, terminal) if args.edition is not None else None
    return title.edition(source)


def find_title(name: str, terminal: Terminal) -> Title:
    known = title_names()
    if name.lower() not in known:
        raise terminal.wrong("wrong.title", name, known)
    return get_title(name.lower())


def options_of(title: Title, given: list[str], terminal: Terminal) -> dict[str, object]:
    """["loans=on_turn"] as a dictionary; values are checked with the number of seats."""
    known = {option.name: option for option in title.box.OPTIONS}
    chosen: dict[str, object] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OutcryError(terminal.say("wrong.pair", word=shortened(pair)))
        if name not in known:
            raise terminal.wrong("wrong.option", name, known)
        values = [spelled(v) for v in known[name].values]
        if value not in values:
            raise terminal.wrong("wrong.value", f"{name}={value}", [f"{name}={v}" for v in values])
        chosen[name] = value
    return chosen


def find_bots(text: str, terminal: Terminal) -> list[str]:
    """ "apprentice,tycoon:20,broker:greedy,./mybot.py" as checked names, each with its personality
    and its budget if it has them."""
    found = [name.strip() for name in text.split(",") if name.strip()]
    for name in found:
        known, _, more = name.lower().partition(":")
        code = is_code(name) or is_code(name.rpartition(":")[0])
        if not code and not bot_shelf.is_known(known):
            raise terminal.wrong("wrong.bot", known, bot_shelf.names())
        personality = more.partition(":")[0]
        if not code and known in WITH_PERSONALITIES and personality[:1].isalpha():
            check_personality(personality, terminal)
    if not found:
        raise terminal.wrong("wrong.bot", text, bot_shelf.names())
    return [entrant(name).label for name in found]


def check_personality(word: str, terminal: Terminal) -> None:
    """Complains of one that there is not, with the nearest that there is."""
    if word not in PERSONALITIES:
        raise terminal.wrong("wrong.personality", word, PERSONALITIES)


def find_file(path: str, terminal: Terminal) -> Path:
    """An existing file, or an error that suggests the one with the nearest name."""
    file = Path(path)
    try:
        if file.is_file():
            return file
        if path and file.is_dir():
            raise OutcryError(terminal.say("wrong.is_folder", word=shortened(path)))
        beside = sorted(entry.name for entry in file.parent.iterdir() if entry.is_file())
    except OSError:
        beside = []
    raise terminal.wrong("wrong.file", path, beside)


def new_file(path: str, terminal: Terminal) -> Path:
    """A file to be written: not yet there, in a folder that is."""
    file = Path(path)
    try:
        if file.exists():
            raise OutcryError(terminal.say("wrong.exists", word=shortened(path)))
        if not file.parent.is_dir():
            raise OutcryError(terminal.say("wrong.folder", word=shortened(str(file.parent))))
    except OSError as error:
        raise cannot_write(path, error, terminal) from None
    return file


def cannot_write(path: str, error: OSError, terminal: Terminal) -> OutcryError:
    return OutcryError(terminal.say("wrong.write", word=shortened(path), why=error.strerror or ""))


@dataclass(frozen=True)
class WholeNumber:
    """An argparse type: a whole number within bounds."""

    least: int
    most: int | None = None

    def __call__(self, text: str) -> int:
        bounds = f"from {self.least} " + ("on" if self.most is None else f"to {self.most}")
        error = ArgumentTypeError(f"{shortened(text)} is not a whole number {bounds}")
        try:
            value = int(text)
        except ValueError:
            raise error from None
        if value < self.least or (self.most is not None and value > self.most):
            raise error
        return value


GAMES = WholeNumber(1, 100_000)
"""Games of a tournament, all of which are held in memory."""
BUDGET = WholeNumber(0, 10**9)
"""Simulations a bot may spend; 0 leaves that to the bot."""
