"""Tables in memory: caches of their journals that commit first, then tell."""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec
import structlog

from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import Rng
from openoutcry.server import persistence
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.metrics import Metrics
from openoutcry.server.offered_bots import stand_in
from openoutcry.server.refusals import no_table
from openoutcry.server.store.interface import Person, Store, StoreDown
from openoutcry.server.table_socket import TableSocket
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal, Stale, UnknownRules, not_now
from openoutcry.table.state import TableState

T = TypeVar("T")
Command = Callable[[TableState], j.Event | None]
"""What is to happen at the table; None for nothing."""

_ATTEMPTS = 8
_IDLE_SECONDS = 60
_SWEEP_SECONDS = 1.0
_MOST_DUE = 200
_SECOND_NODE_WAITS = 3.0
"""Seconds that a node lets the one that committed last go first, with bots and clocks."""
_NODE_LOST = 15.0
_MOST_TOLD = 200
"""People at a table that a node tells the others of: a note of PostgreSQL is short."""
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


def now_ms() -> int:
    return int(time.time() * 1000)


def new_id() -> str:
    """70 bits: knowing it is the invitation."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(14))


def changed_note(person: str) -> str:
    """What nodes tell each other when a person has changed."""
    return json.dumps({"person": person})


def is_id(text: str) -> bool:
    """Could it be a table's?"""
    return len(text) <= 40 and text.isascii() and text.isalnum()


