"""The outbox: who is to be alerted that it is their turn, written together with the move.

A row is claimed by moving its time: whoever claims it has a minute to send it, then it is anybody's
again. So it is sent at least once, by one node at a time, whoever dies in between.
"""

import hmac
from collections.abc import Collection
from typing import Final, Literal

import msgspec
from msgspec import Struct

from openoutcry.server.store.moderation import Query

WAIT: Final = 20_000
"""Milliseconds that somebody has to see by themselves that it is their turn."""
LEASE: Final = 60_000
"""Milliseconds after which a claimed alert is anybody's again."""
MOST_CHANNELS: Final = 10
"""Of one person."""

Kind = Literal["push", "webhook", "mail"]
Shape = Literal["plain", "discord", "slack"]


class Channel(Struct, frozen=True, omit_defaults=True):
    """A way in which somebody wants to be alerted."""

    id: str
    person: str
    kind: Kind
    target: str
    """An address: of a web page, or for mail."""
    lang: str
    token: str
    """Whoever has it may stop the channel, or confirm it."""
    table: str = ""
    """Everybody's turns at that table instead of the person's own everywhere."""
    shape: Shape = "plain"
    """Of a webhook's message."""
    p256dh: str = ""
    """Of a browser: its key."""
    auth: str = ""
    """Of a browser: what its messages are mixed with."""
    quiet_from: int = 0
    """The hour from which it is silent; equal hours: never."""
    quiet_to: int = 0
    zone: str = "UTC"
    live: bool = True
    """False until it is confirmed."""
    sent: int = 0
    """When it was last used."""


class Waiting(Struct, frozen=True):
    """An alert in the outbox."""

    channel: str
    table: str
    person: str
    """Whose turn it is."""
    n: int
    """The entry of the journal that it came with."""
    at: int
    tries: int


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Channel).decode
_CHANNEL = "id, person, table_id, kind, body, live, sent"
_WAITING = "channel, table_id, person, n, at, tries"

_AGAIN = (
    " ON CONFLICT (channel, table_id, person) DO UPDATE SET n = excluded.n, at = excluded.at,"
    " due = excluded.due, tries = 0"
)


PUT_SQLITE = (
    "INSERT INTO outbox (channel, table_id, person, n, at, due)"
    " SELECT id, ?1, person, ?2, ?3, ?4 FROM channels"
    " WHERE live = 1 AND table_id = '' AND person = ?5"
    " UNION ALL SELECT id, ?1, ?5, ?2, ?3, ?4 FROM channels WHERE live = 1 AND table_id = ?1"
    + _AGAIN
)
"""Notes a person's turn; nothing where nobody wants to be alerted of it."""

PUT_POSTGRES = (
    "INSERT INTO outbox (channel, table_id, person, n, at, due)"
    " SELECT c.id, $1, p.person, $2, $3, $3 + $15 FROM written,"
    " unnest($14::text[]) AS p (person) JOIN channels c"
    " ON c.live = 1 AND (c.table_id = '' AND c.person = p.person OR c.table_id = $1)" + _AGAIN
)
"""The same for all of them, as a part of the statement that writes the move."""


class Outbox:
    """In a database of either kind."""

    def __init__(self, ask: Query, tell: Query) -> None:
        self._ask = ask
        self._tell = tell

    # Channels

    async def add(self, channel: Channel) -> None:
        await self._tell(
            f"INSERT INTO channels ({_CHANNEL}) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            *(channel.id, channel.person, channel.table, channel.kind, encode(channel)),
            *(int(channel.live), channel.sent),
        )

    async def change(self, channel: Channel) -> None:
        sql = "UPDATE channels SET body = $2, live = $3 WHERE id = $1"
        await self._tell(sql, channel.id, encode(channel), int(channel.live))

    async def channel(self, id: str) -> Channel | None:
        rows = await self._ask("SELECT body, live, sent FROM channels WHERE id = $1", id)
        return _channel(rows[0]) if rows else None

    async def by_token(self, token: str) -> Channel | None:
        """Whose link it is."""
        channel = await self.channel(token.partition("-")[0])
        fits = channel is not None and hmac.compare_digest(channel.token.encode(), token.encode())
        return channel if fits else None

    async def channels_of(self, person: str) -> list[Channel]:
        sql = "SELECT body, live, sent FROM channels WHERE person = $1 ORDER BY id"
        return [_channel(row) for row in await self._ask(sql, person)]

    async def remove(self, id: str) -> None:
        await self._tell("DELETE FROM outbox WHERE channel = $1", id)
        await self._tell("DELETE FROM channels WHERE id = $1", id)

    # Alerts

    async def claim(self, now: int) -> list[Waiting]:
        """What one channel has to tell, the longest overdue first; empty if nothing is due."""
        rows = await self._tell(
            "UPDATE outbox SET due = $2, tries = tries + 1 WHERE due <= $1 AND channel ="
            " (SELECT channel FROM outbox WHERE due <= $1 ORDER BY due LIMIT 1)"
            f" RETURNING {_WAITING}",
            now,
            now + LEASE,
        )
        return [Waiting(*row) for row in rows]

    async def done(self, alerts: Collection[Waiting]) -> None:
        """They need not be told again; a later turn at the same table stays."""
        for alert in alerts:
            await self._tell(
                "DELETE FROM outbox WHERE channel = $1 AND table_id = $2 AND person = $3"
                " AND n = $4",
                *(alert.channel, alert.table, alert.person, alert.n),
            )

    async def note_sent(self, channel: str, at: int) -> None:
        await self._tell("UPDATE channels SET sent = $2 WHERE id = $1", channel, at)

    async def put_off(self, alerts: Collection[Waiting], due: int, count: bool) -> None:
        """Not before that time; counted as a try if it was one."""
        for alert in alerts:
            await self._tell(
                "UPDATE outbox SET due = $5, tries = $6 WHERE channel = $1 AND table_id = $2"
                " AND person = $3 AND n = $4",
                *(alert.channel, alert.table, alert.person, alert.n, due),
                alert.tries if count else alert.tries - 1,
            )

    # Keys

    async def key(self, name: str, candidate: str) -> str:
        """What all nodes share under that name: the first candidate ever offered."""
        sql = "INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        if candidate:
            await self._tell(sql, name, candidate)
        rows = await self._ask("SELECT value FROM keys WHERE name = $1", name)
        return str(rows[0][0]) if rows else ""


def _channel(row: tuple[bytes, int, int]) -> Channel:
    body, live, sent = row
    return msgspec.structs.replace(_decode(bytes(body)), live=bool(live), sent=sent)
