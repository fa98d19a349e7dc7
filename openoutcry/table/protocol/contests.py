"""Duplicate contests: several tables play the same deals."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from openoutcry.table.protocol.bounds import Level, Milliseconds, TableName

ContestKind = Literal["league", "knockout"]
"""In a league everybody plays all rounds; in a knock-out the better half of each goes on."""


class ContestSitting(Struct):
    """That a table plays a round of a contest."""

    contest: str
    round: int
    """From 0."""


class NewContest(Struct, forbid_unknown_fields=True):
    """Open a contest: people join until its host begins."""

    title: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=16)]
    """At each table."""
    people: Annotated[int, Meta(ge=1, le=16)]
    """Seats of each table that people have; bots have the others."""
    rounds: Annotated[int, Meta(ge=1, le=24)]
    """Of a league; a knock-out has as many as it takes."""
    hours: Annotated[int, Meta(ge=1, le=672)]
    """That a round lasts, at most: then bots finish what is left."""
    level: Level = "broker"
    name: TableName = ""
    private: bool = False
    """Only whoever has the link finds it."""
    seconds: Annotated[int, Meta(ge=30, le=1_209_600)] = 86_400
    """Per decision."""
    reserve: Annotated[int, Meta(ge=0, le=1_209_600)] = 0
    kind: ContestKind = "league"


class Contestant(Struct):
    person: str
    name: str


class ContestSeat(Struct):
    """A seat of a table in a round; a bot's without a person."""

    person: str | None
    name: str


class ContestTable(Struct):
    """A table of a round."""

    table: str | None
    """None while the round is played at other tables than one's own."""
    seats: list[ContestSeat]
    over: bool


class ContestLine(Struct):
    """What somebody did in a round that is over."""

    person: str | None
    """None for a bot."""
    name: str
    table: str
    seat: int
    score: int
    place: int
    share: float
    """Of the same seat at the other tables, how many did worse: from 0 to 1."""
    forfeit: bool
    out: bool
    """Out of a knock-out with that."""


class ContestRound(Struct):
    """One deal, which all tables play."""

    number: int
    begins: Milliseconds
    ends: Milliseconds
    """The deadline."""
    over: bool
    commitment: str
    """SHA-256 of the seed that all draws come from, the same at every table."""
    tables: list[ContestTable]
    lines: list[ContestLine]
    """Empty before it is over everywhere."""


class ContestRank(Struct):
    rank: int
    person: str
    name: str
    mean: float
    """Of the shares, from 0 to 1."""
    band: float
    """How far the mean would be off by chance, 19 times of 20."""
    rounds: int
    shares: list[float | None]
    """Round by round; None where they had no seat."""
    out: int | None
    """The round, from 0, in which they went out of a knock-out."""


class ContestPage(Struct):
    """A contest as everybody may see it."""

    id: str
    title: str
    name: str
    kind: ContestKind
    private: bool
    host: str
    host_name: str
    seats: int
    people: int
    """Of each table."""
    rounds_planned: int
    """Of a knock-out, as many as it takes with those who play."""
    hours: int
    level: str
    seconds: int
    reserve: int
    state: Literal["open", "running", "over"]
    needs: int
    """The fewest people."""
    contestants: list[Contestant]
    rounds: list[ContestRound]
    ranking: list[ContestRank]
    """After the rounds that are over."""
    mine: str | None
    """The table where I play the present round."""
    created: Milliseconds
    now: Milliseconds


class ContestEntry(Struct):
    """A contest in a list."""

    id: str
    title: str
    name: str
    kind: ContestKind
    state: Literal["open", "running", "over"]
    contestants: int
    rounds: int
    mine: bool


class Contests(Struct):
    """Those that I take part in, then those that anybody may join."""

    contests: list[ContestEntry]
