"""Carries contests on: opens their tables, keeps their deadlines, and compares results.

Every step is written before it is done, and done again by any node if it was not finished.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import structlog
from msgspec.structs import replace

from openoutcry.contest.contest import HOUR, SIMULATIONS, Contest, Round, Sitting
from openoutcry.contest.lateness import slow
from openoutcry.contest.line import Line
from openoutcry.contest.scoring import Played, lines
from openoutcry.contest.seating import seated
from openoutcry.core.errors import OutcryError
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.store.contests import OLDEST, Contests, Kept, Mark
from openoutcry.server.store.interface import State, Store, StoreDown
from openoutcry.server.table_ids import new_id
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table.memory import recall_of, usual_recall
from openoutcry.table.state import TableState
from openoutcry.titles import find

_SECONDS: Final = 3.0
_MOST: Final = 200
"""Contests that are looked at in one go."""
PACE: Final = 300
"""Milliseconds that a bot takes over an action."""

T = TypeVar("T")

log = structlog.get_logger()


class ContestKeeper:
    def __init__(self, store: Store, tables: LiveTables) -> None:
        self._store = store
        self._tables = tables
        self._looked_at: Mark = OLDEST
        """The last one of this round through all that are under way."""

    @property
    def kept(self) -> Contests:
        """All contests."""
        return self._store.contests

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            # Not in step with the other nodes.
            await asyncio.sleep(_SECONDS * (0.75 + secrets.randbelow(50) / 100))
            with contextlib.suppress(StoreDown):
                await self.sweep()

    async def sweep(self) -> None:
        """A step of every contest that is under way; where there are very many, of some of them,
        and the next time of the next ones: nobody's can be kept waiting by others'."""
        found = await self._store.contests.running(self._looked_at, _MOST)
        self._looked_at = found[-1] if len(found) == _MOST else OLDEST
        for _, id in found:
            try:
                await self.carry_on(id)
            except OutcryError as error:
                log.error("contest cannot go on", contest=id, error=str(error))

    async def carry_on(self, id: str) -> None:
        """As far as it goes now."""
        while (kept := await self._store.contests.find(id)) is not None:
            changed = await self._next(kept.contest)
            if changed is None:
                return
            await self._store.contests.change(kept, changed, self._now())

    async def begin(self, kept: Kept) -> bool:
        """The next round, now; False if somebody was quicker."""
        begun = await self._with_round(kept.contest)
        done = await self._store.contests.change(kept, begun, self._now())
        await self.carry_on(begun.id)
        return done

    async def _next(self, contest: Contest) -> Contest | None:
        """The contest one step further; None if it has to wait. Whatever is done here to tables
        may be done again."""
        now, round = self._now(), contest.round
        if contest.state != "running" or round is None:
            return None
        if round.over is None:
            return await self._play(contest, round, now)
        if not round.opened:
            for sitting in round.sittings:
                await (await self._tables.get(sitting.table)).run(commands.unseal)
            return _with(contest, replace(round, opened=True))
        if contest.played_out or (now >= round.ends and not contest.enough):
            return replace(contest, state="over")
        return await self._with_round(contest) if now >= round.ends else None

    async def _play(self, contest: Contest, round: Round, now: int) -> Contest | None:
        states = [await self._opened(contest, round, sitting) for sitting in round.sittings]
        if all(state in ("over", "closed") for state in states):
            return _with(contest, replace(round, over=now, lines=await self._lines(round)))
        if now < round.ends:
            return None
        if round.late is None:
            late_at = partial(_late, now=now)
            late = [one for s in round.sittings for one in await self._look(s.table, late_at)]
            return _with(contest, replace(round, late=late))
        for sitting in round.sittings:
            live = await self._tables.get(sitting.table)
            level = contest.plan.level
            await live.run_all(partial(commands.finish_by_bots, level=level))
            live.autoplay.wake(lead=True)
        return None

    async def _opened(self, contest: Contest, round: Round, sitting: Sitting) -> State:
        """The table's state, once it is there and dealt. One that is need not come into memory."""
        row = await self._store.row(sitting.table)
        if row is not None and row.state != "open":
            return row.state
        if row is None:
            people = await self._store.people([p for p in sitting.seats if p is not None])
            names = {person.id: person.name for person in people}
            opened = _opened(contest, round, sitting, names)
            await self._tables.open(opened, sitting.table)
        live = await self._tables.get(sitting.table)
        await live.run(lambda t: t.dealt() if t.state == "open" else None)
        return await live.look(lambda table: table.state)

    async def _lines(self, round: Round) -> list[Line]:
        played: list[Played] = []
        for sitting in round.sittings:
            late = None if round.late is None else set(round.late)
            played += await self._look(sitting.table, partial(_played, late=late))
        return lines(played)

    async def _look(self, table: str, reading: Callable[[TableState], T]) -> T:
        return await (await self._tables.get(table)).look(reading)

    async def _with_round(self, contest: Contest) -> Contest:
        plan, now = contest.plan, self._now()
        before = [[sitting.seats for sitting in round.sittings] for round in contest.rounds]
        about = (contest.field, plan.seats, contest.at_each, before, contest.id)
        tables = await asyncio.to_thread(seated, *about)  # long, with a hundred people
        new = Round(
            seed=secrets.token_hex(32),
            begins=now,
            ends=now + plan.hours * HOUR,
            sittings=[Sitting(new_id(), seats) for seats in tables],
        )
        return replace(contest, state="running", rounds=[*contest.rounds, new])

    def _now(self) -> int:
        return self._store.now_ms()


