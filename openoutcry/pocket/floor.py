"""What the browser's first worker runs: the floor itself, by the same tables, calls and sockets as
a server's. Only what carries them differs: messages between worker and page."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from openoutcry.analysis.effort import SMALL
from openoutcry.core.errors import OutcryError
from openoutcry.pocket import moving
from openoutcry.pocket.storage import BrowserStorage, BrowserStore
from openoutcry.pocket.thinker import Asking, Studying, Thinker
from openoutcry.server.accounts import Accounts
from openoutcry.server.addresses import Addresses
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.bot_queue import Asker
from openoutcry.server.calls.call import (
    Asked,
    Backend,
    Call,
    Reply,
    SignedIn,
    problem_of,
    read_body,
    read_query,
)
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.people import me_of
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.meters import NoMeters
from openoutcry.server.presence import Presence
from openoutcry.server.rate_limits import RateLimits
from openoutcry.server.refusals import failure, no_session, refusal_of
from openoutcry.server.running_analyses import RunningAnalyses
from openoutcry.server.sandbox import Answer, Question, SandboxAnswers
from openoutcry.server.services import Services
from openoutcry.server.settings import Settings
from openoutcry.server.slices import Slices
from openoutcry.server.socket_handler import SocketHandler
from openoutcry.server.store.interface import Person, StoreDown
from openoutcry.server.table_socket import NO_SESSION, NO_TABLE, TableSocket
from openoutcry.server.tycoon_lines import TycoonLines
from openoutcry.table.refusal import Refusal

HERE = "here"
"""The one address that rate limits and bans see in this browser."""
_ME = "me"
_MEND_SECONDS = 2.0

log = logging.getLogger(__name__)


class Answered(NamedTuple):
    """The answer to a call."""

    status: int
    json: str


class PocketFloor:
    """One floor for one device. Other tabs are other nodes of it."""

    def __init__(self, storage: BrowserStorage, ask: Asking, study: Studying, build: str) -> None:
        self._store = BrowserStore(storage)
        self._tasks = BackgroundTasks()
        presence, limits = Presence(self._store), RateLimits(enforced=False)
        meters = NoMeters()
        addresses = Addresses(self._store, "none")
        bots = Thinker(ask, study)
        self.tables = LiveTables(
            Services(self._store, bots, meters, presence, self._tasks, Slices(), addresses)
        )
        self._backend = Backend(
            Settings(data=Path()),
            self._store,
            Accounts(self._store, _NoProofs()),
            self.tables,
            limits,
            meters,
            _SandboxHere(),
            build,
            addresses,
            RunningAnalyses(bots, self._tasks, SMALL),
            TycoonLines(self._store, bots, self._tasks),
            own_device=True,
        )
        self._handler = SocketHandler(limits, meters, build)

    def open(self) -> None:
        """In a running event loop, before the first call."""
        self.start(self._mend())

    async def close(self) -> None:
        self.tables.close()
        await self._tasks.close()

    async def _mend(self) -> None:
        """Tables whose last change found no room go on once there is some. Until cancelled."""
        while True:
            await asyncio.sleep(_MEND_SECONDS)
            with contextlib.suppress(StoreDown):
                await self.tables.mend()

    # Calls

    async def call(self, method: str, address: str, body: str, languages: str) -> Answered:
        """Answer a call of the HTTP API, with its status."""
        try:
            return await self._answer(method, address, body, languages)
        except (OutcryError, StoreDown) as error:
            return _problem(refusal_of(error))
        except Exception:
            log.exception("call failed", extra={"call": address})
            return _problem(failure())

    async def _answer(self, method: str, address: str, body: str, languages: str) -> Answered:
        parts = urlsplit(address)
        endpoint, path = _found(method, "/" + parts.path.lstrip("/"))
        person = await self._me()
        if person is None and endpoint.needs_person:
            raise no_session()
        data = body.encode()
        if len(data) > endpoint.largest:
            raise Refusal(413, "too_large", "too_large", most=endpoint.largest)
        content = read_body(endpoint.body, data, endpoint.misread) if endpoint.body else None
        given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        asked = Asked(path, person, HERE, languages)
        call = Call(self._backend, asked, content, read_query(endpoint.query, given))
        answer = await endpoint.handler(call)
        if isinstance(answer, Reply):
            return Answered(answer.status, answer.json.decode())
        if isinstance(answer, SignedIn):
            await self._store.keep(_ME, answer.person.id)
            answer = me_of(answer.person)
        return Answered(200, msgspec.json.encode(answer).decode())

    async def _me(self) -> Person | None:
        """Whoever uses this browser."""
        id = await self._store.kept(_ME)
        return None if id is None else await self._store.person(id)

    # Sockets

    def connect(
        self, table: str, send: Callable[[str], None], close: Callable[[int], None]
    ) -> "Conversation":
        """A page looks at a table; it is told through `send`."""
        return Conversation(self, table, _Connection(send, close))

    async def converse(self, table: str, connection: "_Connection", said: "Said") -> None:
        """From the first message to the last."""
        try:
            live, person = await self.tables.get(table), await self._me()
        except StoreDown:
            await connection.close(1013)
            return
        except OutcryError:
            await connection.close(NO_TABLE)
            return
        if person is None:
            await connection.close(NO_SESSION)
            return
        socket = TableSocket(connection, person, HERE)
        await live.enter(socket)
        try:
            while (text := await said.get()) is not None:
                await self._handler.hear(live, socket, text)
        finally:
            await live.leave(socket)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs it in the background."""
        self._tasks.start(work)

    # Other tabs

    def heard(self, text: str) -> None:
        """Another tab announced something."""
        self.start(self.tables.announced(text))

    def committed(self, table: str, n: int) -> None:
        """Another tab wrote an entry of a journal."""
        self.start(self.tables.committed(table, n))


