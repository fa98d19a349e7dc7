"""Is the journal what everybody was told? Nothing lost, nothing doubled, nothing shown that the
viewer may not see, and all screens at where the match stands."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from openoutcry.server.chaos.evidence import Evidence, Sent
from openoutcry.server.store import open_store
from openoutcry.table import journal as j
from openoutcry.table.memory import Teller
from openoutcry.table.state import TableState

PARTICIPANTS = 3
"""At each table: two who play and one who watches."""

_encode = msgspec.json.Encoder().encode


class Table:
    """A table as its journal tells it: the rules check every step."""

    def __init__(self, id: str) -> None:
        self.state = TableState(id)
        self.by_people: dict[int, tuple[int, str]] = {}
        """By step: what people decided themselves, neither their bots nor their clocks."""
        self.problems: list[str] = []

    def take_in(self, n: int, body: bytes, at: int) -> None:
        if n != self.state.n:
            self.problems.append(
                f"{self.state.id}: entry {n} of the journal follows {self.state.n}"
            )
        event = j.decode(body)
        if isinstance(event, j.Played) and event.stand_in is None:
            occupant = self.state.seats[event.seat]
            if occupant.person is not None and occupant.bot is None:
                action = event.lines[0].partition(" ")[2]
                self.by_people[self.state.playing.step] = event.seat, action
        self.state.apply(event, at)


async def read(
    data: Path, database: str | None, ids: list[str], known: Mapping[str, Table]
) -> dict[str, Table]:
    """The tables' journals, from the store itself and beside the server: what was not known."""
    store = open_store(database, data)
    await store.open(create=False)
    tables = {}
    try:
        for id in ids:
            table = tables[id] = known.get(id) or Table(id)
            for entry in await store.journal(id, table.state.n):
                table.take_in(entry.n, entry.body, entry.at)
    finally:
        await store.close()
    return tables


def check(tables: Mapping[str, Table], evidence_of: Mapping[str, Evidence]) -> list[str]:
    """What is wrong; nothing, one hopes."""
    problems = []
    for id, evidence in evidence_of.items():
        table = tables[id]
        problems += table.problems
        if table.state.match is not None:
            problems += [f"{id}: {what}" for what in _check_table(table, evidence)]
        elif evidence.seen:
            problems.append(f"{id}: was seen dealt, and the journal has no deal")
    return problems


def _check_table(table: Table, evidence: Evidence) -> list[str]:
    match = table.state.playing
    problems = [
        *evidence.leaks,
        *_check_moves(table, evidence),
        *_check_views(table.state, evidence),
        *[
            f"step {step} is on the screen of {name}, the match is at step {match.step}"
            for name, step in evidence.screens.items()
            if step != match.step
        ],
    ]
    if match.over:
        match.record().verify()
    elif len(evidence.screens) < PARTICIPANTS:
        problems.append(f"only {', '.join(evidence.screens) or 'nobody'} came back")
    return problems


def _check_moves(table: Table, evidence: Evidence) -> list[str]:
    log = [(entry.actor, entry.text) for entry in table.state.playing.log]
    problems = []
    for step, promised in evidence.acknowledged.items():
        kept = log[step] if step < len(log) else None
        if kept != promised:
            problems.append(f"step {step}: {promised} was acknowledged, the journal has {kept}")
    unsure = list(evidence.unsure)
    for step, (seat, action) in table.by_people.items():
        if step in evidence.acknowledged:
            continue
        sent = _first(unsure, seat, step, action)
        if sent is None:
            problems.append(f"step {step}: nobody sent {action!r} of seat {seat}, or only once")
        else:
            unsure.remove(sent)
    return problems


def _first(unsure: list[Sent], seat: int, step: int, action: str) -> Sent | None:
    found = (s for s in unsure if (s.seat, s.action) == (seat, action) and s.step <= step)
    return next(found, None)


def _check_views(table: TableState, evidence: Evidence) -> list[str]:
    """Each view that was sent must be, byte for byte, the one that its viewer may have there."""
    match = table.playing
    problems = []
    for viewer, step, view in evidence.seen:
        if step > match.step:
            problems.append(f"step {step} was shown, the journal ends at {match.step}")
        elif _encode(Teller(match.at(step), table.about.memory).view(viewer)) != view:
            problems.append(f"step {step}: viewer {viewer} was shown something else")
    return problems
