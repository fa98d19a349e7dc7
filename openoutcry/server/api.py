"""The HTTP API: one function for each call of `endpoints`."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import msgspec
import structlog
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import openoutcry
from openoutcry.core.edition import Edition, kind_of
from openoutcry.core.errors import OutcryError
from openoutcry.core.title import Title
from openoutcry.server.accounts import COOKIE, COOKIE_SECONDS, Accounts, clean
from openoutcry.server.endpoints import ENDPOINTS, NUMBERS, Endpoint
from openoutcry.server.http_limits import LARGEST_BODY, SLOWEST
from openoutcry.server.languages import preferred
from openoutcry.server.metrics import Metrics
from openoutcry.server.middleware import check_origin
from openoutcry.server.offered_bots import offered, stand_in
from openoutcry.server.rate_limits import (
    NAMES,
    NEWCOMERS,
    PASSWORDS,
    REQUESTS,
    TABLES,
    TABLES_PER_ADDRESS,
    RateLimits,
    network,
)
from openoutcry.server.refusals import (
    failure,
    no_session,
    no_table,
    not_stored,
    not_understood,
    too_many,
    unreadable,
)
from openoutcry.server.settings import PACES, Settings
from openoutcry.server.store.interface import NEWEST, Mark, Person, Store, StoreDown, folded
from openoutcry.server.tables import Command, LiveTable, Tables, is_id
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal, UnknownRules, no_seat, not_now, not_yours
from openoutcry.table.state import TableState
from openoutcry.text import LANGUAGES, Words
from openoutcry.titles import find, names

PAGE = 50

log = structlog.get_logger()


class Api:
    """The calls, and what they work with."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        accounts: Accounts,
        tables: Tables,
        limits: RateLimits,
        metrics: Metrics,
    ) -> None:
        self.settings = settings
        self.store = store
        self.accounts = accounts
        self.tables = tables
        self.limits = limits
        self.metrics = metrics

    def routes(self) -> list[BaseRoute]:
        """One route for each path, whatever its methods."""
        by_path: dict[str, dict[str, Endpoint]] = {}
        for endpoint in ENDPOINTS:
            by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        return [
            Route(path, self._route(methods), methods=list(methods))
            for path, methods in by_path.items()
        ]

    def _route(self, methods: dict[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            # A HEAD request is a GET whose body the server leaves out.
            endpoint = methods["GET" if request.method == "HEAD" else request.method]
            try:
                return await self._answer(endpoint, request)
            except Refusal as refusal:
                return self._problem(refusal)
            except OutcryError as error:
                return self._problem(not_understood("request", str(error)))
            except ClientDisconnect:
                return Response(status_code=400)  # nobody reads it
            except StoreDown as error:
                log.error("store failed", call=endpoint.name, error=str(error))
                return self._problem(not_stored(error))
            except Exception:
                log.exception("call failed", call=endpoint.name)
                return self._problem(failure())

        return answer

    def _problem(self, no: Refusal) -> Response:
        self.metrics.refused.labels(no.code).inc()
        return _json(p.Problem(no.code, str(no), no.key, no.arguments), no.status)

    async def _answer(self, endpoint: Endpoint, request: Request) -> Response:
        if not self.limits.allow(REQUESTS, address(request)):
            raise too_many()
        if endpoint.method != "GET":
            check_origin(request, self.settings)
        person = await self.accounts.who(request.cookies.get(COOKIE))
        if person is None and endpoint.needs_person:
            raise no_session()
        call = Call(request, person, await _body(endpoint, request), _query(endpoint, request))
        handler: Callable[[Call], Awaitable[Any]] = getattr(self, endpoint.name)
        answer = await handler(call)
        return answer if isinstance(answer, Response) else _json(answer)

    # The floor

    async def floor(self, call: "Call") -> p.Floor:
        return p.Floor(
            version=openoutcry.__version__,
            titles=[self._title_info(find(name)) for name in names()],
            bots=offered(),
            languages=list(LANGUAGES),
            paces=list(PACES),
        )

    def _title_info(self, title: Title) -> p.TitleInfo:
        edition = self.edition_of(title)
        return p.TitleInfo(
            name=title.name,
            minutes=title.minutes,
            rules_version=title.rules_version,
            edition=edition.identity,
            edition_name=edition.name,
            seats=list(title.box.seats(edition)),
            options=[
                p.OptionInfo(
                    o.name,
                    list(o.values),
                    o.default,
                    o.rule,
                    None if o.seats is None else list(o.seats),
                    {} if o.needs is None else dict([o.needs]),
                )
                for o in title.box.OPTIONS
            ],
        )

    def edition_of(self, title: Title) -> Edition:
        """The host's corrected edition, or the title's own."""
        return self.settings.editions.get(title.name) or own_edition(title)

    async def words(self, call: "Call") -> p.Words:
        title, lang = _title(call), _lang(call)
        return p.Words(title.name, lang, Words(title.folder).messages(lang))

    async def rules(self, call: "Call") -> p.Rules:
        title, lang = _title(call), _lang(call)
        try:
            return p.Rules(title.name, lang, title.words.rules(lang))
        except FileNotFoundError:
            raise Refusal(404, "no_rules", "rules", f"{title.name} in {lang}") from None

    async def edition(self, call: "Call") -> p.EditionInfo:
        title = _title(call)
        edition = self.edition_of(title)
        tables = [
            p.EditionTable(
                path=path,
                kind=kind_of(str(table["source"])),
                source=str(table["source"]),
                note=str(table.get("note", "")),
                cells={str(k): str(v) for k, v in dict(table.get("cells", {})).items()},
            )
            for path, table in edition.tables()
        ]
        return p.EditionInfo(title.name, edition.identity, edition.name, tables)

    # People

    async def session(self, call: "Call") -> Response:
        person = call.someone
        if person is None:
            if not self.limits.allow(NEWCOMERS, address(call.request)):
                raise too_many("newcomers")
            lang = preferred(call.request.headers.get("accept-language", ""))
            person = await self.accounts.newcomer(lang)
        return self._signed_in(person, call.request)

    async def me(self, call: "Call") -> p.Me:
        return _me(call.person)

    async def rename(self, call: "Call") -> p.Me:
        if not self.limits.allow(NAMES, call.person.id):
            raise too_many()
        before = call.person.name
        person = await self.accounts.rename(call.person, call.body.name)
        await self.tables.person_changed(person)
        lines, _ = await self.store.listed_for(person.id, NEWEST, PAGE)
        for line in _lobby(lines, False).tables:
            if before in line.seats and line.state in ("open", "playing"):
                await self._rename_at(line.id, person, before)
        return _me(person)

    async def _rename_at(self, table: str, person: Person, before: str) -> None:
        with contextlib.suppress(UnknownRules):  # nobody plays there, so nobody is confused
            live = await self.tables.get(table)
            await live.run_all(lambda table: commands.rename(table, person.id, before, person.name))

    async def set_password(self, call: "Call") -> Response:
        self._count_password(call.request, call.person.name)
        person = await self.accounts.set_password(
            call.person, call.body.password, call.body.current
        )
        response = self._signed_in(person, call.request)
        # When the new cookie is on its way: its owner's sockets come back with it.
        response.background = BackgroundTask(self.tables.person_changed, person)
        return response

    async def login(self, call: "Call") -> Response:
        self._count_password(call.request, call.body.name)
        person = await self.accounts.login(call.body.name, call.body.password)
        return self._signed_in(person, call.request)

    def _count_password(self, request: Request, name: str) -> None:
        keys = (address(request), f"name:{folded(clean(name))}")
        if not all(self.limits.allow(PASSWORDS, key) for key in keys):
            raise too_many("attempts")

    async def logout(self, call: "Call") -> Response:
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, path=self.settings.base_path or "/")
        return response

    def _signed_in(self, person: Person, request: Request) -> Response:
        response = _json(_me(person))
        response.set_cookie(
            COOKIE,
            self.accounts.cookie(person),
            max_age=COOKIE_SECONDS,
            path=self.settings.base_path or "/",
            secure=self.settings.is_https or request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
        return response

    # Tables

    async def lobby(self, call: "Call") -> p.Lobby:
        return _lobby(*await self.store.listed(("open", "playing"), call.before, PAGE))

    async def my_tables(self, call: "Call") -> p.Lobby:
        return _lobby(*await self.store.listed_for(call.person.id, call.before, PAGE))

    async def matches(self, call: "Call") -> p.Lobby:
        return _lobby(*await self.store.listed(("over",), call.before, PAGE))

    async def create(self, call: "Call") -> p.Table:
        self._count_table(call)
        await self.accounts.check_free(call.person, *(s.name for s in call.body.seats if s.name))
        return await _info(await self.tables.open(self._plan(call.body, call.person)))

    def _count_table(self, call: "Call") -> None:
        if not self.limits.allow(TABLES, call.person.id):
            raise too_many("tables")
        if not self.limits.allow(TABLES_PER_ADDRESS, address(call.request)):
            raise too_many("tables")

    def _plan(self, new: p.NewTable, person: Person) -> j.Opened:
        title = _known_title(new.title)
        edition = self.edition_of(title)
        options = title.options(edition, len(new.seats), new.options)
        if all(seat.kind == "bot" for seat in new.seats):
            raise not_understood("only_bots")
        return j.Opened(
            title=title.name,
            rules=title.rules_version,
            edition=dict(edition.data),
            options=options,
            seats=[_seat_plan(seat, person) for seat in new.seats],
            host=person.id,
            name=clean(new.name) if new.name else "",
            private=new.private,
            seconds=None if new.clock is None else new.clock.seconds,
            pace=new.pace,
            seed=secrets.token_hex(32),
        )

    async def table(self, call: "Call") -> p.Table:
        return await _info(await self._table(call))

    async def _table(self, call: "Call") -> LiveTable:
        return await self.tables.get(call.path("table"))

    async def _run(self, call: "Call", command: Command) -> p.Table:
        live = await self._table(call)
        await live.run(command)
        return await _info(live)

    async def join(self, call: "Call") -> p.Table:
        person, body = call.person, call.body
        name = clean(body.name or person.name)
        await self.accounts.check_free(person, name)
        return await self._run(call, lambda table: commands.join(table, person.id, name, body.seat))

    async def leave(self, call: "Call") -> p.Table:
        live, person, seat = await self._table(call), call.person.id, call.body.seat
        if seat is not None and not await live.look(lambda sheet: sheet.owns(person, seat)):
            raise not_yours()
        await live.run_all(lambda table: commands.leave(table, person, seat, stand_in()))
        return await _info(live)

    async def start(self, call: "Call") -> p.Table:
        return await self._run(call, lambda table: commands.start(table, call.person.id))

    async def close(self, call: "Call") -> p.Table:
        return await self._run(call, lambda table: commands.close(table, call.person.id))

    async def rematch(self, call: "Call") -> p.Table:
        """The first who asks opens the new table; the others are shown there."""
        old, person = await self._table(call), call.person.id

        def plan(sheet: TableState) -> j.Opened | str:
            commands.may_rematch(sheet, person)
            return sheet.next or commands.again(sheet, person, secrets.token_hex(32))

        planned = await old.look(plan)
        if isinstance(planned, str):
            return await self._rematch_at(planned, old, call)
        self._count_table(call)
        new = await self.tables.open(planned)
        done = await old.run(lambda table: commands.rematched(table, person, new.sheet.id))
        if done is None:
            await new.run(commands.end)
            return await _info(await self.tables.get(await old.look(lambda s: s.next or s.id)))
        return await _info(new)

    async def _rematch_at(self, table: str, old: LiveTable, call: "Call") -> p.Table:
        new = await _info(await self.tables.get(table))
        if new.state != "closed":
            return new
        await old.run(lambda s: commands.unlink(s, table))
        return await self.rematch(call)

    async def change_seat(self, call: "Call") -> p.Table:
        live, person, seat = await self._table(call), call.person.id, call.number("seat")
        change: p.SeatChange = call.body
        level = _level(change.bot) if change.kind == "bot" else None
        name = clean(change.name or call.person.name)
        await self.accounts.check_free(call.person, name)

        def command(sheet: TableState) -> j.Event | None:
            return commands.change_seat(
                sheet, person, seat, change.kind, level, name, live.present()
            )

        await live.run(command)
        return await _info(live)

    # Matches

    async def moment(self, call: "Call") -> p.Moment:
        step = call.number("step")

        def read(sheet: TableState) -> p.Moment:
            match = _match(sheet, call)
            if step > match.step:
                raise Refusal(404, "no_step", "step", last=match.step)
            return p.Moment(match.at(step).view(call.seat), match.step)

        return await (await self._table(call)).look(read)

    async def film(self, call: "Call") -> p.Film:
        def read(sheet: TableState) -> p.Film:
            match = _match(sheet, call)
            steps, story = sheet.told(call.seat, 0)
            return p.Film(
                id=sheet.id,
                title=sheet.title.name,
                seat=call.seat,
                over=match.over,
                commitment=sheet.commitment,
                steps=steps,
                story=story,
                history=sheet.points(call.seat, 0),
            )

        return await (await self._table(call)).look(read)

    async def record(self, call: "Call") -> Response:
        def read(sheet: TableState) -> str:
            if sheet.state != "over":
                raise not_now("record", "until then see /film")
            return sheet.playing.record(sheet.names()).to_json()

        text = await (await self._table(call)).look(read)
        name = f"outcry-{call.path('table')}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/json", headers=headers)


class Call:
    """A request that has passed the gate."""

    def __init__(
        self, request: Request, someone: Person | None, body: Any, query: dict[str, Any]
    ) -> None:
        self.request = request
        self.someone = someone
        self.body = body
        self._query = query

    @property
    def person(self) -> Person:
        assert self.someone is not None
        return self.someone

    @property
    def before(self) -> Mark:
        """Where the page of a list begins."""
        id = self._query.get("before_id", "")
        if id and not is_id(id):
            raise no_table()
        return self._query.get("before", NEWEST[0]), id

    @property
    def seat(self) -> int | None:
        return self._query.get("seat")

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def number(self, name: str) -> int:
        """A whole number in the path."""
        return _whole(name, self.path(name))


def address(connection: HTTPConnection) -> str:
    """Who asks, for limits."""
    return network(connection.client.host) if connection.client else "local"


def _whole(name: str, text: str) -> int:
    most = NUMBERS[name]
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) <= most):
        raise not_understood("number", f"{name}: {text[:20]!r}", most=most)
    return int(text)


