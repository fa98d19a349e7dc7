"""What the store keeps so that order can be kept: reports, blocks, addresses and their bans."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

Query = Callable[..., Awaitable[list[Any]]]
"""An SQL statement with `$1` for the first value; gives the rows."""


class Report(Struct, frozen=True):
    """What somebody told the operator about somebody else."""

    id: str
    at: int
    table: str
    reporter: str
    reporter_name: str
    person: str
    name: str
    reason: str
    text: str
    lines: str
    """What the person last wrote at the table, line by line."""


class AddressBan(Struct, frozen=True):
    address: str
    """As it is kept: hashed unless the operator wants it otherwise."""
    person: str
    """On whose account."""
    since: int
    until: int


_REPORT = (
    "id, at, table_id, reporter, reporter_name, person, name, reason, text, lines"  # as in Report
)


class Moderation:
    """The same statements for both kinds of databases."""

    def __init__(self, read: Query, write: Query) -> None:
        self._read = read
        self._write = write

    # Reports

    async def add_report(self, report: Report) -> None:
        await self._write(
            f"INSERT INTO reports ({_REPORT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            *(report.id, report.at, report.table, report.reporter, report.reporter_name),
            *(report.person, report.name, report.reason, report.text, report.lines),
        )

    async def reports(self, settled: bool = False) -> list[Report]:
        """Those that nobody has seen to yet, or the others; the oldest first."""
        sql = f"SELECT {_REPORT} FROM reports WHERE settled = $1 ORDER BY at"
        return [Report(*row) for row in await self._read(sql, int(settled))]

    async def settle_report(self, id: str) -> bool:
        """False if there is no such open report."""
        sql = "UPDATE reports SET settled = 1 WHERE id = $1 AND settled = 0 RETURNING id"
        return bool(await self._write(sql, id))

    # Blocks

    async def block(self, person: str, other: str) -> None:
        await self._write(
            "INSERT INTO blocks (person, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            person,
            other,
        )

    async def unblock(self, person: str, other: str) -> None:
        await self._write("DELETE FROM blocks WHERE person = $1 AND blocked = $2", person, other)

    async def blocked_by(self, person: str) -> list[str]:
        """Whom the person has blocked."""
        sql = "SELECT blocked FROM blocks WHERE person = $1 ORDER BY blocked"
        return [row[0] for row in await self._read(sql, person)]

    # Addresses

    async def note_address(self, person: str, address: str, at: int) -> None:
        await self._write(
            "INSERT INTO addresses (person, address, at) VALUES ($1, $2, $3)"
            " ON CONFLICT (person, address) DO UPDATE SET at = excluded.at",
            person,
            address,
            at,
        )

    async def addresses_of(self, person: str) -> list[str]:
        sql = "SELECT address FROM addresses WHERE person = $1 ORDER BY at DESC"
        return [row[0] for row in await self._read(sql, person)]

    async def forget_addresses(self, before: int) -> None:
        """Those where nobody has come from since, and bans that are over."""
        await self._write("DELETE FROM addresses WHERE at < $1", before)
        await self._write("DELETE FROM address_bans WHERE until < $1", before)

    async def ban_address(self, ban: AddressBan) -> None:
        """A later ban replaces an earlier one."""
        await self._write(
            "INSERT INTO address_bans (address, person, since, until) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT (address) DO UPDATE SET person = excluded.person,"
            " since = excluded.since, until = excluded.until",
            *(ban.address, ban.person, ban.since, ban.until),
        )

    async def lift_address_bans(self, person: str) -> None:
        await self._write("DELETE FROM address_bans WHERE person = $1", person)

    async def address_bans(self, now: int) -> list[AddressBan]:
        """Those that are in force."""
        sql = "SELECT address, person, since, until FROM address_bans WHERE until > $1"
        return [AddressBan(*row) for row in await self._read(sql, now)]
