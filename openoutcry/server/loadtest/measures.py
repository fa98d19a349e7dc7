"""Waiting times and what the machine did meanwhile."""

import asyncio
import math
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from openoutcry.server.loadtest.pauses import Pauses
from openoutcry.server.loadtest.target import Target

_SAMPLE_SECONDS = 2.0
_LAG_SECONDS = 0.05


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed; NaN if there are
    none.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 0.5), percentile([1.0, 2.0], 0.99)
    (2.0, 2.0)
    """
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


@dataclass
class Waits:
    """How long something took, each time, and when it was wanted."""

    since: float = math.inf
    """What was wanted before is not counted."""
    at: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, wanted: float, came: float) -> None:
        if wanted >= self.since:
            self.at.append(wanted)
            self.seconds.append(came - wanted)

    def p(self, share: float) -> float:
        return percentile(self.seconds, share)

    def __len__(self) -> int:
        return len(self.seconds)


@dataclass
class Moment:
    """The machine at one time: shares of one processor, since the moment before."""

    at: float
    server: float
    bots: float
    people: float
    load: float
    """How many processes of the whole machine wanted to run, over the last minute."""


@dataclass
class Measures:
    """All that a load test finds out. Times are `time.perf_counter`'s."""

    moves: Waits = field(default_factory=Waits)
    """From when a person meant to move until the move was on their screen."""
    show_moves: Waits = field(default_factory=Waits)
    """The same, of the person whom everybody watches."""
    answers: Waits = field(default_factory=Waits)
    """From when a bot was seen to be asked until its answer was seen."""
    views: Waits = field(default_factory=Waits)
    """From when the watched person meant to move until spectators saw it."""
    returns: Waits = field(default_factory=Waits)
    """From reconnecting until the table is on the screen again."""
    lag: list[float] = field(default_factory=list)
    """How late this process, which plays all people, came round: part of every wait above."""
    analyses: int = 0
    """Finished meanwhile."""
    alerts: int = 0
    """That have arrived, since the first people came."""
    faults: Counter[str] = field(default_factory=Counter)
    moments: list[Moment] = field(default_factory=list)
    began: float = 0.0
    pauses: Pauses = field(default_factory=Pauses)
    """The servers' own."""
    memory: float = 0.0
    """The servers', at the end, in bytes."""

    def start(self) -> None:
        """Everybody has come: what is wanted from now on counts."""
        self.began = time.perf_counter()
        for waits in (self.moves, self.show_moves, self.answers, self.views, self.returns):
            waits.since = self.began
        self.faults.clear()
        self.analyses = 0


async def watch_machine(measures: Measures, target: Target) -> None:
    """Note what the processors do, until cancelled."""
    before = _processor_seconds(target)
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        now = _processor_seconds(target)
        span = now[0] - before[0]
        server, bots, people = ((b - a) / span for a, b in zip(before[1:], now[1:], strict=True))
        measures.moments.append(Moment(now[0], server, bots, people, os.getloadavg()[0]))
        before = now


def _processor_seconds(target: Target) -> tuple[float, float, float, float]:
    """What time it is, and what server, bots and this process have used."""
    used = target.server_seconds(), target.bot_seconds(), time.process_time()
    return time.perf_counter(), *used


async def watch_lag(measures: Measures) -> None:
    """Note how late this process is, until cancelled."""
    while True:
        due = time.perf_counter() + _LAG_SECONDS
        await asyncio.sleep(_LAG_SECONDS)
        measures.lag.append(time.perf_counter() - due)
