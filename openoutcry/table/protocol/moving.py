"""Matches in a file, finished or not: taken from one browser to another."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

_MOST_TABLES = 2000
_MOST_EVENTS = 20_000


class MovedEvent(Struct, array_like=True):
    """An entry of a table's journal: its number, its time in milliseconds, the event as JSON."""

    n: Annotated[int, Meta(ge=0)]
    at: Annotated[int, Meta(ge=0, le=2**53)]
    body: str


class MovedTable(Struct, forbid_unknown_fields=True):
    """A table by its journal, from where a reader may begin."""

    id: Annotated[str, Meta(pattern="^[0-9a-z]{8,40}$")]
    events: Annotated[list[MovedEvent], Meta(min_length=1, max_length=_MOST_EVENTS)]


class MatchesFile(Struct, forbid_unknown_fields=True):
    """All of somebody's matches. It tells what is hidden in them: whoever has the device could
    look anyway."""

    format: Literal["open outcry matches"]
    version: Literal[1]
    person: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    """Whose matches they are; whoever brings them in takes that person's seats."""
    tables: Annotated[list[MovedTable], Meta(max_length=_MOST_TABLES)]


class Brought(Struct):
    """What came of bringing matches in, in numbers of matches."""

    new: int
    known: int
    """They were here already, perhaps further on: nothing about them was changed."""
    unreadable: int
    """Damaged, or of rules that this version does not know."""
