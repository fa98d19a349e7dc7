"""Analyses, kept with their matches."""

from typing import Protocol

from openoutcry.server.store.moderation import Query


class KeptAnalyses(Protocol):
    async def kept(self, table: str) -> bytes | None:
        """The analysis of the table's match, as JSON."""

    async def keep(self, table: str, analysis: bytes) -> None: ...


class Analyses:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def kept(self, table: str) -> bytes | None:
        rows = await self._ask("SELECT body FROM analyses WHERE table_id = $1", table)
        return bytes(rows[0][0]) if rows else None

    async def keep(self, table: str, analysis: bytes) -> None:
        await self._tell(
            "INSERT INTO analyses (table_id, body) VALUES ($1, $2)"
            " ON CONFLICT (table_id) DO UPDATE SET body = excluded.body",
            table,
            analysis,
        )
