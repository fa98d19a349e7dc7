"""Records that people open: replayed and shown, and nothing of them kept."""

import msgspec

from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.calls.endpoint import LARGEST_RECORD, Endpoint
from openoutcry.server.rate_limits import RECORD_MOMENTS, RECORDS, Rate
from openoutcry.server.refusals import too_many
from openoutcry.server.sandbox import RecordQuestion
from openoutcry.table import protocol as p


async def open_record(call: Call) -> Reply:
    return await _show(call, RECORDS, None)


async def record_moment(call: Call) -> Reply:
    return await _show(call, RECORD_MOMENTS, call.number("step"))


async def _show(call: Call, rate: Rate, step: int | None) -> Reply:
    backend = call.backend
    if not all(backend.limits.allow(rate, key) for key in (call.person.id, call.address)):
        raise too_many()
    question = RecordQuestion(msgspec.json.encode(call.body), step, call.seat)
    answer = await backend.sandbox.ask(question, call.asker)
    if answer.status != 200:
        backend.metrics.refused.labels("bad_record", "no.record_unreadable").inc()
    return Reply(answer.json, answer.status)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        open_record,
        "POST",
        "/api/records",
        "Look at a record: all about it, as any seat or everybody sees it; nothing is kept",
        p.OpenedRecord,
        p.GivenRecord,
        query=("seat",),
        problems=(404,),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
    Endpoint(
        record_moment,
        "POST",
        "/api/records/at/{step}",
        "A record's match after so many steps, as any seat or everybody sees it",
        p.Moment,
        p.GivenRecord,
        query=("seat",),
        problems=(404,),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
)
