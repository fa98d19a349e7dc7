"""When somebody wants to be left alone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone(name: str) -> ZoneInfo | None:
    """None if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def until(now: int, first: int, last: int, name: str) -> int:
    """When alerts may be sent again, in milliseconds since 1970: `now` unless it is night there.

    >>> noon = 1_767_268_800_000
    >>> until(noon, 22, 7, "UTC") == noon
    True
    >>> (until(noon + 11 * 3_600_000, 22, 7, "UTC") - noon) / 3_600_000
    19.0
    """
    if first == last:
        return now
    here = datetime.fromtimestamp(now / 1000, zone(name) or UTC)
    hours = (last - first) % 24
    for days in (1, 0):
        begun = here.replace(hour=first, minute=0, second=0, microsecond=0) - timedelta(days=days)
        ends = begun + timedelta(hours=hours)
        if begun <= here < ends:
            return int(ends.timestamp() * 1000)
    return now
