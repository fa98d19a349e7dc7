"""The messages on a table's socket."""

from typing import Literal

import msgspec
from msgspec import Struct

from openoutcry.core.title import Args
from openoutcry.core.view import Step, Telling, View
from openoutcry.table.journal import Notice
from openoutcry.table.protocol.bounds import (
    ActionText,
    AdvanceSaid,
    ChatText,
    Milliseconds,
    SeatNumber,
    StepNumber,
)
from openoutcry.table.protocol.matches import Frame, Point
from openoutcry.table.protocol.tables import Table

# What a client says


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """First message. After a lost connection: `since` and `rewinds` are the last update's
    `settled` and `rewinds`, `chat` is the number of the last chat line seen."""

    seat: SeatNumber | None = None
    """Whose view: one of your seats; None watches."""
    since: StepNumber = 0
    rewinds: StepNumber = 0
    chat: StepNumber = 0
    seen: StepNumber | None = None
    """On arrival: the step that this browser showed last."""


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Choose among your seats whose view you get (several people at one browser)."""

    seat: SeatNumber | None
    seen: StepNumber | None = None
    """On arrival: as in `Hello`."""


class Play(Struct, tag="play", forbid_unknown_fields=True):
    """An offered action's text, and the view's `step` and update's `rewinds` it answers."""

    seat: SeatNumber
    step: StepNumber
    action: ActionText
    rewinds: StepNumber = 0


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    text: ChatText


class TakeBack(Struct, tag="take_back", forbid_unknown_fields=True):
    """Undo the seat's last decision: at once if it may be, else everybody is asked."""

    seat: SeatNumber


class Consent(Struct, tag="consent", forbid_unknown_fields=True):
    """The answer to somebody's request to go back."""

    agree: bool


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """I am here again: the bot leaves my seat."""

    seat: SeatNumber


class InAdvance(Struct, tag="in_advance", forbid_unknown_fields=True):
    """In a match over days: what my seat answers to later questions, in place of all said before.
    What may be said is each title's own; the table gives the answers, and tells nobody else."""

    seat: SeatNumber
    said: AdvanceSaid


ClientMessage = Hello | Look | Play | Chat | TakeBack | Consent | Back | InAdvance


# What the server says


class Welcome(Struct, tag="welcome"):
    """First answer on a socket."""

    build: str
    """As in `Floor`: after a lost connection the server may be a newer one."""


class TableNews(Struct, tag="table"):
    """Whenever people, seats, clocks or the table's state change."""

    table: Table


class Update(Struct, tag="update"):
    """The position and what led to it. Drop what you have from step `since` on (history:
    points with a step above `since`), then append; all of it replaces all when `since` is 0.
    Then drop what is older than `first`."""

    since: int
    first: int
    """The first step that may still be looked up: 0 unless the table's memory is `table`, and at
    the end."""
    settled: int
    """Ask from here after a lost connection; later steps may yet be turned up."""
    rewinds: int
    view: View
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    frames: list[Frame]
    """What was seen on the way from the last update to this one, in order; empty for a newcomer,
    after a take-back and where too much has happened. For somebody who comes back to a match over
    days, and said what they had `seen`, the first is the position that they left."""
    may_take_back: bool
    """The viewer's last decision, without asking anybody."""
    open: bool
    """Only where somebody has several seats: nobody knows more than everybody now, so that
    people at one browser need not look away when they take turns."""
    now: Milliseconds


class ChatLine(Struct):
    number: int
    """1, 2, ... at this table."""
    person: str
    name: str
    text: str
    at: Milliseconds
    notice: Notice = ""
    """What the person did instead of writing: the message `ui.notice.` + this says it."""
    about: str = ""
    """The name of whom it was done to."""


class ChatNews(Struct, tag="chat"):
    lines: list[ChatLine]


class Refused(Struct, tag="refused"):
    """A play that did not happen; the update that shows why has come before. `illegal`: the
    rules say no; `stale`: the match has moved on; `seat`: not your seat; `state`: not now."""

    code: Literal["illegal", "stale", "seat", "state"]
    seat: int
    action: str
    text: str
    key: str
    """Message of the title's catalogue for `illegal`, else of the shared ones."""
    args: Args = {}
    rule: str = ""


class Fault(Struct, tag="error"):
    """A message that could not be carried out; worded as in `Problem`. `unknown`: it may have
    happened all the same, and an update will show it."""

    code: str
    text: str
    key: str
    args: Args = {}


class SaidNews(Struct, tag="said"):
    """In a match over days, to whoever looks at their own seat: what it has said in advance. Before
    the update that it belongs to, and whenever it changes."""

    seat: int
    said: dict[str, bool | int | str] | None
    """None: nothing yet, not even that everything is to be asked."""
    step: int
    """That of the view."""
    answer: str | None
    """What is about to be answered to the decision at that step."""


ServerMessage = Welcome | TableNews | Update | ChatNews | Refused | Fault | SaidNews

read_client_message = msgspec.json.Decoder(ClientMessage).decode
