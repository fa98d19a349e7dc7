"""The loops that are timed, inside the compiled engine: calling it from Python would cost more."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_on
from openoutcry.core.state import State


def play_many(start: State, matches: i64, rng: Rng) -> tuple[int, int, int]:
    """Random matches from `start`: (actions, sum of the numbers of choices, checksum)."""
    buffer = vec[i64]([0] * start.width())
    actions: i64 = 0
    choices: i64 = 0
    checksum: i64 = 0
    for _ in range(matches):
        state = start.clone()
        taken, offered = play_on(state, rng, buffer)
        actions += taken
        choices += offered
        for score in state.scores():
            checksum = (checksum * 31 + score + 1000) & 0xFFFFFFF
    return actions, choices, checksum


def clone_many(state: State, times: i64) -> State:
    """Clone `times` times, for the benchmark."""
    copy = state
    for _ in range(times):
        copy = state.clone()
    return copy
