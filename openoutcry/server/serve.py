"""`outcry serve`: the server as a program."""

import asyncio
import contextlib
import signal
import socket
import sys
import webbrowser
from pathlib import Path

import segno
import structlog
import uvicorn

from openoutcry.core.errors import OutcryError
from openoutcry.server import logs
from openoutcry.server.app import Server
from openoutcry.server.connections import Connections, raise_limit
from openoutcry.server.garbage import Collector, keep_pauses_short
from openoutcry.server.http_limits import limited_http
from openoutcry.server.proxies import Proxies
from openoutcry.server.settings import Settings
from openoutcry.server.socket_limits import limited_socket
from openoutcry.server.store.interface import is_full

LARGEST_MESSAGE = 8 * 1024
PING_SECONDS = 20.0
"""A socket is asked this often whether somebody is there, and has as long to answer."""
_NOTICE_SECONDS = 0.1

log = structlog.get_logger()


def serve(settings: Settings, lan: bool = False, page: str | None = None) -> None:
    """Serve until stopped; `page` is opened in the browser, "" for the start page."""
    logs.prepare(settings.log_addresses)
    # uvicorn stops gracefully and then raises the signal again, which is no failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    make_private(settings.data)
    app = Server(settings)
    sys.setswitchinterval(0.0005)  # the writer thread needs the interpreter briefly but promptly
    keep_pauses_short()
    server = uvicorn.Server(config(app))
    factory = server.config.get_loop_factory()
    with (
        contextlib.closing(listen(settings.host, settings.port)) as listening,
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=factory) as runner,
    ):
        try:
            runner.run(_run(app, server, listening, lan, page))
        except (OutcryError, KeyboardInterrupt):
            raise
        except Exception:
            log.critical("server failed", exc_info=True)
            sys.exit(1)


async def run(app: Server, server: uvicorn.Server, listening: socket.socket) -> None:
    """From the first request to the last."""
    try:
        await app.open()
        ending = asyncio.create_task(_end_streams(app, server))
        await server.serve([listening])
        ending.cancel()
    finally:
        await app.close()


async def _end_streams(app: Server, server: uvicorn.Server) -> None:
    """uvicorn waits until all answers are given, and a bot's stream has no end of its own."""
    while not server.should_exit:
        await asyncio.sleep(_NOTICE_SECONDS)
    app.streams.end_all()


async def _run(
    app: Server, server: uvicorn.Server, listening: socket.socket, lan: bool, page: str | None
) -> None:
    serving = asyncio.create_task(run(app, server, listening))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        await welcome(_address(app.settings, listening, lan), lan, page)
    collecting = asyncio.create_task(Collector(app.metrics.collections).run())
    await serving
    collecting.cancel()


async def welcome(address: str, lan: bool, page: str | None) -> None:
    print(f"Open Outcry is open: {address}", flush=True)
    if lan:
        segno.make(address).terminal(compact=True)
    if page is not None:
        await asyncio.to_thread(webbrowser.open, address + page)


def _address(settings: Settings, listening: socket.socket, lan: bool) -> str:
    port = listening.getsockname()[1]
    return settings.public_url or f"http://{_shown_host(settings.host, lan)}:{port}/"


def config(app: Server) -> uvicorn.Config:
    trusted = app.settings.trusted_proxies
    proxies = Proxies(trusted)
    connections = Connections(raise_limit(), app.metrics, app.settings.limited)
    return uvicorn.Config(
        app,
        ws=limited_socket(app.limits, proxies),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        http=limited_http(connections, app.limits, proxies),
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted or None,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=5,
        lifespan="off",
    )


def make_private(folder: Path) -> None:
    """The data folder holds secrets, so only its owner may read a new one, and every file that
    we put there. An existing folder keeps its permissions."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        if is_full(error):
            return  # the store will wait for space
        raise OutcryError(f"{folder}: cannot be the data folder: {error.strerror}") from None


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without IPPROTO_TCP asyncio does not set TCP_NODELAY, and every answer waits 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OverflowError:
        listening.close()
        raise OutcryError(f"--port: a number from 0 to 65535, not {port}") from None
    except OSError as error:
        listening.close()
        raise OutcryError(
            f"cannot listen on {host} port {port}: {error.strerror}; try another --port"
        ) from None
    # It listens when the server is ready: until then a balancer is refused at once.
    listening.setblocking(False)
    return listening


def _shown_host(host: str, lan: bool) -> str:
    if host in ("0.0.0.0", "::"):
        return _lan_address() if lan else "localhost"
    return f"[{host}]" if ":" in host else host


def _lan_address() -> str:
    """This machine's address for phones in the same network; finding it out sends nothing."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
