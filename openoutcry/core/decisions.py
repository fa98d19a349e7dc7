"""Where somebody has to decide, and what they may do there."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, State


def legal_actions(state: State, seat: i64) -> list[int]:
    """The seat's legal actions, ascending."""
    buffer = vec[i64]([0] * state.width())
    return [int(buffer[i]) for i in range(state.legal_into(seat, buffer))]


def only_answer(state: State) -> tuple[int, int] | None:
    """The first seat that may act and can but give one answer, as everybody can tell; the answer.
    None if all who may act have a choice."""
    for seat in range(state.seats()):
        if state.waiting(seat):
            action = state.forced(seat)
            if action >= 0:
                return int(seat), int(action)
    return None


def to_decision(state: State, rng: Rng, buffer: vec[i64]) -> i64:
    """Carry out draws and forced actions until the mover has a choice; `buffer` gets its actions.

    Returns how many there are; 0 when the match is over. Any others who may act have a choice as
    well.
    """
    while True:
        mover = state.mover()
        if mover == OVER:
            return 0
        if mover == CHANCE:
            state.apply(CHANCE, state.draw(rng))
            continue
        count = state.legal_into(mover, buffer)
        if count == 1 and state.forced(mover) >= 0:
            state.apply(mover, buffer[0])
        elif not _force_another(state, mover):
            return count


def _force_another(state: State, mover: i64) -> bool:
    """A forced action of somebody who may act together with the mover."""
    for seat in range(mover + 1, state.seats()):
        if state.waiting(seat):
            action = state.forced(seat)
            if action >= 0:
                state.apply(seat, action)
                return True
    return False
