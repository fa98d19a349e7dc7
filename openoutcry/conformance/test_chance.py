"""Chance: `draw` samples exactly what `outcomes` says."""

from collections import Counter

from openoutcry.conformance.setups import setups, some, walk
from openoutcry.core.fair import Fair, pick
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, State

SAMPLES = 3000


def _chance_positions(name: str, seed: int) -> list[State]:
    found = []
    for setup, match_seed in some(name, 12, seed):
        draws = [before for before, actor, _, _ in walk(setup, match_seed) if actor == CHANCE]
        found += draws[:: max(1, len(draws) // 8)] + draws[-2:]
    return found


def test_draw_follows_the_weights_of_outcomes(name: str) -> None:
    rng = Rng(41)
    worst = 0.0
    for state in _chance_positions(name, 41):
        outcomes = dict(state.outcomes())
        assert len(outcomes) == len(state.outcomes()) and all(w > 0 for w in outcomes.values())
        total = sum(outcomes.values())
        counts = Counter(int(state.draw(rng)) for _ in range(SAMPLES))
        assert set(counts) <= set(outcomes)
        for outcome, weight in outcomes.items():
            expected = SAMPLES * weight / total
            worst = max(worst, abs(counts[outcome] - expected) / max(1.0, expected**0.5))
    assert worst < 5.5  # standard deviations, over all positions and outcomes


def test_fair_draws_follow_the_weights_too(name: str) -> None:
    state = _chance_positions(name, 42)[-1]
    outcomes = state.outcomes()
    total = sum(weight for _, weight in outcomes)
    counts = Counter(pick(b"seed", number, outcomes) for number in range(SAMPLES))
    for outcome, weight in outcomes:
        expected = SAMPLES * weight / total
        assert abs(counts[outcome] - expected) < 5 * max(1.0, expected**0.5)


def test_a_fair_match_verifies_and_a_forged_draw_does_not(name: str) -> None:
    setup = setups(name)[0]
    match = Match.begin(setup, Fair(b"open outcry"))
    rng = Rng(43)
    assert match.record().seed is None
    while not match.over:
        seat = match.waiting[0]
        actions = match.legal(seat)
        match.play_action(seat, actions[rng.below(len(actions))])
    record = match.record()
    assert any("derive from the seed" in line for line in record.verify())
    other = Match.begin(setup, Fair(b"another seed")).record()
    assert other.log != record.log[: len(other.log)]
