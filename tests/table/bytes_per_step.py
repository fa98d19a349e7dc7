"""`python -m tests.table.bytes_per_step`: what a whole match of bots costs on the wire, per title.

Every seat is told every update, as by the server; frames are what the client's stage needs.
"""

from dataclasses import dataclass

import msgspec

from openoutcry.bots.driver import player
from openoutcry.table import protocol as p
from openoutcry.table import telling
from openoutcry.table.state import TableState
from openoutcry.titles import find, names
from tests.table.test_state import opened

LEVEL = "apprentice"
SEED = "cd" * 32


@dataclass
class Cost:
    """One seat's, on average."""

    title: str
    steps: int
    updates: int
    plain: int
    """Bytes without frames."""
    framed: int
    """Bytes with them."""

    def line(self) -> str:
        grown = 100 * (self.framed / self.plain - 1)
        return (
            f"{self.title:<12} {self.steps:>5} {self.updates:>7} {self.plain / self.steps:>9.0f}"
            f" {self.framed / self.steps:>9.0f} {grown:>6.1f} {self.framed / 1000:>8.0f}"
        )


HEAD = (
    f"{'title':<12} {'steps':>5} {'updates':>7} {'B/step':>9} {'framed':>9}"
    f" {'+ %':>6} {'kB all':>8}"
)


def measure(name: str) -> Cost:
    """One match of three bots, seat after seat asked as they wait."""
    title, about = find(name), opened(name=name)
    options = title.options(title.edition(), 3, {})
    table = TableState("t")
    table.apply(msgspec.structs.replace(about, options=options, seed=SEED), 0)
    table.apply(table.dealt(), 0)
    bots = [player(LEVEL, seat) for seat in range(3)]
    cost = Cost(name, 0, 0, 0, 0)
    while table.state == "playing":
        seat, known, step = table.playing.waiting[0], table.playing.settled, table.playing.step
        choice = bots[seat].answer(table.playing.state, seat)
        table.apply(table.played(seat, title.notation.write(choice)), 0)
        updates = [
            telling.update(table, viewer, telling.resume(table, known, 0), 0, step)
            for viewer in range(3)
        ]
        cost.updates += 1
        cost.framed += sum(map(_size, updates)) // 3
        cost.plain += sum(_size(msgspec.structs.replace(u, frames=[])) for u in updates) // 3
    cost.steps = table.playing.step
    return cost


def _size(update: p.Update) -> int:
    return len(msgspec.json.encode(update))


if __name__ == "__main__":
    print(HEAD)
    for name in names():
        print(measure(name).line())
