"""Random play: every match ends, legality is consistent, invariants hold."""

import re

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.conformance.setups import (
    match_of,
    positions,
    setups,
    some,
    walk,
)
from openoutcry.conformance.subjects import SUBJECTS
from openoutcry.core.decisions import legal_actions
from openoutcry.core.errors import IllegalAction
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.rollout import play_out, play_out_by
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER
from openoutcry.titles import find

GARBAGE = ["", " ", "sell", "sell -1", "sell 1e3", "sell 999999999999", "SELL 1", "0", "\x00"]
GARBAGE += ["sell 01", "pay ", "π", "a" * 10_000, "{}", "'; drop table log; --", "sell ²"]


def test_every_match_ends_whatever_the_seats_and_options(name: str, matches: int) -> None:
    for setup, seed in some(name, max(matches, len(setups(name))), 1):
        state = setup.start()
        assert play_out(state, Rng(seed)) > 0, setup
        assert state.mover() == OVER


def test_matches_of_sensible_players_end(name: str) -> None:
    advice = find(name).advice
    for setup, seed in some(name, 200, 2):
        state = setup.start()
        assert play_out_by(state, advice, Rng(seed)) > 0
        assert state.mover() == OVER


def test_the_story_ends_with_everybodys_score_whatever_the_last_step_is(name: str) -> None:
    for setup, seed in some(name, 60, 9):
        *_, (before, actor, action, after) = walk(setup, seed)
        told = find(name).stories.tell(before, actor, action, after)
        final = [event.args["seat"] for event in told if event.key == "story.final"]
        assert final == list(range(setup.seats)), (setup, seed)


def test_advice_and_defaults_are_always_legal(name: str) -> None:
    advice = find(name).advice
    rng = Rng(3)
    for state in positions(name, 150, 3):
        for seat in range(int(state.seats())):
            if state.waiting(seat):
                actions = legal_actions(state, seat)
                assert advice.choose(state, seat, rng) in actions
                assert state.default(seat) in actions
                for action in actions:
                    advice.rate(state, seat, action)


def test_a_match_of_absent_people_ends(name: str) -> None:
    for setup in setups(name)[:: max(1, len(setups(name)) // 12)]:
        state, rng, steps = setup.start(), Rng(4), 0
        while state.mover() != OVER:
            mover = state.mover()
            state.apply(mover, state.draw(rng) if mover == CHANCE else state.default(mover))
            steps += 1
            assert steps < 100_000, f"{setup}: defaults never end"


def test_invariants_hold_after_every_step(name: str, matches: int) -> None:
    invariants = SUBJECTS[name].invariants
    for setup, seed in some(name, matches // 20, 5):
        state = None
        for before, actor, action, after in walk(setup, seed):
            invariants.check(before, actor, action, after)
            state = after
        assert state is not None
        invariants.final(state)


def test_legal_actions_are_ascending_never_empty_and_agree_with_refuse(name: str) -> None:
    for state in positions(name, 120, 6):
        assert any(state.waiting(seat) for seat in range(int(state.seats())))
        assert state.waiting(int(state.mover()))
        for seat in range(-3, int(state.seats()) + 2):
            actions = legal_actions(state, seat)
            assert actions == sorted(set(actions))
            seated = 0 <= seat < state.seats()
            assert bool(actions) == bool(seated and state.waiting(seat))
            for action in range(-3, int(state.width()) + 3):
                reason = state.refuse(seat, action)
                assert (reason == "") == (action in actions), (seat, action, reason)


def test_illegal_actions_name_a_rule_and_leave_the_match_as_it_was(name: str, matches: int) -> None:
    for setup, seed in some(name, matches // 120, 7):
        match = match_of(setup, seed)
        rng = Rng(seed)
        while not match.over:
            if rng.below(40) == 0:
                _try_illegal(setup, match)
            seat = match.waiting[rng.below(len(match.waiting))]
            actions = match.legal(seat)
            match.play_action(seat, actions[rng.below(len(actions))])
        _try_illegal(setup, match)


def _try_illegal(setup: Setup, match: Match) -> None:
    before = (match.state.dump(), match.record().to_json(), len(match.log))
    for seat in range(-1, setup.seats + 1):
        legal_now = match.legal(seat)
        for action in range(-2, int(match.state.width()) + 2):
            if action not in legal_now:
                with pytest.raises(IllegalAction) as raised:
                    match.play_action(seat, action)
                _names_a_rule(raised.value)
        for text in GARBAGE:
            if text not in [match.title.notation.write(a) for a in legal_now]:
                with pytest.raises(IllegalAction) as raised:
                    match.play(seat, text)
                _names_a_rule(raised.value)
    assert (match.state.dump(), match.record().to_json(), len(match.log)) == before


def _names_a_rule(error: IllegalAction) -> None:
    assert re.fullmatch(r"[A-Z]{2}-\d{2,3}", error.rule), error
    assert error.rule in str(error)


def test_forced_is_the_only_legal_action(name: str) -> None:
    for state in positions(name, 120, 8):
        for seat in range(int(state.seats())):
            if state.waiting(seat):
                action = int(state.forced(seat))
                assert action == -1 or [action] == legal_actions(state, seat)


def test_scores_and_places_fit_together(name: str) -> None:
    for setup, seed in some(name, 200, 9):
        state = setup.start()
        play_out(state, Rng(seed))
        scores, places = state.scores(), state.places()
        assert len(scores) == len(places) == setup.seats
        assert min(places) == 1
        for a in range(setup.seats):
            assert places[a] == 1 + sum(p < places[a] for p in places)
            for b in range(setup.seats):
                assert scores[a] <= scores[b] or places[a] < places[b]


def test_a_buffer_of_the_width_is_enough(name: str) -> None:
    for setup, seed in some(name, 60, 10):
        state, rng = setup.start(), Rng(derive(seed, 1))
        buffer = vec[i64]([0] * state.width())
        while state.mover() != OVER:
            mover = state.mover()
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(rng))
            else:
                count = state.legal_into(mover, buffer)
                assert 0 < count <= state.width()
                state.apply(mover, buffer[rng.below(count)])
