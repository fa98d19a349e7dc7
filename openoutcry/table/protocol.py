"""Every body and message that crosses the wire, as types: the API document is made from them."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from openoutcry.analysis.report import Analysis
from openoutcry.core.choices import Choice
from openoutcry.core.fair import Hex, Salt
from openoutcry.core.options import Options, Value
from openoutcry.core.origin import Hidden, Origin
from openoutcry.core.title import Args
from openoutcry.core.view import Step, Telling, View
from openoutcry.table.daily_messages import DailyTable
from openoutcry.table.journal import ChatFor, Notice
from openoutcry.table.memory import Recall

VERSION: Final = 2
"""Raised when messages change so that a client written for the older ones would misread them."""

PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
TableName = Annotated[str, Meta(max_length=40)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
StepNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
PersonId = Annotated[str, Meta(min_length=1, max_length=32)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Milliseconds = int
"""Since 1970, or a span; always whole."""


class Problem(Struct):
    """Why a request was refused; `text` is one clear line, `code` is for programs, `key` and
    `args` are the line's message in the shared catalogues."""

    code: str
    text: str
    key: str
    args: Args = {}


# What the server offers


class OptionInfo(Struct):
    """A choice the host may make; words in the title's catalogue."""

    name: str
    values: list[Value]
    default: Value
    rule: str
    seats: list[int] | None
    """Seat counts for which anything but the default may be chosen."""
    needs: dict[str, Value]
    """The value that another option needs for this one to have any effect; empty if none does."""


class MemoryInfo(Struct):
    """That a title has something to be remembered, and where its rules say so."""

    rule: str
    needs: dict[str, Value]
    """The value that an option needs for that; empty if it is always so."""


class TitleInfo(Struct):
    """A title that can be played here."""

    name: str
    minutes: int
    decisions: int
    """How often one of four players decides in a match; 0: not known."""
    difficulty: Literal["easy", "medium", "hard"] | None
    """By the length of its rules and the number of choices; None: not known."""
    rules_version: int
    edition: str
    edition_name: str
    seats: list[int]
    options: list[OptionInfo]
    memory: MemoryInfo | None
    """None where all that counts lies open: then `NewTable.memory` makes no difference."""
    lessons: int
    """How many there are."""
    questions: int
    """How many questions of the day there are."""


class Floor(Struct):
    """What this server offers."""

    version: str
    build: str
    """`VERSION` and the browser client's build: a page that came with another one is too old."""
    titles: list[TitleInfo]
    bots: list[str]
    """Levels, weakest first."""
    languages: list[str]
    paces: list[Milliseconds]
    """The choices for how long a bot takes over an action."""


class Words(Struct):
    """A title's message catalogue in one language, shared messages included."""

    title: str
    lang: str
    messages: dict[str, str]


class Rules(Struct):
    """A title's rules in one language, as Markdown."""

    title: str
    lang: str
    text: str


class SamplePosition(Struct):
    """A position of a title with much on the table, to show what the pieces look like."""

    title: str
    view: View
    labels: dict[str, str]


class EditionTable(Struct):
    """One table of component data and where it comes from."""

    path: str
    kind: str
    """printed, reported or reconstructed."""
    source: str
    note: str
    cells: dict[str, str]
    """Sources of single values that differ from the table's."""


class EditionWanted(Struct):
    """A part of the box of which not every value was seen in print. What would help is the
    message `wanted.PART` of the title's catalogue."""

    part: str
    """The first name of its tables' paths."""
    reconstructed: int
    """Values of our own making."""
    reported: int
    """Values that somebody else states."""
    total: int
    """Values in all."""
    rows: int
    """Rows of its lists, such as the kinds of cards."""


class EditionColumn(Struct):
    """A column of an edition's list. Its heading is the message `column.NAME`."""

    name: str
    among: str
    """The list of the edition that holds all it may be; empty for any value."""
    choices: list[str]
    """All it may be, where no list says so."""


class EditionChoice(Struct):
    """An edition that a table may play."""

    identity: str
    name: str
    origin: Literal["host", "title", "variant"]
    """Of whoever runs the server, the title's own, or a variant that comes with it."""


