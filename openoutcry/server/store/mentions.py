"""Where somebody's name or words are kept: so that they can be taken out again."""

from openoutcry.server.store.moderation import Query


class Mentions:
    """In a database of either kind; journals that were put aside are journals, too."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def tables(self, person: str) -> list[str]:
        """Those whose journals hold anything of theirs."""
        sql = (
            "SELECT table_id FROM mentions WHERE person = $1"
            " UNION SELECT table_id FROM seated WHERE person = $1"
        )
        return [str(row[0]) for row in await self._ask(sql, person)]

    async def entries(self, table: str, since: int = 0) -> list[tuple[int, bytes]]:
        """Numbers and bodies."""
        sql = (
            "SELECT n, body FROM journal WHERE table_id = $1 AND n >= $2"
            " UNION ALL SELECT n, body FROM archive WHERE table_id = $1 AND n >= $2 ORDER BY n"
        )
        return [(int(n), bytes(body)) for n, body in await self._ask(sql, table, since)]

    async def rewrite_entry(self, table: str, n: int, body: bytes) -> None:
        for kept in ("journal", "archive"):
            sql = f"UPDATE {kept} SET body = $3 WHERE table_id = $1 AND n = $2"
            await self._tell(sql, table, n, body)

    async def rewrite_line(self, table: str, line: bytes, before: bytes) -> bool:
        """False if it has changed meanwhile."""
        sql = "UPDATE tables SET line = $2 WHERE id = $1 AND line = $3 RETURNING id"
        return bool(await self._tell(sql, table, line, before))

    async def results_at(self, table: str) -> list[tuple[str, int, bytes]]:
        """Of everybody who played there: who, in which seat, and what."""
        sql = "SELECT person, seat, body FROM results WHERE table_id = $1"
        return [(str(row[0]), int(row[1]), bytes(row[2])) for row in await self._ask(sql, table)]

    async def rewrite_result(self, person: str, table: str, seat: int, body: bytes) -> None:
        sql = "UPDATE results SET body = $4 WHERE person = $1 AND table_id = $2 AND seat = $3"
        await self._tell(sql, person, table, seat, body)

    async def forget(self, person: str, erased: str) -> None:
        """Everything that is kept about somebody beside their moves. What they were reported for
        stays until somebody has seen to it."""
        await self._tell(
            "UPDATE reports SET reporter_name = $2 WHERE reporter = $1", person, erased
        )
        await self._tell(
            "UPDATE reports SET name = $2, lines = '' WHERE person = $1 AND settled = 1",
            *(person, erased),
        )
        for sql in _FORGET:
            await self._tell(sql, person)

    async def forget_bot(self, bot: str, erased: str) -> None:
        """The same for a bot from elsewhere, and its name, which is its id. The name of one that
        was banned stays: nobody can have it."""
        await self.forget(bot, erased)
        await self._tell("DELETE FROM bots WHERE person = $1", bot)
        await self._tell("DELETE FROM people WHERE id = $1 AND banned = 0", bot)


_FORGET = (
    "DELETE FROM outbox WHERE channel IN (SELECT id FROM channels WHERE person = $1)",
    "DELETE FROM outbox WHERE person = $1",
    "DELETE FROM channels WHERE person = $1",
    "DELETE FROM results WHERE person = $1",
    "DELETE FROM tries WHERE person = $1",
    "DELETE FROM ratings WHERE person = $1",
    "DELETE FROM profiles WHERE person = $1",
    "DELETE FROM vacations WHERE person = $1",
    "DELETE FROM bots WHERE owner = $1",
    "DELETE FROM contestants WHERE person = $1",
    "DELETE FROM blocks WHERE person = $1",
    "DELETE FROM addresses WHERE person = $1",
    "DELETE FROM seated WHERE person = $1",
    "DELETE FROM mentions WHERE person = $1",
)