def _query(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    given = request.query_params
    return {
        name: _whole(name, given[name]) if name in NUMBERS else given[name]
        for name in endpoint.query
        if name in given
    }


async def _body(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.body is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, "content_type", "content_type")
    data = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                data += part
                if len(data) > LARGEST_BODY:
                    raise Refusal(413, "too_large", "too_large", most=LARGEST_BODY)
    except TimeoutError:
        raise not_understood("body", f"it did not arrive within {SLOWEST} s") from None
    try:
        return msgspec.json.decode(data, type=endpoint.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable(error) from None


def _json(answer: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(answer),
        status,
        {"Cache-Control": "no-store"},
        media_type="application/json",
    )


@cache
def own_edition(title: Title) -> Edition:
    return title.edition()


def _known_title(name: str) -> Title:
    if name not in names():
        raise Refusal(404, "no_title", "title", known=", ".join(names()))
    return find(name)


def _title(call: Call) -> Title:
    return _known_title(call.path("title"))


def _lang(call: Call) -> str:
    lang = call.path("lang")
    if lang not in LANGUAGES:
        raise Refusal(404, "no_language", "language", known=", ".join(LANGUAGES))
    return lang


def _level(level: str | None) -> str:
    if level not in offered():
        raise not_understood("level", known=", ".join(offered()))
    return level


def _seat_plan(seat: p.NewSeat, person: Person) -> j.SeatPlan:
    if seat.kind == "bot":
        return j.SeatPlan(bot=_level(seat.bot))
    if seat.kind == "open":
        return j.SeatPlan()
    return j.SeatPlan(person.id, clean(seat.name or person.name))


def _match(sheet: TableState, call: Call) -> openoutcry.Match:
    """The match, if the caller may see it from that seat."""
    if sheet.match is None:
        raise not_now("not_started")
    seat = call.seat
    if seat is not None and seat >= len(sheet.seats):
        raise no_seat(seat)
    if not sheet.may_see(call.someone.id if call.someone else None, seat):
        raise not_yours("view")
    return sheet.match


async def _info(live: LiveTable) -> p.Table:
    return await live.look(live.info)


def _me(person: Person) -> p.Me:
    return p.Me(person.id, person.name, person.password is not None)


def _lobby(lines: list[bytes], more: bool) -> p.Lobby:
    return p.Lobby([msgspec.json.decode(line, type=p.TableLine) for line in lines], more)
