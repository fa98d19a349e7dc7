"""What knowledge is worth: a search without a title's advice and with it, against apprentices.

python examples/knowledge.py --deals 12
"""

import argparse
import os
from functools import partial

import openoutcry as oo
from openoutcry.bots import find, finish
from openoutcry.bots.levels import SEARCH_LEVELS, Broker, tuning_of
from openoutcry.core.tuning import Tuning
from openoutcry.lab.figures import interval
from openoutcry.lab.spread import Workers
from openoutcry.titles import names

SEATS = 4


def tunings(title: str) -> dict[str, Tuning]:
    """From no knowledge of the title to all of it."""
    return {
        "search alone": Tuning(),
        "as any title": SEARCH_LEVELS["broker"].usual.tuning,
        "as this one": tuning_of("broker", title),
    }


def play(title: str, knowledge: str, simulations: int, deal: int) -> list[tuple[int, float]]:
    """Play the deal from every seat; for each match the deal's number and the share of the win."""
    tuning = tunings(title)[knowledge]
    results = []
    for seat in range(SEATS):
        players = [find("apprentice", other) for other in range(SEATS)]
        players[seat] = Broker(seed=seat, tuning=tuning)
        match = finish(oo.new(title, seats=SEATS, seed=deal), players, simulations)
        places = match.places()
        results.append((deal, 1 / places.count(1) if places[seat] == 1 else 0.0))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=names(), metavar="TITLE")
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--simulations", type=int, default=100)
    args = parser.parse_args()
    workers = Workers(os.cpu_count() or 1)
    for title in args.titles:
        for which in tunings(title):
            work = partial(play, title, which, args.simulations)
            found = [result for part in workers.each(work, range(args.deals)) for result in part]
            share, (low, high) = sum(won for _, won in found) / len(found), interval(found)
            print(f"{title:12} {which:12} {share:6.1%}  ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
