"""Whether an edition is fair."""

from msgspec import Struct


class FairShare(Struct):
    """A share of matches with its 95 % interval."""

    value: float
    low: float
    high: float


class FairSpread(Struct):
    mean: float
    deviation: float


class FairFigures(Struct):
    """What matches between equal bots say about an edition."""

    order: list[FairShare]
    """Win share of whoever began, of the next one, ..."""
    steps: FairSpread
    scores: FairSpread
    leader_wins: list[float]
    """At a quarter, half and three quarters: how often the only leader wins in the end."""
    prices: dict[str, list[float]]
    """Each company's mean price at the beginning, at half time and at the end."""


class Fairness(Struct):
    """How far it is known whether an edition is fair."""

    id: str
    done: int
    """Matches played, of both editions together."""
    total: int
    failed: bool
    ours: FairFigures | None
    """Of this server's edition, so far."""
    theirs: FairFigures | None
