"""`outcry picture FILE`: a position of a record as SVG."""

from argparse import Namespace

from openoutcry import api, svg
from openoutcry.cli.choices import WholeNumber, cannot_write, find_file, new_file
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.replay import names_of
from openoutcry.cli.terminal import Terminal


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "picture",
        "Draw a position of a record as SVG, as one seat saw it.",
        "outcry picture game.json --at 31 --seat 0 --out board.svg",
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument(
        "--at", metavar="N", type=WholeNumber(0), help="after N steps of the log (default: all)"
    )
    parser.add_argument(
        "--seat",
        metavar="S",
        type=WholeNumber(0),
        help="as this seat sees it (from 0; default: as a spectator does)",
    )
    parser.add_argument(
        "--theme", choices=svg.THEMES, default="day", help="its colours (default: %(default)s)"
    )
    parser.add_argument("--out", metavar="FILE", required=True, help="where the picture goes")


def run(args: Namespace, terminal: Terminal) -> int:
    record = api.load(find_file(args.file, terminal))
    match = record.replay()
    if args.at is not None:
        match = match.at(args.at)
    names = names_of(record, terminal)
    drawn = svg.board(match, args.seat, theme=args.theme, lang=terminal.lang, names=names)
    target = new_file(args.out, terminal)
    try:
        target.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise cannot_write(args.out, error, terminal) from None
    terminal.show_path(target)
    return 0
