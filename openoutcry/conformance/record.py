"""Record new matches of a title: `python -m openoutcry.conformance.record mogul tests/records`.

Recorded matches are promises: `test_recorded_matches_still_replay` replays them on every change.
None is ever overwritten.
"""

import sys
from pathlib import Path

from openoutcry.conformance.setups import setups
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.titles import find


def record(name: str, folder: Path) -> None:
    """A match for every seat count, half sensible and half random, with various options."""
    title = find(name)
    known = setups(name)
    for seats in title.box.seats(title.edition()):
        for number, setup in enumerate(_spread([s for s in known if s.seats == seats])):
            path = folder / f"{name}-v{title.rules_version}-{seats}-{number}.json"
            if path.exists():
                continue
            draws = Fair(f"{path.stem}".encode())
            match = Match.begin(setup, draws)
            rng = Rng(seats * 10 + number)
            while not match.over:
                seat = match.waiting[rng.below(len(match.waiting))]
                actions = match.legal(seat)
                action = actions[rng.below(len(actions))]
                if seat % 2:
                    action = int(title.advice.choose(match.state, seat, rng))
                match.play_action(seat, action)
            match.record().save(path)
            print(path.name, match.scores())


def _spread(known: list[Setup]) -> list[Setup]:
    """The first, the middle and the last, once each."""
    return list(dict.fromkeys((known[0], known[len(known) // 2], known[-1])))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    record(sys.argv[1], Path(sys.argv[2]))
