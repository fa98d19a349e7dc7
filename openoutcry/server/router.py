"""The endpoints as Starlette's routes: who may call, and how failures are reported."""

from collections.abc import Awaitable, Callable

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from openoutcry.core.errors import OutcryError
from openoutcry.server.accounts import COOKIE
from openoutcry.server.calls.call import (
    Backend,
    Call,
    address,
    json_response,
    read_body,
    read_query,
)
from openoutcry.server.endpoints import ENDPOINTS, Endpoint
from openoutcry.server.middleware import check_origin
from openoutcry.server.rate_limits import ANSWERS_PER_ADDRESS, REQUESTS
from openoutcry.server.refusals import (
    banned,
    failure,
    no_session,
    not_stored,
    not_understood,
    too_many,
)
from openoutcry.server.store.interface import StoreDown
from openoutcry.table import protocol as p
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
        return json_response(p.Problem(no.code, str(no), no.key, no.arguments), no.status)

    async def answer(request: Request) -> Response:
        # A HEAD request is a GET whose body the server leaves out.
        endpoint = methods["GET" if request.method == "HEAD" else request.method]
        try:
            return await _answer(backend, endpoint, request)
        except Refusal as refusal:
            return problem(refusal)
        except OutcryError as error:
            return problem(not_understood("request", str(error)))
        except ClientDisconnect:
            return Response(status_code=400)  # the client is gone
        except StoreDown as error:
            log.error("store failed", call=endpoint.name, error=str(error))
            return problem(not_stored(error))
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
    person = await backend.accounts.who(request.cookies.get(COOKIE))
    if person is None and endpoint.needs_person:
        raise no_session()
    if person is not None and backend.addresses.is_banned(client, person.created):
        raise banned("banned_address")
    if person is not None and not limits.allow(REQUESTS, person.id):
        raise too_many()
    body = await read_body(endpoint.body, request, endpoint.largest, endpoint.misread)
    query = read_query(endpoint.query, request)
    answer = await endpoint.handler(Call(backend, request, person, body, query))
    response = answer if isinstance(answer, Response) else json_response(answer)
    limits.spend(ANSWERS_PER_ADDRESS, client, len(response.body))
    return response