class EditionInfo(Struct):
    """An edition: all its values, what was printed and what is reconstructed."""

    title: str
    identity: str
    name: str
    data: dict[str, Any]
    """All tables as the edition's file has them."""
    rules: dict[str, list[str]]
    """Table -> the rules that speak of it."""
    columns: dict[str, list[EditionColumn]]
    """List ("cards.list") -> its columns."""
    offered: list[EditionChoice]
    """What a table may play; the first unless another is chosen."""
    brought: bool
    """Whether people may play editions of their own here."""
    judged: bool
    """Whether it can be asked here if an edition is fair."""
    tables: list[EditionTable]
    wanted: list[EditionWanted]
    """What somebody who has the box could tell, the most needed first."""
    numbers: dict[str, int]
    """The edition's single numbers by table and key, for the messages of what is wanted."""


class GivenEdition(Struct, forbid_unknown_fields=True):
    """An edition that somebody has made: its tables, or its file's text."""

    data: dict[str, Any] | None = None
    toml: str | None = None


class EditionProblem(Struct):
    """Something that does not fit together in an edition."""

    text: str
    """One English line."""
    key: str
    """A message for people, of the title or shared; empty where there is only the text."""
    args: dict[str, Value]
    table: str
    """Where it is: a table's path, empty if that is not known."""
    name: str
    """A key of the table, empty if it is about all of it."""
    row: int | None
    """A row of a list, from 0."""
    rule: str
    """The rule that it comes from, or empty."""


class EditionChange(Struct):
    """A value, or a row of a list, in which an edition differs from this server's; null where
    there is none."""

    table: str
    name: str
    row: int | None
    column: int | None
    before: Any
    after: Any


class EditionReading(Struct):
    """What became of an edition that somebody gave."""

    problems: list[EditionProblem]
    """Empty if it can be played."""
    name: str
    identity: str
    """Empty if it cannot be read."""
    data: dict[str, Any] | None
    """All its tables; null if it cannot be read."""
    toml: str
    """The same as a file."""
    changes: list[EditionChange]
    """How it differs from the edition that this server plays."""
    seats: list[int]
    """By how many it can be played; none while there are problems."""
    wanted: list[EditionWanted]
    numbers: dict[str, int]


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


class BoardField(Struct):
    """A field of a title's board: how it is to be shown. Its label is the message `board.NAME`."""

    name: str
    kind: Literal["company", "flag", "number", "part", "seat", "text"]
    """What it is, or each of them; a part has fields of its own."""
    many: Literal["list", "one", "per_company", "per_seat"]
    fields: "list[BoardField]"


class CompanyColours(Struct):
    """What a title's package says about the mark of a company."""

    hue: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", max_length=7)]
    letter: Annotated[str, Meta(pattern=r"^\w$", max_length=1)]


class BoardPlan(Struct):
    """A title's board for a client that has no drawing of it."""

    title: str
    fields: list[BoardField]
    companies: dict[str, CompanyColours]


# People


class Me(Struct):
    """Who the cookie says you are."""

    id: str
    name: str
    keeps_name: bool
    """A password is set: the name is yours on every device."""


class Rename(Struct, forbid_unknown_fields=True):
    name: PersonName


class SetPassword(Struct, forbid_unknown_fields=True):
    """Keep the name on other devices. `current` is needed to change a password."""

    password: Password
    current: Password | None = None


class Login(Struct, forbid_unknown_fields=True):
    name: PersonName
    password: Password


class Blocking(Struct, forbid_unknown_fields=True):
    """Block somebody, or no more: what they write is not shown to you, and they cannot sit down at
    a table of yours. They are not told."""

    person: PersonId
    blocked: bool = True


class BlockedPerson(Struct):
    person: str
    name: str


class Blocks(Struct):
    """Whom you have blocked."""

    people: list[BlockedPerson]


# Tables


class Clock(Struct, forbid_unknown_fields=True, frozen=True):
    """Time for each decision; when it runs out, the decision's default is played."""

    seconds: Annotated[int, Meta(ge=5, le=1_209_600)]


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


class ChatRule(Struct, forbid_unknown_fields=True):
    """The host says who may write."""

    to: ChatFor


class Mute(Struct, forbid_unknown_fields=True):
    """The host silences somebody at the table, or lets them write again."""

    person: PersonId
    muted: bool = True


class Kick(Struct, forbid_unknown_fields=True):
    """Remove somebody from the table for good: the host may do so before the start and to those
    who watch; during play all the others who play must ask for it, two at least."""

    person: PersonId


class NewReport(Struct, forbid_unknown_fields=True):
    """Tell whoever runs the server about somebody at the table; what they last wrote is added."""

    person: PersonId
    reason: Literal["insults", "name", "cheating", "spam", "other"]
    text: Annotated[str, Meta(max_length=500)] = ""


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


