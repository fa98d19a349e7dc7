"""What can happen at a table, as it is stored. A released event keeps its tag and its fields."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from openoutcry.core.fair import NO_SALT, Salt
from openoutcry.core.options import Options
from openoutcry.core.origin import Origin
from openoutcry.table.memory import Recall

ChatFor = Literal["everybody", "players", "nobody"]
"""Who may write at a table: also those who only watch, those who have a seat, or nobody."""

Notice = Literal[
    "",
    "chat_everybody",
    "chat_players",
    "chat_nobody",
    "muted",
    "unmuted",
    "kick_asked",
    "kicked",
]
"""What somebody did to keep order at a table; empty where they only wrote something."""


class SeatPlan(Struct, frozen=True):
    """A seat as a table opens with it: a person, a bot's level, or neither (open)."""

    person: str | None = None
    name: str = ""
    bot: str | None = None


class DailyTry(Struct, frozen=True):
    """That a table plays a deal of the day."""

    deal: str
    """Which one: matches of the same deal have the same draws and the same bots."""
    day: str
    """As 2026-11-18."""
    counts: bool
    """It is the one try that counts: no coach, and nothing is taken back that has been answered."""
    simulations: int
    """What its bots spend on a decision, in place of a clock."""
    seed_secret_until: int = msgspec.field(default=0, name="sealed_until")
    """The seed is told to nobody before that time. Journals keep the name it was released with."""


class ContestTable(Struct, frozen=True):
    """That a table plays a round of a contest: others play the same deal."""

    contest: str
    round: int
    simulations: int
    """What its bots spend on a decision, in place of a clock."""


class Opened(Struct, frozen=True, tag="opened"):
    """Somebody opened the table: what is played, and who sits where at first."""

    title: str
    rules: int
    edition: dict[str, Any]
    """The edition's whole data: a table outlives the edition shipped with the program."""
    options: Options
    seats: list[SeatPlan]
    host: str
    name: str
    private: bool
    seconds: int | None
    """Per decision."""
    pace: int
    seed: str
    """All draws derive from it, and from the salts that seats add. Secret until the end; its hash,
    the commitment, is public."""
    previous: str | None = None
    memory: Recall = "perfect"
    """Whether what has passed may be looked up; tables that do not say so were opened before there
    was a choice."""
    chat: ChatFor = "everybody"
    """Tables opened before there was a choice let everybody write."""
    barred: list[str] = []
    """People who were removed from the match that this is a rematch of."""
    origin: Origin | None = None
    """Of a match that plays on from another."""
    parent: str | None = None
    """The table of that other match, if it was played here."""
    daily: DailyTry | None = None
    reserve: int = 0
    """Seconds that each seat has beyond those per decision; used up, and refilled."""
    contest: ContestTable | None = None
    ladder: bool = False
    """Bots play among themselves for their ratings; nobody is host."""


class Sat(Struct, frozen=True, tag="sat"):
    """A person sat down: in an open seat, in a bot's, or under another name in their own."""

    seat: int
    person: str
    name: str


class SeatOpened(Struct, frozen=True, tag="opening"):
    """The seat is open, perhaps again."""

    seat: int


class BotSat(Struct, frozen=True, tag="bot_sat"):
    """A bot plays the seat; the person whose seat it is may come back."""

    seat: int
    level: str
    until_seen: bool = False
    """It sits in for somebody absent, and leaves when that person connects."""


class Replaced(Struct, frozen=True, tag="replaced"):
    """A bot sits in for somebody absent, and leaves when that person connects; who saw to that."""

    seat: int
    level: str
    person: str
    name: str


class Returned(Struct, frozen=True, tag="returned"):
    """The person plays the seat again."""

    seat: int


class Hosted(Struct, frozen=True, tag="hosted"):
    """Somebody else is now the host."""

    person: str


class Pledged(Struct, frozen=True, tag="pledged"):
    """A seat promised a salt by its hash, perhaps another than before."""

    seat: int
    pledge: str


class Called(Struct, frozen=True, tag="called"):
    """The host wants to start: seats and pledges stand, salts may be told."""


class Salted(Struct, frozen=True, tag="salted"):
    """A seat told the salt that it had promised."""

    seat: int
    value: str


class Started(Struct, frozen=True, tag="started"):
    """The deal: lines of the log, as in a record."""

    lines: list[str]


class Played(Struct, frozen=True, tag="played"):
    """A decision, and the draws and forced actions that followed by themselves."""

    seat: int
    lines: list[str]
    stand_in: str | None = None
    """Time ran out and the default was played; this bot sits in if it happens again."""


class PlayedInAdvance(Played, frozen=True, tag="played_in_advance"):
    """A decision that was answered before it was asked."""

    said: dict[str, bool | int | str] = {}
    """What the seat says from then on."""


class SaidInAdvance(Struct, frozen=True, tag="said_in_advance"):
    """Somebody said what their seat answers to later questions, in place of all said before. Told
    to nobody else."""

    seat: int
    said: dict[str, bool | int | str]


class Asked(Struct, frozen=True, tag="asked"):
    """Somebody asks to go back to `step`."""

    seat: int
    person: str
    step: int


class Agreed(Struct, frozen=True, tag="agreed"):
    """Somebody agreed to go back."""

    person: str


