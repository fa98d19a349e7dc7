"""`outcry titles`: what can be played."""

from argparse import Namespace

from rich import box
from rich.markup import escape
from rich.table import Table

from openoutcry.cli.choices import find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.options import Option, spelled
from openoutcry.core.title import Title
from openoutcry.titles import find as get_title
from openoutcry.titles import names as title_names


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "titles",
        "List the titles, or the options of one.",
        "outcry titles --lang fr\noutcry titles mogul",
        run,
    )
    parser.add_argument("title", metavar="TITLE", nargs="?", help="describe only this one")


def run(args: Namespace, terminal: Terminal) -> int:
    if args.title is not None:
        _show_one(find_title(args.title, terminal), terminal)
        return 0
    table = Table(box=box.SIMPLE_HEAD)
    for head in ("title", "seats", "minutes", "about"):
        table.add_column(terminal.say(f"titles.{head}"))
    for name in title_names():
        title = get_title(name)
        seats = title.box.seats(title.edition())
        about = title.words.say(terminal.lang, "about", {})
        called = title.words.say(terminal.lang, "title", {})
        cells = [f"{seats[0]}-{seats[-1]}", str(title.minutes), f"[bold]{called}[/]. {about}"]
        table.add_row(f"[bold]{name}[/]", *cells)
    terminal.console.print(table)
    return 0


def _show_one(title: Title, terminal: Terminal) -> None:
    """What it is, and what may be chosen with `-o NAME=VALUE`."""
    say = title.words.say
    seats = title.box.seats(title.edition())
    terminal.show(
        f"[bold]{say(terminal.lang, 'title', {})}[/] ({title.name}): {seats[0]}-{seats[-1]}"
        f" {terminal.say('titles.seats')}, {title.minutes} {terminal.say('titles.minutes')}"
    )
    terminal.show(say(terminal.lang, "about", {}))
    for option in title.box.OPTIONS:
        _show_option(title, option, terminal)


def _show_option(title: Title, option: Option, terminal: Terminal) -> None:
    say, lang = title.words.say, terminal.lang
    name = f"option.{option.name}"
    terminal.show()
    terminal.show(f"[bold]{say(lang, name, {})}[/]. {say(lang, f'{name}.help', {})}")
    for value in option.values:
        typed = escape(f"-o {option.name}={spelled(value)}")
        usual = f" [dim]({terminal.say('titles.usual')})[/]" if value == option.default else ""
        meaning = say(lang, f"{name}.{spelled(value)}", {})
        terminal.show(f"{typed}: {meaning}{usual}", indent=2)
