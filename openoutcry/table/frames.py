"""How a table looked on the way to where it stands, for one viewer: what a client's stage plays."""

from collections.abc import Iterator
from typing import Any

import msgspec

from openoutcry.core.match import Match
from openoutcry.core.state import State
from openoutcry.table.difference import difference
from openoutcry.table.memory import Teller
from openoutcry.table.protocol import Frame

MOST = 40
"""Where there are more, none is played."""
MOST_SINCE = 60
"""Of a match over days so many are played for somebody who comes back: the last ones."""


class Passage:
    """The positions that a match passed in one event, from the one before it to the present one."""

    __slots__ = ("_first", "_states")

    def __init__(self, step: int, state: State) -> None:
        self._first = step
        self._states = [state.clone()]

    @classmethod
    def since(cls, match: Match, step: int) -> "Passage":
        """All positions from that step on, or as many of the last as are ever played."""
        first = max(step, match.step - MOST_SINCE)
        state = match.at(first).state
        passage = cls(first, state)
        for entry in match.log[first:]:
            state.apply(entry.actor, entry.action)
            passage.add(state)
        return passage

    @property
    def first(self) -> int:
        """The step at which it begins."""
        return self._first

    def add(self, state: State) -> None:
        """The match has gone on by one step."""
        self._states.append(state.clone())

    def frames(self, teller: Teller, viewer: int | None) -> list[Frame]:
        """What the viewer saw on the way, in order; where it ended is not part of it."""
        passed = list(self._passed(teller.match, viewer))
        if not 1 < len(passed) <= MOST:
            return []
        return _frames(passed, teller, viewer, whole=False)

    def frames_on_arrival(self, teller: Teller, viewer: int | None) -> list[Frame]:
        """As `frames`, for somebody who has not got the position before either: that is the
        first one. Where there is too much, the last ones."""
        passed = list(self._passed(teller.match, viewer))[-MOST_SINCE:]
        if not passed:
            return []
        before = (self._first, 0, self._states[0])
        whole = [before, *passed] if len(passed) < MOST_SINCE else passed
        return _frames(whole, teller, viewer, whole=True)

    def _passed(self, match: Match, viewer: int | None) -> Iterator[tuple[int, int, State]]:
        """Every position: after how many steps, how many tellings of the last of them, and what."""
        between = match.title.between
        for number, (before, after) in enumerate(
            zip(self._states, self._states[1:], strict=False), self._first
        ):
            entry = match.log[number]
            if between is not None:
                for events, state in between(before, entry.actor, entry.action, after):
                    yield number + 1, match.count_heard(viewer, number, events), state
            yield number + 1, match.count_heard(viewer, number, len(entry.events)), after


def _frames(
    passed: list[tuple[int, int, State]], teller: Teller, viewer: int | None, whole: bool
) -> list[Frame]:
    """`whole`: the first is kept whatever was told with it, for what follows begins there."""
    frames: list[Frame] = []
    after = _plain(teller, passed[-1][2], viewer)
    for number, (step, told, state) in reversed(list(enumerate(passed[:-1]))):
        picture = _plain(teller, state, viewer)
        changes = difference(after, picture)
        if changes or told or (whole and number == 0):
            frames.append(Frame(step, told, changes))
        after = picture
    frames.reverse()
    return frames


def _plain(teller: Teller, state: State, viewer: int | None) -> Any:
    """The picture as the client will have it."""
    return msgspec.json.decode(msgspec.json.encode(teller.picture(state, viewer)))
