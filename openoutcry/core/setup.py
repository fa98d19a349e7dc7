"""What is played: a title with everything settled but the players and the luck."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from openoutcry.core.edition import Edition
from openoutcry.core.options import Options, Value, spelled
from openoutcry.core.origin import Origin
from openoutcry.core.state import State
from openoutcry.core.title import Title

SEATS = 4
"""How many play unless told otherwise; or the nearest number that the edition allows."""


@dataclass(frozen=True, eq=False, repr=False)
class Setup:
    """A title with its edition, number of seats and options. `Setup.of` checks them.

    Equal if the same matches can be played: the same rules, the same values in the edition.
    """

    title: Title
    edition: Edition
    seats: int
    choices: tuple[tuple[str, Value], ...]
    """Every option of the title with its value."""
    origin: Origin | None = None
    """Where it begins, if not at the beginning."""

    @classmethod
    def of(
        cls,
        title: Title,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Edition | Path | str | None = None,
        origin: Origin | None = None,
    ) -> "Setup":
        """What was asked for, checked; defaults for what was not.

        Raises `EditionError` or `OptionError`, which say what would be right.
        """
        checked = title.edition(edition)
        if seats is None:
            allowed = title.box.seats(checked)
            seats = min(max(SEATS, allowed[0]), allowed[-1])
        chosen = title.options(checked, seats, options or {})
        return cls(title, checked, seats, tuple(chosen.items()), origin)

    @property
    def options(self) -> Options:
        """The choices by name: a new dictionary each time, so that nobody changes ours."""
        return dict(self.choices)

    def start(self) -> State:
        """The position before the first draw: a copy, the caller's to change. `OriginError` if it
        plays on from another match and cannot begin there."""
        return self._first.clone()

    @cached_property
    def _first(self) -> State:
        if self.origin is not None:
            return self.origin.position(replace(self, origin=self.origin.before()))
        return self.title.box.start(self.edition, self.seats, self.options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={spelled(value)}" for name, value in self.choices)
        return f"<Setup {self.title.name}: {self.edition.name}, {self.seats} seats{options}>"

    @property
    def _identity(self) -> tuple[object, ...]:
        title = self.title
        about = title.name, title.rules_version, self.edition.identity
        return *about, self.seats, self.choices, self.origin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Leaves out the first position. The title travels by name and version; see `titles`."""
        return Setup, (self.title, self.edition, self.seats, self.choices, self.origin)

    def __deepcopy__(self, memo: object) -> "Setup":
        return self  # nothing in it ever changes
