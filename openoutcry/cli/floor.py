"""`outcry floor`: a few questions, then a match in the terminal."""

import secrets
from argparse import Namespace
from collections.abc import Callable, Sequence

from rich.table import Table

from openoutcry import bots as bot_shelf
from openoutcry.bots.personality import PERSONALITIES, WITH_PERSONALITIES
from openoutcry.cli import answer, play
from openoutcry.cli.choices import add_plain
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal, readable
from openoutcry.core.options import Option, spelled
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.table.memory import RECALLS, Recall, recall_of, usual_recall
from openoutcry.text import LANGUAGES, say
from openoutcry.titles import find as get_title
from openoutcry.titles import names as title_names

PLAIN, MIXED = "plain", "mixed"
"""Instead of a personality: none, or one after the other."""
_LANGUAGES = {"en": "English", "es": "Español", "fr": "Français", "it": "Italiano"}


def register(subparsers: Subparsers) -> None:
    about = "Choose a title, seats and bots by answering questions, then play."
    add_plain(command(subparsers, "floor", about, "outcry floor", run))


def run(args: Namespace, terminal: Terminal) -> int:
    try:
        chosen = ask_all(args, terminal)
    except EOFError:
        terminal.show()
        return 0
    setup, players, recall = chosen
    names = play.names_for(players, None, terminal)
    terminal.show()
    return play.start(setup, players, names, secrets.randbits(64), None, 0, terminal, recall)


def ask_all(args: Namespace, terminal: Terminal) -> tuple[Setup, list[str | None], Recall]:
    """Language, title, seats, people, bots, options, memory: Enter takes the marked choice."""
    terminal.show("[bold]Open Outcry[/]")
    if not hasattr(args, "lang"):
        terminal.lang = _pick(
            terminal, "floor.language", LANGUAGES, _LANGUAGES.__getitem__, terminal.lang
        )
    title = _title(terminal)
    usual = Setup.of(title)
    allowed = title.box.seats(usual.edition)
    seats = _number(terminal, "floor.seats", allowed, usual.seats)
    people = _number(terminal, "floor.people", range(seats + 1), 1)
    bots = [play.BOT]
    if people < seats:
        known = bot_shelf.names()
        level = _pick(terminal, "floor.bots", known, lambda name: _bot(terminal, name), play.BOT)
        bots = _inclined(terminal, level, seats - people)
    options: dict[str, object] = {}
    for option in title.box.OPTIONS:
        if option.matters(options, seats):
            options[option.name] = _option(terminal, title, option)
    players = play.seating(seats, people, bots[: seats - people], terminal)
    setup = Setup.of(title, seats, options, usual.edition)
    return setup, players, _recall(terminal, setup, people)


def _title(terminal: Terminal) -> Title:
    names = title_names()

    def about(name: str) -> str:
        words = get_title(name).words
        return f"[bold]{words.say(terminal.lang, 'title', {})}[/]  " + words.say(
            terminal.lang, "about", {}
        )

    return get_title(_pick(terminal, "floor.title", names, about, names[0]))


def _bot(terminal: Terminal, name: str) -> str:
    known = ("random", "apprentice", "broker", "tycoon", "baron")
    return f"{name}  [dim]{terminal.say(f'floor.bot.{name}')}[/]" if name in known else name


def _inclined(terminal: Terminal, level: str, count: int) -> list[str]:
    """So many bots of that level, with the personalities that are wished."""
    if level not in WITH_PERSONALITIES:
        return [level]

    def shown(name: str) -> str:
        word = say(terminal.lang, f"ui.personality.{name}")
        return f"{word}  [dim]{say(terminal.lang, f'ui.personality.{name}.help')}[/]"

    known = (PLAIN, MIXED, *PERSONALITIES)
    wished = _pick(terminal, "floor.personality", known, shown, PLAIN)
    if wished == PLAIN:
        return [level]
    chosen = PERSONALITIES if wished == MIXED else (wished,)
    return [f"{level}:{chosen[number % len(chosen)]}" for number in range(count)]


def _option(terminal: Terminal, title: Title, option: Option) -> object:
    def word(key: str) -> str:
        return title.words.say(terminal.lang, key, {})

    values = {spelled(value): value for value in option.values}
    terminal.show(
        f"\n[bold]{word(f'option.{option.name}')}[/]  {word(f'option.{option.name}.help')}"
    )
    picked = _pick_listed(
        terminal, list(values), lambda v: word(f"option.{option.name}.{v}"), spelled(option.default)
    )
    return values[picked]


def _recall(terminal: Terminal, setup: Setup, people: int) -> Recall:
    """Asked only where there is something to be remembered, by somebody."""
    usual = usual_recall(people)
    if people == 0 or recall_of(setup.title, setup.options, "table") == "perfect":
        return usual
    terminal.show(f"\n[bold]{say(terminal.lang, 'ui.memory')}[/]")
    terminal.show(say(terminal.lang, "ui.memory.help"))
    picked = _pick_listed(
        terminal, RECALLS, lambda recall: say(terminal.lang, f"ui.memory.{recall}"), usual
    )
    return next(recall for recall in RECALLS if recall == picked)


def _pick(
    terminal: Terminal, key: str, known: Sequence[str], shown: Callable[[str], str], default: str
) -> str:
    """One of a numbered list."""
    terminal.show(f"\n[bold]{terminal.say(key)}[/]")
    return _pick_listed(terminal, known, shown, default)


def _pick_listed(
    terminal: Terminal, known: Sequence[str], shown: Callable[[str], str], default: str
) -> str:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold cyan", min_width=3)
    for number, name in enumerate(known, 1):
        table.add_row(str(number), readable(shown(name)))
    terminal.console.print(table)
    number = _read_number(terminal, range(1, len(known) + 1), known.index(default) + 1)
    return known[number - 1]


def _number(terminal: Terminal, key: str, allowed: range, default: int) -> int:
    terminal.show(f"\n[bold]{terminal.say(key)}[/]")
    return _read_number(terminal, allowed, default)


def _read_number(terminal: Terminal, allowed: range, default: int) -> int:
    bounds = f"{allowed[0]}-{allowed[-1]}"
    while True:
        typed = terminal.ask(terminal.say("floor.prompt", bounds=bounds, default=default))
        if not typed:
            return default
        number = answer.whole(typed)
        if number is not None and number in allowed:
            return number
        terminal.show(f"  [red]{terminal.say('floor.again', bounds=bounds)}[/]")
