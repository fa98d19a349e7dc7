"""What is told about a match at a table: all of it, or what people at a table could still see.

A property of the table, not of the match: state, log and record are the same either way, and bots
may always remember.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from openoutcry.core.match import Entry, Match
from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import Title
from openoutcry.core.view import Picture, Step, Telling, View

Recall = Literal["table", "perfect"]
"""`table`: what has passed and may not be looked up by the rules is told when it happens, and then
not before the end; `perfect`: everything may be looked up at any time."""
RECALLS: Final[tuple[Recall, ...]] = ("table", "perfect")


def usual_recall(people: int) -> Recall:
    """Where nobody chooses: people play as at a table, and one among bots, which forget nothing,
    may look everything up."""
    return "table" if people > 1 else "perfect"


def recall_of(title: Title, options: Mapping[str, object], wanted: Recall) -> Recall:
    """Perfect wherever there is nothing to be remembered."""
    if title.memory is None or not title.memory.matters(options):
        return "perfect"
    return wanted


class Teller:
    """Tells viewers about a match, and forgets what they have to remember. After the end all is
    told."""

    __slots__ = ("forgets", "match")

    def __init__(self, match: Match, recall: Recall = "perfect") -> None:
        self.match = match
        self.forgets = not match.over and recall_of(match.title, match.options, recall) == "table"

    def first(self, viewer: int | None) -> int:
        """The first step that is still told."""
        return _last_turn(self.match.log, viewer) if self.forgets else 0

    def view(self, viewer: int | None) -> View:
        """As `Match.view`."""
        view = self.match.view(viewer)
        memory = self.match.title.memory
        if not self.forgets or memory is None:
            return view
        return replace(view, board=memory.forget(view.board))

    def picture(self, state: State, viewer: int | None) -> Picture:
        """As `Match.picture`."""
        picture = self.match.picture(state, viewer)
        memory = self.match.title.memory
        if not self.forgets or memory is None:
            return picture
        return replace(picture, board=memory.forget(picture.board))

    def steps(self, viewer: int | None, since: int = 0) -> list[Step]:
        """As `Match.steps`."""
        return self.match.steps(viewer, max(since, self.first(viewer)))

    def story(self, viewer: int | None, since: int = 0) -> list[Telling]:
        """As `Match.story_for`."""
        return self.match.story_for(viewer, max(since, self.first(viewer)))


def _last_turn(log: Sequence[Entry], viewer: int | None) -> int:
    """Where the viewer last decided something before somebody else did, so that all is told that
    happened since their last turn; for those who only watch, the last turn of whoever decided
    last. 0 in the first turn."""
    others = False
    for number in range(len(log) - 1, -1, -1):
        entry = log[number]
        if entry.actor == CHANCE or entry.forced:
            continue
        if viewer is None:
            viewer = entry.actor
        if entry.actor != viewer:
            others = True
        elif others:
            return number
    return 0
