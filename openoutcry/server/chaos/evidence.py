"""What people at a table have been told and have done: held against the journal later."""

from dataclasses import dataclass, field
from typing import NamedTuple


class SeenView(NamedTuple):
    """A view that somebody was sent, byte for byte."""

    viewer: int | None
    step: int
    view: bytes


class Sent(NamedTuple):
    """A move that somebody sent, answering what was seen at `step`."""

    seat: int
    step: int
    action: str


@dataclass
class Evidence:
    """Of one table."""

    acknowledged: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By step: the seat and the action that its person saw happen."""
    unsure: list[Sent] = field(default_factory=list)
    """Sent, and not seen to happen: it may have, once."""
    seen: list[SeenView] = field(default_factory=list)
    """Not yet held against the journal."""
    screens: dict[str, int] = field(default_factory=dict)
    """By participant's name: the step of the view that is on the screen now."""
    leaks: list[str] = field(default_factory=list)
    """What was told too early."""

    def so_far(self) -> "Evidence":
        """As it is now: a journal that is read after this must have all of it."""
        return Evidence(
            dict(self.acknowledged),
            list(self.unsure),
            list(self.seen),
            dict(self.screens),
            list(self.leaks),
        )
