"""Rates finished matches, in the order in which they ended, at one node at a time."""

import asyncio
import contextlib
import secrets
from typing import Final

from openoutcry.server.offered_bots import offered
from openoutcry.server.rating import RatedSeat, Rating, level_rating, rated
from openoutcry.server.store.interface import Store, StoreDown
from openoutcry.server.store.standings import Standing, season_of
from openoutcry.table.result import Result

_SECONDS: Final = 2.0
_AT_ONCE: Final = 50
"""Matches that are rated in one go; others want the store, too."""


class Rater:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(_SECONDS * (0.75 + secrets.randbelow(50) / 100))
            with contextlib.suppress(StoreDown):
                await self.catch_up()

    async def catch_up(self) -> None:
        for _ in range(_AT_ONCE):
            if not await self._store.rate_next(after):
                return


def after(results: list[Result], known: dict[tuple[str, str], Standing]) -> list[Standing]:
    """The players' standings, in the season and of all time; none if it does not count."""
    if not results or not results[0].counts:
        return []
    return [
        standing
        for season in ("", season_of(results[0]))
        for standing in _in_season(results, known, season)
    ]


def rated_levels(title: str) -> list[tuple[str, float]]:
    """How the bots that may sit at a table are rated, weakest first."""
    return [(level, level_rating(title, level).mu) for level in offered()]


def _in_season(
    results: list[Result], known: dict[tuple[str, str], Standing], season: str
) -> list[Standing]:
    people = {result.person: result for result in results}
    players = [_person(result, known, season) for result in results]
    first = results[0]
    for rival in first.rivals:
        if rival.person is None:
            level = level_rating(first.title, rival.bot or "")
            players.append(RatedSeat(level, rival.place))
        elif rival.person not in people:  # has had everything erased meanwhile
            players.append(RatedSeat(Rating(), rival.place))
    return [
        Standing(
            result.person,
            result.title,
            season,
            *new,
            _played(known.get((result.person, season))) + 1,
        )
        for result, new in zip(results, rated(players), strict=False)
    ]


def _person(result: Result, known: dict[tuple[str, str], Standing], season: str) -> RatedSeat:
    standing = known.get((result.person, season))
    rating = Rating() if standing is None else Rating(standing.mu, standing.sigma)
    return RatedSeat(rating, result.place, left=result.by_bot > 0)


def _played(standing: Standing | None) -> int:
    return 0 if standing is None else standing.played
