"""`outcry titles`: what can be played."""

from argparse import Namespace

from rich import box
from rich.table import Table

from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.titles import find as get_title
from openoutcry.titles import names as title_names


def register(subparsers: Subparsers) -> None:
    command(subparsers, "titles", "List the titles.", "outcry titles --lang fr", run)


def run(args: Namespace, terminal: Terminal) -> int:
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
