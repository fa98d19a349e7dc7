"""All matches of a browser in a file, and into another browser: finished ones and others."""

import msgspec

from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.persistence import append
from openoutcry.server.store.interface import NEWEST, FloorStore
from openoutcry.server.store.results import Try
from openoutcry.table import journal as j
from openoutcry.table.protocol import TableLine
from openoutcry.table.protocol.moving import Brought, MatchesFile, MovedEvent, MovedTable
from openoutcry.table.state import TableState

_PAGE = 100
_LARGEST = 64 * 1024 * 1024
_line = msgspec.json.Decoder(TableLine)


async def take_along(call: Call) -> Reply:
    """The file."""
    store, person = call.backend.store, call.person.id
    tables = [await _moved(store, id) for id in await _tables_of(store, person)]
    file = MatchesFile("open outcry matches", 1, person, tables)
    return Reply(msgspec.json.encode(file))


async def _tables_of(store: FloorStore, person: str) -> list[str]:
    found: list[str] = []
    before, more = NEWEST, True
    while more:
        page, more = await store.listed_for(person, before, _PAGE)
        lines = [_line.decode(line) for line in page]
        found += [line.id for line in lines]
        if lines:
            before = (lines[-1].changed, lines[-1].id)
    return found


async def _moved(store: FloorStore, id: str) -> MovedTable:
    entries = await store.journal_from_snapshot(id)
    return MovedTable(id, [MovedEvent(entry.n, entry.at, entry.body.decode()) for entry in entries])


async def bring(call: Call) -> Brought:
    """Take over the matches of such a file that are not here yet."""
    file: MatchesFile = call.body
    store, me = call.backend.store, call.person.id
    brought = Brought(0, 0, 0)
    for moved in file.tables:
        if await store.row(moved.id) is not None:
            brought.known += 1
            continue
        # The person's id is 64 random bits: it can stand for nothing else in a journal.
        events = [(e, e.body.replace(file.person, me).encode()) for e in moved.events]
        if not _is_sound(moved.id, events, me):
            brought.unreadable += 1
            continue
        table = _empty(moved.id, events)
        for event, body in events:
            change = j.decode(body)
            table.apply(change, event.at)
            await append(store, table, change, event.at)
        brought.new += 1
        if table.about.daily is not None and table.about.daily.counts:
            await store.results.begin(Try(table.about.daily.deal, me, table.id))
    return brought


def _empty(id: str, events: list[tuple[MovedEvent, bytes]]) -> TableState:
    table = TableState(id)
    table.n = events[0][0].n
    return table


def _is_sound(id: str, events: list[tuple[MovedEvent, bytes]], me: str) -> bool:
    """Does it add up to a table at which I sit? Played through before anything is written: anybody
    may have made the file, and nothing that it can hold may end the floor."""
    table = _empty(id, events)
    try:
        for event, body in events:
            if event.n != table.n:
                return False
            table.apply(j.decode(body), event.at)
    except Exception:  # an odd journal or edition can make a title's code raise anything
        return False
    return me in table.people()


ENDPOINTS = (
    Endpoint(take_along, "GET", "/api/here/matches", "All matches as a file", needs_person=True),
    Endpoint(
        bring,
        "POST",
        "/api/here/matches",
        "Bring matches in from such a file",
        Brought,
        MatchesFile,
        needs_person=True,
        largest=_LARGEST,
        misread="matches_file",
    ),
)
"""Calls that only the floor in a browser has: a server's matches are not one person's to take."""
