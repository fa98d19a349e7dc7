"""The sockets at a table, and what each is told."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

import msgspec

from openoutcry.server.bot_queue import Asker
from openoutcry.server.services import Services
from openoutcry.server.store.interface import StoreDown
from openoutcry.server.table_socket import KICKED, TableSocket
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table import telling
from openoutcry.table.refusal import Refusal
from openoutcry.table.state import TableState

_AT_ONCE = 20
"""How many sockets are written to between two turns of the event loop: hundreds of spectators must
not hold up anybody's move."""
_WATCHERS_SECONDS = 1.0
"""Seconds between two messages that tell only how many people watch."""

_encode = msgspec.json.Encoder().encode


def message(content: p.ServerMessage) -> str:
    """A message as it is sent."""
    return _encode(content).decode()


class Audience:
    """Everybody connected to one table. What is told about the table must be on disk already:
    whoever calls holds the table's lock."""

    def __init__(self, services: Services, tell_again: Callable[[], None]) -> None:
        self.sockets: set[TableSocket] = set()
        self._hurried: set[int] = set()
        """Seats whose bots thought less over their last decision than they could."""
        self._services = services
        self._news: p.Table | None = None
        """What everybody was last told about the table."""
        self._told = 0.0
        """When that was."""
        self._tell_again = tell_again
        """Tells everybody about the table again, once its lock is free."""
        self._later: asyncio.TimerHandle | None = None
        """The timer that will."""
        self._left: dict[str, float] = {}
        """Since when, as far as this node knows, people of the table have been absent."""

    # Who is here

    def add(self, socket: TableSocket) -> None:
        self.sockets.add(socket)
        self._services.metrics.sockets.inc()

    def remove(self, socket: TableSocket) -> None:
        self.sockets.discard(socket)
        self._services.metrics.sockets.dec()

    async def tell_other_nodes(self, table: TableState) -> None:
        """Tell who is here; a note that gets lost is made up for by the next."""
        with contextlib.suppress(StoreDown):
            await self._services.presence.tell(table.id, self.local_people(table))

    def local_people(self, table: TableState) -> list[str]:
        """The people connected here. Those who play come first, so that they are not left out of
        a list that is cut."""
        seated, here = table.people(), {socket.person for socket in self.sockets}
        return sorted(here, key=lambda person: (person not in seated, person))

    def present(self, table: TableState) -> set[str]:
        """The people connected, here or at another node."""
        elsewhere = self._services.presence.elsewhere(table.id)
        return elsewhere.union(socket.person for socket in self.sockets)

    def askers(self, table: TableState) -> list[Asker]:
        """For whom the table's bots think: those who play and are here, else whoever watches."""
        here = [Asker(socket.address, socket.person) for socket in self.sockets]
        elsewhere = self._services.presence.elsewhere(table.id)
        here += [Asker(person, person) for person in elsewhere]
        seated = table.people()
        return [asker for asker in here if asker.person in seated] or here

    def note_hurry(self, seat: int, hurried: bool) -> None:
        """Note whether a bot had to hurry; told with its answer."""
        if hurried:
            self._hurried.add(seat)
        else:
            self._hurried.discard(seat)

    def absent(self, table: TableState) -> dict[str, int]:
        """For how many milliseconds each absent person has been so."""
        self._note_absences(table, self.present(table))
        now = time.monotonic()
        return {person: int(1000 * (now - left)) for person, left in self._left.items()}

    def _note_absences(self, table: TableState, present: set[str]) -> None:
        now = time.monotonic()
        gone = (person for person in table.people() if person not in present)
        self._left = {person: self._left.get(person, now) for person in gone}

    # Telling

    def tell(self, table: TableState, event: j.Event) -> None:
        """Tell everybody what the event has changed."""
        match event:
            case j.Started() | j.Played() | j.Rewound():
                self._tell_match(table)
            case j.SaidInAdvance():
                self._tell_said(table)
            case _:
                pass
        self._tell_chat(table)
        self.tell_table(table)
        self._show_out(table)

    def tell_everything(self, table: TableState) -> None:
        self.tell_table(table)
        self._tell_match(table)
        self._tell_chat(table)
        self._show_out(table)

    def _tell_chat(self, table: TableState) -> None:
        """Each gets the lines that it has not got yet, but for those of people whom it blocked."""
        ready: dict[tuple[int, frozenset[str]], str] = {}
        behind = [socket for socket in self._greeted(table) if socket.chat != table.chatted]
        for socket in behind:
            key = socket.chat, socket.blocked
            if key not in ready:
                lines = _lines(table, *key)
                ready[key] = message(p.ChatNews(lines)) if lines else ""
            socket.chat = table.chatted
            if ready[key]:
                socket.queue(ready[key])
        self._flush(behind)

    def _show_out(self, table: TableState) -> None:
        """Close the sockets of people who were removed from the table."""
        for socket in self.sockets if table.barred else ():
            if socket.person in table.barred:
                socket.close(KICKED)

    def tell_table(self, table: TableState) -> None:
        """People, seats and clocks, if they have changed."""
        self._note_absences(table, self.present(table))
        if not self.sockets:
            return
        info = self.info(table)
        news = msgspec.structs.replace(info, step=0, now=0)
        if news == self._news:
            return
        if self._is_only_watching(news) and time.monotonic() < self._told + _WATCHERS_SECONDS:
            self._tell_again_later()
            return
        self._news, self._told = news, time.monotonic()
        self._send_all(table, message(p.TableNews(info)))

    def _is_only_watching(self, news: p.Table) -> bool:
        """Has nothing changed but how many watch?"""
        before = self._news
        return before is not None and before == msgspec.structs.replace(
            news, watching=before.watching
        )

    def _tell_again_later(self) -> None:
        """Telling everybody in a crowd of every single arrival would cost the square of its
        size."""
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(
                _WATCHERS_SECONDS, self._tell_again_now
            )

    def rest(self) -> None:
        """The table goes out of memory."""
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _tell_again_now(self) -> None:
        self._later = None
        self._tell_again()

    def info(self, table: TableState) -> p.Table:
        present = self.present(table)
        watching = len(present - set(table.people()))
        info = telling.info(table, present, watching, self._services.store.now_ms())
        for seat in info.seats:
            seat.hurried = seat.bot is not None and seat.seat in self._hurried
        return info

    def tell_fault(self, table: TableState, no: Refusal) -> None:
        """Tell everybody that something failed which none of them had asked for."""
        self._send_all(table, message(p.Fault(no.code, str(no), no.key, no.arguments)))

    def _tell_match(self, table: TableState) -> None:
        """Each gets the position for their seat, and what led to it since they were last told."""
        if table.match is None:
            return
        ready: dict[tuple[int | None, int, int | None], str] = {}
        now = self._services.store.now_ms()
        greeted = self._greeted(table)
        for socket in greeted:
            if not table.may_see(socket.person, socket.seat):
                socket.seat, socket.told, socket.seen = None, 0, None
            since = telling.resume(table, socket.told, socket.rewinds)
            said = telling.said_in_advance(table, socket.person, socket.seat)
            if said is not None:
                socket.queue(message(said))
            key = socket.seat, since, socket.seen
            if key not in ready:
                ready[key] = message(telling.update(table, socket.seat, since, now, socket.seen))
            socket.queue(ready[key])
            socket.note(table)
        self._flush(greeted)

    def _greeted(self, table: TableState) -> list[TableSocket]:
        """The sockets that have said hello, players' first."""
        seated = set(table.people())
        greeted = [socket for socket in self.sockets if socket.greeted]
        return sorted(greeted, key=lambda socket: socket.person not in seated)

    def _send_all(self, table: TableState, text: str) -> None:
        greeted = self._greeted(table)
        for socket in greeted:
            socket.queue(text)
        self._flush(greeted)

    def _flush(self, sockets: Sequence[TableSocket]) -> None:
        """Send what is queued: to the first at once, to the others by and by."""
        for socket in sockets[:_AT_ONCE]:
            socket.flush()
        if len(sockets) > _AT_ONCE:
            self._services.tasks.start(_flush_slowly(sockets[_AT_ONCE:]))

    def _tell_said(self, table: TableState) -> None:
        """Tell each seat's person, at all their browsers, what it has said in advance."""
        for socket in self._greeted(table):
            news = telling.said_in_advance(table, socket.person, socket.seat)
            if news is not None:
                socket.send(message(news))

    def tell_one(
        self, table: TableState, socket: TableSocket, since: int, back_from: int | None = None
    ) -> None:
        """The position for one socket, and what led to it from step `since` on; `back_from` as in
        `telling.update`."""
        if table.match is not None:
            now = self._services.store.now_ms()
            update = telling.update(table, socket.seat, since, now, back_from=back_from)
            said = telling.said_in_advance(table, socket.person, socket.seat)
            if said is not None:
                socket.send(message(said))
            socket.send(message(update))
            socket.note(table)

    def greet(self, table: TableState, socket: TableSocket, hello: p.Hello) -> None:
        """The table, the chat and the position: all of it, or what was missed."""
        socket.greeted = True
        socket.send(message(p.TableNews(self.info(table))))
        lines = _lines(table, hello.chat, socket.blocked)
        socket.chat = table.chatted
        if lines:
            socket.send(message(p.ChatNews(lines)))
        since = telling.resume(table, hello.since, hello.rewinds)
        self.tell_one(table, socket, since, hello.seen)


def _lines(table: TableState, since: int, blocked: frozenset[str]) -> list[p.ChatLine]:
    """What was written after that line; what was done to keep order is for everybody."""
    return [
        line
        for line in table.chat
        if line.number > since and (line.notice or line.person not in blocked)
    ]


async def _flush_slowly(sockets: Sequence[TableSocket]) -> None:
    for first in range(0, len(sockets), _AT_ONCE):
        await asyncio.sleep(0)
        for socket in sockets[first : first + _AT_ONCE]:
            socket.flush()
