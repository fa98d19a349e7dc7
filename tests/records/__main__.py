"""Record new matches of a title: `python -m tests.records mogul`. Never overwrites one.

Recorded matches are promises: `test_recorded_matches_still_replay` replays them on every change.
"""

import sys
from pathlib import Path

from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.titles import find
from tests.titles.conformance.setups import setups

HERE = Path(__file__).parent

Chosen = tuple[tuple[str, str | int | bool], ...]


def record(name: str) -> None:
    """A match for every seat count, half sensible and half random, with various options."""
    title = find(name)
    known = setups(name)
    for seats in title.box.seats(title.edition()):
        options = [setup.options for setup in known if setup.seats == seats]
        for number, chosen in enumerate(_spread(options)):
            path = HERE / f"{name}-v{title.rules_version}-{seats}-{number}.json"
            if path.exists():
                continue
            draws = Fair(f"{path.stem}".encode())
            match = Match.begin(title, seats, dict(chosen), draws=draws)
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


def _spread(options: list[Chosen]) -> list[Chosen]:
    """The first, the middle and the last, once each."""
    return list(dict.fromkeys((options[0], options[len(options) // 2], options[-1])))


if __name__ == "__main__":
    for title_name in sys.argv[1:]:
        record(title_name)
