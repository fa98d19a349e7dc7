"""Law 2: a bot's choice does not depend on what its seat may not know."""

import pytest

from openoutcry.bots import find, names
from openoutcry.bots.levels import simulations_of
from openoutcry.bots.personality import PERSONALITIES
from openoutcry.bots.search import knowledge_seed
from openoutcry.conformance.setups import positions
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import State


def _deciders(state: State) -> list[int]:
    return [seat for seat in range(int(state.seats())) if state.waiting(seat)]


@pytest.mark.parametrize("bot", [*names(), *(f"broker:{one}" for one in PERSONALITIES)])
def test_LAW_2_a_bot_chooses_alike_in_worlds_its_seat_cannot_tell_apart(
    name: str, bot: str
) -> None:
    """With all the simulations that a level spends; a baron with a tycoon's."""
    budget = min(simulations_of(bot, name), simulations_of("tycoon", name))
    for number, state in enumerate(positions(name, 12, 41)):
        for seat in _deciders(state):
            choice = find(bot, seed=5).choose(state, seat, budget)
            for world_seed in range(2):
                world = state.imagine(seat, Rng(derive(number, seat, world_seed)))
                assert find(bot, seed=5).choose(world, seat, budget) == choice


def test_imagining_starts_from_what_the_seat_knows_and_not_from_the_real_world(name: str) -> None:
    for number, state in enumerate(positions(name, 60, 42)):
        for seat in _deciders(state):
            world = state.imagine(seat, Rng(derive(number, 1)))
            again = derive(number, 2)
            assert world.imagine(seat, Rng(again)) == state.imagine(seat, Rng(again))


def test_positions_that_a_seat_can_tell_apart_are_searched_from_different_seeds(
    name: str,
) -> None:
    states = list(positions(name, 30, 43))
    seeds = {knowledge_seed(state, _deciders(state)[0], 7) for state in states}
    assert len(seeds) == len({tuple(state.dump()) for state in states})
