"""What is said about deals of the day."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$", max_length=10)]


class DailyTable(Struct):
    """That a table plays a deal of the day."""

    day: str
    counts: bool
    """It is the one try that counts; otherwise it is for practice."""


class DailyDay(Struct):
    """A day on which I tried the deal."""

    day: str
    table: str
    place: int
    score: int
    seats: int


class Daily(Struct):
    """A title's deal of a day, and how I did before."""

    title: str
    day: str
    today: str
    first: str
    """The first day that has a deal."""
    ends: int
    """When today's deal makes way for the next."""
    deal: str
    """Matches of the same deal have the same draws and the same bots."""
    commitment: str
    """SHA-256 of the seed that all draws come from."""
    secret: bool
    """The seed holds a secret of this floor's, and is told when the day is over."""
    seats: int
    seat: int
    """Where I sit."""
    bot: str
    """The level of all others."""
    table: str | None
    """Where I play it, or played it, for it to count."""
    done: bool
    """That match is over."""
    days: list[DailyDay]
    """All my tries at this title's deals that are over, by day."""
    streak: int
    """Days in a row, up to today or yesterday."""
    longest: int
    """The most days in a row that I ever had."""


class DailyWanted(Struct, forbid_unknown_fields=True):
    """Play the deal of that day, or today's. The first try at today's counts; everything else is
    for practice."""

    day: Day | None = None
    pace: Annotated[int, Meta(ge=0, le=5000)] = 900
    """Milliseconds that a bot takes over an action, at least."""


class DailyChoice(Struct):
    action: str
    count: int
    """How many chose it."""


class DailyParting(Struct):
    """The first choice in which my match differs from others'."""

    step: int
    """How many steps of my match came before."""
    number: int
    """How many of my choices were the same before."""
    mine: str
    chosen: list[DailyChoice]
    """Mine among them; the most chosen first."""


class DailyLine(Struct):
    """How the tycoon played the deal, from the same seat."""

    state: Literal["running", "done"]
    place: int = 0
    score: int = 0
    parting: DailyParting | None = None
    """Where I first chose otherwise; None if nowhere."""


class DailyBar(Struct):
    """How many have a score from `low` on, below the next bar's."""

    low: int
    count: int


class DailyResult(Struct):
    """How my try at a deal went, beside the others'. Only for those who have finished it."""

    title: str
    day: str
    table: str
    place: int
    score: int
    seats: int
    standing: list[int]
    """My place after each quarter."""
    streak: int
    played: int
    """How many have finished it here, I among them."""
    better: int
    """How many of them scored more than I did."""
    bars: list[DailyBar]
    places: list[int]
    """How many came first, second, ..."""
    parting: DailyParting | None
    """None while nobody has chosen otherwise."""
    tycoon: DailyLine
