"""Play to the end inside the compiled engine: for simulations, benchmarks and checks."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, Advice, State


def step_at_random(state: State, rng: Rng, buffer: vec[i64]) -> i64:
    """One draw or one uniformly random action; returns the number of choices (0 for a draw)."""
    mover = state.mover()
    if mover == CHANCE:
        state.apply(CHANCE, state.draw(rng))
        return 0
    count = state.legal_into(mover, buffer)
    state.apply(mover, buffer[rng.below(count)])
    return count


def play_out(state: State, rng: Rng) -> i64:
    """Random play to the end; returns the number of actions (draws not counted)."""
    buffer = vec[i64]([0] * state.width())
    actions: i64 = 0
    while state.mover() != OVER:
        if step_at_random(state, rng, buffer) > 0:
            actions += 1
    return actions


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


def play_many(start: State, matches: i64, rng: Rng) -> tuple[int, int, int]:
    """Random matches from `start`: (actions, sum of the numbers of choices, checksum)."""
    buffer = vec[i64]([0] * start.width())
    actions: i64 = 0
    choices: i64 = 0
    checksum: i64 = 0
    for _ in range(matches):
        state = start.clone()
        while state.mover() != OVER:
            count = step_at_random(state, rng, buffer)
            if count > 0:
                actions += 1
                choices += count
        for score in state.scores():
            checksum = (checksum * 31 + score + 1000) & 0xFFFFFFF
    return actions, choices, checksum


def clone_many(state: State, times: i64) -> State:
    """Clone `times` times, for the benchmark."""
    copy = state
    for _ in range(times):
        copy = state.clone()
    return copy


def to_decision(state: State, rng: Rng, buffer: vec[i64]) -> i64:
    """Draws and forced actions until the mover has a choice, whose actions are in `buffer`.

    Returns how many there are; 0 when the match is over. Others who may act have a choice, too.
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


def legal_actions(state: State, seat: i64) -> list[int]:
    """The seat's legal actions, ascending."""
    buffer = vec[i64]([0] * state.width())
    return [int(buffer[i]) for i in range(state.legal_into(seat, buffer))]


def mark(actions: vec[i64], count: i64, value: u8, flags: vec[u8]) -> None:
    """Set the flags of the first `count` actions."""
    for i in range(count):
        flags[actions[i]] = value


def witnesses(state: State, actor: i64, action: i64) -> i64:
    """A bit for each seat that may see what `actor` is about to do; the next for spectators."""
    seen: i64 = 0
    bit: i64 = 1
    for seat in range(state.seats()):
        if state.witness(seat, actor, action):
            seen += bit
        bit += bit
    if state.witness(SPECTATOR, actor, action):
        seen += bit
    return seen
