"""The loops that are timed, inside the compiled engine: calling it from Python would cost more."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.rollout import step_at_random
from openoutcry.core.state import OVER, State


def play_many(start: State, matches: i64, rng: Rng) -> tuple[int, int, int]:
    """Random matches from `start`: (actions, sum of the numbers of choices, checksum)."""
    buffer = vec[i64]([0] * start.width())
    actions: i64 = 0
    choices: i64 = 0
    checksum: i64 = 0
    for _ in range(matches):
        state = start.clone()
        mover = state.mover()
        while mover != OVER:
            count = step_at_random(state, mover, rng, buffer)
            if count > 0:
                actions += 1
                choices += count
            mover = state.mover()
        for score in state.scores():
            checksum = (checksum * 31 + score + 1000) & 0xFFFFFFF
    return actions, choices, checksum


def clone_many(state: State, times: i64) -> State:
    """Clone `times` times, for the benchmark."""
    copy = state
    for _ in range(times):
        copy = state.clone()
    return copy
