"""Clones, pickles, records, and the compiled engine against its source."""

import copy
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

from openoutcry import load
from openoutcry.conformance.setups import match_of, positions, setups, some
from openoutcry.conformance.subjects import SUBJECTS
from openoutcry.core.bench_loops import play_many
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out
from openoutcry.core.setup import Setup
from openoutcry.core.state import OVER

CHECKSUMS = """
import json, sys
from openoutcry.conformance.test_copies import checksums
print(json.dumps(checksums(sys.argv[1])))
"""


def test_copies_are_equal_and_independent(name: str) -> None:
    for state in positions(name, 60, 21):
        dump = state.dump()
        for twin in (
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
        ):
            assert twin == state and type(twin) is type(state)
            assert twin.dump() == dump
            ends = twin.clone()
            play_out(ends, Rng(1))
            play_out(twin, Rng(1))
            assert twin.mover() == OVER
            assert twin == ends
            assert state.dump() == dump


def checksums(name: str) -> list[tuple[int, int, int]]:
    """Random play from some setups of a title."""
    known = setups(name)
    return [
        play_many(setup.start(), 3, Rng(seed))
        for seed, setup in enumerate(known[:: max(1, len(known) // 10)])
    ]


def test_compiled_and_interpreted_play_alike(name: str) -> None:
    interpreted = subprocess.run(
        [sys.executable, "-c", CHECKSUMS, name],
        env={**os.environ, "OPENOUTCRY_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(interpreted.stdout) == [list(row) for row in checksums(name)]


def _played(setup: Setup, seed: int) -> Match:
    match = match_of(setup, seed)
    rng = Rng(seed)
    while not match.over:
        seat = match.waiting[rng.below(len(match.waiting))]
        actions = match.decision_for(seat)
        assert actions is not None
        match.play(seat, actions.actions[rng.below(len(actions.actions))])
    return match


def test_a_record_replays_to_the_same_states(name: str, tmp_path: Path) -> None:
    for setup, seed in some(name, 8, 22):
        match = _played(setup, seed)
        match.record().save(tmp_path / "game.json")
        record = load(tmp_path / "game.json")
        assert record.verify()
        assert record.to_json() == match.record().to_json()
        replayed = record.replay()
        assert replayed.state == match.state
        assert replayed.sight.seen_by == match.sight.seen_by
        assert [e.forced for e in replayed.log] == [e.forced for e in match.log]
        assert replayed.story == match.story
        middle = len(record) // 2
        assert record.at(middle).state == match.at(middle).state


def test_recorded_matches_still_replay(name: str) -> None:
    """A change that breaks one raises the rules version and keeps the old rules reachable."""
    folder = SUBJECTS[name].records
    records = sorted(folder.glob(f"{name}-*.json"))
    assert records, f"{folder} holds no match of {name}"
    for path in records:
        record = load(path)
        assert record.replay().over
        assert record.verify()


def test_own_last_decision_can_be_taken_back(name: str) -> None:
    taken = 0
    for setup, seed in some(name, 6, 23):
        match, rng = match_of(setup, seed), Rng(seed)
        while not match.over:
            seat = match.waiting[rng.below(len(match.waiting))]
            before = match.state.dump(), match.step
            actions = match.legal(seat)
            action = actions[rng.below(len(actions))]
            match.play_action(seat, action)
            if match.may_take_back(seat) and rng.below(2):
                match.take_back(seat)
                assert (match.state.dump(), match.step) == before
                match.play_action(seat, action)
                taken += 1
    assert taken > 0
