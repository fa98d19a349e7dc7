"""Takes somebody's name out of everything that is kept; the moves stay."""

from typing import Any

import msgspec

from openoutcry.server.accounts import Accounts
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.store.interface import NEWEST, Person, Store
from openoutcry.table import commands
from openoutcry.table.protocol import TableLine

ERASED = "—"
_MOST_TABLES = 10_000


async def erase_names(store: Store, person: str) -> list[str]:
    """From journals, lists and others' results; gives the tables."""
    kept = store.standings
    tables = await kept.tables_of(person)
    for table in tables:
        for entry in await store.journal(table):
            body = without(entry.body, person)
            if body != entry.body:
                await kept.rewrite_entry(table, entry.n, body)
        row = await store.row(table)
        if row is not None:
            await kept.rewrite_line(table, _line_without(row.line, person))
        for other, seat, body in await kept.results_at(table):
            await kept.rewrite_result(other, table, seat, without(body, person))
    return tables


class Erasing:
    """Takes somebody out of everything, tables in memory included."""

    def __init__(self, store: Store, accounts: Accounts, tables: LiveTables) -> None:
        self._store = store
        self._accounts = accounts
        self._tables = tables

    async def erase(self, person: Person) -> None:
        """Bots take over where the person plays; the account is nobody's afterwards."""
        lines, _ = await self._store.listed_for(person.id, NEWEST, _MOST_TABLES)
        for line in lines:
            known = msgspec.json.decode(line, type=TableLine)
            if known.state in ("open", "playing"):
                live = await self._tables.get(known.id)
                await live.run_all(lambda t: commands.remove(t, person.id, stand_in(t)))
        changed = await self._accounts.forget(person)
        erased = await erase_names(self._store, person.id)
        await self._store.standings.forget(person.id)
        await self._tables.person_changed(changed)
        for id in erased:
            if self._tables.has(id):
                await (await self._tables.get(id)).reload()


def without(body: bytes, person: str) -> bytes:
    """The same JSON, with nothing that says what somebody was called or wrote.

    >>> without(b'{"type":"said","person":"a","name":"Ann","text":"hm"}', "a").decode()
    '{"type":"said","person":"a","name":"—","text":"—"}'
    >>> without(b'{"seats":[{"person":"b","name":"Ben"}]}', "a").decode()
    '{"seats":[{"person":"b","name":"Ben"}]}'
    """
    known = msgspec.json.decode(body)
    changed = _cleaned(known, person)
    return body if changed == known else msgspec.json.encode(changed)


def _cleaned(value: Any, person: str) -> Any:
    if isinstance(value, list):
        return [_cleaned(item, person) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: _cleaned(item, person) for key, item in value.items()}
    if found.get("person") == person:
        found |= {key: ERASED for key in ("name", "text") if found.get(key)}
    if found.get("by") == person and "by_name" in found:
        found["by_name"] = ERASED
    return found


def _line_without(line: bytes, person: str) -> bytes:
    known = msgspec.json.decode(line)
    owners = known.get("owners", [])
    seats = [
        ERASED if number < len(owners) and owners[number] == person else seat
        for number, seat in enumerate(known["seats"])
    ]
    return msgspec.json.encode({**known, "seats": seats})
