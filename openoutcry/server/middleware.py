"""What every request passes first: the name it asks for, the base path and the security headers;
and the check of where a request comes from."""

import socket
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openoutcry.server.metrics import Metrics
from openoutcry.server.settings import Settings
from openoutcry.table.refusal import Refusal

_SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


_PYTHON = ("/assets/worker-", "/assets/bots-")
"""The scripts of the workers in which our Python runs."""


def content_policy(host: str, path: str = "/") -> str:
    """Only what we serve ourselves, and no inline scripts. The sockets' address is spelled out
    because in some browsers 'self' does not cover it. WebAssembly counts as evaluated script: only
    the workers that run Python may load any, and a worker goes by its own script's policy."""
    wasm = " 'wasm-unsafe-eval'" if path.startswith(_PYTHON) else ""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self'{wasm}",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            f"connect-src 'self' ws://{host} wss://{host}",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


class Middleware:
    """Turns away requests for other names than ours, strips the base path from the others and adds
    security headers to responses."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._names = _own_names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        base = self._settings.base_path
        if base and (scope["path"] == base or scope["path"].startswith(base + "/")):
            scope = {**scope, "path": scope["path"][len(base) :] or "/"}
        if not self._is_ours(scope):
            self._metrics.refused.labels("host", "no.host_name").inc()
            # Closing a socket before its handshake is answered with 403.
            app = _misdirected if scope["type"] == "http" else _closed
            await app(scope, receive, send)
            return
        if scope["type"] == "http":
            send = self._with_headers(scope, send)
        await self._app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        """A domain that somebody else points at this server would get our pages and cookies for its
        own (DNS rebinding). Plain addresses belong to no other site; health checks name none."""
        if scope["path"].startswith("/healthz"):
            return True
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) != 1:
            return False  # a proxy before us may have checked the other one
        name = _name_in(hosts[0])
        return name in self._names or _is_address(name)

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        host = self._settings.public_host or Headers(scope=scope).get("host", "")
        policy = content_policy(host if _is_plain(host) else "", scope["path"])

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_SECURITY_HEADERS)
                headers["Content-Security-Policy"] = policy
                if self._settings.is_https:
                    headers["Strict-Transport-Security"] = "max-age=31536000"
            await send(message)

        return sending


_misdirected = PlainTextResponse(
    "This server does not go by that name. Whoever runs it may add it: --allowed-hosts\n", 421
)


async def _closed(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})


def _own_names(settings: Settings) -> frozenset[str]:
    machine = socket.gethostname().lower()
    names = {"localhost", machine, f"{machine}.local", settings.host, *settings.allowed_hosts}
    names.add(_name_in(settings.public_host or ""))
    return frozenset(name.lower() for name in names if name)


def _name_in(host: str) -> str:
    """Without the port.

    >>> _name_in("Play.Example:8100"), _name_in("[::1]:8100"), _name_in("play.example.")
    ('play.example', '::1', 'play.example')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_plain(host: str) -> bool:
    return bool(host) and all(c.isalnum() or c in ".:-[]_" for c in host)


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """A browser must come from our own page; programs send no origin."""
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "same-origin")
    foreign = origin is not None and not _is_ours(origin, connection, settings)
    if foreign or site not in ("same-origin", "none"):
        raise Refusal(403, "origin", "origin")


def _is_ours(origin: str, connection: HTTPConnection, settings: Settings) -> bool:
    """Is it the public address, or whatever address the request came to?"""
    scheme, _, host = origin.partition("://")
    if host == settings.public_host:
        return scheme == settings.scheme
    return scheme in ("http", "https") and host == connection.headers.get("host")
