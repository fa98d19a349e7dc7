"""What the operator may do from the command line, even while people play."""

import asyncio
import contextlib
import glob
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from openoutcry.core.errors import OutcryError
from openoutcry.server import persistence
from openoutcry.server.live_table import Command
from openoutcry.server.live_tables import BANS_NOTE, changed_note
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.store import backup as backups
from openoutcry.server.store.interface import NEWEST, Person, Row, Store, StoreDown
from openoutcry.server.store.moderation import AddressBan
from openoutcry.server.store.sqlite import migrate
from openoutcry.table import commands
from openoutcry.table import protocol as p
from openoutcry.table.state import TableState

_ATTEMPTS = 20
_MOST_ADDRESSES = 20
"""How many of a person's latest addresses a ban shuts out."""
_DATE = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9]*Z"
"""How an older backup's name ends, as a glob pattern."""


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


async def ban(store: Store, who: str, hours: float = 24) -> str:
    """Shut somebody out, by id or by a name kept with a password; bots take over the seats. For
    that many hours nobody new is let in from the same addresses."""
    person = await _find(store, who)
    while not await store.change_person(person, _banned(person)):
        person = await _find(store, person.id)
    seats = 0
    lines, _ = await store.listed_for(person.id, NEWEST, 10_000)
    for line in lines:
        table = msgspec.json.decode(line, type=p.TableLine)
        if table.state in ("open", "playing"):
            seats += await empty_seats(store, table.id, person.id)
    await store.contests.remove(person.id, store.now_ms())
    await store.announce(changed_note(person.id))
    addresses = await _ban_addresses(store, person.id, hours) if hours else 0
    shut = f", {addresses} addresses shut for {hours:g} hours" if addresses else ""
    return f"{person.name} ({person.id}) is banned; {seats} seats were freed{shut}"


async def _ban_addresses(store: Store, person: str, hours: float) -> int:
    since = store.now_ms()
    until = since + int(hours * 3600_000)
    known = await store.moderation.addresses_of(person)
    for address in known[:_MOST_ADDRESSES]:
        await store.moderation.ban_address(AddressBan(address, person, since, until))
    await store.announce(BANS_NOTE)
    return min(len(known), _MOST_ADDRESSES)


async def unban(store: Store, who: str) -> str:
    """Let somebody in again, and whoever else comes from there."""
    person = await _find(store, who)
    while person.banned and not await store.change_person(person, _unbanned(person)):
        person = await _find(store, person.id)
    await store.moderation.lift_address_bans(person.id)
    await store.announce(BANS_NOTE)
    return f"{person.name} ({person.id}) may come in again"


def _unbanned(person: Person) -> Person:
    return msgspec.structs.replace(person, banned=False)


async def reports(store: Store, settled: bool = False) -> list[str]:
    """What people reported, the oldest first; with what the reported person had written."""
    lines = []
    for report in await store.moderation.reports(settled):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(report.at / 1000))
        lines.append(f"{report.id}  {when}  {report.reason:<9} {report.name} ({report.person})")
        lines.append(f"    by {report.reporter_name} ({report.reporter}) at {report.table}")
        lines += [f"    {report.text}"] if report.text else []
        lines += [f"    > {line}" for line in report.lines.splitlines()]
    return lines


async def settle(store: Store, id: str) -> str:
    """A report that somebody has seen to."""
    if not await store.moderation.settle_report(id):
        raise OutcryError(f"there is no open report {id!r}; `outcry admin reports` lists them")
    return f"{id} is settled"


def _banned(person: Person) -> Person:
    return msgspec.structs.replace(person, banned=True, epoch=person.epoch + 1)


async def empty_seats(store: Store, id: str, person: str) -> int:
    """Take somebody out of a table, whatever its rules; how many seats that were."""
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


async def backup(store: Store, target: Path, keep: int) -> str:
    """Everything into one file, while people play. The copies before it are kept beside it, with
    their dates; it takes the newest one's place only when it was found to be whole."""
    partial = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
        await store.export(partial)
        tables = await asyncio.to_thread(backups.check, partial)
        _set_aside(target)
        partial.replace(target)
        _forget_oldest(target, keep)
    except (OSError, StoreDown) as error:
        raise OutcryError(f"{target}: cannot be written: {error}") from None
    finally:
        partial.unlink(missing_ok=True)
    size = target.stat().st_size
    return f"{target}: {tables} tables, {size} bytes, checked; keep it as secret as the data folder"


def _set_aside(newest: Path) -> None:
    """Give the copy that was the newest a name with its date."""
    with contextlib.suppress(FileNotFoundError):
        made = datetime.fromtimestamp(newest.stat().st_mtime, UTC)
        date = made.strftime("%Y-%m-%dT%H%M%S.%f")
        newest.rename(newest.with_name(f"{newest.name}.{date}Z"))


def _forget_oldest(newest: Path, keep: int) -> None:
    dated = sorted(newest.parent.glob(f"{glob.escape(newest.name)}.{_DATE}"))
    for old in dated[: max(0, len(dated) + 1 - keep)]:
        old.unlink()


async def restore(store: Store, source: Path) -> str:
    """Everything from a backup of any schema, into an empty store."""
    await asyncio.to_thread(backups.check, source)
    with backups.brought_up_to_date(source, migrate) as copy:
        await store.restore(copy)
    return f"{len(await store.all_tables())} tables restored from {source}"


async def _read(store: Store, id: str) -> tuple[TableState, Row]:
    """Without the match, so that a table whose rules are not installed can be managed as well."""
    found = await persistence.load_seats(store, id)
    if found is None:
        raise OutcryError(f"there is no table {id!r}; `outcry admin tables` lists them")
    return found


async def amend(store: Store, id: str, command: Command) -> bool:
    """Write an event, perhaps alongside a running server."""
    for _ in range(_ATTEMPTS):
        table, row = await _read(store, id)
        event, at = command(table), store.now_ms()
        if event is None:
            return False
        table.apply(event, at)
        if await persistence.append_to_seats(store, table, event, at, row):
            return True
    raise OutcryError(f"{id}: people play too fast; try again")
