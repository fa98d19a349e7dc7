"""Editions: those that are offered, those that people make, and what a table plays."""

from typing import Any

import msgspec

from openoutcry.core.checklist import numbers
from openoutcry.core.edition import Edition, kind_of
from openoutcry.core.setup import SEATS
from openoutcry.core.title import Title
from openoutcry.server.calls.call import Backend, Call, Reply
from openoutcry.server.calls.endpoint import LARGEST_EDITION, Endpoint
from openoutcry.server.rate_limits import EDITIONS, FAIRNESS
from openoutcry.server.refusals import not_understood, passed_on, too_many
from openoutcry.server.sandbox import EditionQuestion
from openoutcry.table import protocol as p
from openoutcry.table.edition_reading import playable, wanted
from openoutcry.table.refusal import Refusal

_KEPT = 32


async def edition(call: Call) -> p.EditionInfo:
    """One of the editions that are offered, the first unless another is named."""
    title = call.title()
    return info(call.backend, title, _offered(call.backend, title, call.edition))


async def table_edition(call: Call) -> p.EditionInfo:
    title, played = await (await call.table()).look(lambda table: (table.title, table.edition))
    return info(call.backend, title, played)


async def read(call: Call) -> Reply:
    """Read and check what somebody made, in a process where it can do no harm."""
    backend, title = call.backend, call.title()
    if not all(backend.limits.allow(EDITIONS, key) for key in (call.person.id, call.address)):
        raise too_many()
    ours = msgspec.json.encode(backend.edition_of(title).data)
    answer = await backend.sandbox.ask(
        EditionQuestion(title.name, msgspec.json.encode(call.body), ours), call.asker
    )
    return Reply(answer.json, answer.status)


async def ask_fairness(call: Call) -> p.Fairness:
    """Have bots play somebody's edition against itself, beside this server's."""
    backend, title = call.backend, call.title()
    if backend.fairness is None:
        raise Refusal(409, "not_here", "fairness_here")
    limits = backend.limits
    if not limits.allow(FAIRNESS, call.person.id) or not limits.allow(EDITIONS, call.address):
        raise too_many()
    theirs = await _checked(call, title, call.body.data or {})
    ours = backend.edition_of(title)
    seats = set(title.box.seats(ours)) & set(title.box.seats(theirs))
    if not seats:
        raise Refusal(400, "bad_edition", "edition_wrong", "no number of players fits both")
    return backend.fairness.start(
        call.person.id,
        title.name,
        msgspec.json.encode(ours.data),
        msgspec.json.encode(theirs.data),
        min(seats, key=lambda count: (abs(count - SEATS), count)),
    )


async def fairness(call: Call) -> p.Fairness:
    if call.backend.fairness is None:
        raise Refusal(409, "not_here", "fairness_here")
    return call.backend.fairness.look(call.path("inquiry"), call.person.id)


async def chosen(call: Call, title: Title, new: p.NewTable) -> Edition:
    """What a new table plays."""
    backend = call.backend
    if new.brought is None:
        return _offered(backend, title, new.edition)
    if not backend.settings.brings_editions:
        raise Refusal(403, "bad_edition", "edition_brought")
    return await _checked(call, title, new.brought)


async def _checked(call: Call, title: Title, data: dict[str, Any]) -> Edition:
    """Somebody's edition, found playable in a process where it can do no harm."""
    given = p.GivenEdition(data=data)
    answer = await call.backend.sandbox.ask(
        EditionQuestion(title.name, msgspec.json.encode(given), b"", check_only=True), call.asker
    )
    if answer.status != 200:  # it is wrong, or takes too long
        problem = msgspec.json.decode(answer.json, type=p.Problem)
        raise passed_on(problem, 400, problem.text[:200])
    return playable(title, data)


def _offered(backend: Backend, title: Title, identity: str) -> Edition:
    known = [edition for _, edition in backend.offered_editions(title)]
    if not identity:
        return known[0]
    for edition in known:
        if edition.identity == identity:
            return edition
    raise not_understood("edition", known=", ".join(edition.name for edition in known))


def info(backend: Backend, title: Title, edition: Edition) -> p.EditionInfo:
    """All about it; those last asked about are kept, for putting one together takes long."""
    kept = backend.edition_infos
    found, told = kept.pop(id(edition), (None, None))
    if told is None or found is not edition:
        told = _info(backend, title, edition)
    kept[id(edition)] = edition, told
    if len(kept) > _KEPT:
        kept.popitem(last=False)
    return told


def _info(backend: Backend, title: Title, edition: Edition) -> p.EditionInfo:
    layout = title.layout
    return p.EditionInfo(
        title=title.name,
        identity=edition.identity,
        name=edition.name,
        data=dict(edition.data),
        rules={table: list(rules) for table, rules in layout.rules.items()},
        columns={
            path: [p.EditionColumn(c.name, c.among, list(c.choices)) for c in columns]
            for path, columns in layout.columns.items()
        },
        offered=[
            p.EditionChoice(known.identity, known.name, origin)
            for origin, known in backend.offered_editions(title)
        ],
        brought=backend.settings.brings_editions,
        judged=backend.fairness is not None,
        tables=[
            p.EditionTable(
                path=path,
                kind=kind_of(str(table["source"])),
                source=str(table["source"]),
                note=str(table.get("note", "")),
                cells={str(k): str(v) for k, v in dict(table.get("cells", {})).items()},
            )
            for path, table in edition.tables()
        ],
        wanted=wanted(edition),
        numbers=numbers(edition),
    )


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        edition,
        "GET",
        "/api/titles/{title}/edition",
        "A title's component data, and where it comes from",
        p.EditionInfo,
        query=("edition",),
        problems=(404,),
    ),
    Endpoint(
        read,
        "POST",
        "/api/titles/{title}/edition",
        "Read, check and compare an edition of one's own; nothing is kept",
        p.EditionReading,
        p.GivenEdition,
        problems=(404,),
        needs_person=True,
        largest=LARGEST_EDITION,
    ),
    Endpoint(
        ask_fairness,
        "POST",
        "/api/titles/{title}/fairness",
        "Have bots play an edition of one's own, beside this server's",
        p.Fairness,
        p.GivenEdition,
        problems=(404, 409),
        needs_person=True,
        largest=LARGEST_EDITION,
    ),
    Endpoint(
        fairness,
        "GET",
        "/api/fairness/{inquiry}",
        "What is known so far about the fairness of an edition",
        p.Fairness,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        table_edition,
        "GET",
        "/api/tables/{table}/edition",
        "What a table plays: its component data",
        p.EditionInfo,
        problems=(404,),
    ),
)
