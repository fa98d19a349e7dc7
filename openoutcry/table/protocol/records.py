"""Records of matches: opened, analysed, played on from."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openoutcry.analysis.report import Analysis
from openoutcry.core.fair import Salt
from openoutcry.core.options import Options, Value
from openoutcry.core.origin import Hidden, Origin
from openoutcry.table.protocol.bounds import Level, SeatNumber, StepNumber
from openoutcry.table.protocol.matches import Film


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
    draws: Literal["fair", "unfair", "promised", "local"]
    """`fair`: each derives from the seed, and the seed from the hash shown before the deal;
    `unfair`: they do not; `promised`: the seed comes after the end; `local`: nothing was
    promised."""
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
