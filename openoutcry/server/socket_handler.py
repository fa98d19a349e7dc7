"""What a client says on its socket, and what is done about it."""

import contextlib
import logging
import time
from collections.abc import Iterator

import msgspec

from openoutcry.core.errors import IllegalAction, OutcryError
from openoutcry.server.accounts import clean
from openoutcry.server.audience import message
from openoutcry.server.live_table import LiveTable
from openoutcry.server.meters import Meters
from openoutcry.server.rate_limits import (
    ANSWERS,
    ANSWERS_PER_ADDRESS,
    BYTES,
    BYTES_PER_ADDRESS,
    CHAT,
    MESSAGES_PER_ADDRESS,
    MESSAGES_PER_PERSON,
    REFUSALS,
    REFUSALS_PER_ADDRESS,
    REQUESTS,
    RateLimits,
)
from openoutcry.server.refusals import failure, not_stored, too_many, unreadable
from openoutcry.server.store.interface import StoreDown
from openoutcry.server.table_socket import NOT_UNDERSTOOD, TOO_MANY, TableSocket
from openoutcry.table import commands, moderation
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal, Stale, not_now, not_yours
from openoutcry.table.state import TableState

MOST_STRIKES = 30
"""The socket is closed after this many messages that make no sense."""

log = logging.getLogger(__name__)


class SocketHandler:
    """Serves every table's socket, whatever carries it."""

    def __init__(self, limits: RateLimits, metrics: Meters, build: str) -> None:
        self._limits = limits
        self._metrics = metrics
        self._build = build
        """The build of the client that belongs to this floor."""
        self._too_many = _told(too_many())

    async def hear(self, live: LiveTable, socket: TableSocket, text: str | None) -> None:
        """Do what the message says; None stands for one that was not text."""
        if socket.is_closing:
            return
        if not self._has_time_for(socket, len(text or "")):
            self._strike_many(socket)
            return
        try:
            heard = p.read_client_message(text if text is not None else b"")
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            self._strike(socket, unreadable(error))
            return
        await self._hear(live, socket, heard)

    def _has_time_for(self, socket: TableSocket, size: int) -> bool:
        """Do the socket, its person and its address keep to their limits?"""
        limits, person, client = self._limits, socket.person, socket.address
        if not limits.enforced:
            return True
        return (
            socket.bucket.take(time.monotonic())
            and limits.allow(MESSAGES_PER_PERSON, person)
            and limits.allow(MESSAGES_PER_ADDRESS, client)
            and limits.allow(BYTES, person, size)
            and limits.allow(BYTES_PER_ADDRESS, client, size)
            and not limits.is_spent(REFUSALS, person)
            and not limits.is_spent(REFUSALS_PER_ADDRESS, client)
        )

    def _strike_many(self, socket: TableSocket) -> None:
        """As `_strike`, for a socket that says too much; must cost next to nothing."""
        socket.strikes += 1
        self._metrics.refused.labels("too_many", "no.hurry").inc()
        socket.send(self._too_many)
        if socket.strikes > MOST_STRIKES:
            socket.close(TOO_MANY)

    def _count_refusal(self, socket: TableSocket) -> None:
        self._limits.spend(REFUSALS, socket.person)
        self._limits.spend(REFUSALS_PER_ADDRESS, socket.address)

    def _strike(self, socket: TableSocket, refusal: Refusal) -> None:
        socket.strikes += 1
        self._fault(socket, refusal)
        if socket.strikes > MOST_STRIKES:
            socket.close(NOT_UNDERSTOOD)

    def _fault(self, socket: TableSocket, no: Refusal) -> None:
        self._count_refusal(socket)
        self._metrics.refused.labels(no.code, no.key).inc()
        socket.send(_told(no))

    async def _hear(self, live: LiveTable, socket: TableSocket, heard: p.ClientMessage) -> None:
        if not socket.greeted and not isinstance(heard, p.Hello):
            self._fault(socket, Refusal(409, "hello", "hello"))
            return
        try:
            if isinstance(heard, p.Play):
                await self._play(live, socket, heard)
            else:
                await self._carry_out(live, socket, heard)
        except Refusal as refusal:
            self._fault(socket, refusal)
        except OutcryError as error:
            self._fault(socket, not_now("request", str(error)))
        except StoreDown as error:
            self._fault(socket, not_stored(error))
        except Exception:
            log.exception(
                "message failed", extra={"kind": type(heard).__name__, "address": socket.address}
            )
            self._fault(socket, failure())

    async def _carry_out(
        self,
        live: LiveTable,
        socket: TableSocket,
        heard: p.Hello | p.Look | p.Chat | p.TakeBack | p.Consent | p.Back | p.InAdvance,
    ) -> None:
        me = socket.person
        if _is_costly(socket, heard) and not self._may_ask(socket):
            raise too_many()
        match heard:
            case p.Hello():
                with self._counting_answer(socket):
                    await self._hello(live, socket, heard)
            case p.Look():
                with self._counting_answer(socket):
                    await live.look(lambda t: _look(live, t, socket, heard))
            case p.Chat():
                await self._chat(live, socket, heard.text)
            case p.TakeBack():
                await live.run(lambda t: commands.take_back(t, me, heard.seat, live.now_ms()))
            case p.Consent():
                await live.run(lambda t: commands.consent(t, me, heard.agree))
            case p.Back():
                await live.run(lambda t: commands.come_back(t, me, heard.seat))
            case p.InAdvance():
                about = heard.seat, heard.said
                await live.run(lambda t: commands.say_in_advance(t, me, *about))

    def _may_ask(self, socket: TableSocket) -> bool:
        """May the socket ask for something large?"""
        limits = self._limits
        return (
            not limits.is_spent(ANSWERS, socket.person)
            and not limits.is_spent(ANSWERS_PER_ADDRESS, socket.address)
            and limits.allow(REQUESTS, socket.address)
        )

    @contextlib.contextmanager
    def _counting_answer(self, socket: TableSocket) -> Iterator[None]:
        before = socket.sent
        try:
            yield
        finally:
            self._limits.spend(ANSWERS, socket.person, socket.sent - before)
            self._limits.spend(ANSWERS_PER_ADDRESS, socket.address, socket.sent - before)

    async def _hello(self, live: LiveTable, socket: TableSocket, hello: p.Hello) -> None:
        def greet(table: TableState) -> None:
            if not table.may_see(socket.person, None):
                raise not_yours("contest_closed")
            allowed = table.may_see(socket.person, hello.seat)
            socket.seat = hello.seat if allowed else None
            live.audience.greet(table, socket, hello if allowed else p.Hello(chat=hello.chat))
            if not allowed:
                raise not_yours("watching")

        socket.send(message(p.Welcome(self._build)))
        try:
            await live.look(greet)
        finally:
            await live.run_all(lambda t: commands.seen(t, socket.person))

    async def _chat(self, live: LiveTable, socket: TableSocket, text: str) -> None:
        if not self._limits.allow(CHAT, socket.person):
            raise too_many("chatter")
        said = clean(text)

        def say(table: TableState) -> j.Event:
            return moderation.say(table, socket.person, _speaker(table, socket), said)

        await live.run(say)

    async def _play(self, live: LiveTable, socket: TableSocket, play: p.Play) -> None:
        """What is not allowed is refused without waiting for the table's lock."""
        said = (socket.person, play.seat, play.step, play.rewinds, play.action)
        try:
            live.check(lambda t: commands.may_play(t, *said))
            await live.run(lambda t: commands.play(t, *said))
        except (Refusal, IllegalAction) as error:
            refused = _refused(play, error)
            self._count_refusal(socket)
            # One label for all that rules forbid: each title has dozens of reasons.
            reason = refused.key if refused.key.startswith("no.") else "rules"
            self._metrics.refused.labels(refused.code, reason).inc()
            socket.send(message(refused))


