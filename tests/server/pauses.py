"""How long garbage collections take while a thousand tables are opened and then replaced by others
again and again; and how long a full one would take. Processor time.

    python -m tests.server.pauses --tables 1000
"""

import argparse
import gc
import resource
import time
from typing import Any

from openoutcry.server import garbage
from openoutcry.server.garbage import Collector
from openoutcry.server.meters import NoMeters
from openoutcry.table.state import TableState
from tests.table.test_state import opened

_MOVES = 20


def played(id: str) -> TableState:
    """A table after some moves."""
    table = TableState(id)
    table.apply(opened(), 0)
    table.apply(table.dealt(), 1)
    for number in range(_MOVES):
        match = table.playing
        seat = match.waiting[0]
        decision = match.decision_for(seat)
        assert decision is not None
        table.apply(table.played(seat, decision.offers[0].action), 2 + number)
    return table


class Longest:
    """The longest collection, whoever began it."""

    def __init__(self) -> None:
        self.seconds = self._began = 0.0
        self.count = 0

    def note(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.count += 1
            self.seconds = max(self.seconds, time.thread_time() - self._began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5, help="in which all tables are replaced")
    args = parser.parse_args()
    garbage.keep_pauses_short()
    collector, longest = Collector(NoMeters.committing), Longest()
    gc.callbacks.append(longest.note)
    tables: dict[int, TableState] = {}
    for number in range(args.rounds + 1):
        for n in range(args.tables):
            tables[n] = played(f"{number} {n}")
            _lose_something()
            if gc.get_count()[2] >= garbage.OLD_ROUNDS:  # as `Collector.run` does
                collector.collect()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{'all replaced' if number else 'opened'}: {longest.count} collections, the longest"
            f" of {1000 * longest.seconds:.1f} ms; {memory:.0f} MB",
            flush=True,
        )
    gc.callbacks.remove(longest.note)
    gc.unfreeze()
    began = time.thread_time()
    gc.collect()
    full = time.thread_time() - began
    print(f"a full one of all {len(gc.get_objects())} objects: {1000 * full:.1f} ms")


def _lose_something() -> None:
    """Cycles, as what fails leaves them behind."""
    for _ in range(100):
        lost: list[object] = [0]
        lost.append(lost)


if __name__ == "__main__":
    main()
