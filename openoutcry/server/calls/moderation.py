"""Keeping order: who may write at a table, muting, removing, blocking and reporting."""

import logging
import secrets

from openoutcry.server.accounts import clean
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.rate_limits import BLOCKS, ORDER, REPORTS, REPORTS_PER_ADDRESS
from openoutcry.server.refusals import too_many
from openoutcry.server.store.interface import Person
from openoutcry.server.store.moderation import Report
from openoutcry.table import moderation
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal, not_now
from openoutcry.table.state import TableState

MOST_BLOCKS = 500
_LINES = 20
"""Lines of the chat that go with a report."""

log = logging.getLogger(__name__)


async def allow_chat(call: Call) -> p.Table:
    person = _counted(call)
    return await call.run(lambda t: moderation.allow_chat(t, person.id, person.name, call.body.to))


async def mute(call: Call) -> p.Table:
    person, body = _counted(call), call.body
    return await call.run(
        lambda t: moderation.mute(t, person.id, person.name, body.person, body.muted)
    )


async def kick(call: Call) -> p.Table:
    person, other = _counted(call), call.body.person
    return await call.run(lambda t: moderation.kick(t, person.id, person.name, other, stand_in(t)))


def _counted(call: Call) -> Person:
    if not call.backend.limits.allow(ORDER, call.person.id):
        raise too_many()
    return call.person


async def report(call: Call) -> None:
    """Goes to whoever runs the server; nobody at the table is told."""
    backend, person, body = call.backend, call.person, call.body
    if not backend.limits.allow(REPORTS, person.id):
        raise too_many("reports")
    if not backend.limits.allow(REPORTS_PER_ADDRESS, call.address):
        raise too_many("reports")
    if body.person == person.id:
        raise not_now("yourself")
    live = await call.table()
    name, lines = await live.look(lambda t: _evidence(t, body.person))
    text = clean(body.text) if body.text.strip() else ""
    id = secrets.token_hex(4)
    await backend.store.moderation.add_report(
        Report(
            id,
            backend.store.now_ms(),
            live.table.id,
            *(person.id, person.name, body.person, name),
            *(body.reason, text, lines),
        )
    )
    backend.metrics.reports.labels(body.reason).inc()
    log.warning(
        "somebody was reported",
        extra={"report": id, "table": live.table.id, "reason": body.reason},
    )


def _evidence(table: TableState, person: str) -> tuple[str, str]:
    """What somebody at the table is called, and what they last wrote there."""
    name = table.name_of(person)
    if name is None:
        raise Refusal(404, "no_person", "person")
    said = [line.text for line in table.chat if line.person == person and not line.notice]
    return name, "\n".join(said[-_LINES:])


async def blocks(call: Call) -> p.Blocks:
    return await _blocks(call)


async def block(call: Call) -> p.Blocks:
    backend, person, other = call.backend, call.person, call.body.person
    if not backend.limits.allow(BLOCKS, person.id):
        raise too_many()
    if other == person.id:
        raise not_now("yourself")
    records = backend.store.moderation
    if not call.body.blocked:
        await records.unblock(person.id, other)
    elif await backend.store.person(other) is None:
        raise Refusal(404, "no_person", "person")
    elif len(await records.blocked_by(person.id)) >= MOST_BLOCKS:
        raise not_now("blocks", most=MOST_BLOCKS)
    else:
        await records.block(person.id, other)
    await backend.tables.blocks_changed(person.id)
    return await _blocks(call)


async def _blocks(call: Call) -> p.Blocks:
    store = call.backend.store
    people = await store.people(await store.moderation.blocked_by(call.person.id))
    people.sort(key=lambda person: person.name)
    return p.Blocks([p.BlockedPerson(person.id, person.name) for person in people])


async def check_welcome(call: Call, host: str) -> None:
    """Whom the host has blocked does not sit down at the host's table."""
    if call.person.id in await call.backend.store.moderation.blocked_by(host):
        raise Refusal(403, "kicked", "kicked")


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        blocks,
        "GET",
        "/api/me/blocks",
        "Whom I have blocked",
        p.Blocks,
        needs_person=True,
    ),
    Endpoint(
        block,
        "POST",
        "/api/me/blocks",
        "Block somebody, or unblock them",
        p.Blocks,
        p.Blocking,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        allow_chat,
        "PUT",
        "/api/tables/{table}/chat",
        "The host says who may write",
        p.Table,
        p.ChatRule,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        mute,
        "POST",
        "/api/tables/{table}/mute",
        "The host silences somebody, or lets them write again",
        p.Table,
        p.Mute,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        kick,
        "POST",
        "/api/tables/{table}/kick",
        "Remove somebody from the table, or ask for it",
        p.Table,
        p.Kick,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        report,
        "POST",
        "/api/tables/{table}/reports",
        "Tell whoever runs the server about somebody at the table",
        body=p.NewReport,
        problems=(404, 409),
        needs_person=True,
    ),
)
