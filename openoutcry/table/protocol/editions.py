"""Editions: what they hold, and what is said about one that somebody has made."""

from typing import Any, Literal

from msgspec import Struct

from openoutcry.core.options import Value


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
