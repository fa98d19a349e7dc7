"""Duplicate contests: opening and joining them, their rounds, and the results."""

import asyncio
import csv
import io
from collections.abc import Callable

from msgspec.structs import replace

from openoutcry.contest.contest import Contest, Plan, Round
from openoutcry.contest.line import Line
from openoutcry.contest.scoring import Ranked, knockout_ranking, ranking
from openoutcry.core.fair import Fair
from openoutcry.server.accounts import clean
from openoutcry.server.calls.call import Call, Reply, known_title
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.tables import count_table, known_level
from openoutcry.server.contesting import Contesting
from openoutcry.server.refusals import not_understood
from openoutcry.server.store.contests import Kept
from openoutcry.server.table_ids import is_id, new_id
from openoutcry.table.protocol import contests as c
from openoutcry.table.refusal import Refusal, not_now, not_yours

MOST_PEOPLE = 96
"""Who take part in one contest."""
LISTED = 50
_ATTEMPTS = 8
_FORMULA = "=+-@\t\r"
"""A spreadsheet takes what begins so for a formula."""


async def contests(call: Call) -> c.Contests:
    kept, me = _contesting(call).kept, call.person.id
    mine = [one for one in await kept.of_person(me, LISTED) if me in one.people or one.host == me]
    known = {one.id for one in mine}
    others = [one for one in await kept.open(LISTED) if one.id not in known]
    return c.Contests([_entry(one, me) for one in (*mine, *others)])


def _entry(contest: Contest, me: str) -> c.ContestEntry:
    plan = contest.plan
    return c.ContestEntry(
        contest.id,
        plan.title,
        plan.name,
        plan.kind,
        contest.state,
        len(contest.people),
        contest.rounds_planned,
        me in contest.people or contest.host == me,
    )


async def open_contest(call: Call) -> c.ContestPage:
    new: c.NewContest = call.body
    count_table(call)
    title = known_title(new.title)
    if new.seats not in title.box.seats(title.edition()) or new.people > new.seats:
        raise not_understood("contest_seats")
    plan = Plan(
        title=title.name,
        name=clean(new.name) if new.name else "",
        private=new.private,
        seats=new.seats,
        people=new.people,
        rounds=new.rounds,
        hours=new.hours,
        level=known_level(new.level),
        seconds=new.seconds,
        reserve=new.reserve,
        kind=new.kind,
    )
    contesting, now = _contesting(call), call.backend.store.now_ms()
    contest = Contest(new_id(), plan, call.person.id, now, [call.person.id])
    await contesting.kept.add(contest, now)
    return await _page(call, contest)


async def contest(call: Call) -> c.ContestPage:
    return await _page(call, (await _found(call)).contest)


async def join_contest(call: Call) -> c.ContestPage:
    me = call.person.id

    def joined(contest: Contest) -> Contest:
        if contest.state != "open":
            raise not_now("contest_begun")
        if me in contest.people:
            return contest
        if len(contest.people) >= MOST_PEOPLE:
            raise not_now("full")
        return replace(contest, people=[*contest.people, me])

    return await _change(call, joined)


async def leave_contest(call: Call) -> c.ContestPage:
    me = call.person.id

    def left(contest: Contest) -> Contest:
        """Whoever leaves while it runs has no seat in the rounds to come."""
        return replace(contest, people=[one for one in contest.people if one != me])

    return await _change(call, left)


async def next_round(call: Call) -> c.ContestPage:
    """The host begins, or does not wait for the next round's time."""
    kept = await _found(call)
    contest, round = kept.contest, kept.contest.round
    if contest.host != call.person.id:
        raise not_yours("contest_host")
    if contest.state == "over" or (contest.state == "running" and (not round or not round.opened)):
        raise not_now("contest_round")
    if contest.rounds and contest.played_out:
        raise not_now("contest_round")
    if not contest.enough:
        raise not_now("contest_few", needs=contest.needs)
    await _contesting(call).begin(kept)
    return await _page(call, (await _found(call)).contest)


async def contest_csv(call: Call) -> Reply:
    """One line a person: rank, name, mean, band, of a knock-out the round in which they went out,
    and of each round share, seat and score."""
    contest = (await _found(call)).contest
    names = await _names(call, _seated(contest))
    written = await asyncio.to_thread(_csv, contest, names)
    return Reply(written, file=f"contest-{contest.id}.csv", kind="text/csv")


def _csv(contest: Contest, names: dict[str, str]) -> bytes:
    over = [round for round in contest.rounds if round.opened]
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    heads = [f"{what} {n}" for n in range(1, len(over) + 1) for what in ("share", "seat", "score")]
    table.writerow(["rank", "name", "mean", "band", "rounds", "out in round", *heads])
    for one in _ranking(contest):
        cells: list[object] = [one.rank, _cell(names.get(one.person, ""))]
        cells += [f"{one.mean:.4f}", f"{one.band:.4f}", one.rounds]
        cells.append("" if one.out is None else one.out + 1)
        for round in over:
            line = next((line for line in round.lines if line.person == one.person), None)
            known = ["", "", ""] if line is None else [f"{line.share:.4f}", line.seat, line.score]
            cells += known
        table.writerow(cells)
    return written.getvalue().encode()


def _cell(text: str) -> str:
    return f"'{text}" if text[:1] in _FORMULA and text else text


# What a contest looks like


async def _page(call: Call, contest: Contest) -> c.ContestPage:
    names = await _names(call, [*contest.people, contest.host, *_seated(contest)])
    over = await _over(call, contest)
    me, now = call.someone.id if call.someone else None, call.backend.store.now_ms()
    # Beside the event loop: a hundred people and many rounds take long.
    return await asyncio.to_thread(_put_together, contest, names, over, me, now)


