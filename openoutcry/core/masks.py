"""Sets as flags: the actions that are legal, those who see a step."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from openoutcry.core.state import SPECTATOR, State


def mark(actions: vec[i64], count: i64, value: u8, flags: vec[u8]) -> None:
    """Set the flags of the first `count` actions."""
    for i in range(count):
        flags[actions[i]] = value


def witnesses(state: State, actor: i64, action: i64) -> i64:
    """A bit for each seat that may see what `actor` is about to do, and one more for spectators."""
    seen: i64 = 0
    bit: i64 = 1
    for seat in range(state.seats()):
        if state.witness(seat, actor, action):
            seen += bit
        bit += bit
    if state.witness(SPECTATOR, actor, action):
        seen += bit
    return seen


def carry_out(state: State, actor: i64, action: i64) -> i64:
    """Carry out a step in one call from Python: `witnesses` of it, and two bits more. The first is
    set if picks lay face down before, the second if they do now."""
    seen = witnesses(state, actor, action)
    bit: i64 = 2
    bit <<= state.seats()
    if state.sealed():
        seen += bit
    state.apply(actor, action)
    if state.sealed():
        seen += bit + bit
    return seen
