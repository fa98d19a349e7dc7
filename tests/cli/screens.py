"""Every decision of random matches on a small and on a large screen: does all of it fit?

python -m tests.cli.screens --matches 100
"""

import random
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from rich.console import Console

from openoutcry import api
from openoutcry.cli.display import Display
from openoutcry.cli.frame import Frame, Looking, Scene, compose
from openoutcry.cli.scene import scene_of
from openoutcry.cli.terminal import Terminal
from openoutcry.core.match import Match
from openoutcry.table.memory import Teller
from openoutcry.text import LANGUAGES
from openoutcry.titles import find, names

SMALL, LARGE = (80, 24), (120, 40)


@dataclass
class Tally:
    """What was seen of one title."""

    decisions: int = 0
    small: int = 0
    """Decisions whose board, holdings, question and keys fit 80x24."""
    large: int = 0
    """Decisions of which 120x40 shows everything."""
    misfits: Counter[str] = field(default_factory=Counter)


def scenes(title: str, seed: int, every: int = 1) -> Iterator[tuple[str, Scene]]:
    """Kind and scene of every decision of a random match, or of every fifth, for example; long
    names, a language by lot."""
    dice = random.Random(seed)
    seats = dice.choice(find(title).box.seats(find(title).edition()))
    match = api.new(title, seats=seats, seed=seed)
    terminal = Terminal(dice.choice(LANGUAGES), Console(width=80))
    display = Display(match, [f"Bartholomew {seat}" for seat in range(seats)], terminal)
    for number in count():
        if match.over:
            return
        seat = dice.choice(match.waiting)
        if number % every == 0:
            yield match.decision.kind, _scene(match, seat, display)
        decision = match.decision_for(seat)
        assert decision is not None
        match.play(seat, dice.choice(decision.actions))


def _scene(match: Match, seat: int, display: Display) -> Scene:
    teller = Teller(match, "perfect")
    story = teller.story(seat)[-SMALL[1] :]
    return scene_of(teller.view(seat), display, story[-8:], story, "1-99, Enter = hold >")


def fits(frame: Frame, size: tuple[int, int]) -> bool:
    columns, rows = size
    widest = max(line.cell_len for line in frame.lines)
    return frame.whole and len(frame.lines) == rows and widest <= columns


def look(title: str, seeds: range, every: int = 1) -> Tally:
    tally = Tally()
    for seed in seeds:
        for kind, scene in scenes(title, seed, every):
            small = compose(scene, Looking(), *SMALL)
            large = compose(scene, Looking(), *LARGE)
            tally.decisions += 1
            tally.small += fits(small, SMALL)
            tally.large += fits(large, LARGE) and large.placed == len(scene.tabs)
            if not fits(small, SMALL):
                tally.misfits[f"{kind}, {len(scene.board)} lines, {len(scene.entries)} offers"] += 1
    return tally


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("titles", nargs="*", default=names())
    args = parser.parse_args()
    for title in args.titles:
        tally = look(title, range(args.matches))
        small, large = tally.small / tally.decisions, tally.large / tally.decisions
        print(f"{title}: {tally.decisions} decisions; 80x24 {small:.2%}, all at 120x40 {large:.2%}")
        for misfit, times in tally.misfits.most_common(5):
            print(f"  {times} x {misfit}")


if __name__ == "__main__":
    main()
