"""Vacations: when the clocks of somebody's matches over days stand still."""

from msgspec import Struct

from openoutcry.server.store.moderation import Query


class Vacation(Struct, frozen=True):
    """From one time to another; the day, such as 2026-11-18, is that of its beginning."""

    person: str
    day: str
    begins: int
    ends: int


class Vacations:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def of(self, person: str) -> list[Vacation]:
        """Somebody's, the last first."""
        sql = (
            "SELECT person, day, begins, ends FROM vacations WHERE person = $1"
            " ORDER BY begins DESC LIMIT 400"
        )
        return [Vacation(*row) for row in await self._ask(sql, person)]

    async def begin(self, vacation: Vacation) -> bool:
        """False if one began that day: there is at most one a day, however often somebody asks."""
        sql = (
            "INSERT INTO vacations (person, day, begins, ends) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT DO NOTHING RETURNING day"
        )
        about = (vacation.person, vacation.day, vacation.begins, vacation.ends)
        return bool(await self._tell(sql, *about))

    async def end(self, vacation: Vacation, at: int) -> None:
        """It ends earlier than was planned."""
        sql = "UPDATE vacations SET ends = $3 WHERE person = $1 AND day = $2 AND ends > $3"
        await self._tell(sql, vacation.person, vacation.day, at)
