"""Rate limits by token buckets: so many at once, then so many a second."""

import time
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network


@dataclass(frozen=True)
class Rate:
    """`burst` at once, then `per_second`."""

    per_second: float
    burst: float


REQUESTS = Rate(20, 100)
"""HTTP calls per address."""
NEWCOMERS = Rate(0.2, 30)
"""New guests per address."""
PASSWORDS = Rate(0.1, 6)
"""Password attempts per address and per name."""
TABLES = Rate(0.2, 15)
"""New tables per person."""
TABLES_PER_ADDRESS = Rate(0.5, 60)
"""New tables per address, whoever asks."""
RECORDS = Rate(0.5, 30)
"""Opened records, and changes of the seat that looks, per person and per address."""
RECORD_MOMENTS = Rate(10, 100)
"""Moments of opened records per person and per address."""
NAMES = Rate(0.1, 10)
"""New names per person: each goes to all of the person's tables."""
CONNECTIONS = Rate(5, 200)
"""New sockets per address."""
MESSAGES = Rate(10, 40)
"""Messages per socket."""
CHAT = Rate(0.5, 6)
"""Chat lines per person."""


def network(host: str) -> str:
    """The address to count for: in IPv6 a whole /64 network, because that is what one home has.

    >>> network("192.0.2.7"), network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


class Bucket:
    """Full at first.

    >>> bucket = Bucket(Rate(1, 2), now=0.0)
    >>> [bucket.take(at) for at in (0.0, 0.0, 0.5, 1.0)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        self._tokens = self.level(now)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def level(self, now: float) -> float:
        return min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)

    def is_full(self, now: float) -> bool:
        return self.level(now) >= self._rate.burst


class RateLimits:
    """A bucket for each rate and key; full ones are forgotten."""

    def __init__(self, enforced: bool = True) -> None:
        self.enforced = enforced
        self._buckets: dict[tuple[Rate, str], Bucket] = {}

    def allow(self, rate: Rate, key: str) -> bool:
        if not self.enforced:
            return True
        now = time.monotonic()
        bucket = self._buckets.get((rate, key))
        if bucket is None:
            bucket = self._buckets[rate, key] = Bucket(rate, now)
        return bucket.take(now)

    def sweep(self) -> None:
        now = time.monotonic()
        self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
