"""Accounts of bots that play from elsewhere: whose they are, their tokens' hashes, who is here."""

from typing import Final

from msgspec import Struct

from openoutcry.server.store.moderation import Query

LADDER: Final = "@the ladder"
"""Under this name the index finds the tables of the ladder; no bot's name has a blank."""


class BotRow(Struct, frozen=True):
    """A bot. Its id, such as @Parrot, is also its name and that of its row among the people."""

    person: str
    owner: str
    token: str
    """The SHA-256 of the token; empty if it was revoked."""
    created: int
    stream: str
    """Which of its connections counts; empty if it has none."""
    seen: int
    """When that connection was last known to be there."""
    titles: str
    """What it plays, separated by blanks; empty for everything."""
    most: int
    """At how many tables at once."""


_COLUMNS = "b.person, b.owner, b.token, b.created, b.stream, b.seen, b.titles, b.most"
_WELCOME = "JOIN people p ON p.id = b.person JOIN people o ON o.id = b.owner"
_NOT_BANNED = "p.banned = 0 AND o.banned = 0"
MOST_LISTED = 200


class BotAccounts:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def add(self, bot: BotRow) -> None:
        await self._tell(
            "INSERT INTO bots (person, owner, token, created, stream, seen, titles, most)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            *(bot.person, bot.owner, bot.token, bot.created),
            *(bot.stream, bot.seen, bot.titles, bot.most),
        )

    async def of(self, owner: str) -> list[BotRow]:
        """Somebody's, the oldest first."""
        sql = f"SELECT {_COLUMNS} FROM bots b WHERE b.owner = $1 ORDER BY b.created, b.person"
        return [BotRow(*row) for row in await self._ask(sql, owner)]

    async def known(self, person: str) -> BotRow | None:
        """None also if it, or its owner, is banned."""
        sql = f"SELECT {_COLUMNS} FROM bots b {_WELCOME} WHERE b.person = $1 AND {_NOT_BANNED}"
        rows = await self._ask(sql, person)
        return BotRow(*rows[0]) if rows else None

    async def by_token(self, hashed: str) -> BotRow | None:
        """Whose token has that hash; None also if it, or its owner, is banned."""
        sql = f"SELECT {_COLUMNS} FROM bots b {_WELCOME} WHERE b.token = $1 AND {_NOT_BANNED}"
        rows = await self._ask(sql, hashed) if hashed else []
        return BotRow(*rows[0]) if rows else None

    async def listed(self) -> list[tuple[BotRow, str]]:
        """All that have a token, with their owners' names, those seen last first."""
        sql = (
            f"SELECT {_COLUMNS}, o.name FROM bots b {_WELCOME} WHERE {_NOT_BANNED}"
            f" AND b.token <> '' ORDER BY b.seen DESC, b.person LIMIT {MOST_LISTED}"
        )
        return [(BotRow(*row[:8]), str(row[8])) for row in await self._ask(sql)]

    async def tidy(self) -> None:
        """Finished matches of bots from elsewhere, and of the ladder, are found by their results.
        Round the clock there are so many that looking for the running ones would take long."""
        await self._tell(
            "INSERT INTO mentions SELECT person, table_id FROM seated"
            " WHERE person IN (SELECT person FROM bots) ON CONFLICT DO NOTHING"
        )
        await self._tell(
            "DELETE FROM seated WHERE (person = $1 OR person IN (SELECT person FROM bots))"
            " AND EXISTS (SELECT 1 FROM tables t"
            " WHERE t.id = table_id AND t.state IN ('over', 'closed'))",
            LADDER,
        )

    async def set_token(self, person: str, hashed: str) -> None:
        """Another token, or none; whoever is connected with the old one no longer counts."""
        sql = "UPDATE bots SET token = $2, stream = '', seen = 0 WHERE person = $1"
        await self._tell(sql, person, hashed)

    async def connect(self, person: str, stream: str, at: int, titles: str, most: int) -> None:
        """From now on this connection counts, and no other."""
        sql = "UPDATE bots SET stream = $2, seen = $3, titles = $4, most = $5 WHERE person = $1"
        await self._tell(sql, person, stream, at, titles, most)

    async def beat(self, person: str, stream: str, at: int) -> bool:
        """It is still there; False if another connection counts, or none."""
        sql = "UPDATE bots SET seen = $3 WHERE person = $1 AND stream = $2 RETURNING person"
        return bool(await self._tell(sql, person, stream, at))

    async def disconnect(self, person: str, stream: str) -> None:
        sql = "UPDATE bots SET stream = '', seen = 0 WHERE person = $1 AND stream = $2"
        await self._tell(sql, person, stream)
