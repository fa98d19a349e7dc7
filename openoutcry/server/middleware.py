"""What every request passes first: the base path and the security headers; and the check of
where a request comes from."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """Strips the base path from requests and adds security headers to responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        base = self._settings.base_path
        if base and (scope["path"] == base or scope["path"].startswith(base + "/")):
            scope = {**scope, "path": scope["path"][len(base) :] or "/"}
        if scope["type"] == "http":
            send = self._with_headers(scope, send)
        await self._app(scope, receive, send)

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
