"""Bots that play from elsewhere: who is connected, and what each has yet to answer.

A question stays here until it is answered or given up, so a bot that connects again hears it again.
"""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from openoutcry.server.store.bot_accounts import BotAccounts, BotRow
from openoutcry.table.protocol import bots as b

BEAT_SECONDS: Final = 10
"""A stream has a line at least this often."""
LOST_SECONDS: Final = 25
"""A bot that no server has seen for this long is not here."""
MOST_PENDING: Final = 64
"""Lines that a bot may be behind before it is dropped; it connects again and hears what it must."""
MOST_STREAMS: Final = 500
"""Bots connected to one server."""
MOST_TABLES: Final = 20
"""Tables at once that a bot may offer to play at."""
EXPECTED_SECONDS: Final = 10
"""Within which a match that a bot was asked to begins, its salts told."""

_encode = msgspec.json.Encoder().encode


class Question(NamedTuple):
    """What a bot is asked, with what it has to know before it."""

    match: b.BotMatch
    decision: b.BotDecision


class BotStream:
    """One connection of one bot."""

    def __init__(self, bot: str, titles: tuple[str, ...], most: int, token: str = "") -> None:
        self.id = secrets.token_hex(8)
        self.bot = bot
        self.token = token
        """The hash of the token that it came with."""
        self.titles = titles
        """What it plays; empty for everything."""
        self.most = most
        self._lines: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._told: set[str] = set()
        """Tables whose match it has been told of."""
        self.ended = False

    def ask(self, question: Question) -> None:
        if question.match.table not in self._told:
            self._told.add(question.match.table)
            self._send(question.match)
        self._send(question.decision)

    def tell_over(self, over: b.BotOver) -> None:
        """Said once, and only of a match that it was told of."""
        if over.table in self._told:
            self._told.discard(over.table)
            self._send(over)

    def hello(self, hello: b.BotHello) -> None:
        self._send(hello)

    def end(self, why: str) -> None:
        if not self.ended:
            self._lines.append(_encode(b.BotBye(why)) + b"\n")
            self.ended = True
            self._news.set()

    def _send(self, message: b.BotMessage) -> None:
        if self.ended:
            return
        if len(self._lines) >= MOST_PENDING:
            self._lines.clear()
            self.end("slow")
            return
        self._lines.append(_encode(message) + b"\n")
        self._news.set()

    async def lines(self) -> bytes:
        """What there is to tell; nothing if there was no news for a while."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), BEAT_SECONDS)
        text = b"".join(self._lines)
        self._lines.clear()
        self._news.clear()
        return text


class BotStreams:
    """All streams of this server, and all questions that bots from elsewhere have yet to answer."""

    def __init__(self, accounts: BotAccounts) -> None:
        self.accounts = accounts
        self._streams: dict[str, BotStream] = {}
        self._asked: dict[str, dict[tuple[str, int], Question]] = {}
        """By bot, table and seat."""
        self._expected: dict[str, dict[str, float]] = {}
        """By bot: tables that are about to start with it, and until when they count."""

    # Who

    async def who(self, authorization: str | None) -> BotRow | None:
        """Whose token stands in the header; None if it is nobody's."""
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not 0 < len(token) <= 100:
            return None
        return await self.accounts.by_token(hash_of(token.strip()))

    def is_here(self, bot: str) -> bool:
        """Is it connected to this server?"""
        return bot in self._streams

    def is_online(self, bot: BotRow, now: int) -> bool:
        """Is it connected to any server?"""
        return self.is_here(bot.person) or (
            bool(bot.stream) and now - bot.seen < 1000 * LOST_SECONDS
        )

    def expected(self, bot: str) -> set[str]:
        """Tables that are about to start with it."""
        now = time.monotonic()
        known = {t: end for t, end in self._expected.pop(bot, {}).items() if end > now}
        if known:
            self._expected[bot] = known
        return set(known)

    def expect(self, bot: str, table: str) -> None:
        """The table starts with the bot in a moment: the bot has less time for others from now
        on."""
        self._expected.setdefault(bot, {})[table] = time.monotonic() + EXPECTED_SECONDS

    # Streams

    async def connect(self, stream: BotStream, now: int) -> None:
        """The last connection of a bot counts; an earlier one ends."""
        self.end(stream.bot, "elsewhere")
        self._streams[stream.bot] = stream
        # Before anything is awaited: what is asked from now on goes to this stream by itself.
        for question in self._asked.get(stream.bot, {}).values():
            stream.ask(question)
        titles = " ".join(stream.titles)
        await self.accounts.connect(stream.bot, stream.id, now, titles, stream.most)

    async def disconnect(self, stream: BotStream) -> None:
        if self._streams.get(stream.bot) is stream:
            del self._streams[stream.bot]
        await self.accounts.disconnect(stream.bot, stream.id)

    def end(self, bot: str, why: str) -> None:
        stream = self._streams.pop(bot, None)
        if stream is not None:
            stream.end(why)

    def end_all(self) -> None:
        """Before the server stops."""
        for bot in list(self._streams):
            self.end(bot, "closing")

    # Questions

    @contextlib.contextmanager
    def asking(self, bot: str, question: Question) -> Iterator[None]:
        """The bot is asked, as often as it connects meanwhile."""
        key = question.decision.table, question.decision.seat
        self._asked.setdefault(bot, {})[key] = question
        if bot in self._streams:
            self._streams[bot].ask(question)
        try:
            yield
        finally:
            if self._asked[bot].get(key) is question:
                del self._asked[bot][key]
            if not self._asked[bot]:
                del self._asked[bot]

    def tell_over(self, bot: str, over: b.BotOver) -> None:
        if bot in self._streams:
            self._streams[bot].tell_over(over)


def new_token() -> str:
    return f"oo_{secrets.token_urlsafe(32)}"


def hash_of(token: str) -> str:
    """As it is kept. A token is as long as its hash: there is nothing to try out."""
    return hashlib.sha256(token.encode()).hexdigest()