class Declined(Struct, frozen=True, tag="declined"):
    """Somebody refused to go back."""

    person: str


class Rewound(Struct, frozen=True, tag="rewound"):
    """The log is cut back to `step` entries."""

    step: int


class Said(Struct, frozen=True, tag="said"):
    """Somebody wrote a line in the chat."""

    person: str
    name: str
    text: str


class ChatAllowed(Struct, frozen=True, tag="chat_allowed"):
    """The host says who may write."""

    to: ChatFor
    by: str
    by_name: str


class Muted(Struct, frozen=True, tag="muted"):
    """The host silences somebody at this table, or lets them write again."""

    person: str
    name: str
    muted: bool
    by: str
    by_name: str


class KickAsked(Struct, frozen=True, tag="kick_asked"):
    """During play: somebody wants a player removed, which takes all the others."""

    person: str
    name: str
    by: str
    by_name: str


class Kicked(Struct, frozen=True, tag="kicked"):
    """Somebody is removed from the table for good; during play a bot of that level takes over."""

    person: str
    name: str
    level: str
    by: str
    by_name: str


class Rematched(Struct, frozen=True, tag="rematched"):
    """There is a table for the rematch."""

    table: str


class Unlinked(Struct, frozen=True, tag="unlinked"):
    """The rematch's table was closed, so there may be another rematch."""

    table: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """The person in the seat goes by another name."""

    seat: int
    name: str


class Coached(Struct, frozen=True, tag="coached"):
    """The player of the seat has asked the coach, for the first time in this match."""

    seat: int


class Rested(Struct, frozen=True, tag="rested"):
    """The clocks of a person's seats stand still from one time to another. Said again of a rest
    that begins at the same time, it ends at another."""

    person: str
    begins: int
    ends: int


class StandInWanted(Struct, frozen=True, tag="stand_in_wanted"):
    """One of the others wants a bot in the seat of somebody who lets time run out."""

    seat: int
    person: str


class Waited(Struct, frozen=True, tag="waited"):
    """One of the others wants to go on waiting for whoever lets time run out."""

    seat: int
    person: str


class Unsealed(Struct, frozen=True, tag="unsealed"):
    """The round of the contest is over everywhere: what was played here is open to everybody."""


class Closed(Struct, frozen=True, tag="closed"):
    """The table was given up before the end; what was hidden stays hidden."""


class SeatThen(Struct, frozen=True, omit_defaults=True):
    """A seat in a snapshot."""

    person: str | None
    name: str
    bot: str | None
    missed: int
    until_seen: bool
    replaced_by: str | None
    salt: Salt = NO_SALT
    pledges: int = 0
    by_bot: int = 0
    late: int = 0
    reserve: int = 0
    said: dict[str, bool | int | str] | None = None


class AskedThen(Struct, frozen=True):
    """A seat's open decision in a snapshot: the step and time at which it was asked."""

    seat: int
    step: int
    at: int


class RequestThen(Struct, frozen=True):
    """In a snapshot: somebody asks to go back."""

    seat: int
    step: int
    agreed: list[str]


class LineThen(Struct, frozen=True):
    """A line of the chat in a snapshot."""

    number: int
    person: str
    name: str
    text: str
    at: int
    notice: Notice = ""
    about: str = ""


class Snapshot(Struct, frozen=True, omit_defaults=True, tag="snapshot"):
    """All that the journal adds up to so far. Changes nothing: whoever reads the journal may begin
    here, so that what was taken back long ago costs nobody anything."""

    opened: Opened
    state: Literal["open", "playing", "over", "closed"]
    host: str
    seats: list[SeatThen]
    lines: list[str] | None
    """The match's log; None before the deal."""
    points: list[int]
    """The steps at which prices and worth are noted for charts."""
    asked: list[AskedThen]
    decided: dict[int, tuple[int, int]]
    """For the step of each decision: when it was asked, and the time that it took."""
    rewinds: list[int]
    taken_back: dict[int, int]
    """By seat."""
    request: RequestThen | None
    chat: list[LineThen]
    chatted: int
    next: str | None
    created: int
    started: int | None
    ended: int | None
    changed: int
    called: int | None = None
    chat_for: ChatFor | None = None
    """None in snapshots made before there was a choice: as the table was opened."""
    muted: list[str] = []
    barred: list[str] = []
    kicks: dict[str, list[str]] = {}
    """Who wants each of them removed."""
    coached: list[int] = []
    rests: dict[str, list[tuple[int, int]]] = {}
    stand_ins: dict[int, list[str]] = {}
    unsealed: bool = False
    remote_left: bool = False


Change = (
    Opened
    | Sat
    | SeatOpened
    | BotSat
    | Replaced
    | Returned
    | Hosted
    | Pledged
    | Called
    | Salted
    | Started
    | Played
    | PlayedInAdvance
    | SaidInAdvance
    | Asked
    | Agreed
    | Declined
    | Rewound
    | Said
    | ChatAllowed
    | Muted
    | KickAsked
    | Kicked
    | Rematched
    | Unlinked
    | Renamed
    | Coached
    | Rested
    | StandInWanted
    | Waited
    | Unsealed
    | Closed
)
"""What changes a table."""

Event = Change | Snapshot

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
