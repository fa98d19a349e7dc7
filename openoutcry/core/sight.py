"""Who may see each step of a match, and when a face-down pick is turned up."""

from openoutcry.core.masks import witnesses
from openoutcry.core.state import SPECTATOR, State


class Sight:
    """Keeps who saw each step. Everybody sees what lay face down once the seal breaks."""

    __slots__ = ("_everybody", "_seats", "face_down", "seen_by")

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._everybody = (1 << (seats + 1)) - 1
        self.seen_by: list[int] = []
        """For each step a bit per seat; the bit after the last seat stands for spectators."""
        self.face_down: list[int] = []
        """Numbers of the steps that will be turned up when the seal breaks."""

    def apply(self, state: State, actor: int, action: int) -> list[int]:
        """Carry out a step; the numbers of the steps that it turned up, itself perhaps included."""
        seen_by = int(witnesses(state, actor, action))
        if seen_by != self._everybody and state.sealed():
            self.face_down.append(len(self.seen_by))
        self.seen_by.append(seen_by)
        state.apply(actor, action)
        if not self.face_down or state.sealed():
            return []
        turned_up, self.face_down = self.face_down, []
        for number in turned_up:
            self.seen_by[number] = self._everybody
        return turned_up

    def sees(self, viewer: int, number: int) -> bool:
        """May `viewer`, a seat or SPECTATOR, see what was done in the step?"""
        bit = self._seats if viewer == SPECTATOR else viewer
        return bool(self.seen_by[number] >> bit & 1)

    def copy(self) -> "Sight":
        """An independent copy."""
        other = Sight(self._seats)
        other.seen_by, other.face_down = self.seen_by[:], self.face_down[:]
        return other
