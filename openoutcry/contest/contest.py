"""A contest: what is played, who takes part, and its rounds."""

from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

SIMULATIONS: Final = 100
"""What its bots spend on a decision, however long it takes: a clock would make them differ."""
HOUR: Final = 3_600_000


class Plan(Struct, frozen=True):
    """What the host has chosen."""

    title: str
    name: str
    private: bool
    seats: int
    """At each table."""
    people: int
    """Seats of each table that people have; bots have the others."""
    rounds: int
    hours: int
    """That a round lasts, at most."""
    level: str
    """Of the bots."""
    seconds: int
    """Per decision."""
    reserve: int


class Line(Struct, frozen=True):
    """How a round ended for one seat of one table."""

    table: str
    seat: int
    person: str | None
    """None for a bot."""
    score: int
    place: int
    share: float
    """Of the same seat at the other tables, how many did worse; half for those who did as well."""
    forfeit: bool = False
    """A bot made decisions for the person, who gets nothing for the round."""


class Sitting(Struct, frozen=True):
    """A table of a round, and who sits there; None for a bot."""

    table: str
    seats: list[str | None]


class Round(Struct, frozen=True):
    """One deal, which all tables play."""

    seed: str
    """All draws derive from it, at every table. Secret until the round is over."""
    begins: int
    ends: int
    """The deadline: bots finish what is not over by then."""
    sittings: list[Sitting]
    late: list[tuple[str, int]] | None = None
    """Tables and seats that the deadline found waiting; None before it."""
    over: int | None = None
    lines: list[Line] = []
    """When it is over."""
    opened: bool = False
    """Records and results of its tables are open to everybody."""


class Contest(Struct, frozen=True):
    """Who plays, at which deals, and how far it has come."""

    id: str
    plan: Plan
    host: str
    created: int
    people: list[str] = []
    """In the order in which they joined."""
    rounds: list[Round] = []
    state: Literal["open", "running", "over"] = "open"

    @property
    def round(self) -> Round | None:
        """The one that is played, or was last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def needs(self) -> int:
        """The fewest people with whom at least two tables play."""
        return self.plan.people + 1


def without(contest: Contest, person: str) -> Contest:
    """The contest after somebody has gone for good: they have no seat in the rounds to come, and if
    it was theirs, it is the next one's."""
    people = [one for one in contest.people if one != person]
    host = contest.host if contest.host != person or not people else people[0]
    state = contest.state if people or contest.state == "running" else "over"
    return replace(contest, people=people, host=host, state=state)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Contest).decode
