"""Matches over days: whose turn it is, those who let time run out, and vacations."""

from datetime import date

import msgspec

from openoutcry.daily.deal import day_at
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.store.vacations import Vacation
from openoutcry.table import absence
from openoutcry.table import protocol as p
from openoutcry.table.clocks import DAY, is_over_days
from openoutcry.table.protocol import days as d
from openoutcry.table.refusal import not_now

MOST = 500
"""Matches of one person that are looked at."""


async def my_turns(call: Call) -> p.Lobby:
    """The matches that wait for me, those whose time runs out first before all others."""
    me = call.person.id
    lines = [line for line in await _played(call) if me in (*line.turn_of, *line.stand_in_of)]
    return p.Lobby(sorted(lines, key=lambda line: _urgency(line, me)), False)


def _urgency(line: p.TableLine, me: str) -> tuple[int, int]:
    mine = [
        time
        for time, owner in zip(line.deadlines, line.owners, strict=False)
        if owner == me and time is not None
    ]
    return min(mine, default=2**53), line.changed


async def _played(call: Call) -> list[p.TableLine]:
    lines = await call.backend.store.played_by(call.person.id, MOST)
    return [msgspec.json.decode(line, type=p.TableLine) for line in lines]


async def answer_stand_in(call: Call) -> p.Table:
    person, seat, agree = call.person.id, call.number("seat"), call.body.agree
    return await call.run(lambda t: absence.answer(t, person, seat, agree, stand_in(t)))


async def vacation(call: Call) -> d.MyVacation:
    return _told(await call.backend.store.vacations.of(call.person.id), _now(call))


async def change_vacation(call: Call) -> d.MyVacation:
    wanted: d.VacationWanted = call.body
    store, now = call.backend.store, _now(call)
    known = await store.vacations.of(call.person.id)
    present = next((one for one in known if one.begins <= now < one.ends), None)
    if wanted.days == 0:
        if present is not None:
            await store.vacations.end(present, now)
            await _tell_tables(call, msgspec.structs.replace(present, ends=now))
        return await vacation(call)
    if present is not None:
        raise not_now("vacation_runs")
    if wanted.days > _left(known, day_at(now)):
        raise not_now("vacation_left", left=_left(known, day_at(now)))
    new = Vacation(call.person.id, str(day_at(now)), now, now + wanted.days * DAY)
    if not await store.vacations.begin(new):
        raise not_now("vacation_today")
    await _tell_tables(call, new)
    return await vacation(call)


async def _tell_tables(call: Call, vacation: Vacation) -> None:
    """A table that is missed hears of it when time would run out there."""
    for line in await _played(call):
        if line.clock is not None and is_over_days(line.clock.seconds):
            await tell_table(call.backend.tables, line.id, vacation)


async def tell_table(tables: LiveTables, id: str, vacation: Vacation) -> None:
    about = (vacation.person, vacation.begins, vacation.ends)
    await (await tables.get(id)).run(lambda t: absence.rest(t, *about))


def _told(known: list[Vacation], now: int) -> d.MyVacation:
    until = max((one.ends for one in known if one.begins <= now < one.ends), default=None)
    return d.MyVacation(until, _left(known, day_at(now)), d.A_YEAR)


def _left(known: list[Vacation], today: date) -> int:
    """Each counts for the year in which it began, by whole days, one at least."""
    spent = sum(
        max(1, -(-(one.ends - one.begins) // DAY))
        for one in known
        if one.day.startswith(f"{today.year}-")
    )
    return max(0, d.A_YEAR - spent)


def _now(call: Call) -> int:
    return call.backend.store.now_ms()


ENDPOINTS = (
    Endpoint(
        my_turns,
        "GET",
        "/api/me/turns",
        "Matches that wait for me, the most urgent first",
        p.Lobby,
        needs_person=True,
    ),
    Endpoint(
        vacation,
        "GET",
        "/api/me/vacation",
        "My days of vacation, in which the clocks of my matches over days stand still",
        d.MyVacation,
        needs_person=True,
    ),
    Endpoint(
        change_vacation,
        "PUT",
        "/api/me/vacation",
        "Begin a vacation, or end it",
        d.MyVacation,
        d.VacationWanted,
        problems=(409,),
        needs_person=True,
    ),
    Endpoint(
        answer_stand_in,
        "PUT",
        "/api/tables/{table}/seats/{seat}/stand_in",
        "Say whether a bot shall take the seat of somebody who lets time run out",
        p.Table,
        d.StandInAnswer,
        problems=(403, 404, 409),
        needs_person=True,
    ),
)
