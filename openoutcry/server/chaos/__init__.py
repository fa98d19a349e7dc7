"""`outcry chaos`: everything goes wrong at random while people play, and after each trouble all
that they were told is held against the journal."""

import asyncio
import random
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.chaos import checks
from openoutcry.server.chaos.party import HASTE, Party
from openoutcry.server.chaos.troubles import TROUBLES, Scene
from openoutcry.server.chaos.victim import Victim, running
from openoutcry.server.connections import raise_limit
from openoutcry.server.loadtest.visitor import Visitor, addresses

_BACK_SECONDS = 300.0
"""A server that is not back after so long, or brings nobody back, is a finding itself."""


@dataclass
class Tally:
    """What was done, and what came of it."""

    troubles: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    finished: int = 0
    """Of these, at tables that are done with."""
    views: int = 0
    tables: set[str] = field(default_factory=set)
    journals: dict[str, checks.Table] = field(default_factory=dict)
    """As far as they were read, of the tables that are played at."""
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        done = ", ".join(f"{count} x {name}" for name, count in sorted(self.troubles.items()))
        return (
            f"{done}: {self.acknowledged} acknowledged moves and {self.views} views at"
            f" {len(self.tables)} tables, {len(self.problems)} problems"
        )


def run(
    minutes: float,
    database: str | None,
    tables: int,
    seed: int,
    names: Sequence[str],
    moves: float | None = None,
) -> Tally:
    """Trouble after trouble, chosen by the seed; stops at the first problem. `moves` are those of
    each person a minute, as many as possible if it is None."""
    with (
        tempfile.TemporaryDirectory(prefix="outcry-chaos-") as folder,
        running(Path(folder), database) as victim,
    ):
        rng, thought = random.Random(seed), (0.0, 120 / moves) if moves else HASTE
        return asyncio.run(_torment(victim, 60 * minutes, tables, rng, names, thought))


async def _torment(
    victim: Victim,
    seconds: float,
    tables: int,
    rng: random.Random,
    names: Sequence[str],
    thought: tuple[float, float],
) -> Tally:
    raise_limit()
    found, may_move, tally = addresses(), asyncio.Event(), Tally()
    may_move.set()
    parties = [
        Party(
            [Visitor(victim.target, next(found)) for _ in range(3)],
            random.Random(rng.random()),
            may_move,
            thought,
        )
        for _ in range(tables)
    ]
    stranger = Visitor(victim.target, next(found))
    await stranger.arrive()
    scene = Scene(victim, parties, rng, stranger)
    playing = [asyncio.create_task(party.play()) for party in parties]
    await _all_dealt(parties)
    until = time.monotonic() + seconds
    while time.monotonic() < until and not tally.problems:
        await asyncio.sleep(rng.uniform(0.2, 2.0))
        name = rng.choice(names)
        await TROUBLES[name](scene)
        tally.troubles[name] += 1
        await _check(scene, may_move, tally)
        print(f"{name}: {tally.line()}", flush=True)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(stranger.leave(), *[party.leave() for party in parties])
    return tally


async def _all_dealt(parties: Sequence[Party]) -> None:
    """The first trouble finds everybody at a table."""
    deadline = time.monotonic() + _BACK_SECONDS
    waited = 0
    while waiting := sum(not party.table for party in parties):
        if waiting != waited:
            waited, deadline = waiting, time.monotonic() + _BACK_SECONDS
        if time.monotonic() > deadline:
            raise OutcryError(f"{waiting} of {len(parties)} could not open a table")
        await asyncio.sleep(0.1)


async def _check(scene: Scene, may_move: asyncio.Event, tally: Tally) -> None:
    """Hold each table once against its journal. People do not move meanwhile; bots and clocks do
    not wait."""
    deadline = time.monotonic() + _BACK_SECONDS
    may_move.clear()
    cases = _cases(scene, tally)
    problems, left = ["the server did not come back"], len(cases)
    while problems and time.monotonic() < deadline:
        await asyncio.sleep(0.3)
        if await asyncio.to_thread(_is_ready, scene.victim):
            unsettled = [case for case in cases if not case.settled]
            if len(unsettled) < left:  # people come back by and by: on a slow machine that takes
                left, deadline = len(unsettled), time.monotonic() + _BACK_SECONDS
            await checks.look_at(unsettled, scene.victim.data, scene.victim.database)
            problems = [what for case in cases for what in case.problems()]
            if any(case.wrong for case in cases):
                break
    tally.problems = problems + scene.leaks
    if not problems:
        _count(scene, cases, tally)
    may_move.set()


def _is_ready(victim: Victim) -> bool:
    try:
        with urllib.request.urlopen(f"{victim.target.url}/healthz/ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _cases(scene: Scene, tally: Tally) -> list[checks.Case]:
    evidence_of = {id: e for party in scene.parties for id, e in party.evidence_of.items()}
    tally.journals = {id: tally.journals.get(id) or checks.Table(id) for id in evidence_of}
    return [checks.Case(tally.journals[id], evidence) for id, evidence in evidence_of.items()]


def _count(scene: Scene, cases: Sequence[checks.Case], tally: Tally) -> None:
    tally.views += sum(case.views for case in cases)
    tally.tables |= tally.journals.keys()
    for party in scene.parties:
        tally.finished += party.forget_finished()
    tally.acknowledged = tally.finished + sum(
        len(e.acknowledged) for party in scene.parties for e in party.evidence_of.values()
    )
