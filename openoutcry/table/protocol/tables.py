"""Tables and their seats: opening, changing and listing them."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openoutcry.core.fair import Hex
from openoutcry.core.options import Options, Value
from openoutcry.table.journal import ChatFor
from openoutcry.table.memory import Recall
from openoutcry.table.protocol.bounds import Level, Milliseconds, PersonName, SeatNumber, TableName
from openoutcry.table.protocol.contests import ContestSitting
from openoutcry.table.protocol.daily import DailyTable
from openoutcry.table.protocol.days import StandInRequest
from openoutcry.table.protocol.moderation import KickRequest
from openoutcry.table.protocol.records import Whence


class Clock(Struct, forbid_unknown_fields=True, frozen=True):
    """Time for each decision; when it runs out, the decision's default is played."""

    seconds: Annotated[int, Meta(ge=5, le=1_209_600)]
    reserve: Annotated[int, Meta(ge=0, le=1_209_600)] = 0
    """Seconds that each seat has beyond them; a decision made in time gives a quarter of a
    decision's time back to it."""


class NewSeat(Struct, forbid_unknown_fields=True):
    """A seat as the host wants it; several may be `me` (several people at one browser)."""

    kind: Literal["me", "open", "bot"]
    bot: Level | None = None
    name: PersonName | None = None
    """For `me`: what this seat's player is called at this table."""


class NewTable(Struct, forbid_unknown_fields=True):
    title: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=16)]
    options: Annotated[dict[str, Value], Meta(max_length=32)] = {}
    name: TableName = ""
    private: bool = False
    clock: Clock | None = None
    pace: Annotated[int, Meta(ge=0, le=5000)] = 900
    """Milliseconds that a bot takes over an action."""
    chat: ChatFor = "players"
    """Who may write."""
    edition: Annotated[str, Meta(max_length=64)] = ""
    """The identity of one of the offered editions; empty for the first."""
    brought: dict[str, Any] | None = None
    """An edition of one's own, instead."""
    memory: Recall | None = None
    """`table`: what has passed and may not be looked up by the rules is told as it happens, and
    then not before the end. `perfect`: it may be looked up at any time. None: `perfect` for one
    person among bots, else `table`."""


class Join(Struct, forbid_unknown_fields=True):
    """Sit down in an open seat, the first one if none is named."""

    seat: SeatNumber | None = None
    name: PersonName | None = None


class Leave(Struct, forbid_unknown_fields=True):
    """Leave one of your seats, or all. During play a bot takes over."""

    seat: SeatNumber | None = None


class SeatChange(Struct, forbid_unknown_fields=True):
    """Before the start the host opens a seat or puts a bot there; `person` seats one more
    person at your browser (open seats; the host also takes a bot's) or gives your own seat
    another name. During play `bot` hands your seat to a bot (for the host: also that of somebody
    who has been absent for a while, to a bot no weaker than the table's), `person` takes it
    back."""

    kind: Literal["open", "bot", "person"]
    bot: Level | None = None
    name: PersonName | None = None
    """For `person` before the start: what this seat's player is called at this table."""


class Pledge(Struct, forbid_unknown_fields=True):
    """Before the start: the SHA-256 of a salt that your seat will add to the draws."""

    pledge: Hex


class TellSalt(Struct, forbid_unknown_fields=True):
    """While the table is `starting`: the salt that your seat has promised."""

    salt: Hex


class Seat(Struct):
    """A seat at a table, and who plays it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    """The person's; empty for an open seat and for a bot."""
    person: str | None
    """Compare with `Me.id`; one person may have several seats."""
    bot: str | None
    """The level of the bot that plays now."""
    away: bool
    """A bot sits in until the person returns."""
    connected: bool
    missed: int
    """Decisions in a row that ran out of time."""
    deadline: Milliseconds | None
    """When the seat's decision runs out."""
    replaced_by: str | None = None
    """The name of whoever let the bot sit in for somebody absent."""
    hurried: bool = False
    """Its bot thought less over its last decision than it could, because the server is busy."""
    pledge: str | None = None
    """SHA-256 of the salt that the seat adds to the draws; None if it adds none."""
    salt: str | None = None
    """After the deal: the salt, if it was told in time."""
    reserve: Milliseconds | None = None
    """Time left beyond that of the present decision; None where the clock has no reserve."""
    late: int = 0
    """Decisions of the whole match that ran out of time."""
    rests_until: Milliseconds | None = None
    """On vacation: when the clock runs again."""


class BackRequest(Struct):
    """Somebody asks to go back to `step`; everybody at the table must agree."""

    seat: int
    step: int
    agreed: list[str]
    """People."""
    missing: list[str]


class Table(Struct):
    """A table as everybody may see it. Its id is also its match's."""

    id: str
    name: str
    title: str
    edition: str
    edition_name: str
    labels: dict[str, str]
    """This edition's company names, by id, where they differ from the catalogues'."""
    options: Options
    state: Literal["open", "playing", "over", "closed"]
    private: bool
    host: str
    seats: list[Seat]
    clock: Clock | None
    pace: Milliseconds
    memory: Recall
    """As chosen for the table; `perfect` where nothing has to be remembered."""
    watching: int
    """People connected who have no seat."""
    step: int
    rewinds: int
    starting: bool
    """The host wants to start: seats and pledges stand. Tell your seats' salts now; the deal
    follows as soon as all are told, or after a moment."""
    commitment: str | None
    """SHA-256 of the seed that all draws come from: shown before the deal."""
    seed: str | None
    """After the end."""
    scores: list[int] | None
    """After the end."""
    places: list[int] | None
    """After the end."""
    request: BackRequest | None
    chat: ChatFor
    """Who may write."""
    muted: list[str]
    """People whom the host has silenced."""
    kicks: list[KickRequest]
    next: str | None
    """The rematch's table."""
    previous: str | None
    created: Milliseconds
    started: Milliseconds | None
    ended: Milliseconds | None
    now: Milliseconds
    """The server's clock."""
    origin: "Whence | None" = None
    """Of a match that plays on from another."""
    daily: DailyTable | None = None
    """Of a deal of the day."""
    stand_ins: list[StandInRequest] = []
    """In a match over days: seats for which the others may want a bot."""
    contest: ContestSitting | None = None
    """Of a contest's round."""
    counts: bool = False
    """It counts for ratings, unless the coach is asked or something taken back."""


class TableLine(Struct):
    """A table in a list."""

    id: str
    name: str
    title: str
    state: Literal["open", "playing", "over", "closed"]
    private: bool
    seats: list[str | None]
    """A person's name, `bot:LEVEL`, or None for an open seat."""
    people: list[str]
    clock: Clock | None
    places: list[int] | None
    scores: list[int] | None
    created: Milliseconds
    changed: Milliseconds
    turn: list[int] = []
    """Seats that the table waits for."""
    turn_of: list[str] = []
    """The people among them, bots' seats left out: compare with `Me.id`."""
    owners: list[str | None] = []
    """Whose seat each is; None for a bot's and an open one."""
    deadlines: list[Milliseconds | None] = []
    """When each seat's decision runs out."""
    late: list[str] = []
    """People whose last decision the clock made, in a match over days."""
    stand_in_of: list[str] = []
    """People who are asked whether a bot shall take somebody's seat."""


class Lobby(Struct):
    """Tables, last changed first; in the lobby those that are open before those that are played.
    `more`: ask again with `before` and `before_id` = the last one's `changed` and `id`, in the
    lobby also with its `state`."""

    tables: list[TableLine]
    more: bool
