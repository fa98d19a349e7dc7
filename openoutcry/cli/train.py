"""`outcry train TITLE`: bots learn a title by playing themselves."""

import hashlib
from argparse import Namespace
from pathlib import Path

from openoutcry.cli.choices import WholeNumber, find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.progress import add_workers, resumable, stages, workers_of
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError
from openoutcry.lab.model_card import card, page
from openoutcry.lab.training import Course, Lap, Training
from openoutcry.lab.words import say


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "train",
        "Let search play itself, teach a network from it, and keep what wins.",
        "outcry train mogul\noutcry train mogul --rounds 1 --matches 200 --folder quick",
        run,
    )
    parser.add_argument("title", metavar="TITLE")
    for name, default, numbers, about in (
        ("rounds", 4, (1, 1000), "of playing, learning and a duel"),
        ("matches", 4000, (2, 10**6), "of self-play, a round"),
        ("simulations", 60, (1, 10**6), "that the teacher spends on a decision"),
        ("epochs", 10, (1, 1000), "that the network goes through the positions"),
        ("deals", 50, (1, 10**5), "of a round's duel, each on every seat"),
    ):
        parser.add_argument(
            f"--{name}",
            type=WholeNumber(*numbers),
            default=default,
            help=f"{about} (default: %(default)s)",
        )
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="default: %(default)s")
    parser.add_argument("--folder", help="where it is kept (default: training/TITLE)")
    add_workers(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    """Exit code 1 if no network won."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise OutcryError("training needs numpy: pip install 'openoutcry[train]'") from None
    title = find_title(args.title, terminal)
    course = Course(
        title, args.rounds, args.matches, args.simulations, args.epochs, args.deals, args.seed
    )
    folder = Path(args.folder or Path("training", title.name))
    with resumable(terminal.lang), stages() as seen:
        training = Training(course, folder, workers_of(args), seen)
        laps = []
        for lap in training.laps():
            laps.append(lap)
            (folder / "curve.html").write_text(page(course, laps), encoding="utf-8")
            print(_told(lap, terminal.lang), flush=True)
    best = training.finish(laps)
    if best is None:
        print(say(terminal.lang, "train.none"))
        return 1
    content = best.read_bytes()
    (folder / "card.md").write_text(card(course, laps, content), encoding="utf-8")
    print(f"{best}: SHA-256 {hashlib.sha256(content).hexdigest()}")
    return 0


def _told(lap: Lap, lang: str) -> str:
    return say(
        lang,
        "train.round",
        round=lap.number,
        positions=lap.positions,
        error=f"{min(lap.error):.4f}",
        share=f"{lap.share:.1%}",
        games=lap.games,
        low=f"{lap.low:.1%}",
        high=f"{lap.high:.1%}",
        fair=f"{lap.fair:.1%}",
        kept="yes" if lap.kept else "no",
    )
