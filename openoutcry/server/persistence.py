"""Tables in the store: read from their journals, and written event by event."""

import msgspec

from openoutcry.server.store.interface import Entry, Row, Store
from openoutcry.table import journal as j
from openoutcry.table.state import TableState

_encode = msgspec.json.Encoder().encode


async def load(store: Store, id: str) -> TableState | None:
    """The table as its journal tells it; None if there is no such table."""
    table = TableState(id)
    for event, at in await events_since(store, table):
        table.apply(event, at)
    return table if table.n else None


async def events_since(store: Store, table: TableState) -> list[tuple[j.Event, int]]:
    """What the journal has beyond the table's state, each event with its time."""
    entries = await store.journal(table.id, table.n)
    return [(j.decode(entry.body), entry.at) for entry in entries]


async def append(store: Store, table: TableState, event: j.Event, at: int) -> bool:
    """Store the event that the table has just applied; False if another process was quicker."""
    return await store.append(table.id, Entry(table.n - 1, at, j.encode(event)), index_row(table))


def index_row(table: TableState) -> Row:
    """The table's entry in the index."""
    return Row(
        table.id,
        table.state,
        table.about.private,
        table.changed,
        table.due(),
        _encode(table.line()),
        tuple(table.people()),
    )
