"""People who came, left nothing behind and do not come back: their rows need not be kept."""

from typing import Final

from openoutcry.server.store.moderation import Query

Mark = tuple[int, str]
"""When somebody was last here, and who it is: where a part of the list begins."""
OLDEST: Final[Mark] = (-1, "")

NOTE_SEEN = "UPDATE people SET seen = $2 WHERE id = $1 AND seen < $2"

_PART = (
    "SELECT seen, id FROM people WHERE password IS NULL AND (seen, id) > ($1, $2) AND seen < $3"
    " ORDER BY seen, id LIMIT $4"
)
_THINGS = (
    *("seated", "mentions", "results", "tries", "ratings"),
    *("channels", "profiles", "blocks", "address_bans", "vacations", "contestants"),
)
"""Whoever is in one of these has left something behind: matches, words, ratings, alerts, wishes."""
_REMOVE = " ".join(
    [
        "DELETE FROM people WHERE password IS NULL AND banned = 0",
        "AND (seen, id) > ($1, $2) AND (seen, id) <= ($3, $4) AND (named = 0 OR seen < $5)",
        *(
            f"AND NOT EXISTS (SELECT 1 FROM {thing} WHERE {thing}.person = people.id)"
            for thing in _THINGS
        ),
        "AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.person = people.id)",
        "AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.reporter = people.id)",
        "RETURNING id",
    ]
)


class Guests:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    async def forget(
        self, after: Mark, before: int, named_before: int, limit: int
    ) -> tuple[int, Mark | None]:
        """Look at so many guests who have not been here since `before`, and forget those of whom
        nothing is kept; whoever chose a name only if they were last here before `named_before`.
        Gives how many were forgotten, and where to go on; None at the end of the list."""
        part = await self._ask(_PART, *after, before, limit)
        if not part:
            return 0, None
        last = int(part[-1][0]), str(part[-1][1])
        gone = await self._tell(_REMOVE, *after, *last, named_before)
        return len(gone), last if len(part) == limit else None
