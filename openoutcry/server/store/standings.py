"""Ratings, who shows theirs, and what there is to say about somebody."""

from typing import Any, Protocol

from msgspec import Struct

from openoutcry.daily.deal import day_at
from openoutcry.server.store.moderation import Query
from openoutcry.table.result import Result, decode

BOARD = 100
"""Lines of a leaderboard."""
LEAST_PLAYED = 3
"""Matches after which somebody stands on a leaderboard."""


class Standing(Struct, frozen=True):
    """Somebody's rating in a title; of one season, or of all time where that is empty."""

    person: str
    title: str
    season: str
    mu: float
    sigma: float
    played: int


class Rated(Struct, frozen=True):
    """What a match did to somebody's rating."""

    result: Result
    mu: float | None
    """None if the match did not count."""
    sigma: float | None


class Rate(Protocol):
    def __call__(
        self, results: list[Result], known: dict[tuple[str, str], Standing]
    ) -> list[Standing]:
        """The standings after a match: `known` has those before it, by person and season."""


class Standings:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def of(self, person: str) -> list[Standing]:
        sql = (
            "SELECT person, title, season, mu, sigma, played FROM ratings WHERE person = $1"
            " ORDER BY title, season"
        )
        return [Standing(*row) for row in await self._ask(sql, person)]

    async def board(self, title: str, season: str) -> list[tuple[Standing, str]]:
        """Those who show theirs, with their names, by the lower end of the rating, the best
        first."""
        sql = (
            "SELECT r.person, r.title, r.season, r.mu, r.sigma, r.played, p.name FROM ratings r"
            " JOIN people p ON p.id = r.person LEFT JOIN profiles h ON h.person = r.person"
            " WHERE r.title = $1 AND r.season = $2 AND r.played >= $3 AND coalesce(h.hidden, 0) = 0"
            " AND p.banned = 0 ORDER BY r.mu - 2 * r.sigma DESC, r.person LIMIT $4"
        )
        rows = await self._ask(sql, title, season, LEAST_PLAYED, BOARD)
        return [(Standing(*row[:6]), str(row[6])) for row in rows]

    async def seasons(self, title: str) -> list[str]:
        """In which somebody played it, the last first."""
        sql = (
            "SELECT DISTINCT season FROM ratings WHERE title = $1 AND season <> '' ORDER BY 1 DESC"
        )
        return [str(row[0]) for row in await self._ask(sql, title)]

    async def course(self, person: str, limit: int) -> list[Rated]:
        """Somebody's matches and what they did to the rating, the last first."""
        sql = "SELECT body, mu, sigma FROM results WHERE person = $1 ORDER BY ended DESC LIMIT $2"
        rows = await self._ask(sql, person, limit)
        return [Rated(decode(bytes(body)), mu, sigma) for body, mu, sigma in rows]

    async def is_hidden(self, person: str) -> bool:
        rows = await self._ask("SELECT hidden FROM profiles WHERE person = $1", person)
        return bool(rows and rows[0][0])

    async def hide(self, person: str, hidden: bool) -> None:
        await self._tell(
            "INSERT INTO profiles (person, hidden, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (person) DO UPDATE SET hidden = excluded.hidden",
            *(person, int(hidden), b"{}"),
        )


# Rating a match: the same statements for both databases, in one transaction of each.

NEXT = "SELECT table_id FROM results WHERE rated = 0 ORDER BY ended, table_id LIMIT 1"
RESULTS_OF = "SELECT body FROM results WHERE table_id = $1 ORDER BY seat"
KNOWN = (
    "SELECT person, title, season, mu, sigma, played FROM ratings"
    " WHERE person = $1 AND title = $2 AND season IN ('', $3)"
)
PUT = (
    "INSERT INTO ratings (person, title, season, mu, sigma, played)"
    " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (person, title, season) DO UPDATE"
    " SET mu = excluded.mu, sigma = excluded.sigma, played = excluded.played"
)
NOTE = "UPDATE results SET rated = 1, mu = $3, sigma = $4 WHERE person = $1 AND table_id = $2"
SETTLED = "UPDATE results SET rated = 1 WHERE table_id = $1"


def known_of(rows: list[Any]) -> dict[tuple[str, str], Standing]:
    found = [Standing(*row) for row in rows]
    return {(standing.person, standing.season): standing for standing in found}


def season_of(result: Result) -> str:
    """The quarter of the year in which the match ended."""
    day = day_at(result.ended)
    return f"{day.year}-{(day.month - 1) // 3 + 1}"
