"""This checkout's speed beside another one's: `python -m tests.bench_against FOLDER`.

FOLDER is a checkout that its own `run.py` has set up, such as a worktree of an older commit. In
turn, several times, both measure what `outcry bench --json` tells of the compiled engine; the best
figure of each counts, since other work on the machine can only slow them down.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from openoutcry.titles import names

HERE = Path(__file__).parents[1]
CODE = "from openoutcry.cli.bench import print_figures; print_figures()"
ALLOWED = 0.97
"""A change may cost 3 %."""
BETTER: dict[str, Callable[[float, float], float]] = {
    "moves_per_s": max,
    "clone_ns": min,
    "search_sims_per_s": max,
}


def bench(checkout: Path, title: str, seconds: float) -> dict[str, float]:
    """The compiled engine's figures."""
    command = [str(checkout / ".venv/bin/python"), "-c", CODE, title, str(seconds)]
    answer = subprocess.run(command, cwd=checkout, capture_output=True, check=True)
    figures: dict[str, float] = json.loads(answer.stdout)
    return figures


def best(runs: list[dict[str, float]]) -> dict[str, float]:
    found = dict(runs[0])
    for run in runs[1:]:
        found = {name: better(found[name], run[name]) for name, better in BETTER.items()}
    return found


def compare(other: Path, title: str, rounds: int, seconds: float) -> bool:
    """Print a line for each figure; is this checkout as fast as it has to be?"""
    ours, theirs = [], []
    for _ in range(rounds):
        theirs.append(bench(other, title, seconds))
        ours.append(bench(HERE, title, seconds))
    now, then = best(ours), best(theirs)
    fine = True
    for name, better in BETTER.items():
        gain = now[name] / then[name] if better is max else then[name] / now[name]
        fine &= gain >= ALLOWED
        print(f"| {title} | {name} | {then[name]:,.0f} | {now[name]:,.0f} | {gain:.3f} |")
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure and round")
    parser.add_argument("titles", nargs="*", metavar="TITLE", default=names())
    args = parser.parse_intermixed_args()
    print("| title | figure | there | here | times as fast |\n|---|---|---|---|---|")
    results = [
        compare(args.other.resolve(), title, args.rounds, args.seconds) for title in args.titles
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
