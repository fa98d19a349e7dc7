"""The whole server, put together."""

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeVar

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from openoutcry.analysis.effort import USUAL
from openoutcry.core.errors import OutcryError
from openoutcry.server import openapi, router
from openoutcry.server.accounts import Accounts
from openoutcry.server.addresses import Addresses
from openoutcry.server.alerts.sender import Sender
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.board_picture import BoardPictures
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.bot_streams import BotStreams
from openoutcry.server.calls import titles
from openoutcry.server.calls.call import Backend
from openoutcry.server.contests import ContestKeeper
from openoutcry.server.credentials import Credentials
from openoutcry.server.erasing import Erasing
from openoutcry.server.expiry import Expiry
from openoutcry.server.fairness import FairnessInquiries
from openoutcry.server.health import Health
from openoutcry.server.ladder import Ladder
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.metrics import Metrics
from openoutcry.server.middleware import Middleware
from openoutcry.server.pages import BUILD, STATIC, Pages
from openoutcry.server.painter import Painter
from openoutcry.server.presence import Presence
from openoutcry.server.rate_limits import METRICS, REQUESTS, RateLimits
from openoutcry.server.rater import Rater, rated_levels
from openoutcry.server.router import address
from openoutcry.server.running_analyses import RunningAnalyses
from openoutcry.server.sandbox_process import SandboxProcess
from openoutcry.server.services import Services
from openoutcry.server.settings import Settings
from openoutcry.server.slices import Slices
from openoutcry.server.socket_endpoint import SocketEndpoint
from openoutcry.server.socket_handler import SocketHandler
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import StoreDown
from openoutcry.server.stream_endpoint import StreamEndpoint
from openoutcry.server.sweeper import Sweeper
from openoutcry.server.tycoon_lines import TycoonLines
from openoutcry.server.watchdog import Watchdog
from openoutcry.table import telling
from openoutcry.table.protocol import TableLine

_SWEEP_LIMITS_SECONDS = 60
_WAITS = (1.0, 2.0, 5.0)
"""Seconds until a store that cannot be used is tried again, the last one from then on."""
T = TypeVar("T")

log = structlog.get_logger()


