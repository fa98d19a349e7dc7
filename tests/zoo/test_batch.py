"""Many matches at once are the matches that single environments play."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from openoutcry import zoo
from openoutcry.core.decisions import to_decision
from openoutcry.core.errors import IllegalAction, OptionError
from openoutcry.core.rng import Rng, derive
from openoutcry.titles import names
from openoutcry.zoo.batched import Batch, paid
from openoutcry.zoo.play import Play
from openoutcry.zoo.task import rewards, settle

STEPS = 150


def opened(title: str, n: int, **choices: Any) -> Batch:
    batch = zoo.batch(title, n, **choices)
    assert isinstance(batch, Batch)
    return batch


def played(batch: Any, steps: int = STEPS) -> list[list[NDArray[Any]]]:
    """What the arrays were after each step, the first legal action or the last taken in turn."""
    seen = [[array.copy() for array in batch.arrays]]
    for step in range(steps):
        masks = batch.arrays.masks
        first, last = masks.argmax(1), masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
        seen.append([array.copy() for array in batch.step(last if step % 3 else first)])
    return seen


def equal(one: list[list[NDArray[Any]]], other: list[list[NDArray[Any]]]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(np.array_equal(a, b) for x, y in pairs for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("title", names())
def test_a_row_is_the_match_that_a_single_environment_plays(title: str) -> None:
    batch, row = opened(title, 3, seed=5, reward="place"), 1
    play = Play(settle(title, reward="place"))
    matches = 0

    def begin() -> None:
        play.state = play.task.setup.start()
        play._rng = Rng(derive(derive(5), row, matches))
        play.advance()

    begin()
    for _ in range(400):
        seat = int(play.state.mover())
        assert batch.arrays.turns[row] == seat
        assert np.array_equal(batch.arrays.masks[row], play.mask())
        assert np.array_equal(batch.arrays.observations[row], play.observe(seat))
        actions = batch.sample()
        batch.step(actions)
        play.play_action(seat, int(actions[row]))
        assert batch.arrays.done[row] == (play.choices == 0)
        if play.choices == 0:
            assert batch.arrays.rewards[row] == pytest.approx(play.rewards())
            matches += 1
            begin()
        else:
            assert not batch.arrays.rewards[row].any()


@pytest.mark.parametrize("title", names())
def test_rows_are_the_same_whatever_their_number_and_processes(title: str) -> None:
    alone = played(opened(title, 5, seed=3), 40)
    several = zoo.batch(title, 5, seed=3, processes=2)
    try:
        assert equal(alone, played(several, 40))
    finally:
        several.close()
    fewer = played(opened(title, 2, seed=3), 40)
    assert equal([[array[:2] for array in arrays] for arrays in alone], fewer)


def test_several_processes_sample_legal_actions_whatever_comes_between() -> None:
    batch = zoo.batch("mogul", 4, seed=3, processes=2)

    def is_legal(actions: NDArray[Any]) -> bool:
        return bool(batch.arrays.masks[np.arange(4), actions].all())

    try:
        for round in range(25):
            assert is_legal(batch.sample())
            actions = batch.sample()
            assert is_legal(actions)
            batch.step(actions)
            kept = batch.snapshot(1)
            batch.step(batch.sample())
            batch.step(batch.arrays.masks.argmax(1))
            if round % 3 == 0:
                batch.restore(0, kept)
                assert is_legal(batch.sample())
                batch.begin_again(3)
            if round % 5 == 0:
                batch.reset()
            wrong = batch.sample()
            wrong[:] = batch.arrays.masks.argmin(1)
            wrong[:3] = batch.arrays.masks[:3].argmax(1)
            with pytest.raises(IllegalAction, match=r"^row 3: action \d+ is not legal for seat"):
                batch.step(wrong)
            with pytest.raises(IllegalAction, match=r"^row 0: "):  # in both processes: the first
                batch.step(batch.arrays.masks.argmin(1))
    finally:
        batch.close()


def test_processes_sample_the_same_actions_each_time() -> None:
    def sampled() -> list[list[int]]:
        with zoo.batch("mogul", 4, seed=3, processes=2) as batch:
            found = []
            for _ in range(10):
                found.append(batch.sample().tolist())
                batch.step(np.array(found[-1]))
            return found

    assert sampled() == sampled()


def test_another_seed_gives_other_matches() -> None:
    assert not equal(played(opened("mogul", 4, seed=1)), played(opened("mogul", 4, seed=2)))


def test_several_numbers_of_seats_share_a_batch_by_padding() -> None:
    batch = opened("mogul", 6, seats=(3, 5), seed=2)
    sizes = [layout.size for layout in batch.layouts]
    assert batch.arrays.observations.shape == (6, max(sizes))
    for _ in range(300):
        batch.step(batch.sample())
        assert not batch.arrays.observations[::2, sizes[0] :].any()
        assert (batch.arrays.turns[::2] < 3).all()
        assert not batch.arrays.rewards[::2, 3:].any()


def test_short_numbers_are_the_same_numbers() -> None:
    floats, shorts = opened("ekonos", 4, seed=1), opened("ekonos", 4, seed=1, dtype="int16")
    assert shorts.arrays.observations.dtype == np.int16
    for one, other in zip(played(floats), played(shorts), strict=True):
        assert np.array_equal(np.clip(one[0], -32767, 32767), other[0])


@pytest.mark.parametrize("opponents", ["random", "advice", "apprentice"])
def test_opponents_decide_for_all_other_seats(opponents: str) -> None:
    batch = opened("speculation", 4, seats=3, seat=1, opponents=opponents, seed=4)
    ended = 0
    for _ in range(120):
        assert (batch.arrays.turns == 1).all()
        batch.step(batch.sample())
        ended += int(batch.arrays.done.sum())
    assert ended


def test_a_policy_sees_only_rows_and_seats_that_are_not_the_learners() -> None:
    seen: set[int] = set()

    def last(observations: Any, masks: Any, turns: Any) -> Any:
        seen.update(turns.tolist())
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    batch = opened("mogul", 5, seats=4, seat=2, opponents=last, seed=1)
    for _ in range(50):
        batch.step(batch.sample())
    assert seen == {0, 1, 3}


def test_an_illegal_action_names_its_row_and_plays_nothing() -> None:
    batch = opened("mogul", 3, seed=1)
    before = [array.copy() for array in batch.arrays]
    actions = batch.sample()
    actions[2] = int(batch.arrays.masks[2].argmin())
    with pytest.raises(IllegalAction, match=r"^row 2: action \d+ is not legal for seat \d now"):
        batch.step(actions)
    assert equal([before], [list(batch.arrays)])
    actions[2] = 10**6
    with pytest.raises(IllegalAction, match="row 2"):
        batch.step(actions)
    for bad in (actions[:2], actions.astype(float), np.zeros((3, 1), int)):
        with pytest.raises(ValueError, match="for each of the 3 rows"):
            batch.step(bad)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_match_is_restored_from_its_snapshot(processes: int) -> None:
    batch = zoo.batch("wallstreet", 3, seed=6, processes=processes)
    try:
        for _ in range(30):
            batch.step(batch.sample())
        kept = pickle.loads(pickle.dumps(batch.snapshot(2)))
        after = [row[0][2] for row in played(batch, 20)]
        batch.restore(0, kept)
        again = [row[0][0] for row in played(batch, 20)]
        assert np.array_equal(after, again)
    finally:
        batch.close()


@pytest.mark.parametrize("reward", ["win", "place", "score"])
def test_rewards_are_those_of_single_environments(reward: str) -> None:
    found, wanted = [], []
    for seed in range(20):
        state, rng = settle("mogul", 3).setup.start(), Rng(derive(seed))
        play = Play(settle("mogul", 3))
        while (count := to_decision(state, rng, play._actions)) > 0:
            state.apply(state.mover(), play._actions[rng.below(count)])
        places = np.array([[*state.places(), 0]], np.int32)
        scores = np.array([[*state.scores(), 0]], np.int32)
        found.append(paid(reward, places, scores)[0].tolist())
        wanted.append([*rewards(reward, state), 0.0])
    assert found == [pytest.approx(row) for row in wanted]


def test_what_cannot_be_is_said() -> None:
    for choices in ({"n": 0}, {"n": 2, "dtype": "float64"}, {"n": 2, "seat": 9}):
        with pytest.raises(OptionError):
            zoo.batch("mogul", **choices)
    with pytest.raises(OptionError, match="no bot 'nobody'"):
        zoo.batch("mogul", 2, seat=0, opponents="nobody")


@pytest.mark.parametrize("choices", [{}, {"seat": 1}, {"seat": 0, "opponents": "apprentice"}])
def test_a_copied_or_pickled_batch_goes_on_alike_and_shares_nothing(
    choices: dict[str, Any],
) -> None:
    batch = opened("mogul", 4, seats=4, seed=3, **choices)
    played(batch, 60)
    copied, pickled = batch.copy(), pickle.loads(pickle.dumps(batch))
    as_it_stands = [array.copy() for array in batch.arrays]
    rest = [played(copied), played(pickled)]
    assert equal([as_it_stands], [list(batch.arrays)]), "the copies' steps were not its own"
    assert equal(played(batch), rest[0]) and equal(rest[0], rest[1])
    assert np.array_equal(copied.sample(), batch.sample())


def test_a_batch_in_several_processes_says_that_it_cannot_be_copied() -> None:
    with (
        zoo.batch("mogul", 2, seats=3, processes=2) as spread,
        pytest.raises(TypeError, match="take snapshots"),
    ):
        copy.copy(spread)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_row_can_begin_its_next_match_at_any_time(processes: int) -> None:
    with zoo.batch("mogul", 4, seed=3, seat=1, processes=processes) as rows:
        for _ in range(3):
            rows.step(rows.sample())
        before = rows.arrays.observations.copy()
        assert rows.snapshot(2).matches == 1
        seen = rows.begin_again(2)
        assert rows.snapshot(2).matches == 2
        assert seen.turns[2] == 1 and not seen.done[2]
        assert not np.array_equal(seen.observations[2], before[2])
        assert np.array_equal(np.delete(seen.observations, 2, 0), np.delete(before, 2, 0))
        rows.step(rows.sample())
