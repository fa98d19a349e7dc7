"""One request to the HTTP API, with the reading and checking that all calls share."""

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from openoutcry.core.edition import Edition
from openoutcry.core.title import Title
from openoutcry.server.accounts import Accounts
from openoutcry.server.addresses import Addresses
from openoutcry.server.http_limits import LARGEST_BODY, SLOWEST
from openoutcry.server.live_table import Command, LiveTable
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.metrics import Metrics
from openoutcry.server.rate_limits import RateLimits, network
from openoutcry.server.record_reader import RecordReader
from openoutcry.server.refusals import no_table, not_understood, unreadable
from openoutcry.server.settings import Settings
from openoutcry.server.store.interface import NEWEST, Mark, Person, Store
from openoutcry.server.table_ids import is_id
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal
from openoutcry.titles import find, names

NUMBERS = {"seat": 15, "step": 1_000_000, "before": 2**53}
"""Parameters that are whole numbers, with the largest that makes sense."""


@dataclass(frozen=True)
class Backend:
    """What the calls work with."""

    settings: Settings
    store: Store
    accounts: Accounts
    tables: LiveTables
    limits: RateLimits
    metrics: Metrics
    records: RecordReader
    addresses: Addresses

    def edition_of(self, title: Title) -> Edition:
        """The operator's corrected edition, or the title's own."""
        return self.settings.editions.get(title.name) or _own_edition(title)


@cache
def _own_edition(title: Title) -> Edition:
    return title.edition()


class Call:
    """A request that was let in: who asks, and for what."""

    def __init__(
        self,
        backend: Backend,
        request: Request,
        someone: Person | None,
        body: Any,
        query: dict[str, Any],
    ) -> None:
        self.backend = backend
        self.request = request
        self.someone = someone
        self.body = body
        self._query = query

    @property
    def person(self) -> Person:
        """For calls that need one."""
        assert self.someone is not None
        return self.someone

    @property
    def address(self) -> str:
        return address(self.request)

    @property
    def before(self) -> Mark:
        """Where the page of a list begins."""
        id = self._query.get("before_id", "")
        if id and not is_id(id):
            raise no_table()
        return self._query.get("before", NEWEST[0]), id

    @property
    def state(self) -> str:
        """In which state the table is where the page of a list begins."""
        state = str(self._query.get("state", "open"))
        if state not in ("open", "playing"):
            raise not_understood("request", "state: open or playing")
        return state

    @property
    def seat(self) -> int | None:
        """Whose view is asked for."""
        return self._query.get("seat")

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def number(self, name: str) -> int:
        """A whole number in the path."""
        return _whole(name, self.path(name))

    def title(self) -> Title:
        return known_title(self.path("title"))

    async def table(self) -> LiveTable:
        return await self.backend.tables.get(self.path("table"))

    async def run(self, command: Command) -> p.Table:
        """Carry a command out at the table; gives the table as it is then."""
        live = await self.table()
        await live.run(command)
        return await live.info()


def address(connection: HTTPConnection) -> str:
    """Where a request comes from, for rate limits."""
    return network(connection.client.host) if connection.client else "local"


def known_title(name: str) -> Title:
    if name not in names():
        raise Refusal(404, "no_title", "title", known=", ".join(names()))
    return find(name)


def read_query(wanted: tuple[str, ...], request: Request) -> dict[str, Any]:
    given = request.query_params
    return {
        name: _whole(name, given[name]) if name in NUMBERS else given[name]
        for name in wanted
        if name in given
    }


def _whole(name: str, text: str) -> int:
    most = NUMBERS[name]
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) <= most):
        raise not_understood("number", f"{name}: {text[:20]!r}", most=most)
    return int(text)


async def read_body(
    kind: Any, request: Request, largest: int = LARGEST_BODY, misread: str = "body"
) -> Any:
    """The body as the type that the call takes; None if it takes none."""
    if kind is None:
        return None
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise Refusal(415, "content_type", "content_type")
    data = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                data += part
                if len(data) > largest:
                    raise Refusal(413, "too_large", "too_large", most=largest)
    except TimeoutError:
        raise not_understood("body", f"it did not arrive within {SLOWEST} s") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable(error, misread) from None


def json_response(answer: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(answer),
        status,
        {"Cache-Control": "no-store"},
        media_type="application/json",
    )
