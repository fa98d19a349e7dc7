"""Matches: a moment of one, all of one, and its record."""

from dataclasses import replace

from openoutcry.analysis import report
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.server.calls.analyses import kept_analysis
from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.table import protocol as p
from openoutcry.table import telling
from openoutcry.table.ending import ending
from openoutcry.table.frames import Passage
from openoutcry.table.refusal import Refusal, no_seat, not_now, not_yours
from openoutcry.table.state import TableState


async def moment(call: Call) -> p.Moment:
    step = call.number("step")

    def read(table: TableState) -> p.Moment:
        match = _match(table, call)
        if table.teller.forgets:
            raise not_now("past")
        if step > match.step:
            raise Refusal(404, "no_step", "step", last=match.step)
        then = match.at(step)
        passage = Passage(max(0, step - 1), match.at(max(0, step - 1)).state)
        if step:
            passage.add(then.state)
        return p.Moment(then.view(call.seat), match.step, passage.frames(table.teller, call.seat))

    return await (await call.table()).look(read)


async def film(call: Call) -> p.Film:
    def read(table: TableState) -> p.Film:
        match = _match(table, call)
        steps, story = telling.told(table, call.seat, 0)
        return p.Film(
            id=table.id,
            title=table.title.name,
            seat=call.seat,
            over=match.over,
            commitment=table.commitment,
            first=table.teller.first(call.seat),
            steps=steps,
            story=story,
            history=telling.points(table, call.seat, 0),
            ending=ending(match, table.history),
        )

    return await (await call.table()).look(read)


async def record(call: Call) -> Reply:
    def read(table: TableState) -> Record:
        if table.state != "over":
            raise not_now("record", "until then see /film")
        if table.is_sealed:
            raise not_now("contest_sealed")
        found = table.playing.record(table.names())
        secret = not table.may_tell_seed(call.backend.store.now_ms())
        return replace(found, seed=None) if secret else found

    found = await (await call.table()).look(read)
    analysis = await kept_analysis(call) if call.with_analysis else None
    if analysis is not None:
        found = replace(found, analysis=report.encode(analysis))
    return Reply(found.to_json().encode(), file=f"outcry-{call.path('table')}.json")


def _match(table: TableState, call: Call) -> Match:
    """The match, if whoever asks may see it from that seat."""
    if table.match is None:
        raise not_now("not_started")
    if call.seat is not None and call.seat >= len(table.seats):
        raise no_seat(call.seat)
    if not table.may_see(call.someone.id if call.someone else None, call.seat):
        raise not_yours("view")
    return table.match


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        moment,
        "GET",
        "/api/matches/{table}/at/{step}",
        "A match after so many steps: your seat's view, after the end any seat's",
        p.Moment,
        query=("seat",),
        problems=(403, 404, 409),
    ),
    Endpoint(
        film,
        "GET",
        "/api/matches/{table}/film",
        "All steps, story and charts that a viewer may know",
        p.Film,
        query=("seat",),
        problems=(403, 404, 409),
    ),
    Endpoint(
        record,
        "GET",
        "/api/matches/{table}/record",
        "The portable record, after the end; if asked for, with the analysis that is kept",
        p.RecordFile,
        query=("analysis",),
        problems=(404, 409),
    ),
)
