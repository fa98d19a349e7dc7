"""What a server offers: its titles, their words, rules and boards."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from openoutcry.core.options import Value
from openoutcry.core.view import View
from openoutcry.table.protocol.bounds import Milliseconds


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
    personalities: dict[str, list[str]]
    """By level, those that it may have: such a bot is called LEVEL:PERSONALITY."""
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
