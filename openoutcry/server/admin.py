"""What the operator may do from the command line, even while people play."""

import contextlib
import os
import time
from pathlib import Path

import msgspec

from openoutcry.core.errors import OutcryError
from openoutcry.server import persistence
from openoutcry.server.clock import now_ms
from openoutcry.server.live_table import Command
from openoutcry.server.live_tables import changed_note
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.store.backup import check_backup
from openoutcry.server.store.interface import NEWEST, Person, Row, Store, StoreDown
from openoutcry.table import commands
from openoutcry.table import protocol as p
from openoutcry.table.state import TableState

_ATTEMPTS = 20


async def tables(store: Store) -> list[str]:
    """A line for each table: id, state, title, seats, last change."""
    lines = []
    for row in await store.all_tables():
        line = msgspec.json.decode(row.line, type=p.TableLine)
        seats = ", ".join(seat or "(open)" for seat in line.seats)
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.changed / 1000))
        lines.append(f"{row.id}  {row.state:<8} {line.title:<12} {when}  {seats}")
    return lines


async def end(store: Store, id: str) -> str:
    """Close a table for good; what was hidden stays hidden."""
    if not await amend(store, id, commands.end):
        return f"{id} had ended already"
    await unlink(store, id)
    return f"{id} is closed"


async def unlink(store: Store, id: str) -> None:
    """Make way for another rematch if the table was one and is closed."""
    closed, _ = await _read(store, id)
    if closed.state == "closed" and closed.about.previous is not None:
        await amend(store, closed.about.previous, lambda t: commands.unlink(t, id))


async def ban(store: Store, who: str) -> str:
    """Shut somebody out, by id or by a name kept with a password; bots take over the seats."""
    person = await _find(store, who)
    while not await store.change_person(person, _banned(person)):
        person = await _find(store, person.id)
    seats = 0
    lines, _ = await store.listed_for(person.id, NEWEST, 10_000)
    for line in lines:
        table = msgspec.json.decode(line, type=p.TableLine)
        if table.state in ("open", "playing"):
            seats += await _empty_seats(store, table.id, person.id)
    await store.announce(changed_note(person.id))
    return f"{person.name} ({person.id}) is banned; {seats} seats were freed"


def _banned(person: Person) -> Person:
    return msgspec.structs.replace(person, banned=True, epoch=person.epoch + 1)


async def _empty_seats(store: Store, id: str, person: str) -> int:
    seats = 0
    while await amend(store, id, lambda t: commands.remove(t, person, stand_in(t))):
        seats += 1
    if await amend(store, id, lambda t: commands.step_down(t, person)):
        await unlink(store, id)
    return seats


async def _find(store: Store, who: str) -> Person:
    person = await store.person(who) or await store.person_named(who)
    if person is None:
        raise OutcryError(
            f"nobody is called {who!r}: give the id that `outcry admin tables --people` shows,"
            " or a name kept by a password"
        )
    return person


async def people(store: Store) -> list[str]:
    """Everybody who has a seat at a table that is open or playing: id, name, table."""
    found = []
    for row in await store.all_tables():
        if row.state not in ("open", "playing"):
            continue
        table, _ = await _read(store, row.id)
        for seat in table.seats:
            if seat.person is not None:
                found.append(f"{seat.person}  {seat.name:<24}  {row.id}")
    return found


async def backup(store: Store, target: Path) -> str:
    """Everything into one file, while people play."""
    if target.exists():
        raise OutcryError(f"{target}: exists already; choose another name")
    partial = target.with_name(target.name + ".part")
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
        await store.export(partial)
        partial.replace(target)
    except (OSError, StoreDown) as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise OutcryError(f"{target}: cannot be written: {error}") from None
    return f"{target}: {target.stat().st_size} bytes; keep it as secret as the data folder"


async def restore(store: Store, source: Path) -> str:
    """Everything from a backup, into an empty store."""
    check_backup(source)
    await store.restore(source)
    return f"{len(await store.all_tables())} tables restored from {source}"


async def _read(store: Store, id: str) -> tuple[TableState, Row]:
    """Without the match, so that a table whose rules are not installed can be managed, too."""
    found = await persistence.load_seats(store, id)
    if found is None:
        raise OutcryError(f"there is no table {id!r}; `outcry admin tables` lists them")
    return found


async def amend(store: Store, id: str, command: Command) -> bool:
    """Write an event, perhaps alongside a running server."""
    for _ in range(_ATTEMPTS):
        table, row = await _read(store, id)
        event, at = command(table), now_ms()
        if event is None:
            return False
        table.apply(event, at)
        if await persistence.append_to_seats(store, table, event, at, row):
            return True
    raise OutcryError(f"{id}: people play too fast; try again")
