"""OpenSpiel's own suites and searchers on every title."""

import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

from openoutcry import zoo
from openoutcry.core.errors import OptionError
from openoutcry.core.setup import Setup
from openoutcry.titles import find, names
from tests.zoo.setups import label, setups

every_title = pytest.mark.parametrize("name", names())


@pytest.mark.parametrize("setup", setups(), ids=label)
def test_random_matches_pass_the_simulation_test(setup: Setup) -> None:
    name, seats, options = setup.title.name, setup.seats, setup.options
    game = zoo.openspiel_game(name, seats, options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_title
@pytest.mark.parametrize("reward", zoo.REWARDS)
def test_utilities_keep_within_what_the_game_declares(name: str, reward: str) -> None:
    game = zoo.openspiel_game(name, reward=reward)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@every_title
def test_a_playthrough_can_be_replayed(name: str, tmp_path: Path) -> None:
    flags.FLAGS(["test"])
    file = tmp_path / "playthrough.txt"
    written = generate_playthrough.playthrough(f"openoutcry_{name}", action_sequence=[])
    file.write_text(written, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again


@every_title
def test_openspiels_mcts_and_ismcts_play_a_match(name: str) -> None:
    game = zoo.openspiel_game(name, find(name).box.seats(find(name).edition())[0])
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    players: list[Any] = [
        mcts.MCTSBot(game, 1.4, 2, evaluator, random_state=chance),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 2, random_state=chance),
    ]
    for seat in range(2, game.num_players()):
        players.append(uniform_random.UniformRandomBot(seat, chance))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state, chance))
        else:
            state.apply_action(players[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(1)


def drawn(state: Any, chance: np.random.RandomState) -> int:
    """A draw by its probability."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(chance.choice(outcomes, p=weights))


def random_states(name: str, seed: int, seats: int | None = None, every: int = 1) -> Iterator[Any]:
    """Every n-th decision of a random match, n being `every`."""
    chance = np.random.RandomState(seed)
    state = zoo.openspiel_game(name, seats).new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state, chance))
        else:
            if decisions % every == 0:
                yield state
            decisions += 1
            state.apply_action(chance.choice(state.legal_actions()))


@every_title
def test_a_resampled_state_looks_the_same_to_the_seat_that_asked(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in random_states(name, 2, every=7):
        for seat in range(state.num_players()):
            world = state.resample_from_infostate(seat, sampler)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
        mover = state.current_player()
        world = state.resample_from_infostate(mover, sampler)
        assert world.legal_actions() == state.legal_actions()


@every_title
def test_copies_and_pickles_know_the_same(name: str) -> None:
    for state in random_states(name, 3, every=7):
        for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
            assert str(copy) == str(state)
            assert copy.history() == state.history()
            for seat in range(state.num_players()):
                assert copy.information_state_string(seat) == state.information_state_string(seat)


def test_a_hidden_pick_stays_out_of_others_information_until_the_seal_breaks() -> None:
    game = zoo.openspiel_game("mogul", seats=3)
    worlds = []
    for answer in ("loan", "no loan"):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        state.apply_action(state.string_to_action(answer))
        worlds.append(state)
    loan, none = worlds
    public = make_observation(
        game,
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE),
    )
    assert public.tensor is None
    assert public.string_from(loan, 0) == public.string_from(none, 0)
    assert loan.information_state_string(1) == none.information_state_string(1)
    assert loan.information_state_string(0) != none.information_state_string(0)
    for state in worlds:
        state.apply_action(state.string_to_action("no loan"))
        state.apply_action(state.string_to_action("no loan"))
    assert loan.information_state_string(1) != none.information_state_string(1)
    assert public.string_from(loan, 0) != public.string_from(none, 0)


@every_title
def test_information_has_perfect_recall_and_observations_a_fixed_size(name: str) -> None:
    game = zoo.openspiel_game(name)
    kind = game.get_type()
    assert not kind.provides_information_state_tensor
    for before in random_states(name, 5, every=9):
        seat = before.current_player()
        earlier = before.information_state_string(seat).split()
        after = before.child(before.legal_actions()[0])
        later = after.information_state_string(seat).split()
        assert len(later) == len(earlier) + 1
        for then, now in zip(earlier, later, strict=False):
            assert then == now or then.endswith(":?")  # a pick that has been turned up since
        assert len(before.observation_tensor(seat)) == game.observation_tensor_size()
        assert before.legal_actions_mask(seat).count(1) == len(before.legal_actions())
        assert before.legal_actions((seat + 1) % game.num_players()) == []


@every_title
def test_an_information_state_tensor_tells_as_much_as_the_text(name: str) -> None:
    """Two positions look alike to a seat by one exactly if they do by the other."""
    game = zoo.openspiel_game(name, recall=60)
    assert game.get_type().provides_information_state_tensor
    texts, tensors = set(), set()
    for seed in range(4):
        state, dice = game.new_initial_state(), Random(seed // 2)
        for number in range(60):
            for seat in range(game.num_players()):
                found = state.information_state_tensor(seat)
                assert [len(found)] == game.information_state_tensor_shape()
                texts.add(state.information_state_string(seat))
                tensors.add(tuple(found))
            if number == 30:  # here the two of a pair part
                dice = Random(seed)
            state.apply_action(dice.choice(state.legal_actions()))
    assert len(texts) == len(tensors)


def test_a_match_that_is_too_long_for_its_tensor_says_so() -> None:
    state = zoo.openspiel_game("mogul", recall=1).new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(OptionError, match="more than the 1 steps"):
        state.information_state_tensor(0)


def test_a_picked_answer_is_in_ones_own_tensor_alone() -> None:
    game = zoo.openspiel_game("mogul", seats=3, recall=40)
    worlds = []
    for answer in ("loan", "no loan"):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        state.apply_action(state.string_to_action(answer))
        worlds.append(state)
    loan, none = worlds
    assert loan.information_state_tensor(1) == none.information_state_tensor(1)
    assert loan.information_state_tensor(0) != none.information_state_tensor(0)
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(loan, 0)
    assert observer.tensor.tolist() == loan.information_state_tensor(0)
    assert observer.dict["history"].shape[0] == 40


def test_recall_is_a_number_of_steps_and_without_it_there_is_no_tensor() -> None:
    with pytest.raises(OptionError, match="from 0 to 10000, not -1"):
        zoo.openspiel_game("mogul", recall=-1)
    state = zoo.openspiel_game("mogul").new_initial_state()
    with pytest.raises(OptionError, match="load the game with recall=STEPS"):
        state.information_state_tensor(0)


def test_observers_offer_named_tensors_and_public_ones() -> None:
    game = zoo.openspiel_game("mogul", seats=3)
    state = next(random_states("mogul", 4, seats=3))
    own = make_observation(game)
    own.set_from(state, 1)
    assert own.dict["seat"].tolist() == [0, 1, 0]
    assert own.dict["chips"].tolist() == [6, 0, 0]
    public = make_observation(
        game,
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    )
    public.set_from(state, 1)
    assert public.dict["seat"].tolist() == public.dict["chips"].tolist() == [0, 0, 0]
    with pytest.raises(OptionError, match="no observer sees everybody's secrets"):
        make_observation(
            game,
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            ),
        )


def test_games_are_loaded_by_their_text() -> None:
    game = pyspiel.load_game("openoutcry_mogul(players=5,loans=on_turn,reward=place)")
    assert game.num_players() == 5
    assert game.utility_sum() == 2.5
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        "leave",
        "pay",
        "loan",
    ]
