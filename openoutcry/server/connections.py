"""How many connections there may be: as many as the system lets us open files, less a reserve for
the store and the bots; and only a few from one address that have said nothing yet."""

import contextlib
import time
from collections import Counter
from collections.abc import Iterator

import structlog

from openoutcry.server.metrics import Metrics
from openoutcry.server.rate_limits import network

RESERVE = 128
"""Files that are kept for the store, the bots and the log."""
WANTED = 65_536
"""As many files as anybody needs."""
PER_ADDRESS = 300
"""Connections of one address that are not sockets at a table: those are counted by themselves."""
_LOG_SECONDS = 10

log = structlog.get_logger()


def raise_limit() -> int:
    """Raise our limit of open files as far as the system allows; returns the new limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Connections:
    """Counts connections until they become sockets or end, and says which are too many."""

    def __init__(self, files: int, metrics: Metrics, enforced: bool = True) -> None:
        self.most = max(RESERVE, files - RESERVE)
        self.per_address = min(PER_ADDRESS, self.most // 4)
        self._metrics = metrics
        self._enforced = enforced
        self._open: Counter[str] = Counter()
        self._logged = -float(_LOG_SECONDS)
        self._unlogged = 0
        if self.most < 4 * PER_ADDRESS:
            log.warning("few connections", most=self.most, advice="raise LimitNOFILE")

    def enter(self, host: str, trusted: bool, total: int) -> bool:
        """May another one come in, where `total` are open? A trusted proxy speaks for many."""
        address = network(host)
        self._open[address] += 1
        if not self._enforced:
            return True
        if total > self.most:
            self.refuse("no files left", host)
        elif self._open[address] > self.per_address and not trusted:
            self.refuse("too many of one address", host)
        else:
            return True
        return False

    def leave(self, host: str) -> None:
        address = network(host)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def refuse(self, why: str, host: str) -> None:
        """Count it, and say so in the log now and then."""
        self._metrics.connections_refused.labels(why).inc()
        self._unlogged += 1
        if time.monotonic() - self._logged >= _LOG_SECONDS:
            log.warning("connections refused", why=why, address=network(host), count=self._unlogged)
            self._logged, self._unlogged = time.monotonic(), 0


@contextlib.contextmanager
def counted(counter: Counter[str], key: str) -> Iterator[None]:
    """One more for the key, for as long as it lasts."""
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]
