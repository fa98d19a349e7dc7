"""`outcry ladder`: proves that each level is stronger than the one below it."""

import json
from argparse import Namespace

from openoutcry.cli.choices import WholeNumber, find_title
from openoutcry.cli.output import add_records, records_of
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, resumable, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.lab.ladder import as_json, climb, markdown, rungs, scales
from openoutcry.lab.provenance import provenance
from openoutcry.lab.words import say
from openoutcry.titles import names as title_names


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "ladder",
        "Play each level against the one below it, in every title and at every table size.",
        "outcry ladder --deals 40 --tycoon-deals 12 --seed 1",
        run,
    )
    parser.add_argument("titles", metavar="TITLE", nargs="*", help="default: every title")
    parser.add_argument(
        "--deals",
        type=WholeNumber(1, 10_000),
        default=40,
        help="of each duel, each played on every seat (default: %(default)s)",
    )
    parser.add_argument(
        "--tycoon-deals",
        type=WholeNumber(1, 10_000),
        default=12,
        help="of each duel of a tycoon (default: %(default)s)",
    )
    parser.add_argument(
        "--baron-deals",
        type=WholeNumber(0, 10_000),
        default=0,
        help="of each duel of a baron, which takes hours (default: none)",
    )
    parser.add_argument(
        "--scaling",
        action="store_true",
        help="instead, tycoons with 4, 16 and 64 times their simulations against those before",
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_flags(json="one JSON object instead of the table")
    add_workers(parser)
    add_records(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    """Prints a Markdown table; exit code 1 if a level is not proven."""
    titles = [find_title(name, terminal).name for name in args.titles] or list(title_names())
    if args.scaling:
        ladder = scales(titles, args.tycoon_deals, args.seed)
    else:
        ladder = rungs(titles, args.deals, args.tycoon_deals, args.seed, args.baron_deals)
    records = records_of(args)
    outcomes = []
    games = sum(rung.plan.games for rung in ladder)
    with resumable(terminal.lang), bar(say(terminal.lang, "games"), games) as seen:
        for outcome in climb(ladder, workers_of(args), seen, records):
            outcomes.append(outcome)
            if not args.json:
                print(markdown(outcomes, terminal.lang).splitlines()[-1], flush=True)
    if args.json:
        print(json.dumps({"duels": as_json(outcomes), "made": provenance()}, indent=1))
    else:
        print("\n" + markdown(outcomes, terminal.lang), end="")
    return 0 if all(outcome.proven for outcome in outcomes) else 1
