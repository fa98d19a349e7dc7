"""`outcry sharpen TITLE`: a title's advice learns by which numbers it plays best."""

import json
from argparse import Namespace
from pathlib import Path

from openoutcry.cli.choices import WholeNumber, find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, bar, resumable, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.lab.sharpening import Course, Proof, Sharpening
from openoutcry.lab.words import say


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "sharpen",
        "Find the numbers by which a title's advice plays best against itself.",
        "outcry sharpen wallstreet\noutcry sharpen wallstreet --generations 10 --folder quick",
        run,
    )
    parser.add_argument("title", metavar="TITLE")
    for name, default, numbers, about in (
        ("generations", 120, (1, 10**5), "of trials, the best of which go on"),
        ("deals", 120, (1, 10**6), "of a trial, each on every seat"),
        ("proof", 100, (1, 10**6), "deals of the last duel at each number of seats"),
    ):
        parser.add_argument(
            f"--{name}",
            type=WholeNumber(*numbers),
            default=default,
            help=f"{about} (default: %(default)s)",
        )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_argument("--folder", help="where it is kept (default: sharpening/TITLE)")
    add_workers(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    """Exit code 1 if the numbers found do not win more than their share."""
    title = find_title(args.title, terminal)
    course = Course(title, args.generations, args.deals, args.proof, args.seed)
    folder = Path(args.folder or Path("sharpening", title.name))
    sharpening = Sharpening(course, folder, workers_of(args))
    with resumable(terminal.lang):
        label = say(terminal.lang, "sharpen.generations")
        with bar(label, course.generations) as seen:
            for stage in sharpening.generations():
                seen(stage.generation)
        with bar(say(terminal.lang, "sharpen.proof"), sharpening.games()) as seen:
            proofs = sharpening.proofs(stage, seen)
    for proof in proofs:
        print(_told(proof, terminal.lang))
    print(json.dumps(sharpening.numbers(stage.mean), indent=1))
    return 0 if all(proof.low > 1 / proof.seats for proof in proofs) else 1


def _told(proof: Proof, lang: str) -> str:
    return say(
        lang,
        "sharpen.seats",
        seats=proof.seats,
        share=f"{proof.share:.1%}",
        games=proof.games,
        low=f"{proof.low:.1%}",
        high=f"{proof.high:.1%}",
        fair=f"{1 / proof.seats:.1%}",
    )
