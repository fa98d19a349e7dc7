"""Results of matches, and tries at deals of the day."""

from collections.abc import Collection
from typing import Protocol

import msgspec
from msgspec import Struct

from openoutcry.server.store.moderation import Query
from openoutcry.table.result import Result, decode, encode

MOST_OF_A_DEAL = 2000
"""Results of a deal that are looked at, the latest."""
COLUMNS = "person, table_id, seat, title, ended, deal, counts, body"


class Try(Struct, frozen=True):
    """The table at which somebody tries a deal of the day."""

    deal: str
    person: str
    table: str


class Tried(Struct, frozen=True):
    """What is asked of others' results at a deal."""

    person: str
    place: int
    score: int
    way: list[str] = []


decode_tried = msgspec.json.Decoder(Tried).decode


class KeptResults(Protocol):
    async def try_of(self, deal: str, person: str) -> str | None:
        """The table at which the person tries the deal."""

    async def begin(self, tried: Try) -> bool:
        """False if the person has tried that deal before."""

    async def of_deal(self, deal: str) -> list[bytes]:
        """Of everybody who has finished it, or of the last who have: each as JSON that
        `decode_tried` reads, as there may be very many."""

    async def at_deal(self, deal: str, person: str) -> Result | None:
        """The person's own, once it is finished."""

    async def of_person(self, person: str, before: int, limit: int) -> list[Result]:
        """Of matches that ended before, the last first."""

    async def deals_of(self, person: str, title: str) -> list[Result]:
        """The person's tries at deals of the day that are finished."""

    async def put(self, results: Collection[Result]) -> None:
        """Again, if that was interrupted; those that are known stay as they are."""

    async def line(self, deal: str) -> bytes | None:
        """How the tycoon played the deal, as JSON."""

    async def keep_line(self, deal: str, line: bytes) -> None: ...


class Results:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def try_of(self, deal: str, person: str) -> str | None:
        sql = "SELECT table_id FROM tries WHERE deal = $1 AND person = $2"
        rows = await self._ask(sql, deal, person)
        return str(rows[0][0]) if rows else None

    async def begin(self, tried: Try) -> bool:
        return bool(
            await self._tell(
                "INSERT INTO tries (deal, person, table_id) VALUES ($1, $2, $3)"
                " ON CONFLICT DO NOTHING RETURNING table_id",
                *(tried.deal, tried.person, tried.table),
            )
        )

    async def of_deal(self, deal: str) -> list[bytes]:
        sql = "SELECT body FROM results WHERE deal = $1 ORDER BY ended DESC LIMIT $2"
        return [bytes(body) for (body,) in await self._ask(sql, deal, MOST_OF_A_DEAL)]

    async def at_deal(self, deal: str, person: str) -> Result | None:
        sql = "SELECT body FROM results WHERE deal = $1 AND person = $2"
        return next(iter(_results(await self._ask(sql, deal, person))), None)

    async def of_person(self, person: str, before: int, limit: int) -> list[Result]:
        sql = (
            "SELECT body FROM results WHERE person = $1 AND ended < $2 ORDER BY ended DESC LIMIT $3"
        )
        return _results(await self._ask(sql, person, before, limit))

    async def deals_of(self, person: str, title: str) -> list[Result]:
        sql = "SELECT body FROM results WHERE person = $1 AND title = $2 AND deal <> ''"
        return _results(await self._ask(sql, person, title))

    async def put(self, results: Collection[Result]) -> None:
        for result in results:
            await self._tell(insertion("$"), *values(result))

    async def line(self, deal: str) -> bytes | None:
        rows = await self._ask("SELECT body FROM deals WHERE deal = $1", deal)
        return bytes(rows[0][0]) if rows else None

    async def keep_line(self, deal: str, line: bytes) -> None:
        sql = "INSERT INTO deals (deal, body) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._tell(sql, deal, line)


def insertion(mark: str) -> str:
    """The statement that adds a result; `mark` stands before a value's number."""
    marks = ", ".join(f"{mark}{number}" for number in range(1, 9))
    return f"INSERT INTO results ({COLUMNS}) VALUES ({marks}) ON CONFLICT DO NOTHING"


def values(result: Result) -> tuple[object, ...]:
    """A result as both databases take it."""
    about = (result.person, result.table, result.seat, result.title, result.ended, result.deal)
    return (*about, int(result.counts), encode(result))


def _results(rows: list[tuple[bytes]]) -> list[Result]:
    return [decode(bytes(body)) for (body,) in rows]
