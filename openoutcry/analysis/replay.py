"""A match as it is analysed: its positions, one after another."""

from typing import Literal

from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.state import CHANCE, State

Kind = Literal["start", "draw", "forced", "choice"]


class Replay:
    """All positions of a record; `RecordError` if a line breaks the rules."""

    def __init__(self, record: Record) -> None:
        match = record.replay()
        self.title = match.title
        self.seats = match.seats
        self.log = match.log
        self.states = _states(match)

    def kind(self, step: int) -> Kind:
        """What led to the position after so many steps."""
        if step == 0:
            return "start"
        entry = self.log[step - 1]
        if entry.actor == CHANCE:
            return "draw"
        return "forced" if entry.forced else "choice"

    def before(self, step: int) -> State:
        """The position that the step was made in."""
        return self.states[step - 1]

    def steps(self, every: bool) -> list[int]:
        """The steps to judge: all, or those where there is something to find out."""
        steps = range(len(self.log) + 1)
        return [step for step in steps if self.is_weighed(step, every) or self.is_choice(step)]

    def is_choice(self, step: int) -> bool:
        """Did a seat decide it?"""
        return self.kind(step) == "choice"

    def is_weighed(self, step: int, every: bool) -> bool:
        """Is the position after it judged? All are, or those where draws begin or end; the first
        and the last in any case."""
        return every or step in (0, len(self.log)) or self._is_turn(step)

    def _is_turn(self, step: int) -> bool:
        """Do draws end or begin here?"""
        drawn = self.kind(step) == "draw"
        return drawn != (self.kind(step + 1) == "draw")


def _states(match: Match) -> list[State]:
    state = match.setup.start()
    states = [state.clone()]
    for entry in match.log:
        state.apply(entry.actor, entry.action)
        states.append(state.clone())
    return states
