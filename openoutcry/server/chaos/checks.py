"""Is the journal what everybody was told? Nothing lost, nothing doubled, nothing shown that the
viewer may not see, and all screens at where the match stands."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from openoutcry.server.chaos.evidence import Evidence, Sent
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Entry, Store
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
        self._last: Entry | None = None

    async def read(self, store: Store) -> None:
        """What was not known, and the last entry that was: it must be there still."""
        last = self._last
        entries = await store.journal(self.state.id, 0 if last is None else last.n)
        if last is not None:
            if entries[:1] != [last]:
                self.problems.append(f"entry {last.n} of the journal is gone, or another")
                return
            del entries[0]
        for entry in entries:
            self.take_in(entry)

    def take_in(self, entry: Entry) -> None:
        if entry.n != self.state.n:
            self.problems.append(f"entry {entry.n} of the journal follows {self.state.n}")
        event = j.decode(entry.body)
        if isinstance(event, j.Played) and event.stand_in is None:
            occupant = self.state.seats[event.seat]
            if occupant.person is not None and occupant.bot is None:
                action = event.lines[0].partition(" ")[2]
                self.by_people[self.state.playing.step] = event.seat, action
        self.state.apply(event, entry.at)
        self._last = entry


class Case:
    """One table during a check. Bots and clocks do not wait for the check to end, so a look holds
    what people had been told before the journal was read against the journal, and not what they
    have been told since: that is for the next look."""

    def __init__(self, table: Table, evidence: Evidence) -> None:
        self.table = table
        self.evidence = evidence
        self.wrong: list[str] = []
        """What no later look can mend."""
        self.late: list[str] = ["not looked at"]
        """What may come right in a moment, and must."""
        self.views = 0
        """Were held against the journal."""
        self._reached: int | None = None
        """The step that every screen must come to: where the match stood at the first look."""

    @property
    def settled(self) -> bool:
        return not (self.wrong or self.late)

    def problems(self) -> list[str]:
        return [f"{self.table.state.id}: {what}" for what in self.wrong + self.late]

    async def look(self, store: Store) -> None:
        told = self.evidence.so_far()
        await self.table.read(store)
        self.wrong, self.late = self._wrong(told), self._late()
        self.views += len(told.seen)
        del self.evidence.seen[: len(told.seen)]

    def _wrong(self, told: Evidence) -> list[str]:
        problems = [*self.table.problems, *told.leaks]
        if self.table.state.match is not None:
            problems += _missing(self.table, told)
            problems += _doubled(self.table, self.evidence)
            problems += _check_views(self.table.state, told)
        elif told.seen:
            problems.append("was seen dealt, and the journal has no deal")
        return problems

    def _late(self) -> list[str]:
        if self.table.state.match is None:
            return []
        match, screens = self.table.state.playing, self.evidence.screens
        if self._reached is None or match.over:
            self._reached = match.step
        problems = [
            f"step {step} is on the screen of {name}, the match was at step {self._reached}"
            for name, step in screens.items()
            if step < self._reached
        ]
        if match.over:
            match.record().verify()
        elif len(screens) < PARTICIPANTS:
            problems.append(f"only {', '.join(screens) or 'nobody'} came back")
        return problems


async def look_at(cases: Iterable[Case], data: Path, database: str | None) -> None:
    """Read the journals from the store itself, beside the server, each right before its table is
    judged."""
    store = open_store(database, data)
    await store.open(create=False)
    try:
        for case in cases:
            await case.look(store)
    finally:
        await store.close()


def _missing(table: Table, told: Evidence) -> list[str]:
    log = [(entry.actor, entry.text) for entry in table.state.playing.log]
    problems = []
    for step, promised in told.acknowledged.items():
        kept = log[step] if step < len(log) else None
        if kept != promised:
            problems.append(f"step {step}: {promised} was acknowledged, the journal has {kept}")
    return problems


def _doubled(table: Table, evidence: Evidence) -> list[str]:
    """What was done was sent before it was read: here all that is known by now counts."""
    problems = []
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


def _check_views(table: TableState, told: Evidence) -> list[str]:
    """Each view that was sent must be, byte for byte, the one that its viewer may have there."""
    match = table.playing
    problems = []
    for viewer, step, view in told.seen:
        if step > match.step:
            problems.append(f"step {step} was shown, the journal ends at {match.step}")
        elif _encode(Teller(match.at(step), table.about.memory).view(viewer)) != view:
            problems.append(f"step {step}: viewer {viewer} was shown something else")
    return problems
