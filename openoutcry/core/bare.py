"""A match without log, story and checks: for the many that nobody will look at."""

from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER


class BareMatch:
    """Plays as `Match` does and several times as fast; its state is all that it keeps."""

    def __init__(self, setup: Setup, rng: Rng) -> None:
        self.state = setup.start()
        self.actions = 0
        """How many there were, draws not counted."""
        self.waiting: list[int] = []
        """The seats that may act now."""
        self._rng = rng
        self._seats = range(setup.seats)
        self._settle()

    def play_action(self, seat: int, action: int) -> None:
        """Carry out what is known to be legal."""
        self._apply(seat, action)
        self._settle()

    def _settle(self) -> None:
        """Carry out draws and forced actions until somebody has a choice, or the end."""
        state = self.state
        while (mover := state.mover()) != OVER:
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(self._rng))
                continue
            self.waiting = [seat for seat in self._seats if state.waiting(seat)]
            if not self._force():
                return
        self.waiting = []

    def _force(self) -> bool:
        for seat in self.waiting:
            action = int(self.state.forced(seat))
            if action >= 0:
                self._apply(seat, action)
                return True
        return False

    def _apply(self, seat: int, action: int) -> None:
        self.state.apply(seat, action)
        self.actions += 1
