"""Sending to addresses that people have chosen: never into the host's own network, and never for
longer than `SECONDS`, however slowly the receiver answers.

A name is resolved once, every address it has is checked, and the connection goes to one of those:
what the name says a moment later makes no difference. Redirects are not followed. Written by hand
because HTTP clients resolve by themselves, and of the answer only its status matters.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

from openoutcry.server.alerting import BadTarget, NotDelivered

SECONDS: Final = 10.0
"""For all of it: finding the address, connecting, sending, hearing the answer."""
LONGEST: Final = 1000
"""Characters of an address."""
_LINE: Final = 4096
"""Bytes of a line of an answer."""
_INTERIM: Final = 4
"""Answers that only announce another one, at most."""
_PORTS: Final = {"https": 443, "http": 80}
_LOOKUPS = ThreadPoolExecutor(16, "outcry-names")
"""Threads of their own: a name server that hangs must not hold what everybody shares."""
_INTERNET = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def parsed(address: str, private: bool = False) -> SplitResult:
    """The address, if it looks like one that may be sent to."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadTarget("alert_address") from None
    if len(address) > LONGEST or not parts.hostname or parts.username or parts.password:
        raise BadTarget("alert_address")
    if any(ord(c) <= 32 or ord(c) == 127 for c in address):
        raise BadTarget("alert_address")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise BadTarget("alert_https")
    if port is not None and port not in _PORTS.values() and not private:
        raise BadTarget("alert_port")
    return parts


async def resolved(host: str, port: int, private: bool = False) -> str:
    """An address of the host, if none of its addresses is of our own network."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_LOOKUPS, _looked_up, host, port)
    except (OSError, UnicodeError) as error:
        raise NotDelivered(f"{host}: {error}") from None
    addresses = [str(info[4][0]) for info in found]
    if not private and not all(map(is_public, addresses)):
        raise BadTarget("alert_private")
    return addresses[0]


def _looked_up(host: str, port: int) -> list[tuple[int, int, int, str, tuple[object, ...]]]:
    return [*socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def is_public(address: str) -> bool:
    """May it be reached on behalf of somebody outside?

    >>> [is_public(a) for a in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "93.184.216.34")]
    [False, False, False, False, True]
    >>> is_public("::ffff:192.168.1.1"), is_public("64:ff9b::a00:1"), is_public("2002:a00:1::")
    (False, False, False)
    >>> is_public("fec0::1"), is_public("::7f00:1"), is_public("2606:2800:220:1::1")
    (False, False, True)
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if ip in _NAT64 or ip.teredo is not None or ip not in _INTERNET:
            return False
    return ip.is_global and not ip.is_multicast


async def post(
    address: str, body: bytes, headers: Mapping[str, str], private: bool = False
) -> None:
    """Send it; `NotDelivered` unless it was taken within `SECONDS`."""
    parts = parsed(address, private)
    host = parts.hostname or ""
    try:
        async with asyncio.timeout(SECONDS):
            status = await _posted(parts, host, _request(parts, body, headers), private)
    except TimeoutError:
        raise NotDelivered(f"{host}: no answer within {SECONDS:g} s") from None
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
        raise NotDelivered(f"{host}: {type(error).__name__}: {error}") from None
    if not 200 <= status < 300:
        raise NotDelivered(f"{host}: status {status}", gone=status in (404, 410))


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    """`ValueError` if the address cannot be written so."""
    path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    name = (parts.hostname or "").encode("idna").decode("ascii")
    host = f"[{name}]" if ":" in name else name
    if parts.port is not None and parts.port != _PORTS[parts.scheme]:
        host += f":{parts.port}"
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    lines += [
        f"Content-Length: {len(body)}",
        *(f"{key}: {value}" for key, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def _posted(parts: SplitResult, host: str, request: bytes, private: bool) -> int:
    """The answer's status. The connection is to that very address, with that name's certificate."""
    port = parts.port or _PORTS[parts.scheme]
    address = await resolved(host, port, private)
    secure = parts.scheme == "https"
    tls = await asyncio.get_running_loop().run_in_executor(_LOOKUPS, _tls) if secure else None
    reader, writer = await asyncio.open_connection(
        address, port, limit=_LINE, ssl=tls, server_hostname=host if secure else None
    )
    try:
        writer.write(request)
        await writer.drain()
        return await _status(reader)
    finally:
        # At once: a receiver that does not say goodbye must not keep us.
        writer.transport.abort()


@cache
def _tls() -> ssl.SSLContext:
    """Reading all certificates takes long: once, and not in the event loop."""
    return ssl.create_default_context()


async def _status(reader: asyncio.StreamReader) -> int:
    """Of the answer that stands: one that only announces another is passed over."""
    for _ in range(_INTERIM):
        protocol, _, rest = (await reader.readuntil(b"\r\n")).decode("ascii").partition(" ")
        status = int(rest[:3]) if rest[:3].isdigit() else 0
        if not protocol.startswith("HTTP/1.") or not 100 <= status < 600:
            break
        if status >= 200:
            return status
        while await reader.readuntil(b"\r\n") != b"\r\n":
            pass  # its headers
    raise ValueError("no HTTP answer")
