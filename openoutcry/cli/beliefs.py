"""`outcry beliefs`: how well what is hidden can be told from what a seat sees."""

import json
from argparse import Namespace

from openoutcry.cli.choices import WholeNumber, add_setup, find_bots, setup_of
from openoutcry.cli.output import tabled
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError
from openoutcry.lab.words import heads, say


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "beliefs",
        "Learn from matches what rivals hide, and tell how much better that is than imagining"
        " evenly, on other matches.",
        "outcry beliefs wallstreet --matches 200",
        run,
    )
    add_setup(parser)
    parser.add_argument(
        "--matches", type=WholeNumber(8, 100_000), default=200, help="default: %(default)s"
    )
    parser.add_argument(
        "--bot", default="apprentice", help="who plays every seat (default: %(default)s)"
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_flags(json="one JSON object")
    add_workers(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    try:
        from openoutcry.lab import beliefs
    except ImportError:
        raise OutcryError("beliefs need numpy: pip install 'openoutcry[train]'") from None
    setup = setup_of(args, terminal, 4)
    (bot,) = find_bots(args.bot, terminal)[:1]
    with bar(say(terminal.lang, "playing", what=setup.title.name), args.matches) as seen:
        played = beliefs.observe(setup, bot, args.matches, args.seed, workers_of(args), seen)
    found = beliefs.scores(played, setup.seats, args.seed)
    if args.json:
        print(json.dumps({"title": setup.title.name, "scores": [s._asdict() for s in found]}))
        return 0
    if not found:
        terminal.show(say(terminal.lang, "beliefs.nothing", what=setup.title.name))
        return 0
    rows = [
        [
            str(one.quarter),
            str(one.values),
            f"{one.even:.3f}",
            f"{one.learned:.3f}",
            f"{one.gain:+.3f} ± {one.error:.3f}",
        ]
        for one in found
    ]
    terminal.console.print(tabled(heads(terminal.lang, "beliefs.heads"), rows))
    return 0
