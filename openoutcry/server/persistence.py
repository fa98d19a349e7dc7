"""Tables in the store: read from their journals, and written event by event."""

from collections.abc import Iterator
from typing import TypeGuard

import msgspec

from openoutcry.server.slices import Slices
from openoutcry.server.store.bot_accounts import LADDER
from openoutcry.server.store.interface import NOTHING, Consequences, Entry, FloorStore, Row
from openoutcry.table import journal as j
from openoutcry.table import telling
from openoutcry.table.protocol import TableLine
from openoutcry.table.result import results
from openoutcry.table.seat import Asking, is_remote
from openoutcry.table.state import TableState

_encode = msgspec.json.Encoder().encode


async def load(store: FloorStore, id: str, slices: Slices) -> TableState | None:
    """The table as its journal tells it; None if there is no such table."""
    table = TableState(id)
    entries = await store.journal_from_snapshot(id)
    if not entries:
        return None
    table.n = entries[0].n
    await slices.run(applying(table, entries))
    return table


def applying(table: TableState, entries: list[Entry]) -> Iterator[None]:
    """Let the table take in entries of its journal, in small pieces."""
    for entry in entries:
        yield from table.applying(j.decode(entry.body), entry.at)


async def load_seats(store: FloorStore, id: str) -> tuple[TableState, Row] | None:
    """Who sits where, and the table's row of the index; None if there is no such table.

    Needs no rules: how the match stands is as the index says.
    """
    table = TableState(id, with_match=False)
    entries = await store.journal_from_snapshot(id)
    table.n = entries[0].n if entries else 0
    for _ in applying(table, entries):
        pass
    row = await store.row(id)  # after the journal: if another event comes between, append fails
    if row is None:
        return None
    table.state = row.state
    table.asking = {seat: Asking(0, 0) for seat in _line(row).turn}
    return table, row


async def append_to_seats(
    store: FloorStore, table: TableState, event: j.Event, at: int, row: Row
) -> bool:
    """As `append`, for a table without its match: all but the seats stays as in `row`."""
    line = msgspec.structs.replace(
        _line(row),
        state=table.state,
        seats=[seat.shown for seat in table.seats],
        people=table.people(),
        changed=table.changed,
        turn=sorted(table.asking),
        turn_of=table.awaited(),
    )
    new = Row(
        table.id,
        table.state,
        row.private,
        table.changed,
        _due(table, event, at, row),
        _encode(line),
        tuple(table.people()),
        table.snapshot,
    )
    return await store.append(table.id, Entry(table.n - 1, at, j.encode(event)), new)


def _due(table: TableState, event: j.Event, at: int, row: Row) -> int | None:
    if table.state == "closed":
        return None
    if isinstance(event, j.BotSat) and event.seat in table.asking:
        return at  # so that a server makes the bot answer
    return row.due


def _line(row: Row) -> TableLine:
    return msgspec.json.decode(row.line, type=TableLine)


async def append(store: FloorStore, table: TableState, event: j.Event, at: int) -> bool:
    """Store the event that the table has just applied; False if another process was quicker."""
    entry = Entry(table.n - 1, at, j.encode(event))
    return await store.append(table.id, entry, index_row(table), consequences(table, event, at))


def consequences(table: TableState, event: j.Event, at: int) -> Consequences:
    """What the event that the table has just applied means for the people at it."""
    if not isinstance(event, j.Played | j.Started | j.Rewound | j.Unsealed):
        mentioned, invited = _mentioned(event), _invited(event)
        return Consequences(called=invited, mentioned=mentioned) if mentioned else NOTHING
    if table.state == "over":
        return Consequences(results=tuple(results(table)))
    called = table.asked_since(at)
    if _was_there(event):
        present = table.seats[event.seat].person
        called = [person for person in called if person != present]
    if isinstance(event, j.Played) and event.stand_in is not None and table.is_over_days:
        called = _with_warned(table, event.seat, called)
    return Consequences(called=tuple(called)) if called else NOTHING


def _was_there(event: j.Event) -> TypeGuard[j.Played]:
    """Did somebody decide on the spot? Then they see themselves whether it is their turn again."""
    is_own = isinstance(event, j.Played) and event.stand_in is None
    return is_own and not isinstance(event, j.PlayedInAdvance)


def _invited(event: j.Event) -> tuple[str, ...]:
    """People who were given a seat at a new table. After a match they are still there; a contest's
    tables begin at once."""
    if not isinstance(event, j.Opened) or event.contest is not None or event.previous is not None:
        return ()
    others = (plan.person for plan in event.seats if plan.person != event.host)
    return tuple(dict.fromkeys(person for person in others if person is not None))


def _mentioned(event: j.Event) -> tuple[str, ...]:
    """People whose names or words the event holds."""
    match event:
        case j.Opened():
            seated = [plan.person for plan in event.seats if plan.person is not None]
            bots = [plan.bot for plan in event.seats if is_remote(plan.bot)]
            return (event.host, *seated, *bots)
        case j.BotSat():
            return (event.level,) if is_remote(event.level) else ()
        case j.Sat() | j.Said() | j.Replaced():
            return (event.person,)
        case j.Muted() | j.KickAsked() | j.Kicked():
            return event.person, event.by
        case j.ChatAllowed():
            return (event.by,)
        case _:
            return ()


def _with_warned(table: TableState, seat: int, called: list[str]) -> list[str]:
    """Whoever let time run out is told so, and the others where they are asked about it."""
    person = table.seats[seat].person
    asked = table.others_than(person) if seat in table.stand_ins else []
    return list(dict.fromkeys([*called, *asked, *([person] if person is not None else [])]))


def index_row(table: TableState) -> Row:
    """The table's entry in the index."""
    return Row(
        table.id,
        table.state,
        table.about.private,
        table.changed,
        table.due(),
        _encode(telling.line(table)),
        (*table.people(), *table.remote_bots(), *((LADDER,) if table.about.ladder else ())),
        table.snapshot,
    )
