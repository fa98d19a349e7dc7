"""What a bot from elsewhere listens to: a line of JSON for each message, as long as it stays."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from openoutcry import __version__
from openoutcry.core.errors import OutcryError
from openoutcry.server.bot_streams import (
    BEAT_SECONDS,
    MOST_STREAMS,
    MOST_TABLES,
    BotStream,
    BotStreams,
)
from openoutcry.server.calls.call import Backend, problem_of
from openoutcry.server.connections import counted
from openoutcry.server.rate_limits import BOT_STREAMS, REQUESTS
from openoutcry.server.refusals import banned, not_understood, refusal_of, too_many
from openoutcry.server.router import address
from openoutcry.server.store.interface import StoreDown
from openoutcry.table.protocol import TableLine
from openoutcry.table.protocol.bots import BotHello
from openoutcry.table.refusal import Refusal
from openoutcry.titles import names

MOST_PER_ADDRESS: Final = 50
USUAL_TABLES: Final = 4


class _Stream(StreamingResponse):
    """Counts as open from before its first line, in the same turn in which it was let in."""

    counting: AbstractContextManager[None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.counting:
            await super().__call__(scope, receive, send)


class StreamEndpoint:
    """GET /api/bot/stream."""

    def __init__(self, backend: Backend, streams: BotStreams) -> None:
        self._backend = backend
        self._streams = streams
        self._open: Counter[str] = Counter()
        """Streams by address."""

    async def serve(self, request: Request) -> Response:
        try:
            stream = await self._admit(request)
        except (OutcryError, StoreDown) as error:
            no = refusal_of(error)
            self._backend.metrics.refused.labels(no.code, no.key).inc()
            content = msgspec.json.encode(problem_of(no))
            return Response(content, no.status, media_type="application/json")
        # A proxy that collects what it passes on would keep decisions back.
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        kind = "application/x-ndjson"
        response = _Stream(self._lines(stream), headers=headers, media_type=kind)
        response.counting = counted(self._open, address(request))
        return response

    async def _admit(self, request: Request) -> BotStream:
        limits, client = self._backend.limits, address(request)
        if not limits.allow(REQUESTS, client):
            raise too_many()
        bot = await self._streams.who(request.headers.get("authorization"))
        if bot is None:
            raise Refusal(401, "no_session", "bot_token")
        if self._backend.addresses.is_banned(client, bot.created):
            raise banned("banned_address")
        if not limits.allow(BOT_STREAMS, bot.person) or self._open.total() >= MOST_STREAMS:
            raise too_many()
        if limits.enforced and self._open[client] >= MOST_PER_ADDRESS:
            raise too_many()
        return BotStream(bot.person, *_wishes(request), token=bot.token)

    async def _lines(self, stream: BotStream) -> AsyncIterator[bytes]:
        beating = asyncio.create_task(self._beat(stream))
        try:
            stream.hello(BotHello(stream.bot, __version__, BEAT_SECONDS))
            try:
                await self._streams.connect(stream, self._backend.store.now_ms())
            except StoreDown:
                stream.end("closing")  # nobody would know that it is here: it has to come again
            while True:
                text = await stream.lines()
                yield text or b"\n"
                if stream.ended:
                    return
        finally:
            beating.cancel()
            with contextlib.suppress(StoreDown):
                await asyncio.shield(self._streams.disconnect(stream))

    async def _beat(self, stream: BotStream) -> None:
        """Say that it is here, and have its tables in memory: it may have been seated at another
        server process, or this one has just started."""
        store = self._backend.store
        while not stream.ended:
            with contextlib.suppress(StoreDown):
                for line in await store.played_by(stream.bot, 2 * MOST_TABLES):
                    table = msgspec.json.decode(line, type=TableLine)
                    with contextlib.suppress(OutcryError):  # one that cannot go on
                        await self._backend.tables.get(table.id)
            await asyncio.sleep(BEAT_SECONDS)
            with contextlib.suppress(StoreDown):
                accounts, now = self._streams.accounts, store.now_ms()
                known = await accounts.known(stream.bot)
                if known is None or known.token != stream.token:
                    stream.end("revoked")
                elif not await accounts.beat(stream.bot, stream.id, now):
                    stream.end("elsewhere")


def _wishes(request: Request) -> tuple[tuple[str, ...], int]:
    """Which titles the bot plays, and at how many tables at once."""
    given = request.query_params
    titles = tuple(dict.fromkeys(t for t in given.get("titles", "").split(",") if t))
    unknown = [title for title in titles if title not in names()]
    if unknown:
        raise Refusal(404, "no_title", "title", known=", ".join(names()))
    most = given.get("tables", str(USUAL_TABLES))
    if not (most.isascii() and most.isdigit() and len(most) < 4 and 1 <= int(most) <= MOST_TABLES):
        raise not_understood("number", f"tables: {most[:20]!r}", most=MOST_TABLES)
    return titles, int(most)