class Tables:
    """Every table this node has in memory. Hears what other nodes do (`Listener`)."""

    def __init__(self, store: Store, bots: BotPool, metrics: Metrics) -> None:
        self.store = store
        self.bots = bots
        self.metrics = metrics
        self.presence = Presence(store)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._unplayable: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def get(self, id: str) -> "LiveTable":
        """The table, from memory or from its journal."""
        live = self._live.get(id)
        if live is None and not is_id(id):
            raise no_table()
        if live is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.create_task(self._load(id))
                loading.add_done_callback(lambda _: self._loading.pop(id, None))
            live = await asyncio.shield(loading)
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> "LiveTable":
        live = LiveTable(self, TableState(id))
        await live.reload()
        self._keep(live)
        # What another node wrote between the two lines above was announced to nobody.
        await live.catch_up()
        live.wake(lead=True)
        return live

    def _keep(self, live: "LiveTable") -> None:
        self._live[live.sheet.id] = live
        self.metrics.tables.set(len(self._live))

    async def open(self, event: j.Opened) -> "LiveTable":
        """A new table."""
        live = LiveTable(self, TableState(new_id()))
        await live.run(lambda _: event)
        self._keep(live)
        return live

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run beside everything else; what nobody expected is logged."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, OutcryError | StoreDown):
            log.error("task failed", exc_info=error)

    # What other processes do

    async def committed(self, table: str, n: int) -> None:
        live = self._live.get(table)
        if live is not None and (n >= live.sheet.n or live.broken):
            await live.catch_up()

    async def announced(self, text: str) -> None:
        note = json.loads(text)
        if "person" in note:
            self._recognise(await self.store.people([note["person"]]))
            return
        for table in await self.presence.heard(note, self._local()):
            if table in self._live:
                self._live[table].tell_table()

    async def refresh(self) -> None:
        for live in list(self._live.values()):
            await self._catch_up(live)
        here = {person for live in self._live.values() for person in live.local_people()}
        self._recognise(await self.store.people(here))
        await self.presence.hello(self._local())

    async def person_changed(self, person: Person) -> None:
        """At every node sockets go by the new name; those of old cookies are closed."""
        self._recognise([person])
        with contextlib.suppress(StoreDown):
            await self.store.announce(changed_note(person.id))

    def _recognise(self, people: list[Person]) -> None:
        known = {person.id: person for person in people}
        for live in self._live.values():
            for socket in live.sockets:
                if socket.person in known:
                    socket.recognise(known[socket.person])

    def closed(self, sheet: TableState) -> None:
        """A rematch that was given up makes room for another."""
        if sheet.about.previous is not None:
            self.start(self._unlink(sheet.about.previous, sheet.id))

    async def _unlink(self, table: str, next: str) -> None:
        live = await self.get(table)
        await live.run(lambda table: commands.unlink(table, next))

    async def _catch_up(self, live: "LiveTable") -> bool:
        """False if the table cannot go on: that is no other table's trouble."""
        try:
            await live.catch_up()
        except StoreDown:
            raise
        except Exception:
            log.exception("table cannot go on", table=live.sheet.id)
            return False
        return True

    def _local(self) -> dict[str, list[str]]:
        return {id: live.local_people() for id, live in self._live.items() if live.sockets}

    # Looking after things

    async def look_after(self) -> None:
        """Clocks that ran out while nobody watched, bots that were forgotten, idle tables."""
        with contextlib.suppress(StoreDown):
            await self.presence.hello(self._local())
        while True:
            await asyncio.sleep(_SWEEP_SECONDS * (0.75 + secrets.randbelow(50) / 100))
            with contextlib.suppress(StoreDown):
                await self._attend_to_due()
                await self._recover()
                for table in await self.presence.beat():
                    if table in self._live:
                        self._live[table].tell_table()
            self._forget_idle()

    async def _attend_to_due(self) -> None:
        for id in await self.store.due(now_ms(), _MOST_DUE + len(self._unplayable)):
            if id not in self._unplayable and not await self._attend_to(id):
                self._unplayable.add(id)

    async def _attend_to(self, id: str) -> bool:
        """False if the table cannot go on: that is no other table's trouble."""
        try:
            live = await self.get(id)
            await live.catch_up()
            live.wake(lead=True)
            await live.run_out()
        except StoreDown:
            raise
        except UnknownRules as error:
            log.error("table cannot go on", table=id, error=str(error))
            return False
        except Refusal:
            return True  # very busy: it is looked at again
        except OutcryError as error:
            log.error("table cannot go on", table=id, error=str(error))
            return False
        except Exception:
            log.exception("table cannot go on", table=id)
            return False
        return True

    async def _recover(self) -> None:
        for live in list(self._live.values()):
            if live.broken:
                await self._catch_up(live)

    def _forget_idle(self) -> None:
        before = time.monotonic() - _IDLE_SECONDS
        for id, live in list(self._live.items()):
            if live.is_idle() and live.used < before:
                del self._live[id]
                live.rest()
        self.metrics.tables.set(len(self._live))

    async def close(self) -> None:
        for live in self._live.values():
            live.rest()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class LiveTable:
    """One table: its sheet, its sockets, its bots and its clock.

    The lock is held from the first change of the sheet until the change is on disk, and whoever
    reads the sheet takes it too: nobody ever sees what is not committed.
    """

    def __init__(self, tables: Tables, sheet: TableState) -> None:
        self.sheet = sheet
        self.sockets: set[TableSocket] = set()
        self.used = time.monotonic()
        self.broken = False
        """The sheet may differ from the journal: read that anew."""
        self._tables = tables
        self._lock = asyncio.Lock()
        self._thinking: dict[int, tuple[tuple[int, int], asyncio.Task[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._news: p.Table | None = None
        """What everybody was told last about the table."""

    # Reading and writing

    async def look(self, reading: Callable[[TableState], T]) -> T:
        """Read something off the sheet."""
        async with self._lock:
            await self._mend()
            return reading(self.sheet)

    async def run(self, command: Command) -> j.Event | None:
        """Carry a command out, commit it, then tell everybody. Cannot be left half-way."""
        return await asyncio.shield(self._tables.start(self._run(command)))

    async def run_all(self, command: Command) -> None:
        """Again and again until there is nothing more to do."""
        while await self.run(command) is not None:
            pass

    async def _run(self, command: Command) -> j.Event | None:
        async with self._lock:
            for _ in range(_ATTEMPTS):
                await self._mend()
                event = command(self.sheet)
                if event is None:
                    return None
                if await self._commit(event, now_ms()):
                    self._tell(event)
                    self.wake(lead=True)
                    if isinstance(event, j.Closed):
                        self._tables.closed(self.sheet)
                    return event
                self._tables.metrics.conflicts.inc()
                await self.reload()
                self._tell_everything()
        raise not_now("busy")

    async def _commit(self, event: j.Event, at: int) -> bool:
        sheet, metrics = self.sheet, self._tables.metrics
        self.broken = True
        sheet.apply(event, at)
        try:
            with metrics.committing.time():
                written = await persistence.append(self._tables.store, sheet, event, at)
        except StoreDown as error:
            metrics.not_stored.inc()
            log.error("not stored", table=sheet.id, error=str(error))
            raise
        self.broken = not written
        if written:
            metrics.commits.labels(type(event).__name__).inc()
        return written

    async def _mend(self) -> None:
        if self.broken:
            await self.reload()
            self._tell_everything()

    async def reload(self) -> None:
        """Read the whole journal anew."""
        sheet = await persistence.load(self._tables.store, self.sheet.id)
        if sheet is None:
            raise no_table()
        self.sheet, self.broken = sheet, False

    async def catch_up(self) -> None:
        """Read what other processes have written since."""
        async with self._lock:
            if self.broken:
                await self._mend()
                self.wake(lead=False)  # not at once: what failed may fail again
                return
            news = await persistence.events_since(self._tables.store, self.sheet)
            for event, at in news:
                self.sheet.apply(event, at)
                self._tell(event)
        if news:
            self.wake(lead=False)

    # Telling

    def _tell(self, event: j.Event) -> None:
        match event:
            case j.Started() | j.Played() | j.Rewound():
                self._tell_match()
            case j.Said():
                self._tell_chat()
            case _:
                pass
        self.tell_table()

    def _tell_everything(self) -> None:
        self.tell_table()
        self._tell_match()

    def _tell_match(self) -> None:
        """Everybody gets the position for his seat, and what led to it since he was told."""
        sheet = self.sheet
        if sheet.match is None:
            return
        ready: dict[tuple[int | None, int], str] = {}
        now = now_ms()
        for socket in self.sockets:
            if not socket.greeted:
                continue
            if not sheet.may_see(socket.person, socket.seat):
                socket.seat, socket.told = None, 0
            since = sheet.resume(socket.told, socket.rewinds)
            key = socket.seat, since
            if key not in ready:
                ready[key] = encode(sheet.update(socket.seat, since, now)).decode()
            socket.send(ready[key])
            socket.told, socket.rewinds = sheet.match.settled, len(sheet.rewinds)

    def _tell_chat(self) -> None:
        news = encode(p.ChatNews(self.sheet.chat[-1:])).decode()
        for socket in self.sockets:
            if socket.greeted:
                socket.send(news)

    def tell_table(self) -> None:
        """People, seats and clocks, if they have changed."""
        if self.broken or not self.sockets:
            return
        info = self.info(self.sheet)
        seen = msgspec.structs.replace(info, step=0, now=0)
        if seen == self._news:
            return
        self._news = seen
        news = encode(p.TableNews(info)).decode()
        for socket in self.sockets:
            if socket.greeted:
                socket.send(news)

    def info(self, sheet: TableState) -> p.Table:
        present = self.present()
        watching = len(present - set(sheet.people()))
        return sheet.info(present, watching, now_ms())

    def tell_one(self, socket: TableSocket, since: int) -> None:
        """A position for one socket, from step `since` on."""
        if self.sheet.match is not None:
            socket.send(encode(self.sheet.update(socket.seat, since, now_ms())).decode())
            socket.told, socket.rewinds = self.sheet.match.settled, len(self.sheet.rewinds)

    def greet(self, socket: TableSocket, hello: p.Hello) -> None:
        """The table, the chat and the position: all, or what was missed."""
        sheet = self.sheet
        socket.greeted = True
        socket.send(encode(p.TableNews(self.info(sheet))).decode())
        lines = [line for line in sheet.chat if line.number > hello.chat]
        if lines:
            socket.send(encode(p.ChatNews(lines)).decode())
        self.tell_one(socket, sheet.resume(hello.since, hello.rewinds))

    # Who is here

    def local_people(self) -> list[str]:
        """People connected here; first those who play: however many watch, they count."""
        seated, here = self.sheet.people(), {socket.person for socket in self.sockets}
        return sorted(here, key=lambda person: (person not in seated, person))

    def present(self) -> set[str]:
        """People connected, here or at another node."""
        elsewhere = self._tables.presence.elsewhere(self.sheet.id)
        return elsewhere.union(socket.person for socket in self.sockets)

    async def enter(self, socket: TableSocket) -> None:
        self.sockets.add(socket)
        self._tables.metrics.sockets.inc()
        await self._people_changed()

    async def leave(self, socket: TableSocket) -> None:
        self.sockets.discard(socket)
        self.used = time.monotonic()
        self._tables.metrics.sockets.dec()
        await self._people_changed()

    async def _people_changed(self) -> None:
        self.tell_table()
        with contextlib.suppress(StoreDown):
            await self._tables.presence.tell(self.sheet.id, self.local_people())

    # Bots and clocks

    def wake(self, lead: bool) -> None:
        """Set bots thinking and the clock running. Who has not committed last lets the other
        nodes go first."""
        wait = 0.0 if lead else _SECOND_NODE_WAITS
        self._set_timer(wait)
        sheet = self.sheet
        if sheet.state != "playing":
            return
        for seat, asking in sheet.asking.items():
            level = sheet.seats[seat].bot
            question = asking.step, len(sheet.rewinds)
            if level is None or self._is_thinking(seat, question):
                continue
            turn = self._bot_turn(seat, level, question, wait)
            self._thinking[seat] = question, self._tables.start(turn)

    def _is_thinking(self, seat: int, question: tuple[int, int]) -> bool:
        about, task = self._thinking.get(seat, (None, None))
        if task is None or task.done():
            return False
        if about == question:
            return True
        task.cancel()
        return False

    async def _bot_turn(
        self, seat: int, level: str, question: tuple[int, int], wait: float
    ) -> None:
        await asyncio.sleep(wait)
        began = time.monotonic()
        step, rewinds = question

        def position(sheet: TableState) -> Any:
            """What the bot may know; not even its time can hang on anything else."""
            if not sheet.is_current(seat, step, rewinds):
                return None
            return sheet.playing.state.imagine(seat, Rng(secrets.randbits(96)))

        state = await self.look(position)
        if state is None:
            return
        action = await self._tables.bots.choose(level, state, seat)
        pace = self.sheet.about.pace / 1000
        await asyncio.sleep(max(0.0, began + pace - time.monotonic()))

        def answer(sheet: TableState) -> j.Event:
            return commands.play_for(sheet, seat, step, rewinds, action)

        with contextlib.suppress(Stale, StoreDown):
            await self.run(answer)

    def _set_timer(self, wait: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        sheet = self.sheet
        if sheet.state != "playing" or sheet.about.seconds is None:
            return
        deadlines = [d for seat in sheet.asking if (d := sheet.deadline(seat)) is not None]
        if deadlines:
            seconds = max(0.0, (min(deadlines) - now_ms()) / 1000) + wait + 0.01
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, lambda: self._tables.start(self.run_out()))

    async def run_out(self) -> None:
        """Play the default of every decision whose time is over."""
        with contextlib.suppress(StoreDown):
            await self.run_all(lambda table: commands.run_out(table, now_ms(), stand_in()))
            self.wake(lead=True)

    # Rest

    def is_idle(self) -> bool:
        busy = any(not task.done() for _, task in self._thinking.values())
        return not self.sockets and not busy and not self._lock.locked()

    def rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Presence:
    """Who is connected at other nodes, as far as we have heard."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._me = secrets.token_hex(6)
        self._others: dict[str, dict[str, set[str]]] = {}
        self._heard: dict[str, float] = {}
        self._beaten = 0.0

    async def hello(self, local: dict[str, list[str]]) -> None:
        """Say who is here, and ask the others to do so: what they knew of us may be old."""
        await self._store.announce(json.dumps({"node": self._me, "hello": True}))
        for table, people in local.items():
            await self.tell(table, people)

    async def tell(self, table: str, people: list[str]) -> None:
        note = {"node": self._me, "table": table, "people": people[:_MOST_TOLD]}
        await self._store.announce(json.dumps(note))

    async def heard(self, note: dict[str, Any], local: dict[str, list[str]]) -> list[str]:
        """Take in a note; gives the tables whose people have changed."""
        node = note["node"]
        self._heard[node] = time.monotonic()
        if "hello" in note:
            changed = list(self._others.pop(node, ()))
            for table, people in local.items():
                await self.tell(table, people)
            return changed
        if "table" not in note:
            return []
        tables = self._others.setdefault(node, {})
        tables[note["table"]] = set(note["people"])
        if not note["people"]:
            del tables[note["table"]]
        return [note["table"]]

    async def beat(self) -> list[str]:
        """Say that we live; gives the tables whose people were at a node that fell silent."""
        now = time.monotonic()
        if now - self._beaten > _NODE_LOST / 3:
            self._beaten = now
            await self._store.announce(json.dumps({"node": self._me}))
        lost = [node for node, at in self._heard.items() if now - at > _NODE_LOST]
        tables: list[str] = []
        for node in lost:
            del self._heard[node]
            tables += self._others.pop(node, {})
        return tables

    def elsewhere(self, table: str) -> set[str]:
        return {person for tables in self._others.values() for person in tables.get(table, ())}
