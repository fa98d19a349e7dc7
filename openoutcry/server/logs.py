"""The log: a line of JSON for each event, whoever wrote it, with addresses as the operator wants.

It holds no secrets: no cookies, seeds, passwords or bodies.
"""

import contextlib
import logging
import sys
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

from openoutcry.server.settings import LogAddresses

_KEPT_BITS = {4: 24, 6: 48}
"""Bits that a shortened address keeps: it still covers at least one customer's whole network."""


def prepare(addresses: LogAddresses) -> None:
    """Let everything that is logged in this process come as JSON to stderr."""
    shared: list[Callable[..., Any]] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        _showing(addresses),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: _Log(sys.stderr),
    )
    logging.basicConfig(handlers=[_handler(shared)], level=logging.WARNING, force=True)
    logging.getLogger("openoutcry").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    logging.captureWarnings(True)
    logging.raiseExceptions = False  # a full disk must not stop the server


_NO_NEWS = ("Invalid HTTP request", "Unsupported upgrade request", "Invalid UTF-8 sequence")
"""Anybody can send nonsense, as often as they like: it is counted, not written down each time."""


def _is_news(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, RuntimeError) and "the handler is closed" in str(error):
        return False  # an answer to somebody who has hung up
    return not str(record.msg).startswith(_NO_NEWS)


def _handler(shared: list[Callable[..., Any]]) -> logging.Handler:
    """For Python's own logging, which libraries use, and our modules that also run in browsers."""
    handler = logging.StreamHandler(sys.stderr)
    finish: list[Callable[..., Any]] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.JSONRenderer(),
    ]
    chain: list[Callable[..., Any]] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        *shared,
    ]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=chain, processors=finish)
    )
    return handler


def _showing(addresses: LogAddresses) -> Callable[[WrappedLogger, str, EventDict], EventDict]:
    def show(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        if "address" in event and addresses == "none":
            del event["address"]
        elif "address" in event and addresses == "shortened":
            event["address"] = shortened(event["address"])
        return event

    return show


def shortened(address: str) -> str:
    """The network of an address.

    >>> shortened("192.0.2.7"), shortened("2001:db8:1:2::/64"), shortened("local")
    ('192.0.2.0/24', '2001:db8:1::/48', 'local')
    """
    try:
        network = ip_network(address, strict=False)
    except ValueError:
        return address
    return str(network.supernet(new_prefix=_KEPT_BITS[network.version]))


class _Log:
    """Writes lines while the file takes them: a full disk must not stop the server."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def msg(self, line: str) -> None:
        with contextlib.suppress(OSError):
            print(line, file=self._file, flush=True)

    debug = info = warning = error = critical = msg
