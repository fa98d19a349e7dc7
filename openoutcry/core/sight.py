"""Who may see each step of a match, and when a face-down pick is turned up."""

from openoutcry.core.masks import carry_out
from openoutcry.core.state import SPECTATOR, State

_SEALED_BEFORE, _SEALED_NOW = 2, 4
"""What `carry_out` adds, above the bits of the seats."""


class Sight:
    """Keeps who saw each step. Everybody sees what lay face down once the seal breaks."""

    __slots__ = ("_everybody", "_seats", "_turned_up", "face_down", "seen_by")

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._everybody = (1 << (seats + 1)) - 1
        self.seen_by: list[int] = []
        """For each step a bit per seat; the bit after the last seat stands for spectators."""
        self.face_down: list[int] = []
        """Numbers of the steps that will be turned up when the seal breaks."""
        self._turned_up: dict[int, tuple[int, int]] = {}
        """For each step that lay face down: which step turned it up, and who saw it before."""

    def apply(self, state: State, actor: int, action: int) -> list[int]:
        """Carry out a step; the numbers of the steps that it turned up, itself perhaps included."""
        everybody = self._everybody
        told = carry_out(state, actor, action)
        seen_by = told & everybody
        if seen_by != everybody and told >> self._seats & _SEALED_BEFORE:
            self.face_down.append(len(self.seen_by))
        self.seen_by.append(seen_by)
        if not self.face_down or told >> self._seats & _SEALED_NOW:
            return []
        turned_up, self.face_down = self.face_down, []
        for number in turned_up:
            self._turned_up[number] = len(self.seen_by) - 1, self.seen_by[number]
            self.seen_by[number] = self._everybody
        return turned_up

    def at(self, step: int) -> "Sight":
        """As it was after the first `step` steps."""
        earlier = self.copy()
        del earlier.seen_by[step:]
        earlier.face_down = [number for number in self.face_down if number < step]
        for number, (turned_up_by, seen_by) in self._turned_up.items():
            if turned_up_by >= step:
                del earlier._turned_up[number]
            if number < step <= turned_up_by:
                earlier.seen_by[number] = seen_by
                earlier.face_down.append(number)
        earlier.face_down.sort()
        return earlier

    def sees(self, viewer: int, number: int) -> bool:
        """May `viewer`, a seat or SPECTATOR, see what was done in the step?"""
        bit = self._seats if viewer == SPECTATOR else viewer
        return bool(self.seen_by[number] >> bit & 1)

    def copy(self) -> "Sight":
        """An independent copy."""
        other = Sight(self._seats)
        other.seen_by, other.face_down = self.seen_by[:], self.face_down[:]
        other._turned_up = self._turned_up.copy()
        return other
