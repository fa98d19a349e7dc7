"""Playing on: a new table that begins in the midst of a finished match or of an opened record."""

import secrets

import msgspec

from openoutcry.core import record as records
from openoutcry.core.match import Match
from openoutcry.core.origin import MOST_DEALS, MOST_LEGS, Leg, Origin, OriginError
from openoutcry.core.record import Record
from openoutcry.core.setup import Setup
from openoutcry.server.calls.analyses import is_over
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import LARGEST_RECORD, Endpoint
from openoutcry.server.calls.tables import count_table, known_level, new_seed
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.memory import recall_of, usual_recall
from openoutcry.table.opened_record import as_file
from openoutcry.table.refusal import Refusal, no_seat, not_now
from openoutcry.table.state import TableState
from openoutcry.titles import find

PACE = 900
"""Milliseconds that a bot takes over an action."""
PROBES = 8
"""Different draws by which it is seen whether anything is left to decide."""


async def branch(call: Call) -> p.Table:
    """From a match that was played here."""

    def read(table: TableState) -> Record:
        if table.state != "over":
            raise not_now("branch")
        if table.is_sealed:
            raise not_now("contest_sealed")
        return table.playing.record(table.names())

    parent = await (await call.table()).look(read)
    return await _open(call, parent, call.body, call.path("table"))


async def branch_record(call: Call) -> p.Table:
    """From a record: first replayed where records of strangers are, and only with an edition that
    this floor plays anyway, for from now on it is played among the other tables."""
    given: p.RecordBranch = call.body
    text = as_file(msgspec.structs.replace(given.record, analysis=None))
    if not await is_over(call, text):
        raise not_now("branch")
    title = find(given.record.title, given.record.rules)
    offered = [edition for _, edition in call.backend.offered_editions(title)]
    known = {edition.identity for edition in (title.edition(), *offered)}
    if not call.backend.own_device and given.record.edition.identity not in known:
        raise not_now("branch_edition")
    return await _open(call, records.parse(text, find), given.branch, None)


async def _open(call: Call, parent: Record, new: p.NewBranch, table: str | None) -> p.Table:
    count_table(call)
    setup = _setup(parent, new)
    plan = _plan(call, setup, new, table)
    return await (await call.backend.tables.open(plan)).info()


def _setup(parent: Record, new: p.NewBranch) -> Setup:
    """The new match, if anything is left to decide in it."""
    if new.seat >= parent.seats:
        raise no_seat(new.seat)
    if new.step > len(parent):
        raise Refusal(404, "no_step", "step", last=len(parent))
    before = parent.setup.origin
    legs = before.legs if before is not None else ()
    if len(legs) >= MOST_LEGS:
        raise not_now("branch_over")
    deal = secrets.randbelow(MOST_DEALS) if new.hidden == "again" else None
    leg = Leg(tuple(parent.log[: new.step]), new.seat, deal)
    origin = Origin(parent.identity, (*legs, leg))
    setup = Setup.of(parent.title, parent.seats, parent.options, parent.edition, origin)
    try:
        setup.start()
    except OriginError:
        raise not_now("branch_over") from None
    if _ends_by_itself(setup):
        raise not_now("branch_over")
    return setup


def _ends_by_itself(setup: Setup) -> bool:
    """Nobody is asked anything any more, whatever is drawn: the last cards are only turned up."""
    return all(Match.begin(setup, seed=seed).over for seed in range(PROBES))


def _plan(call: Call, setup: Setup, new: p.NewBranch, table: str | None) -> j.Opened:
    bot = j.SeatPlan(bot=known_level(new.bot))
    seats = [bot] * setup.seats
    seats[new.seat] = j.SeatPlan(call.person.id, call.person.name)
    return j.Opened(
        title=setup.title.name,
        rules=setup.title.rules_version,
        edition=dict(setup.edition.data),
        options=setup.options,
        seats=seats,
        host=call.person.id,
        name="",
        private=True,
        seconds=None,
        pace=PACE,
        seed=new_seed(),
        chat="players",
        memory=recall_of(setup.title, setup.options, usual_recall(1)),
        origin=setup.origin,
        parent=table,
    )


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        branch,
        "POST",
        "/api/matches/{table}/branch",
        "Play on from a step of a finished match: the new table",
        p.Table,
        p.NewBranch,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        branch_record,
        "POST",
        "/api/records/branch",
        "Play on from a step of a finished record: the new table",
        p.Table,
        p.RecordBranch,
        problems=(404, 409),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
)
