"""The coach: hints for somebody who plays against bots alone."""

from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.rate_limits import HINTS, HINTS_PER_ADDRESS
from openoutcry.server.refusals import too_many
from openoutcry.table import protocol as p


async def hint(call: Call) -> p.Hint:
    limits, person, seat = call.backend.limits, call.person.id, call.number("seat")
    allowed = limits.allow(HINTS, person) and limits.allow(HINTS_PER_ADDRESS, call.address)
    if not allowed:
        raise too_many()
    wanted: p.HintWanted = call.body
    live = await call.table()
    choices = await live.advise(person, seat, wanted.step, wanted.rewinds, wanted.action)
    return p.Hint(seat, wanted.step, choices)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        hint,
        "POST",
        "/api/tables/{table}/seats/{seat}/hint",
        "Ask the coach about my decision, where all others are bots",
        p.Hint,
        p.HintWanted,
        problems=(403, 404, 409),
        needs_person=True,
    ),
)
