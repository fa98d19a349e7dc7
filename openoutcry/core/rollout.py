"""Play to the end inside the compiled engine, at random or by advice."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, Advice, State


def step_at_random(state: State, mover: i64, rng: Rng, buffer: vec[i64]) -> i64:
    """One draw or one uniformly random action; returns the number of choices (0 for a draw)."""
    if mover == CHANCE:
        state.apply(CHANCE, state.draw(rng))
        return 0
    count = state.legal_into(mover, buffer)
    state.apply(mover, buffer[rng.below(count)])
    return count


def play_out(state: State, rng: Rng) -> i64:
    """Random play to the end; returns the number of actions (draws not counted)."""
    return play_on(state, rng, vec[i64]([0] * state.width()))[0]


def play_on(state: State, rng: Rng, buffer: vec[i64]) -> tuple[i64, i64]:
    """As `play_out`; returns the sum of the numbers of choices, too."""
    actions: i64 = 0
    choices: i64 = 0
    mover = state.mover()
    while mover != OVER:
        if mover == CHANCE:
            state.apply(CHANCE, state.draw(rng))
        else:
            count = state.legal_into(mover, buffer)
            state.apply(mover, buffer[rng.below(count)])
            actions += 1
            choices += count
        mover = state.mover()
    return actions, choices


def play_out_by(state: State, advice: Advice, rng: Rng) -> i64:
    """As `play_out`, every seat following the title's advice."""
    actions: i64 = 0
    mover = state.mover()
    while mover != OVER:
        if mover == CHANCE:
            state.apply(CHANCE, state.draw(rng))
        else:
            state.apply(mover, advice.choose(state, mover, rng))
            actions += 1
        mover = state.mover()
    return actions


def play_out_against(state: State, seat: i64, own: Advice, others: Advice, rng: Rng) -> None:
    """As `play_out`, one seat following its own advice and the others another."""
    mover = state.mover()
    while mover != OVER:
        if mover == CHANCE:
            state.apply(CHANCE, state.draw(rng))
        elif mover == seat:
            state.apply(mover, own.choose(state, mover, rng))
        else:
            state.apply(mover, others.choose(state, mover, rng))
        mover = state.mover()
