"""How a title's components are laid out for somebody who looks at them or corrects them: what the
columns of its lists mean, and which rules speak of a table. Nothing of it decides what is right."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Column:
    """A column of a list; its heading is the message `column.NAME`."""

    name: str
    among: str = ""
    """The list of the edition that holds all it may be: "companies.ids"; empty for any value."""
    choices: tuple[str, ...] = ()
    """All it may be, where no list of the edition says so."""


@dataclass(frozen=True)
class Layout:
    """Of a title's edition; whatever is not named is shown as it stands in the file."""

    rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Table -> the rules that speak of it."""
    columns: Mapping[str, tuple[Column, ...]] = field(default_factory=dict)
    """List ("cards.list") -> its columns; one column for a plain list."""