def _with(contest: Contest, round: Round) -> Contest:
    return replace(contest, rounds=[*contest.rounds[:-1], round])


def _late(table: TableState, now: int) -> list[tuple[str, int]]:
    """The seats for which the table has had to wait, and those that a bot plays already."""
    if table.state != "playing":
        return []
    people = {n: seat for n, seat in enumerate(table.seats) if seat.person is not None}
    waiting = {seat for seat in people if seat in table.asking and people[seat].bot is None}
    took = dict.fromkeys(people, 0)
    for step, decided in table.decided.items():
        actor = table.playing.log[step].actor
        took[actor] = took.get(actor, 0) + decided.used
    for seat in waiting:
        took[seat] += now - table.asking[seat].at
    late = slow({seat: took[seat] for seat in people}, waiting)
    return [(table.id, seat) for seat in people if seat in late or people[seat].by_bot]


def _played(table: TableState, late: set[tuple[str, int]] | None) -> list[Played]:
    if table.match is None or table.state != "over":
        return []
    scores, places = table.match.scores(), table.match.places()
    finished_late = late is not None and any(id == table.id for id, _ in late)
    return [
        Played(
            table.id,
            seat,
            occupant.person,
            scores[seat],
            places[seat],
            occupant.person is not None
            and ((table.id, seat) in (late or ()) if finished_late else occupant.by_bot > 0),
        )
        for seat, occupant in enumerate(table.seats)
    ]


def _opened(contest: Contest, round: Round, sitting: Sitting, names: dict[str, str]) -> j.Opened:
    plan, title = contest.plan, find(contest.plan.title)
    edition = title.edition()
    options = title.options(edition, plan.seats, {})
    number = contest.rounds.index(round)
    return j.Opened(
        title=title.name,
        rules=title.rules_version,
        edition=dict(edition.data),
        options=options,
        seats=[
            j.SeatPlan(bot=plan.level)
            if person is None
            else j.SeatPlan(person, names.get(person, ""))
            for person in sitting.seats
        ],
        host=next(person for person in sitting.seats if person is not None),
        name=plan.name,
        private=True,
        seconds=plan.seconds,
        reserve=plan.reserve,
        pace=PACE,
        seed=round.seed,
        chat="players",
        memory=recall_of(title, options, usual_recall(plan.people)),
        contest=j.ContestTable(contest.id, number, SIMULATIONS),
    )