async def _over(call: Call, contest: Contest) -> set[str]:
    """Tables of the present round at which nothing is played any more."""
    round = contest.round
    if round is None or round.opened:
        return set()
    rows = [await call.backend.store.row(sitting.table) for sitting in round.sittings]
    return {row.id for row in rows if row is not None and row.state != "playing"}


def _put_together(
    contest: Contest, names: dict[str, str], over: set[str], me: str | None, now: int
) -> c.ContestPage:
    plan, ranks = contest.plan, _ranking(contest)
    out = {rank.person: rank.out for rank in ranks}
    return c.ContestPage(
        id=contest.id,
        title=plan.title,
        name=plan.name,
        kind=plan.kind,
        private=plan.private,
        host=contest.host,
        host_name=names.get(contest.host, ""),
        seats=plan.seats,
        people=plan.people,
        rounds_planned=contest.rounds_planned,
        hours=plan.hours,
        level=plan.level,
        seconds=plan.seconds,
        reserve=plan.reserve,
        state=contest.state,
        needs=contest.needs,
        contestants=[c.Contestant(one, names.get(one, "")) for one in contest.people],
        rounds=[
            _round(round, number, names, over, me, out)
            for number, round in enumerate(contest.rounds)
        ],
        ranking=[_rank(rank, names) for rank in ranks],
        mine=_mine(contest, me),
        created=contest.created,
        now=now,
    )


def _ranking(contest: Contest) -> list[Ranked]:
    """After the rounds whose results are open."""
    over = [round.lines for round in contest.rounds if round.opened]
    if contest.plan.kind == "knockout":
        return knockout_ranking(_seated(contest), over)
    return ranking(_seated(contest), over)


def _rank(rank: Ranked, names: dict[str, str]) -> c.ContestRank:
    return c.ContestRank(
        rank.rank,
        rank.person,
        names.get(rank.person, ""),
        rank.mean,
        rank.band,
        rank.rounds,
        rank.shares,
        rank.out,
    )


def _seated(contest: Contest) -> list[str]:
    """Everybody who has had a seat in it, also who has left meanwhile."""
    seats = (p for r in contest.rounds for s in r.sittings for p in s.seats)
    return list(dict.fromkeys(person for person in seats if person is not None))


def _mine(contest: Contest, me: str | None) -> str | None:
    round = contest.round
    if round is None or me is None:
        return None
    return next((one.table for one in round.sittings if me in one.seats), None)


def _round(
    round: Round,
    number: int,
    names: dict[str, str],
    ended: set[str],
    me: str | None,
    out: dict[str, int | None],
) -> c.ContestRound:
    tables = []
    for sitting in round.sittings:
        over = round.opened or sitting.table in ended
        mine = me is not None and me in sitting.seats
        seats = [c.ContestSeat(one, names.get(one or "", "")) for one in sitting.seats]
        tables.append(c.ContestTable(sitting.table if round.opened or mine else None, seats, over))
    return c.ContestRound(
        number=number,
        begins=round.begins,
        ends=round.ends,
        over=round.opened,
        commitment=Fair(bytes.fromhex(round.seed)).commitment,
        tables=tables,
        lines=[
            _line(line, names, out=line.person is not None and out.get(line.person) == number)
            for line in round.lines
            if round.opened
        ],
    )


def _line(line: Line, names: dict[str, str], out: bool) -> c.ContestLine:
    return c.ContestLine(
        line.person,
        names.get(line.person or "", ""),
        line.table,
        line.seat,
        line.score,
        line.place,
        line.share,
        line.forfeit,
        out,
    )


async def _names(call: Call, people: list[str]) -> dict[str, str]:
    found = await call.backend.store.people(list(dict.fromkeys(people)))
    return {person.id: person.name for person in found}


def _contesting(call: Call) -> Contesting:
    if call.backend.contests is None:
        raise Refusal(404, "no_contest", "alert_here")
    return call.backend.contests


async def _found(call: Call) -> Kept:
    id = call.path("contest")
    found = await _contesting(call).kept.find(id) if is_id(id) else None
    if found is None:
        raise Refusal(404, "no_contest", "contest")
    return found


async def _change(call: Call, change: Callable[[Contest], Contest]) -> c.ContestPage:
    """Again, if somebody else was quicker."""
    for _ in range(_ATTEMPTS):
        async with _contesting(call).kept.changing:
            kept = await _found(call)
            changed = change(kept.contest)
            now = call.backend.store.now_ms()
            done = changed == kept.contest or await _contesting(call).kept.change(
                kept, changed, now
            )
        if done:
            return await _page(call, changed)
    raise not_now("busy")


ENDPOINTS = (
    Endpoint(
        contests,
        "GET",
        "/api/contests",
        "Contests that I take part in, then those that anybody may join",
        c.Contests,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        open_contest,
        "POST",
        "/api/contests",
        "Open a contest in which several tables play the same deals",
        c.ContestPage,
        c.NewContest,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        contest,
        "GET",
        "/api/contests/{contest}",
        "A contest: who takes part, its rounds, and the results of those that are over",
        c.ContestPage,
        problems=(404,),
    ),
    Endpoint(
        join_contest,
        "POST",
        "/api/contests/{contest}/join",
        "Take part",
        c.ContestPage,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        leave_contest,
        "POST",
        "/api/contests/{contest}/leave",
        "Take part no longer",
        c.ContestPage,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        next_round,
        "POST",
        "/api/contests/{contest}/next",
        "Begin, or begin the next round before its time: for the host",
        c.ContestPage,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        contest_csv,
        "GET",
        "/api/contests/{contest}/results.csv",
        "The results as a table for spreadsheets",
        kind="text/csv",
        problems=(404,),
    ),
)