def _told(no: Refusal) -> str:
    return message(p.Fault(no.code, str(no), no.key, no.arguments))


def _is_costly(socket: TableSocket, heard: p.ClientMessage) -> bool:
    """What needs the whole match counts towards the limit on API calls, though it is a message."""
    return isinstance(heard, p.Look | p.TakeBack) or (isinstance(heard, p.Hello) and socket.greeted)


def _speaker(table: TableState, socket: TableSocket) -> str:
    """The name of the seat that the socket shows; all names while several people share it."""
    mine = table.seats_of(socket.person)
    if socket.seat in mine:
        mine = [socket.seat]
    return ", ".join(table.seats[seat].name for seat in mine) or socket.name


def _look(live: LiveTable, table: TableState, socket: TableSocket, look: p.Look) -> None:
    if not table.may_see(socket.person, look.seat):
        raise not_yours()
    socket.seat = look.seat
    live.audience.tell_one(table, socket, 0, look.seen)


def _refused(play: p.Play, error: Refusal | IllegalAction) -> p.Refused:
    said = (play.seat, play.action, str(error), error.key, error.arguments)
    if isinstance(error, IllegalAction):
        return p.Refused("illegal", *said, error.rule)
    if isinstance(error, Stale):
        return p.Refused("stale", *said)
    return p.Refused("seat" if error.status == 403 else "state", *said)
