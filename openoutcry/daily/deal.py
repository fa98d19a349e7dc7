"""Which deal a title has on a day.

Everything follows from the title, its rules and its own edition, the release and the date, so
every floor deals the same, offline too. A floor may mix in a secret of its own: then nobody can
look ahead by reading this, and the seed, told when the day is over, proves that the deal stood.
"""

import hmac
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Final

import openoutcry
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import Fair
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title

BOT: Final = "broker"
SIMULATIONS: Final = 100
"""What the bots spend on a decision, however long it takes: a clock would make them differ."""
FIRST: Final = date(2026, 1, 1)
"""The first day that has a deal."""


@dataclass(frozen=True)
class Deal:
    """A title's deal of a day."""

    setup: Setup
    day: date
    seed: bytes
    """All draws derive from it, and what the bots imagine."""
    seat: int
    """Where the one who plays it sits; bots sit in the others."""

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, as the table shows it before the deal."""
        return Fair(self.seed).commitment

    @property
    def id(self) -> str:
        """Short, and the same for the same deal; it tells nothing of the seed."""
        return self.commitment[:16]

    @property
    def players(self) -> list[str | None]:
        """A bot's name for each seat, None for the person."""
        return [None if seat == self.seat else BOT for seat in range(self.setup.seats)]


def deal_of(title: Title, day: date, secret: bytes = b"") -> Deal:
    """The title's deal of that day; the same at every floor without a secret.

    >>> from openoutcry.titles import find
    >>> deal_of(find("mogul"), FIRST).seed == deal_of(find("mogul"), FIRST).seed
    True
    >>> deal_of(find("mogul"), FIRST).id == deal_of(find("mogul"), FIRST, b"ours").id
    False
    """
    setup = _setup(title)
    identity = setup.edition.identity
    about = (title.name, title.rules_version, identity, openoutcry.__version__, day)
    message = " ".join(map(str, about)).encode()
    seed = hmac.digest(b"deal of the day " + secret, message, "sha256")
    seat = hmac.digest(seed, b"seat", "sha256")[0] % setup.seats
    return Deal(setup, day, seed, seat)


@cache
def _setup(title: Title) -> Setup:
    """The title's own edition and its usual options, whatever a floor plays otherwise."""
    return Setup.of(title)


def day_at(ms: int) -> date:
    """The day of the deal at that time, in milliseconds since 1970: days begin at midnight UTC.

    >>> day_at(1_767_225_599_999), day_at(1_767_225_600_000)
    (datetime.date(2025, 12, 31), datetime.date(2026, 1, 1))
    """
    return datetime.fromtimestamp(ms / 1000, UTC).date()


def ends_at(day: date) -> int:
    """When the day is over, in milliseconds since 1970."""
    end = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return int(end.timestamp() * 1000)


def read_day(text: str, today: date) -> date:
    """A day that has a deal already, written as 2026-11-18; `OutcryError` for any other."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise OutcryError(f"{text[:20]!r} is no day: write it as {today}") from None
    if not FIRST <= day <= today:
        raise OutcryError(f"{day} has no deal: there is one for each day from {FIRST} to {today}")
    return day
