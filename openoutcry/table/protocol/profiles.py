"""People: how they play, how they stand, and what is theirs."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openoutcry.table.protocol.bounds import Milliseconds

NoCount = Literal[
    "", "coach", "take_back", "shared", "alone", "edition", "branch", "deal", "remote"
]
"""Why a match does not count for a rating; empty if it does. `shared`: somebody played several
seats; `alone`: nobody else played; `deal`: it was a deal of the day, or of a contest; `remote`: a
bot from elsewhere played with people, and somebody may have told it how."""


class Opponent(Struct):
    name: str
    """Empty for a bot."""
    person: str | None
    bot: str | None
    place: int


class PlayedMatch(Struct):
    """A finished match of somebody's."""

    table: str
    title: str
    ended: Milliseconds
    place: int
    score: int
    opponents: list[Opponent]
    counts: bool
    """It counts for the rating."""
    why_not: NoCount
    """Why it does not: the message `ui.profile.why.` + this; empty if it does."""
    by_bot: bool
    """A bot decided for them: it counts as their last place."""
    mu: float | None
    """The rating after it; None if it did not count or is not rated yet."""
    sigma: float | None


class TitleFigures(Struct):
    """Somebody's matches of one title at tables of one size."""

    title: str
    seats: int
    played: int
    won: int
    place: float
    """The mean; the last where a bot decided for them, which is not won either."""
    best: int | None
    """The highest score without a bot's help; None if there is none."""


class TitleRating(Struct):
    """A rating by OpenSkill: it lies within two sigmas of mu 19 times of 20."""

    title: str
    mu: float
    sigma: float
    played: int


class Way(Struct):
    """Something that somebody does more often than the others at the table when they win."""

    feat: str
    """The title's message `feat.NAME`."""
    mine: float
    """Times a match."""
    others: float


class TitleWays(Struct):
    """How somebody tends to win a title."""

    title: str
    won: int
    """Matches that it comes from."""
    ways: list[Way]
    """The most telling first."""


class Profile(Struct):
    """A page about somebody."""

    person: str
    name: str
    mine: bool
    hidden: bool
    """Nobody else sees it."""
    ratings: list[TitleRating]
    figures: list[TitleFigures]
    ways: list[TitleWays]
    matches: list[PlayedMatch]
    """The last ones, the last first."""


class ProfileChange(Struct, forbid_unknown_fields=True):
    hidden: bool


class Leader(Struct):
    person: str
    name: str
    mu: float
    sigma: float
    played: int


class LevelRating(Struct):
    level: str
    mu: float


class Leaderboard(Struct):
    """Who plays a title best, by what they surely are: mu less two sigmas."""

    title: str
    season: str
    """A quarter, such as 2026-4; empty for all time."""
    seasons: list[str]
    """Those in which it was played, the last first."""
    leaders: list[Leader]
    levels: list[LevelRating]
    """The bots on the same scale, weakest first."""


class Friend(Struct):
    """Somebody I have played with."""

    person: str
    name: str
    matches: int
    last: Milliseconds


class Friends(Struct):
    friends: list[Friend]


class Invitation(Struct, forbid_unknown_fields=True):
    """Play that title with somebody I have played with."""

    title: Annotated[str, Meta(max_length=40)]


class MyData(Struct):
    """All that is kept about me."""

    person: dict[str, Any]
    keeps_name: bool
    tables: list[dict[str, Any]]
    results: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    alerts: list[dict[str, Any]]
    vacations: list[dict[str, Any]]
    contests: list[dict[str, Any]]
    """Those that I opened or took part in."""
    blocked: list[str]
    bots: list[dict[str, Any]]
    """My own, with their results and ratings."""
    written: list[dict[str, Any]]
    """What I wrote at tables."""
    said_in_advance: list[dict[str, Any]]