class BackRequest(Struct):
    """Somebody asks to go back to `step`; everybody at the table must agree."""

    seat: int
    step: int
    agreed: list[str]
    """People."""
    missing: list[str]


class KickRequest(Struct):
    """Somebody is to be removed; everybody else who plays must agree."""

    person: str
    name: str
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


class Lobby(Struct):
    """Tables, last changed first; in the lobby those that are open before those that are played.
    `more`: ask again with `before` and `before_id` = the last one's `changed` and `id`, in the
    lobby also with its `state`."""

    tables: list[TableLine]
    more: bool


# Matches


class Point(Struct, frozen=True):
    """Prices and worth after `step` steps, as the viewer knew them then: for charts."""

    step: int
    prices: list[int]
    worth: list[int | None]


class Frame(Struct, frozen=True):
    """The table on the way to a view, as the viewer saw it then. Made from what came
    after it: the last frame is the view with these changes, the one before it is the last frame
    with its own, and so on. Only board, prices, worth, waiting and kind are told."""

    step: int
    """How many steps had been played."""
    told: int
    """How many of the last step's tellings belong to it and to frames before it."""
    changes: list[tuple[tuple[str | int, ...], Any]]
    """A path of keys and indices, and what stands there instead."""


class Moment(Struct):
    """A match as it stood after `step` steps, for one viewer."""

    view: View
    steps: int
    """Length of the whole log."""
    frames: list[Frame]
    """What was seen within the last of these steps."""


class Sentence(Struct, frozen=True):
    """A message about the whole match, in the shared catalogues."""

    key: str
    args: Args
    told: Telling | None = None
    """The piece of the story that it speaks of."""


class Ending(Struct, frozen=True):
    """How a match went, for everybody."""

    sentences: list[Sentence]
    history: list[Point]
    """What each seat was really worth, hidden or not."""


class Film(Struct):
    """All that a viewer may know about a match so far: steps, story and charts."""

    id: str
    title: str
    seat: int | None
    over: bool
    commitment: str
    first: int
    """Where it begins: not at 0 while a table plays whose memory is `table`."""
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    ending: Ending | None = None
    """After the end."""


class RecordEdition(Struct):
    """Which edition a record's match was played with; `data` unless it is the title's own."""

    identity: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=200)] = ""
    data: dict[str, Any] | None = None


class GivenRecord(Struct, forbid_unknown_fields=True):
    """A record that somebody opens: a `RecordFile`, but anybody may have made the file."""

    format: int
    title: Annotated[str, Meta(max_length=40)]
    rules: Annotated[int, Meta(ge=1, le=1_000_000)]
    edition: RecordEdition
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: Annotated[dict[str, Value], Meta(max_length=32)]
    log: list[Annotated[str, Meta(max_length=200)]]
    names: Annotated[list[str], Meta(max_length=16)] | None = None
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    seed: Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,64}$")] | None = None
    scores: Annotated[list[int], Meta(max_length=16)] | None = None
    places: Annotated[list[int], Meta(max_length=16)] | None = None
    salts: Annotated[list[Salt], Meta(max_length=16)] | None = None
    analysis: Analysis | None = None
    origin: Origin | None = None


class Whence(Struct):
    """That a match plays on from another, and from where."""

    record: str
    """The identity of that match's record."""
    step: int
    """After so many steps of it."""
    seat: int
    """Whoever plays on sits there."""
    hidden: Hidden
    """Whether what that seat could not know was dealt again, or is as it truly was."""
    table: str | None
    """Where that match was played, if it was here."""


class NewBranch(Struct, forbid_unknown_fields=True):
    """A match that plays on from another after so many steps: I sit in that seat, bots of that
    level in the others."""

    step: StepNumber
    seat: SeatNumber
    hidden: Hidden
    bot: Level


class RecordBranch(Struct, forbid_unknown_fields=True):
    """A match that plays on from a record that somebody opened."""

    record: GivenRecord
    branch: NewBranch


class OpenedRecord(Struct):
    """What a replay shows beside the film. A record is the whole truth of a match, and whoever has
    the file has it all: any seat's view may be asked for."""

    title: str
    rules: int
    edition: str
    edition_name: str
    labels: dict[str, str]
    """This edition's company names, by id, where they differ from the catalogues'."""
    options: Options
    names: list[str]
    """One for each seat; empty where the record has none."""
    steps: int
    over: bool
    scores: list[int] | None
    """After the end."""
    places: list[int] | None
    """After the end."""
    draws: Literal["fair", "unfair", "sealed", "local"]
    """`fair`: each derives from the seed, and the seed from the hash shown before the deal;
    `unfair`: they do not; `sealed`: the seed comes after the end; `local`: nothing was promised."""
    film: Film
    analysis: Analysis | None = None
    """As the file says; whether it was made as we would make it, nobody knows."""
    origin: Whence | None = None


