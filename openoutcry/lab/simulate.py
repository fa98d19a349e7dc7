"""Simulations: many matches, at random or by bots that rotate seats, added up."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from openoutcry.bots import Player, play_on
from openoutcry.bots.own import find as find_bot
from openoutcry.core.bare import BareMatch
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.rng import Rng, derive
from openoutcry.core.rollout import play_out
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, State
from openoutcry.lab.games import Entrant, identity_of, names_of
from openoutcry.lab.record_folder import RecordFolder
from openoutcry.lab.spread import Workers

CHUNK = 500
"""Random matches a process plays at a time; with bots it is one match."""
MOST_CHUNKS = 10_000
"""Beyond this many chunks, a process plays more matches at a time instead."""


@dataclass(frozen=True)
class Simulation:
    """What is played, by whom and how often. Without bots everybody plays at random."""

    setup: Setup
    bots: tuple[Entrant, ...]
    games: int
    seed: int

    def parts(self) -> list[range]:
        """The matches' numbers, in the chunks that processes play."""
        size = max(1 if self.bots else CHUNK, -(-self.games // MOST_CHUNKS))
        return [range(first, min(first + size, self.games)) for first in range(0, self.games, size)]

    def seating(self, number: int) -> list[Entrant]:
        """Who plays match `number`, seat by seat."""
        bots = self.bots
        return [bots[(seat + number) % len(bots)] for seat in range(self.setup.seats)]

    @property
    def identity(self) -> str:
        """The same for simulations whose matches are the same, however many are played."""
        return identity_of("simulate", self.setup, self.bots, self.seed)


@dataclass
class Row:
    """One seat's results, or one bot's. Whole numbers only, so any order of adding is the same."""

    scores: Counter[int] = field(default_factory=Counter)
    firsts: Counter[int] = field(default_factory=Counter)
    """How often it came first, by how many shared the place (1: alone)."""

    def add(self, other: "Row") -> None:
        """Add another part's results."""
        self.scores += other.scores
        self.firsts += other.firsts


@dataclass
class Tally:
    """Results of some matches."""

    rows: dict[str, Row] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)

    def count(self, who: str, score: int, first_with: int) -> None:
        """Add one result; `first_with` is how many shared first place, 0 if it was not first."""
        row = self.rows.setdefault(who, Row())
        row.scores[score] += 1
        if first_with:
            row.firsts[first_with] += 1

    def add(self, other: "Tally") -> None:
        """Add another part's results."""
        self.lengths += other.lengths
        for who, row in other.rows.items():
            self.rows.setdefault(who, Row()).add(row)


class Part(NamedTuple):
    """Some matches' results, and by number the matches themselves if they are to be recorded."""

    tally: Tally
    records: dict[int, Record]


# Playing


def simulate(
    chosen: Simulation,
    workers: Workers,
    seen: Callable[[int], None],
    records: Path | None = None,
) -> Tally:
    """All matches; `seen` is told how many are done. Bots' matches go to the `records` folder."""
    tally = Tally()
    folder = None if records is None else folder_of(chosen, records)
    work = partial(play, chosen, folder is not None)
    with closing(workers.each(work, chosen.parts())) as played:
        for part in played:
            tally.add(part.tally)
            if folder is not None:
                for number, record in part.records.items():
                    folder.keep(number, record)
            seen(tally.lengths.total())
    return tally


def folder_of(chosen: Simulation, folder: Path) -> RecordFolder:
    """Where the simulation's records go: runs that differ have files of different names."""
    return RecordFolder(folder, f"{chosen.setup.title.name}-{chosen.identity[:8]}")


def play(chosen: Simulation, recorded: bool, numbers: range) -> Part:
    """Match n depends on the seed and on n, not on who plays it."""
    part = Part(Tally(), {})
    for number in numbers:
        if not chosen.bots:
            _play_at_random(chosen, number, part.tally)
        elif recorded:
            part.records[number] = _play_recorded(chosen, number, part.tally)
        else:
            _play_bare(chosen, number, part.tally)
    return part


def _play_at_random(chosen: Simulation, number: int, tally: Tally) -> None:
    """All in the compiled engine: random play needs neither a driver nor an imagined world."""
    state = chosen.setup.start()
    tally.lengths[int(play_out(state, Rng(derive(chosen.seed, number))))] += 1
    _count(tally, state, [])


def _play_bare(chosen: Simulation, number: int, tally: Tally) -> None:
    match = BareMatch(chosen.setup, Rng(derive(chosen.seed, number)))
    play_on(match, _players(chosen, number))
    tally.lengths[match.actions] += 1
    _count(tally, match.state, chosen.seating(number))


def _play_recorded(chosen: Simulation, number: int, tally: Tally) -> Record:
    """The same match, with its log."""
    match = Match.begin(chosen.setup, QuickDraws(derive(chosen.seed, number)))
    play_on(match, _players(chosen, number))
    tally.lengths[sum(entry.actor != CHANCE for entry in match.log)] += 1
    seating = chosen.seating(number)
    _count(tally, match.state, seating)
    return match.record(names_of([e.label for e in seating]))


def _players(chosen: Simulation, number: int) -> dict[int, Player]:
    title, players = chosen.setup.title.name, {}
    for seat, e in enumerate(chosen.seating(number)):
        seed = derive(chosen.seed, number, seat + 1)
        players[seat] = Player(e.name, find_bot(e.name, seed), seed, e.exact_budget(title))
    return players


def _count(tally: Tally, state: State, seating: list[Entrant]) -> None:
    places = state.places()
    shared = places.count(1)
    for seat, score in enumerate(state.scores()):
        first_with = shared if places[seat] == 1 else 0
        tally.count(f"seat {seat}", score, first_with)
        if seating:
            tally.count(seating[seat].name, score, first_with)


# Telling


def summary(chosen: Simulation, tally: Tally) -> dict[str, Any]:
    """The figures; nothing in them depends on the machine."""
    return {
        "title": chosen.setup.title.name,
        "seats": chosen.setup.seats,
        "games": chosen.games,
        "seed": chosen.seed,
        "options": chosen.setup.options,
        "bots": [e.name for e in chosen.bots],
        "length": _spread(tally.lengths),
        "rows": {who: _row(tally.rows[who]) for who in sorted(tally.rows, key=_order)},
    }


def _order(who: str) -> tuple[bool, str]:
    return (not who.startswith("seat "), who)


def _row(row: Row) -> dict[str, Any]:
    games = sum(row.scores.values())
    share = sum(times / others for others, times in sorted(row.firsts.items())) / games
    return {
        "games": games,
        **_spread(row.scores),
        "wins": round(share, 6),
        "wins_interval": round(1.96 * sqrt(share * (1 - share) / games), 6),
    }


def _spread(values: Counter[int]) -> dict[str, float]:
    count = sum(values.values())
    mean = sum(value * times for value, times in values.items()) / count
    squares = sum(value * value * times for value, times in values.items()) / count
    return {
        "mean": round(mean, 4),
        "deviation": round(sqrt(max(0.0, squares - mean * mean)), 4),
        "least": min(values),
        "median": _median(values, count),
        "most": max(values),
    }


def _median(values: Counter[int], count: int) -> int:
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if 2 * seen >= count:
            return value
    raise AssertionError("no values")