Said = asyncio.Queue[str | None]
"""What a page says; None is its last."""


class Conversation:
    """A page's connection to a table."""

    def __init__(self, floor: PocketFloor, table: str, connection: "_Connection") -> None:
        self._said: Said = asyncio.Queue()
        floor.start(floor.converse(table, connection, self._said))

    def say(self, text: str) -> None:
        """The page sends a message."""
        self._said.put_nowait(text)

    def end(self) -> None:
        """The page is gone."""
        self._said.put_nowait(None)


class _Connection:
    def __init__(self, send: Callable[[str], None], close: Callable[[int], None]) -> None:
        self._send = send
        self._close = close

    async def send(self, text: str) -> None:
        self._send(text)

    async def close(self, code: int) -> None:
        self._close(code)


class _NoProofs:
    """Whoever has the device is its person: nothing has to be proved."""

    def sign(self, person: Person) -> str:
        return person.id

    def read(self, cookie: str) -> tuple[str, int] | None:
        return None

    def sign_device(self, person: str, id: str) -> str:
        return id

    def read_device(self, cookie: str) -> tuple[str, str] | None:
        return None

    def hash(self, password: str) -> str:
        return ""

    def fits(self, hashed: str, password: str) -> bool:
        return False


class _SandboxHere:
    """In this worker: whoever opens a record here waits for it alone."""

    def __init__(self) -> None:
        self._answers = SandboxAnswers()

    async def ask(self, question: Question, asker: Asker) -> Answer:
        return self._answers.answer(question)


def _found(method: str, path: str) -> tuple[Endpoint, dict[str, str]]:
    for endpoint, pattern in _ROUTES:
        found = pattern.fullmatch(path)
        if found and endpoint.method == method:
            return endpoint, {name: unquote(value) for name, value in found.groupdict().items()}
    raise Refusal(404, "no_call", "call")


_ROUTES = [
    (endpoint, re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", endpoint.path)))
    for endpoint in (*ENDPOINTS, *moving.ENDPOINTS)
    if not endpoint.proves_person
]


def _problem(no: Refusal) -> Answered:
    return Answered(no.status, msgspec.json.encode(problem_of(no)).decode())
