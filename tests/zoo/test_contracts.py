"""What learners' libraries expect of an environment: masks, copies, pictures, plain errors."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import openoutcry as oo
from openoutcry import zoo
from openoutcry.core.errors import OptionError, OutcryError
from openoutcry.titles import names
from openoutcry.zoo.pixels import painted

every_title = pytest.mark.parametrize("name", names())
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda one: pickle.loads(pickle.dumps(one)),
]
every_copy = pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])


def first_legal(mask: np.ndarray[Any, Any]) -> int:
    return int(np.flatnonzero(mask)[0])


@every_title
def test_the_mask_stands_beside_the_observation_or_the_observation_alone(name: str) -> None:
    masked, flat = zoo.raw_env(name), zoo.raw_env(name, flat=True)
    masked.reset(seed=1)
    flat.reset(seed=1)
    for agent in masked.agents:
        seen = masked.observe(agent)
        assert isinstance(seen, dict)
        assert masked.observation_space(agent).contains(seen)
        assert np.array_equal(seen["action_mask"], masked.infos[agent]["action_mask"])
        assert np.array_equal(seen["observation"], flat.play.observe(flat.agents.index(agent)))
        assert seen["action_mask"].any() == (agent == masked.agent_selection)


@every_title
def test_together_each_agent_has_its_mask(name: str) -> None:
    env = zoo.parallel_env(name)
    seen, infos = env.reset(seed=1)
    for agent, observation in seen.items():
        assert isinstance(observation, dict)
        assert env.observation_space(agent).contains(observation)
        assert np.array_equal(observation["action_mask"], infos[agent]["action_mask"])
    flat, _ = zoo.parallel_env(name, flat=True).reset(seed=1)
    assert all(isinstance(observation, np.ndarray) for observation in flat.values())


@every_title
def test_a_central_critic_sees_what_all_seats_know(name: str) -> None:
    for env in (zoo.raw_env(name, flat=True), zoo.parallel_env(name, flat=True)):
        env.reset(seed=1)
        together = env.state()
        assert env.state_space.contains(together)
        parts = np.split(together, len(env.possible_agents))
        for seat, part in enumerate(parts):
            assert np.array_equal(part, env.play.observe(seat))


def test_one_seat_tells_its_mask_where_maskable_learners_look() -> None:
    env = zoo.gym_env("mogul", bots="random")
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"])


def test_a_step_before_a_reset_says_what_is_missing() -> None:
    for env, action in (
        (zoo.raw_env("mogul"), 0),
        (zoo.parallel_env("mogul"), {}),
        (zoo.gym_env("mogul"), 0),
    ):
        with pytest.raises(OutcryError, match=r"call reset\(\) before step\(\)"):
            env.step(action)  # type: ignore[arg-type]


def test_a_render_mode_that_there_is_not_is_refused() -> None:
    for make in (zoo.raw_env, zoo.env, zoo.parallel_env, zoo.gym_env):
        with pytest.raises(OptionError, match="no render_mode 'human'; there are: ansi, rgb_array"):
            make("mogul", render_mode="human")


@every_title
def test_ansi_is_the_terminals_board(name: str) -> None:
    env = zoo.raw_env(name, render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert isinstance(shown, str)
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("\n") > 5 and "[/" not in shown
    assert zoo.raw_env(name).render() is None


@every_title
def test_one_seat_is_shown_what_it_may_know_and_everybody_what_all_may_know(name: str) -> None:
    env = zoo.gym_env(name, bots="random", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.play.show(env.seat) != ""


def test_gymnasium_makes_the_titles_once_the_package_is_imported() -> None:
    lines = (
        "import gymnasium",
        "env = gymnasium.make('openoutcry.zoo:openoutcry/mogul-v1', seats=3)",
        "print(gymnasium.make('openoutcry/mogul-v1', seats=3).reset(seed=1)[0].size)",
    )
    answer = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True
    )
    assert answer.stdout.strip() == str(zoo.layout("mogul", 3).size), answer.stderr


@every_copy
@every_title
def test_a_copied_match_goes_on_alike_and_shares_nothing(
    name: str, copied: Callable[[Any], Any]
) -> None:
    match = oo.new(name, seed=3)
    for _ in range(5):
        match.play(match.decision.offers[0].action)
    before = match.record().to_json()
    for other in (copied(match), match.copy()):
        assert other.record().to_json() == before
        other.play(other.decision.offers[-1].action)
        assert other.step > match.step
        assert match.record().to_json() == before
    one, two = copied(match), match.copy()
    for _ in range(20):
        one.play(one.decision.offers[0].action)
        two.play(two.decision.offers[0].action)
    assert one.record().to_json() == two.record().to_json()


@every_copy
@pytest.mark.parametrize("make", [zoo.raw_env, zoo.env], ids=["raw_env", "env"])
def test_a_copied_environment_goes_on_alike(
    make: Callable[[str], Any], copied: Callable[[Any], Any]
) -> None:
    env = make("speculation")
    env.reset(seed=5)
    other = copied(env)
    assert other.unwrapped.play is not env.unwrapped.play
    for _ in range(40):
        seen, *_, info = env.last()
        again, *_, told = other.last()
        assert np.array_equal(seen["observation"], again["observation"])
        assert np.array_equal(info["action_mask"], told["action_mask"])
        env.step(first_legal(info["action_mask"]))
        other.step(first_legal(told["action_mask"]))


@every_copy
def test_a_copied_parallel_environment_goes_on_alike(copied: Callable[[Any], Any]) -> None:
    env = zoo.parallel_env("wallstreet")
    _, infos = env.reset(seed=5)
    other = copied(env)
    for _ in range(40):
        actions = {agent: first_legal(infos[agent]["action_mask"]) for agent in env.agents}
        (seen, *_, infos), (again, *_) = env.step(actions), other.step(actions)
        for agent, observation in seen.items():
            other_one = again[agent]
            assert isinstance(observation, dict) and isinstance(other_one, dict)
            assert np.array_equal(observation["observation"], other_one["observation"])


@every_copy
def test_a_copied_seat_goes_on_alike_with_its_bots(copied: Callable[[Any], Any]) -> None:
    env = zoo.gym_env("mogul", bots="random")
    env.reset(seed=5)
    other = copied(env)
    for _ in range(10):
        action = first_legal(env.action_masks())
        seen, again = env.step(action), other.step(action)
        assert np.array_equal(seen[0], again[0])
        if seen[2]:
            break


@pytest.mark.parametrize("name", names())
def test_rgb_array_is_the_boards_picture(name: str) -> None:
    env = zoo.gym_env(name, bots="random", render_mode="rgb_array")
    env.reset(seed=1)
    pixels: Any = env.render()
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[1:] == (640, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 100
    env.close()


def test_pictures_are_read_as_they_were_painted() -> None:
    """Hard edges in every direction, so that all of the format's filters are used."""
    square = '<rect x="{}" y="{}" width="1" height="1" fill="#{:02x}{:02x}{:02x}"/>'
    drawing = "".join(
        square.format(x, y, x * 16 + y, y * 9, x * 7) for x in range(16) for y in range(16)
    )
    size = 'viewBox="0 0 16 16" width="16" height="16"'
    pixels = painted(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawing}</svg>', 16)
    expected = [[[x * 16 + y, y * 9, x * 7] for x in range(16)] for y in range(16)]
    assert pixels.tolist() == expected
