"""Bots from elsewhere: their accounts, what they are told, and how they answer."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from openoutcry.core.options import Options
from openoutcry.core.view import Step, View
from openoutcry.table.protocol.bounds import ActionText, Milliseconds, SeatNumber, StepNumber

BotName = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{1,22}$")]
"""Without the @ that shows everybody that it is a bot."""


class NewBot(Struct, forbid_unknown_fields=True):
    """A bot that somebody wants to connect."""

    name: BotName


class RemoteBot(Struct):
    """A bot from elsewhere, as everybody may see it."""

    bot: str
    """Its name with the @ before it: what a host gives as a seat's `bot`."""
    owner: str
    """The name of whoever answers for it."""
    online: bool
    titles: list[str]
    """What it plays; empty for every title."""
    free: bool
    """It is here and may be seated at one more table."""


class RemoteBots(Struct):
    """Bots from elsewhere, those that are here first."""

    bots: list[RemoteBot]


class MyBot(Struct):
    """A bot of one's own."""

    bot: str
    online: bool
    revoked: bool
    """It has no token at present."""
    created: Milliseconds


class MyBots(Struct):
    bots: list[MyBot]
    most: int
    """How many one may have."""


class BotToken(Struct):
    """What lets a bot in. Told once: only its hash is kept."""

    bot: str
    token: str


class BotHello(Struct, tag="hello"):
    """First line of a stream: who the token says it is."""

    bot: str
    version: str
    """Of Open Outcry."""
    beat: int
    """Seconds after which at the latest another line comes, an empty one if there is no news."""


class BotMatch(Struct, tag="match"):
    """Before the first decision of a match: what is played, and with whom."""

    table: str
    title: str
    rules: int
    """Version of the title's rules."""
    edition: dict[str, Any]
    """All of the edition's data."""
    options: Options
    players: list[str]
    """A name for each seat."""
    seats: list[int]
    """The bot's own."""


class BotDecision(Struct, tag="decision"):
    """A seat of the bot's has to decide."""

    table: str
    title: str
    seat: int
    step: int
    """To be sent back with the answer, as is `rewinds`."""
    rewinds: int
    seconds: float
    """Time for the answer; then the default is played."""
    view: View
    """Everything the seat may know; `view.decision` has the offers."""
    steps: list[Step]
    """What has happened since the seat's last decision."""
    world: list[int]
    """A position that the seat cannot tell from the real one, for bots that run our engine."""


class BotOver(Struct, tag="over"):
    """A match has ended. Scores and places are empty if it was given up, or if it goes on without
    the bot, whose seat another has."""

    table: str
    scores: list[int]
    places: list[int]


class BotBye(Struct, tag="bye"):
    """Last line of a stream that the server closes."""

    why: str
    """`elsewhere`: the same token has connected again; `revoked`; `slow`; `closing`: the server
    stops, so connect again in a moment."""


BotMessage = BotHello | BotMatch | BotDecision | BotOver | BotBye


class BotReply(Struct, forbid_unknown_fields=True):
    """The action that a bot chooses, by its text."""

    table: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber
    step: StepNumber
    action: ActionText
    rewinds: StepNumber = 0
