"""A contest: what is played, who takes part, and its rounds."""

from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openoutcry.contest import knockout
from openoutcry.contest.line import Line

SIMULATIONS: Final = 100
"""What its bots spend on a decision, however long it takes: a clock would make them differ."""
HOUR: Final = 3_600_000

Kind = Literal["league", "knockout"]
"""In a league everybody plays all rounds; in a knock-out the better half of each goes on."""


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
    kind: Kind = "league"


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
        """The fewest people with whom at least two tables play. In a knock-out tables have fewer
        people towards its end."""
        return 2 if self.plan.kind == "knockout" else self.plan.people + 1

    @property
    def field(self) -> list[str]:
        """Who plays the next round."""
        if self.plan.kind == "league" or not self.rounds:
            return self.people
        going_on = knockout.field([round.lines for round in self.rounds if round.over])
        return [person for person in self.people if person in going_on]

    @property
    def enough(self) -> bool:
        """Are there people enough for the next round?"""
        return len(self.field) >= self.needs

    @property
    def played_out(self) -> bool:
        """No round is left to play."""
        return len(self.rounds) >= self.rounds_planned

    @property
    def at_each(self) -> int:
        """Seats of each table that people have in the next round: there are always two tables."""
        return min(self.plan.people, -(-len(self.field) // 2))

    @property
    def rounds_planned(self) -> int:
        """As far as it can be said now."""
        if self.plan.kind == "league":
            return self.plan.rounds
        unplayed = self.round is not None and self.round.over is None
        field = len(self.sitting) if unplayed else len(self.field)
        return len(self.rounds) - unplayed + knockout.rounds_for(field)

    @property
    def sitting(self) -> list[str]:
        """Who plays, or has played, the last round."""
        sittings = self.round.sittings if self.round else []
        return [person for one in sittings for person in one.seats if person is not None]


def without(contest: Contest, person: str) -> Contest:
    """The contest after somebody has gone for good: they have no seat in the rounds to come, and if
    it was theirs, it is the next one's."""
    people = [one for one in contest.people if one != person]
    host = contest.host if contest.host != person or not people else people[0]
    state = contest.state if people or contest.state == "running" else "over"
    return replace(contest, people=people, host=host, state=state)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Contest).decode
