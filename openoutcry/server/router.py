"""The endpoints as Starlette's routes: who may call, what is read of the request, and how answers
and failures are sent."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openoutcry.core.errors import OutcryError
from openoutcry.server.accounts import COOKIE, COOKIE_SECONDS, DEVICE
from openoutcry.server.calls.call import (
    Asked,
    Backend,
    Call,
    Reply,
    SignedIn,
    SignedOut,
    problem_of,
    read_body,
    read_query,
)
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.people import me_of
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.server.http_limits import SLOWEST
from openoutcry.server.middleware import check_origin
from openoutcry.server.rate_limits import ANSWERS_PER_ADDRESS, REQUESTS, network
from openoutcry.server.refusals import (
    banned,
    failure,
    no_session,
    not_understood,
    refusal_of,
    too_many,
)
from openoutcry.server.store.interface import Person, StoreDown
from openoutcry.table.refusal import Refusal

log = structlog.get_logger()


def routes(backend: Backend) -> list[BaseRoute]:
    """One route for each path, whatever its methods."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(path, _route(backend, methods), methods=list(methods))
        for path, methods in by_path.items()
    ]


def _route(
    backend: Backend, methods: dict[str, Endpoint]
) -> Callable[[Request], Awaitable[Response]]:
    def problem(no: Refusal) -> Response:
        backend.metrics.refused.labels(no.code, no.key).inc()
        return _json(msgspec.json.encode(problem_of(no)), no.status)

    async def answer(request: Request) -> Response:
        # A HEAD request is a GET whose body the server leaves out.
        endpoint = methods["GET" if request.method == "HEAD" else request.method]
        try:
            return await _answer(backend, endpoint, request)
        except OutcryError as error:
            return problem(refusal_of(error))
        except ClientDisconnect:
            return Response(status_code=400)  # the client is gone
        except StoreDown as error:
            log.error("store failed", call=endpoint.name, error=str(error))
            return problem(refusal_of(error))
        except Exception:
            log.exception("call failed", call=endpoint.name, address=address(request))
            return problem(failure())

    return answer


async def _answer(backend: Backend, endpoint: Endpoint, request: Request) -> Response:
    limits, client = backend.limits, address(request)
    if not limits.allow(REQUESTS, client) or limits.is_spent(ANSWERS_PER_ADDRESS, client):
        raise too_many()
    if endpoint.method != "GET":
        check_origin(request, backend.settings)
    person = await _who(backend, endpoint, request)
    if person is None and endpoint.needs_person:
        raise no_session()
    if person is not None and backend.addresses.is_banned(client, person.created):
        raise banned("banned_address")
    if person is not None and not limits.allow(REQUESTS, person.id):
        raise too_many()
    body = await _body(endpoint, request)
    query = read_query(endpoint.query, request.query_params)
    languages = request.headers.get("accept-language", "")
    device = request.cookies.get(DEVICE)
    asked = Asked(request.path_params, person, client, languages, device)
    answer = await endpoint.handler(Call(backend, asked, body, query))
    response = _response(backend, answer, request)
    limits.spend(ANSWERS_PER_ADDRESS, client, len(response.body))
    return response


async def _who(backend: Backend, endpoint: Endpoint, request: Request) -> Person | None:
    """A bot's token opens what is for bots, and nothing else."""
    if not endpoint.for_bots:
        return await backend.accounts.who(request.cookies.get(COOKIE))
    bot = None
    if backend.streams is not None:
        bot = await backend.streams.who(request.headers.get("authorization"))
    person = None if bot is None else await backend.store.person(bot.person)
    if person is None:
        raise Refusal(401, "no_session", "bot_token")
    return person


def address(connection: HTTPConnection) -> str:
    """Where a request comes from, for rate limits."""
    return network(connection.client.host) if connection.client else "local"


async def _body(endpoint: Endpoint, request: Request) -> Any:
    """The body as the type that the call takes; None if it takes none."""
    if endpoint.body is None:
        return None
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise Refusal(415, "content_type", "content_type")
    data = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                data += part
                if len(data) > endpoint.largest:
                    raise Refusal(413, "too_large", "too_large", most=endpoint.largest)
    except TimeoutError:
        raise not_understood("body", f"it did not arrive within {SLOWEST} s") from None
    return read_body(endpoint.body, data, endpoint.misread)


def _response(backend: Backend, answer: Any, request: Request) -> Response:
    match answer:
        case Reply(file=""):
            return _json(answer.json, answer.status)
        case Reply():
            headers = {"Content-Disposition": f'attachment; filename="{answer.file}"'}
            return Response(answer.json, answer.status, headers, media_type=answer.kind)
        case SignedIn():
            return _signed_in(backend, answer, request)
        case SignedOut():
            response = Response(status_code=204)
            response.delete_cookie(COOKIE, path=backend.settings.base_path or "/")
            return response
        case _:
            return _json(msgspec.json.encode(answer))


def _json(content: bytes, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(content, status, headers, media_type="application/json")


def _signed_in(backend: Backend, answer: SignedIn, request: Request) -> Response:
    settings, person = backend.settings, answer.person
    response = _json(msgspec.json.encode(me_of(person)))
    cookies = {COOKIE: backend.accounts.cookie(person)}
    if person.password is not None:
        cookies[DEVICE] = backend.accounts.device_cookie(person)
    for name, value in cookies.items():
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_SECONDS,
            path=settings.base_path or "/",
            secure=settings.is_https or request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
    if answer.anew:
        # Only once the new cookie is on its way: its owner's sockets come back with it.
        response.background = BackgroundTask(backend.tables.person_changed, person)
    return response