class RecordFile(Struct):
    """The portable record of a finished match: `outcry verify` reads it."""

    format: int
    title: str
    rules: int
    edition: dict[str, Any]
    seats: int
    options: Options
    log: list[str]
    names: list[str] | None
    commitment: str | None
    seed: str | None
    scores: list[int] | None
    places: list[int] | None
    salts: list[Salt] | None = None
    """What each seat added to the seed; left out where no seat did."""
    analysis: Analysis | None = None
    """Left out unless it was asked for and there is one."""
    origin: Origin | None = None
    """Left out by a match that begins at the beginning."""


class AnalysisNews(Struct):
    """How far the analysis of a finished match is."""

    state: Literal["none", "running", "done"]
    done: int = 0
    """Steps that are judged."""
    steps: int = 0
    """Steps there are to judge; 0 until that is known."""
    mine: bool = False
    """I have asked for it, and may give it up."""
    analysis: Analysis | None = None
    """When it is done."""


# The coach


class HintWanted(Struct, forbid_unknown_fields=True):
    """Asks the coach about one's decision: the view's `step` and the update's `rewinds`."""

    step: StepNumber
    rewinds: StepNumber = 0
    action: ActionText | None = None
    """An offered action that is to be rated too."""


class Hint(Struct):
    """The best choices as a search from the seat's own knowledge rates them, the best first, and
    the one that was asked about."""

    seat: int
    step: int
    choices: list[Choice]


# Lessons


class LessonInfo(Struct):
    """A lesson; its name is the message of that key, its purpose `NAME.about`."""

    name: str
    minutes: int
    rules: list[str]
    """The clauses that it is a worked example of."""


class Lessons(Struct):
    """A title's lessons in their order, and what they say in one language."""

    title: str
    lang: str
    lessons: list[LessonInfo]
    messages: dict[str, str]


class LessonAnswers(Struct, forbid_unknown_fields=True):
    """Everything that was answered in a lesson so far: an action's text, or an empty one to go on.
    Only the last may be wrong."""

    answers: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=100)]


class LessonMoment(Struct):
    """A lesson after some answers. Texts are keys of `Lessons.messages`."""

    lesson: str
    view: View
    frames: list[Frame]
    """What was seen since the answer before."""
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    labels: dict[str, str]
    done: int
    length: int
    """How many answers it takes at most."""
    over: bool
    verdict: Literal["right", "wrong"] | None
    """About the last answer; after a wrong one everything is as before it."""
    replies: list[str]
    """What is said about the last answer."""
    says: list[str]
    """What is said now."""
    marks: list[str]
    """The pieces that are spoken of."""
    reads: bool
    """There is nothing to decide: the learner goes on with an empty answer."""


# Questions of the day


class Questions(Struct):
    """A title's questions in their order: one for each day, then from the beginning again."""

    title: str
    questions: list[str]
    """Short names that stay the same."""


class QuestionAnswer(Struct, forbid_unknown_fields=True):
    """What somebody would choose; None to be asked."""

    answer: ActionText | None = None


class QuestionMoment(Struct):
    """A question: the position as its seat sees it, and after an answer how the choices are
    rated."""

    question: str
    view: View
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    labels: dict[str, str]
    verdict: Literal["right", "wrong"] | None
    """About the answer; None before it."""
    tempting: str
    """The choice that looks best at first; empty before the answer."""
    choices: list[Choice]
    """Rated by a long search, the best first; empty before the answer."""


# The socket of a table: what a client says


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """First message. After a lost connection: `since` and `rewinds` are the last update's
    `settled` and `rewinds`, `chat` is the number of the last chat line seen."""

    seat: SeatNumber | None = None
    """Whose view: one of your seats; None watches."""
    since: StepNumber = 0
    rewinds: StepNumber = 0
    chat: StepNumber = 0


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Choose among your seats whose view you get (several people at one browser)."""

    seat: SeatNumber | None


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


ClientMessage = Hello | Look | Play | Chat | TakeBack | Consent | Back


# ... and what the server says


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
    after a take-back and where too much has happened."""
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


ServerMessage = Welcome | TableNews | Update | ChatNews | Refused | Fault

read_client_message = msgspec.json.Decoder(ClientMessage).decode
