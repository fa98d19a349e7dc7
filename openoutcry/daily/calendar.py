"""Days in a row."""

from collections.abc import Collection
from datetime import date, timedelta

DAY = timedelta(days=1)


def streak(days: Collection[date], today: date) -> int:
    """How many days in a row were played, up to today or, while today's is unplayed, yesterday.

    >>> days = [date(2026, 11, day) for day in (14, 16, 17)]
    >>> [streak(days, date(2026, 11, day)) for day in (17, 18, 19)]
    [2, 2, 0]
    """
    last = today if today in days else today - DAY
    count = 0
    while last - count * DAY in days:
        count += 1
    return count


def longest(days: Collection[date]) -> int:
    """The most days in a row.

    >>> longest([date(2026, 11, day) for day in (1, 2, 3, 5)])
    3
    """
    return max((streak(days, day) for day in days), default=0)