class Server:
    """Everything that lives as long as the server; also its ASGI application."""

    def __init__(self, settings: Settings, bots: BotPool | None = None) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = RateLimits(settings.limited)
        self.store = open_store(settings.database, settings.data)
        self.bots = bots or BotPool(self.metrics, settings.bot_workers, settings.bot_seconds)
        self.sandbox = SandboxProcess()
        self.painter = Painter()
        self._tasks = BackgroundTasks()
        presence = Presence(self.store)
        self.slices = Slices()
        self.streams = BotStreams(self.store.bot_accounts)
        self.addresses = Addresses(self.store, settings.keep_addresses)
        services = Services(
            self.store,
            self.bots,
            self.metrics,
            presence,
            self._tasks,
            self.slices,
            self.addresses,
            self.streams,
        )
        self.tables = LiveTables(services)
        self.expiry = Expiry(settings, self.store, self.tables)
        self._sweeper = Sweeper(self.tables, services, self.store)
        self.fairness = FairnessInquiries(self._tasks)
        self.sender = Sender(settings, self.store, self.tables.is_here, self.metrics.alerts)
        self._contests = ContestKeeper(self.store, self.tables)
        self._chores: list[asyncio.Task[None]] = []
        self._app: ASGIApp = Middleware(Starlette(), settings, self.metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    async def open(self) -> None:
        """Before the first request. Waits for a store that is full or out of reach; `OutcryError`
        if it can never be used."""
        # Here and not when they are first asked for, which would hold the event loop: the titles,
        # and what Starlette's streams and threads are made of.
        await run_in_threadpool(titles.read_ahead)
        await self._patiently(self.store.open)
        await self._patiently(lambda: self.store.listen(self.tables))
        secret = await self._patiently(lambda: self.store.secret(secrets.token_hex(32)))
        await self._patiently(lambda: self.addresses.open(secret))
        accounts = Accounts(self.store, Credentials(secret), self.settings.protected)
        self._app = Middleware(
            Starlette(routes=self._routes(accounts)), self.settings, self.metrics
        )
        self._chores = [
            asyncio.create_task(self._sweeper.run()),
            asyncio.create_task(self._sweep_limits()),
            asyncio.create_task(self.expiry.run()),
            asyncio.create_task(self.sender.run()),
            asyncio.create_task(Rater(self.store).run()),
            asyncio.create_task(self._contests.run()),
            asyncio.create_task(Watchdog(self.metrics).run()),
        ]
        if self.settings.ladder:
            ladder = Ladder(self.settings, self.store, self.tables, self.streams)
            self._chores.append(asyncio.create_task(ladder.run()))

    async def _patiently(self, step: Callable[[], Awaitable[T]]) -> T:
        """Retry until it works: once the database is up or the disk has space again, nobody has to
        restart the server."""
        for wait in itertools.chain(_WAITS, itertools.repeat(_WAITS[-1])):
            try:
                return await step()
            except StoreDown as error:
                log.warning("waiting for the store", error=str(error), again_in=wait)
                await asyncio.sleep(wait)
        raise AssertionError("it waits for ever")

    async def close(self) -> None:
        """After the last request."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        self.tables.close()
        await self._tasks.close()
        await self.bots.close()
        await self.sandbox.close()
        await self.painter.close()
        await self.fairness.close()
        await self.store.close()

    async def _sweep_limits(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_LIMITS_SECONDS)
            self.limits.sweep()
            with contextlib.suppress(StoreDown):
                await self.tables.bans_changed()
                await self.addresses.tidy()

    def _routes(self, accounts: Accounts) -> list[BaseRoute]:
        backend = Backend(
            self.settings,
            self.store,
            accounts,
            self.tables,
            self.limits,
            self.metrics,
            self.sandbox,
            BUILD,
            self.addresses,
            RunningAnalyses(self.bots, self._tasks, USUAL),
            TycoonLines(self.store, self.bots, self._tasks),
            fairness=self.fairness,
            slices=self.slices,
            streams=self.streams,
            mentions=self.store.mentions,
            alerts=self.sender,
            contests=self._contests,
            standings=self.store.standings,
            levels=rated_levels,
            erase=Erasing(self.store, accounts, self.tables, self.slices, self.streams).erase,
        )
        handler = SocketHandler(self.limits, self.metrics, BUILD)
        sockets = SocketEndpoint(backend, handler)
        pages = Pages(self.settings, self._line_of, self._name_of)
        pictures = BoardPictures(self.tables, self.limits, self.painter, STATIC)
        health = Health(self.store)
        return [
            *router.routes(backend),
            Route("/api/openapi.json", _document),
            Route("/api/bot/stream", StreamEndpoint(backend, self.streams).serve),
            WebSocketRoute("/api/tables/{table}/live", sockets.serve),
            Route("/healthz", health.ready.answer),
            Route("/healthz/live", health.live),
            Route("/healthz/ready", health.ready.answer),
            Route("/healthz/deep", health.deep.answer),
            Route("/metrics", self._metrics),
            Route("/board/{table}.png", pictures.png),
            Route("/board/{table}.svg", pictures.svg),
            Route("/", pages.serve),
            Route("/{path:path}", pages.serve),
        ]

    async def _line_of(self, request: Request, table: str) -> TableLine | None:
        if not self.limits.allow(REQUESTS, address(request)):
            return None
        try:
            return await (await self.tables.get(table)).look(telling.line)
        except (OutcryError, StoreDown):
            return None

    async def _name_of(self, request: Request, person: str) -> str:
        """As the person's page shows it to strangers."""
        if not self.limits.allow(REQUESTS, address(request)):
            return ""
        try:
            found = await self.store.person(person)
            if found is None or found.banned or await self.store.standings.is_hidden(person):
                return ""
            return found.name
        except StoreDown:
            return ""

    async def _metrics(self, request: Request) -> Response:
        if not self.limits.allow(METRICS, address(request)):
            return Response("too many\n", 429, media_type="text/plain")
        return Response(self.metrics.page(), media_type="text/plain; version=0.0.4")


async def _document(request: Request) -> Response:
    # Put together once, which takes a third of a second.
    text = await asyncio.to_thread(_document_text)
    return Response(text, media_type="application/json")


@cache
def _document_text() -> bytes:
    return msgspec.json.encode(openapi.document())
