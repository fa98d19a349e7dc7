"""`outcry personalities`: holds each personality against plain bots of the same level."""

import json
from argparse import Namespace

from openoutcry.cli.choices import WholeNumber, find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, resumable, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.lab.personalities import as_json, markdown, plain_level, play_trials, trials
from openoutcry.lab.provenance import provenance
from openoutcry.lab.words import say
from openoutcry.titles import names as title_names


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "personalities",
        "Play each personality among plain bots of its level, and tell whether it is as strong.",
        "outcry personalities mogul --deals 30 --seed 1",
        run,
    )
    parser.add_argument("titles", metavar="TITLE", nargs="*", help="default: every title")
    parser.add_argument(
        "--level",
        default="broker",
        help="a level that searches, perhaps with a budget: baron:100 (default: %(default)s)",
    )
    parser.add_argument(
        "--deals",
        type=WholeNumber(1, 10_000),
        default=30,
        help="for each personality, each played on every seat (default: %(default)s)",
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_flags(json="one JSON object instead of the table")
    add_workers(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    """Prints a Markdown table; exit code 1 if a personality is not as strong as the others."""
    titles = [find_title(name, terminal).name for name in args.titles] or list(title_names())
    chosen = trials(titles, plain_level(args.level), args.deals, args.seed)
    games = sum(trial.plan.games for trial in chosen)
    found = []
    with resumable(terminal.lang), bar(say(terminal.lang, "games"), games) as seen:
        for one in play_trials(chosen, workers_of(args), seen):
            found.append(one)
            if not args.json:
                print(markdown(found, terminal.lang).splitlines()[-1], flush=True)
    if args.json:
        print(json.dumps({"trials": as_json(found), "made": provenance()}, indent=1))
    else:
        print("\n" + markdown(found, terminal.lang), end="")
    return 0 if all(one.equal for one in found) else 1
