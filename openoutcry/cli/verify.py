"""`outcry verify FILE`: does a record follow the rules, and do its draws derive from its seed?"""

from argparse import Namespace

from rich.markup import escape

from openoutcry import api
from openoutcry.cli.choices import find_file
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import RecordError


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "verify",
        "Check a record: every step by the rules, the scores, and every draw by the seed.",
        "outcry verify game.json",
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a record")


def run(args: Namespace, terminal: Terminal) -> int:
    record = api.load(find_file(args.file, terminal))
    try:
        checked = record.verify()
    except RecordError as error:
        told = str(error)
        if error.key and terminal.lang != "en":
            told = terminal.say(f"verify.{error.key}", **error.args_told)
        terminal.show(f"[bold red]{terminal.say('verify.wrong')}[/] {escape(told)}")
        return 1
    for line in checked:
        terminal.show(f"  {escape(terminal.say(f'verify.{line.key}', **line.args))}")
    terminal.show(f"[bold green]{terminal.say('verify.right')}[/]")
    return 0
