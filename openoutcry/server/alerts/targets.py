"""Sending to addresses that people have chosen: never into the host's own network.

A name is resolved once, every address it has is checked, and the connection goes to one of those:
what the name says a moment later makes no difference. Redirects are not followed. Written with the
standard library because HTTP clients resolve by themselves.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

from openoutcry.server.alerting import BadTarget, NotDelivered

SECONDS: Final = 10.0
LONGEST: Final = 1000
"""Characters of an address."""
_ANSWER: Final = 4096
"""Bytes of an answer that are read."""
_PORTS: Final = {"https": 443, "http": 80}


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


def resolved(host: str, port: int, private: bool = False) -> str:
    """An address of the host, if none of its addresses is of our own network."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotDelivered(f"{host}: {error}") from None
    addresses = [str(info[4][0]) for info in found]
    if not private and not all(map(is_public, addresses)):
        raise BadTarget("alert_private")
    return addresses[0]


def is_public(address: str) -> bool:
    """May it be reached on behalf of somebody outside?

    >>> [is_public(a) for a in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "93.184.216.34")]
    [False, False, False, False, True]
    >>> is_public("::ffff:192.168.1.1"), is_public("64:ff9b::a00:1"), is_public("2002:a00:1::")
    (False, False, False)
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if ip in _NAT64 or ip.teredo is not None:
            return False
    return ip.is_global and not ip.is_multicast


_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def post(address: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> None:
    """Send it; blocks for `SECONDS` at most at each step. `NotDelivered` unless it was taken."""
    parts = parsed(address, private)
    port = parts.port or _PORTS[parts.scheme]
    host = parts.hostname or ""
    connection = _connected(parts.scheme, host, port, resolved(host, port, private))
    path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    try:
        connection.request("POST", path, body, dict(headers))
        answer = connection.getresponse()
        answer.read(_ANSWER)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotDelivered(f"{host}: {type(error).__name__}: {error}") from None
    finally:
        connection.close()
    if not 200 <= answer.status < 300:
        raise NotDelivered(f"{host}: status {answer.status}", gone=answer.status in (404, 410))


def _connected(scheme: str, host: str, port: int, address: str) -> http.client.HTTPConnection:
    """A connection to that very address, with the certificate of that name."""
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    try:
        plain = socket.create_connection((address, port), SECONDS)
        if scheme == "https":
            connection.default_port = 443
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        else:
            connection.sock = plain
    except OSError as error:
        raise NotDelivered(f"{host}: {error}") from None
    return connection
