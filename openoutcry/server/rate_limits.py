"""Rate limits by token buckets: so many at once, then so many a second.

Written by hand because libraries count calls of a route: ours also charge bytes, and afterwards.
"""

import time
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network


@dataclass(frozen=True)
class Rate:
    """`burst` at once, then `per_second`."""

    per_second: float
    burst: float


REQUESTS = Rate(20, 100)
"""HTTP calls per address, and per person."""
NEWCOMERS = Rate(0.2, 30)
"""New guests per address."""
PASSWORDS = Rate(0.1, 6)
"""Password attempts per address, and per browser or person that is known already."""
STRANGERS_PASSWORDS = Rate(0.05, 10)
"""Password attempts per name, from everywhere where its owner has never logged in."""
ORDER = Rate(0.2, 20)
"""Muting, removing and saying who may write, per person: each is a line for everybody."""
REPORTS = Rate(0.01, 5)
"""Reports per person."""
REPORTS_PER_ADDRESS = Rate(0.05, 20)
"""Reports per address."""
BLOCKS = Rate(0.5, 30)
"""Blocking and unblocking, per person."""
TABLES = Rate(0.05, 15)
"""New tables per person: four thousand a day."""
TABLES_PER_ADDRESS = Rate(0.5, 60)
"""New tables per address, whoever asks."""
RECORDS = Rate(0.5, 30)
"""Opened records, and changes of the seat that looks, per person and per address."""
RECORD_MOMENTS = Rate(10, 100)
"""Moments of opened records per person and per address."""
ANALYSES = Rate(1 / 60, 10)
"""Analyses begun, per person and per address."""
LESSONS = Rate(2, 60)
"""Answers in lessons per person."""
LESSONS_PER_ADDRESS = Rate(10, 200)
"""Answers in lessons per address: a class learns together."""
HINTS = Rate(0.5, 30)
"""Questions to the coach per person."""
HINTS_PER_ADDRESS = Rate(4, 200)
"""Questions to the coach per address: a school has one."""
EDITIONS = Rate(3, 60)
"""Readings of editions that people make, per person and per address: one for each change."""
FAIRNESS = Rate(0.01, 4)
"""Questions whether an edition is fair, per person."""
CHANNELS = Rate(0.02, 20)
"""New ways to be alerted, per person."""
CHANNELS_PER_ADDRESS = Rate(0.2, 60)
"""New ways to be alerted, per address: a school has one."""
TRIALS = Rate(0.02, 10)
"""Alerts to try a channel, per person."""
TRIALS_PER_ADDRESS = Rate(0.05, 30)
"""The same per address: however many guests one makes of oneself."""
TRIALS_PER_TARGET = Rate(0.005, 5)
"""The same to one address, whoever asks: nobody is flooded by a stranger."""
ERASURES = Rate(0.01, 3)
"""Erasing all that is kept about oneself, per person."""
EXPORTS = Rate(0.02, 5)
"""Files with all that is kept about oneself, per person: a megabyte or more."""
BOT_TOKENS = Rate(0.02, 10)
"""Tokens for bots from elsewhere, per person and per address."""
BOT_STREAMS = Rate(0.2, 10)
"""Connections of a bot from elsewhere."""
BOT_ANSWERS = Rate(20, 100)
"""Answers of a bot from elsewhere."""
WRONG_ANSWERS = Rate(0.5, 20)
"""Answers of such a bot that are against the rules, or for somebody else's seat."""
NAMES = Rate(0.1, 10)
"""New names per person: each goes to all of the person's tables."""
PICTURES = Rate(2, 30)
"""Boards drawn as pictures per address: one takes ten milliseconds."""
METRICS = Rate(1, 5)
"""Pages of metrics per address: one takes milliseconds."""
CONNECTIONS = Rate(5, 200)
"""New sockets per address."""
READ = Rate(200, 400)
"""Requests of any kind that are read from one address; the next wait in the network's
buffers."""
FRAMES = Rate(20, 120)
"""Frames that are read from one socket: messages, their parts, pings."""
FRAMES_PER_ADDRESS = Rate(300, 1500)
"""Frames that are read from one address's sockets."""
MESSAGES = Rate(10, 40)
"""Messages per socket."""
MESSAGES_PER_PERSON = Rate(20, 120)
"""Messages over all of a person's sockets."""
MESSAGES_PER_ADDRESS = Rate(200, 1000)
"""Messages over all of an address's sockets: a school has one address."""
REFUSALS = Rate(1, 30)
"""Refused messages per person."""
REFUSALS_PER_ADDRESS = Rate(10, 300)
"""Refused messages per address."""
BYTES = Rate(16 * 1024, 256 * 1024)
"""Bytes of messages per person."""
BYTES_PER_ADDRESS = Rate(160 * 1024, 2560 * 1024)
"""Bytes of messages per address."""
ANSWERS = Rate(512 * 1024, 8 * 1024 * 1024)
"""Bytes that a person asks for: whole matches, films and records."""
ANSWERS_PER_ADDRESS = Rate(4096 * 1024, 64 * 1024 * 1024)
"""Bytes that an address asks for."""
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

    def take(self, now: float, amount: float = 1) -> bool:
        """Take this many tokens, if there are enough."""
        if self.level(now) < amount:
            return False
        self.spend(now, amount)
        return True

    def spend(self, now: float, amount: float) -> None:
        """Take this many tokens, even if that leaves a debt."""
        self._tokens = self.level(now) - amount
        self._at = now

    def wait(self, now: float, amount: float) -> float:
        """As `spend`; gives the seconds until the debt is paid."""
        self.spend(now, amount)
        return max(0.0, -self._tokens) / self._rate.per_second

    def level(self, now: float) -> float:
        return min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)

    def is_full(self, now: float) -> bool:
        return self.level(now) >= self._rate.burst


class RateLimits:
    """A bucket for each rate and key; full ones are forgotten."""

    def __init__(self, enforced: bool = True) -> None:
        self.enforced = enforced
        self._buckets: dict[tuple[Rate, str], Bucket] = {}

    def allow(self, rate: Rate, key: str, amount: float = 1) -> bool:
        return not self.enforced or self._bucket(rate, key).take(time.monotonic(), amount)

    def spend(self, rate: Rate, key: str, amount: float = 1) -> None:
        """Count something that has happened already."""
        if self.enforced:
            self._bucket(rate, key).spend(time.monotonic(), amount)

    def wait(self, rate: Rate, key: str, amount: float = 1) -> float:
        """Count something, and give the seconds after which it keeps to the rate: whoever waits so
        long need not ask again."""
        if not self.enforced:
            return 0.0
        return self._bucket(rate, key).wait(time.monotonic(), amount)

    def is_spent(self, rate: Rate, key: str) -> bool:
        """Is nothing left at present?"""
        return self.enforced and self._bucket(rate, key).level(time.monotonic()) < 1

    def _bucket(self, rate: Rate, key: str) -> Bucket:
        bucket = self._buckets.get((rate, key))
        if bucket is None:
            bucket = self._buckets[rate, key] = Bucket(rate, time.monotonic())
        return bucket

    def sweep(self) -> None:
        now = time.monotonic()
        self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
