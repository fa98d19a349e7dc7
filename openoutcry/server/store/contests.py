"""Contests: each is one value, which changes only if nobody else has changed it meanwhile."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from openoutcry.contest import contest as contests
from openoutcry.contest.contest import Contest
from openoutcry.server.store.moderation import Query

_MOST = 10_000
"""Contests that somebody is taken out of."""


Mark = tuple[int, str]
"""When a contest changed last, and which it is."""
OLDEST: Final[Mark] = (-1, "")


class Kept(NamedTuple):
    contest: Contest
    version: int


class Contests:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell
        self.changing = asyncio.Lock()
        """For whoever reads a contest to change it: a class of thirty joins at the same moment.
        Other nodes may be quicker all the same."""

    async def add(self, contest: Contest, at: int) -> None:
        sql = (
            "INSERT INTO contests (id, state, private, changed, version, body)"
            " VALUES ($1, $2, $3, $4, 0, $5)"
        )
        about = (contest.id, contest.state, int(contest.plan.private), at)
        await self._tell(sql, *about, contests.encode(contest))
        await self._note_people(contest)

    async def find(self, id: str) -> Kept | None:
        rows = await self._ask("SELECT body, version FROM contests WHERE id = $1", id)
        return Kept(contests.decode(bytes(rows[0][0])), rows[0][1]) if rows else None

    async def change(self, kept: Kept, contest: Contest, at: int) -> bool:
        """False if it is no longer as it was kept."""
        sql = (
            "UPDATE contests SET state = $3, changed = $4, version = version + 1, body = $5"
            " WHERE id = $1 AND version = $2 RETURNING id"
        )
        about = (contest.id, kept.version, contest.state, at, contests.encode(contest))
        if not await self._tell(sql, *about):
            return False
        await self._note_people(contest)
        return True

    async def remove(self, person: str, at: int) -> None:
        """Take somebody out of all that are not over."""
        for one in await self.of_person(person, _MOST):
            while (kept := await self.find(one.id)) is not None and kept.contest.state != "over":
                left = contests.without(kept.contest, person)
                if left == kept.contest or await self.change(kept, left, at):
                    break

    async def _note_people(self, contest: Contest) -> None:
        sql = "INSERT INTO contestants (person, contest) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        for person in {contest.host, *contest.people}:
            await self._tell(sql, person, contest.id)

    async def running(self, after: Mark, limit: int) -> list[Mark]:
        """The longest unchanged first, from the one after `after` on."""
        sql = (
            "SELECT changed, id FROM contests WHERE state = 'running'"
            " AND (changed, id) > ($1, $2) ORDER BY changed, id LIMIT $3"
        )
        return [(int(row[0]), str(row[1])) for row in await self._ask(sql, *after, limit)]

    async def forget(self, before: int) -> None:
        """Those that were never begun, and that nobody has joined or left since."""
        found = "SELECT id FROM contests WHERE state = 'open' AND changed < $1"
        await self._tell(f"DELETE FROM contestants WHERE contest IN ({found})", before)
        await self._tell("DELETE FROM contests WHERE state = 'open' AND changed < $1", before)

    async def open(self, limit: int) -> list[Contest]:
        """Public ones that people may join, the newest first."""
        sql = (
            "SELECT body FROM contests WHERE state = 'open' AND private = 0"
            " ORDER BY changed DESC LIMIT $1"
        )
        return await _decoded(await self._ask(sql, limit))

    async def of_person(self, person: str, limit: int) -> list[Contest]:
        """The last changed first; some may have been left meanwhile."""
        sql = (
            "SELECT body FROM contests c JOIN contestants p ON c.id = p.contest"
            " WHERE p.person = $1 ORDER BY c.changed DESC LIMIT $2"
        )
        return await _decoded(await self._ask(sql, person, limit))


async def _decoded(rows: Sequence[Sequence[Any]]) -> list[Contest]:
    """Beside the event loop: one with a hundred people and many rounds has a megabyte."""
    return await asyncio.to_thread(lambda: [contests.decode(bytes(row[0])) for row in rows])
