"""The whole truth, as something to search from."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import State


class Truth(State):
    """A position whose imagined worlds are all the position itself: a search that begins here knows
    everything that is dealt, and only what is not yet drawn is open."""

    def __init__(self, state: State) -> None:
        self._state = state

    def title(self) -> str:
        return self._state.title()

    def seats(self) -> i64:
        return self._state.seats()

    def mover(self) -> i64:
        return self._state.mover()

    def waiting(self, seat: i64) -> bool:
        return self._state.waiting(seat)

    def width(self) -> i64:
        return self._state.width()

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        return self._state.legal_into(seat, out)

    def default(self, seat: i64) -> i64:
        return self._state.default(seat)

    def refuse(self, seat: i64, action: i64) -> str:
        return self._state.refuse(seat, action)

    def apply(self, seat: i64, action: i64) -> None:
        self._state.apply(seat, action)

    def draw(self, rng: Rng) -> i64:
        return self._state.draw(rng)

    def outcomes(self) -> list[tuple[int, int]]:
        return self._state.outcomes()

    def clone(self) -> State:
        return self._state.clone()

    def imagine(self, seat: i64, rng: Rng) -> State:
        return self._state.clone()

    def scores(self) -> list[int]:
        return self._state.scores()

    def places(self) -> list[int]:
        return self._state.places()

    def dump(self) -> list[int]:
        return self._state.dump()
