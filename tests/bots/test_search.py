"""The search: what it promises whatever the title."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

import openoutcry as oo
from openoutcry.bots import find, finish, names
from openoutcry.bots.learned import advice_by
from openoutcry.bots.levels import (
    SEARCH_LEVELS,
    Searcher,
    Tycoon,
    effort_of,
    pooled,
    simulations_of,
    tuning_of,
)
from openoutcry.bots.search import Opinion, answer, best, decide, think
from openoutcry.conformance.setups import positions
from openoutcry.core.decisions import legal_actions
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import State
from openoutcry.core.tuning import Tuning
from openoutcry.titles import find as find_title
from openoutcry.titles import names as titles
from openoutcry.titles.mogul import rules


def _seat(state: State) -> int:
    return next(seat for seat in range(int(state.seats())) if state.waiting(seat))


def _summary(opinions: list[Opinion]) -> list[tuple[int, int, float]]:
    return [(int(o.action), int(o.visits), float(o.value)) for o in opinions]


def _thoughts(title: str, advised: int, seed: int) -> list[list[tuple[int, int, float]]]:
    advice = find_title(title).advice
    return [
        _summary(think(state, _seat(state), advice, tuning, 60, 0.0, seed))
        for state in positions(title, 4, 51)
        for tuning in (Tuning(advised=advised), Tuning(advised=advised, wide=5, entrants=4))
    ]


@pytest.mark.parametrize("title", titles())
def test_the_same_seed_and_budget_give_the_same_thoughts(title: str) -> None:
    assert _thoughts(title, 50, 3) == _thoughts(title, 50, 3)
    assert _thoughts(title, 50, 3) != _thoughts(title, 50, 4)


@pytest.mark.parametrize("title", titles())
def test_compiled_and_interpreted_search_think_the_same(title: str) -> None:
    code = (
        "import json, sys; from tests.bots.test_search import _thoughts;"
        "print(json.dumps(_thoughts(sys.argv[1], 50, 3)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, title],
        env={**os.environ, "OPENOUTCRY_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = json.loads(json.dumps(_thoughts(title, 50, 3)))
    assert json.loads(answer.stdout) == here


@pytest.mark.parametrize("title", titles())
def test_every_simulation_counts_for_one_legal_action_and_changes_nothing(title: str) -> None:
    advice = find_title(title).advice
    for state in positions(title, 12, 52):
        seat, dump = _seat(state), state.dump()
        opinions = think(
            state,
            seat,
            advice,
            Tuning(advised=30, wide=10, horizon=30, spread=20, trust=5, decisive=50),
            100,
            0.0,
            1,
        )
        assert state.dump() == dump
        assert sum(int(o.visits) for o in opinions) == 100
        assert {int(o.action) for o in opinions} <= set(legal_actions(state, seat))
        assert all(0.0 <= o.value <= 1.0 for o in opinions)


@pytest.mark.parametrize("title", titles())
def test_a_clock_ends_the_search(title: str) -> None:
    state = next(positions(title, 1, 53))
    advice = find_title(title).advice
    opinions = think(state, _seat(state), advice, Tuning(), 10**9, 0.02, 1)
    assert 0 < sum(int(o.visits) for o in opinions) < 10**9


@pytest.mark.parametrize("title", titles())
def test_a_decision_is_the_thoughts_best_action_whenever_it_stops(title: str) -> None:
    advice = find_title(title).advice
    for state in positions(title, 8, 55):
        seat = _seat(state)
        for tuning in (Tuning(), tuning_of("tycoon", title)):
            thought = answer(think(state, seat, advice, tuning, 200, 0.0, 2), state, tuning, 2)
            assert decide(state, seat, advice, tuning, 200, 0.0, 2) == thought


def test_of_equally_visited_actions_the_better_one_is_chosen() -> None:
    assert best([Opinion(3, 10, 0.2), Opinion(4, 12, 0.1), Opinion(9, 12, 0.3)]) == 9


def test_a_pick_that_lies_face_down_is_one_of_those_that_come_near_the_best() -> None:
    """Speculation's cards: as often as the search visited them; Mogul's loans stay pure."""
    opinions = [Opinion(3, 300, 0.5), Opinion(5, 600, 0.5), Opinion(8, 299, 0.6)]
    state = next(s for s in positions("speculation", 60, 56) if s.sealed())
    mixes = tuning_of("tycoon", "speculation")
    picks = [answer(opinions, state, mixes, seed) for seed in range(300)]
    assert set(picks) == {3, 5}
    assert 150 < picks.count(5) < 250
    assert answer(opinions, state, mixes, 7) == answer(opinions, state, mixes, 7)
    assert answer(opinions, state, tuning_of("tycoon@1", "speculation"), 7) == 5
    rough = [Opinion(3, 30, 0.5), Opinion(5, 60, 0.5)]
    assert {answer(rough, state, mixes, seed) for seed in range(30)} == {5}
    state = next(s for s in positions("speculation", 60, 56) if not s.sealed())
    assert {answer(opinions, state, mixes, seed) for seed in range(30)} == {5}
    assert not tuning_of("tycoon", "mogul").mixes


CONTEST = Tuning(0.5, 20, 100, wide=5, horizon=8, spread=20, trust=5, decisive=300, entrants=6)


@pytest.mark.parametrize("title", ["ekonos", "speculation", "wallstreet"])
def test_a_contest_tries_the_better_half_of_an_even_field_further(title: str) -> None:
    advice = find_title(title).advice
    fields = 0
    for state in positions(title, 40, 57):
        seat = _seat(state)
        if state.sealed() or len(legal_actions(state, seat)) < 6:
            continue
        fields += 1
        tried = sorted(int(o.visits) for o in think(state, seat, advice, CONTEST, 180, 0.0, 3))
        # 180 over three stages: six actions have ten each, three of them twenty more, two forty.
        assert tried == [10, 10, 10, 30, 60, 60]
    assert fields > 3


@pytest.mark.parametrize("title", titles())
def test_whoever_is_surely_ahead_wins_a_contest_early(title: str) -> None:
    """And the choice is hardly ever another one than with all simulations."""
    advice = find_title(title).advice
    same = asked = 0
    for state in positions(title, 40, 58):
        seat = _seat(state)
        if state.sealed() or len(legal_actions(state, seat)) < 2:
            continue
        asked += 1
        early = decide(state, seat, advice, CONTEST, 600, 0.0, 3, quick=60)
        same += early == decide(state, seat, advice, CONTEST, 600, 0.0, 3)
    assert same >= 0.8 * asked > 8


def test_a_contest_is_held_between_all_that_may_be_done_if_these_are_few() -> None:
    advice = find_title("mogul").advice
    state = next(s for s in positions("mogul", 40, 57) if len(legal_actions(s, _seat(s))) == 2)
    tried = think(state, _seat(state), advice, CONTEST, 100, 0.0, 3)
    assert [int(o.visits) for o in tried] == [50, 50]


@pytest.mark.parametrize("title", ["ekonos", "speculation", "wallstreet"])
def test_a_contest_with_little_time_still_comes_down_to_two(title: str) -> None:
    advice = find_title(title).advice
    wide = (s for s in positions(title, 60, 59) if len(legal_actions(s, _seat(s))) >= 6)
    for state in [s for s in wide if not s.sealed()][:4]:
        tried = sorted(
            int(o.visits) for o in think(state, _seat(state), advice, CONTEST, 10**9, 0.4, 1)
        )
        assert len(tried) == 6
        assert tried[0] < tried[3] < tried[4] == tried[5]


def test_a_contest_of_one_has_a_winner() -> None:
    state = oo.new("mogul", seats=3, seed=4, options={"loans": "on_turn"}).state
    assert isinstance(state, rules.Mogul)
    state.chips[int(state.at)] = 0
    state.bank = 0
    advice = find_title("mogul").advice
    assert decide(state, int(state.at), advice, CONTEST, 100, 0.0, 3) == rules.LEAVE


def test_trees_of_several_processes_vote_together() -> None:
    trees = [[Opinion(1, 10, 0.5), Opinion(2, 30, 0.25)], [Opinion(1, 30, 0.75)]]
    assert _summary(pooled(trees)) == [(1, 40, 0.6875), (2, 30, 0.25)]


def test_a_search_over_processes_spends_its_budget_and_repeats_itself() -> None:
    state = next(positions("mogul", 1, 54))
    bot = Tycoon(seed=3, workers=2)
    try:
        first = _summary(bot.opinions(state, _seat(state), 100))
        assert sum(visits for _, visits, _ in first) == 100
        assert _summary(bot.opinions(state, _seat(state), 100)) == first
    finally:
        bot.close()


def test_levels_are_found_by_name_and_spend_more_the_higher_they_are() -> None:
    assert names()[:5] == ["random", "apprentice", "broker", "tycoon", "baron"]
    assert list(SEARCH_LEVELS) == ["broker", "tycoon", "baron"]
    for title in titles():
        spent = [simulations_of(level, title) for level in SEARCH_LEVELS]
        assert 0 < spent[0] < spent[1] < spent[2]
    assert simulations_of("apprentice", "mogul") == 0


def test_a_title_says_itself_how_hard_the_levels_search_and_need_not() -> None:
    mogul = find_title("mogul")
    silent = replace(mogul, efforts={})
    for level in SEARCH_LEVELS:
        assert effort_of(level, mogul) is mogul.efforts[level]
        assert effort_of(level, silent) is SEARCH_LEVELS[level].usual
        assert simulations_of(level, "mogul") == mogul.efforts[level].simulations


def test_a_single_possible_answer_needs_no_thought() -> None:
    state = oo.new("mogul", seats=3, seed=4, options={"loans": "on_turn"}).state
    assert isinstance(state, rules.Mogul)
    seat = int(state.at)
    state.chips[seat] = 0
    state.bank = 0
    assert Searcher().choose(state, seat, 10**9) == rules.LEAVE


@pytest.mark.parametrize("level", ["tycoon", "baron"])
def test_mogul_the_search_sells_what_the_next_card_may_make_worthless(level: str) -> None:
    """One share and the crash are left: whoever may sell five shares does."""
    state = oo.new("mogul", seats=3, seed=4).state
    assert isinstance(state, rules.Mogul)
    colour, cards = 0, len(state.owner)
    for card in range(cards):
        state.owner[card] = rules.SOLD
    for i in range(len(state.shares)):
        state.shares[i] = 0
    up = next(c for c in range(cards) if state.components.border[c] == colour)
    ours = [c for c in range(cards) if state.components.background[c] == colour and c != up][:5]
    for card in ours:
        state.owner[card] = 0
    spare = next(c for c in range(cards) if state.owner[c] == rules.SOLD and c != up)
    state.owner[spare] = rules.DECK
    state.shares[colour] = len(ours)
    state.owner[up], state.card, state.left = rules.UP, up, 1
    state.gather()
    state.phase, state.winner, state.second = rules.WINNER, 0, 1
    for other, points in ((0, 0), (1, 12), (2, 12)):
        state.points[other] = points
    assert find(level, 1).choose(state, 0, 400) == rules.SELL + len(ours)


def test_the_search_beats_random_play() -> None:
    wins = 0
    for deal in range(6):
        match = oo.new("mogul", seats=3, seed=derive(deal, 1))
        bots = [find("tycoon" if seat == deal % 3 else "random", seat) for seat in range(3)]
        wins += finish(match, bots, 30).places()[deal % 3] == 1
    assert wins >= 5


def test_a_tuning_and_an_opinion_survive_the_way_to_another_process() -> None:
    tuning = pickle.loads(
        pickle.dumps(Tuning(0.9, 40, 30, 20, 10, 5, 3, 800, True, 60, True, 5, True, 2))
    )
    assert tuning.parts() == (0.9, 40, 30, 20, 10, 5, 3, 800, True, 60, True, 5, True, 2)
    assert _summary([pickle.loads(pickle.dumps(Opinion(3, 4, 0.5)))]) == [(3, 4, 0.5)]
    assert Rng(1).below(10) == pickle.loads(pickle.dumps(Rng(1))).below(10)


@pytest.mark.parametrize("name", ["speculation", "wallstreet"])
def test_a_shrewd_level_follows_learned_numbers_and_others_the_usual_ones(name: str) -> None:
    title = find_title(name)
    learned = advice_by(tuning_of("baron", name), title).numbers()
    assert learned == {**title.advice.numbers(), **title.shrewd} != title.advice.numbers()
    for level in ("broker", "tycoon", "tycoon@1"):
        assert advice_by(tuning_of(level, name), title) is title.advice


@pytest.mark.parametrize("title", titles())
def test_a_search_whose_time_is_up_before_it_begins_still_has_an_opinion(title: str) -> None:
    advice = find_title(title).advice
    for level in SEARCH_LEVELS:
        tuning = tuning_of(level, title)
        for state in positions(title, 3, 52):
            seat = _seat(state)
            question = (state, seat, advice, tuning, 100, 1e-9, 5)
            assert decide(*question) in legal_actions(state, seat)
            assert think(*question)


def test_a_level_that_is_hurried_takes_its_portion_of_the_effort() -> None:
    state = oo.new("mogul", seats=3, seed=1).state
    whole, part = Tycoon(), Tycoon()
    part.portion = 0.1
    simulations = simulations_of("tycoon", "mogul")
    assert whole._question(state, 0)[1:] == (simulations, SEARCH_LEVELS["tycoon"].seconds)
    _, fewer, seconds = part._question(state, 0)
    assert fewer == round(0.1 * simulations)
    assert seconds == pytest.approx(0.1 * SEARCH_LEVELS["tycoon"].seconds)
    assert part._question(state, 50)[1:] == (50, 0.0), "a budget given is a budget given"
