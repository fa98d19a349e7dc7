"""What people are remembered for: how often they did what tends to win a title."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from openoutcry.core.state import State

if TYPE_CHECKING:
    from openoutcry.core.title import Event


class Feat(NamedTuple):
    """That a seat did something; the message `feat.NAME` says what."""

    seat: int
    name: str


class Feats(Protocol):
    """feats.py: what people are remembered for in this title."""

    NAMES: tuple[str, ...]
    """All there are."""

    def feats(self, before: State, actor: int, action: int, after: State) -> list[Feat]:
        """What a step adds; something that counts twice is there twice."""


def told(story: "Iterable[Event]", names: Mapping[str, str]) -> list[Feat]:
    """What the story tells of seats, by message key."""
    return [
        Feat(seat, names[event.key])
        for event in story
        if event.key in names and isinstance(seat := event.args.get("seat"), int)
    ]
