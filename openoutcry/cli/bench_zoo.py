"""`outcry bench --zoo`: our environments beside other people's, by the same random play."""

import os
import warnings
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from openoutcry import zoo

Work = Callable[[], int]
"""Plays a match; returns the number of decisions."""
Measure = Callable[[Work], float]

OPENSPIEL_GAMES = ("hearts", "gin_rummy", "python_liars_poker")
TEXAS_HOLDEM = "pettingzoo.classic.texas_holdem_v4"
ROWS = 1024
"""Matches in a batch, by process."""


def measure(names: list[str], rate: Measure, rate_by_wall: Measure) -> dict[str, Any]:
    """Decisions a second: act, with the legal actions only; observe, with an observation for each
    decision. None where the interface has no such thing, or where what it needs is `missing`.

    What runs in several processes takes little of this one's time: the wall's clock measures it.
    """
    figures: dict[str, Any] = {}
    cores = os.cpu_count() or 1
    for name in names:
        figures |= _ours(name, rate)
        figures[f"{name} batch, all cores"] = _batch(name, cores, rate_by_wall)
    pyspiel = import_module("pyspiel")
    import_module("open_spiel.python.games")
    for name in OPENSPIEL_GAMES:
        figures[f"OpenSpiel {name}"] = _spiel(pyspiel.load_game(name), rate)
    figures["PettingZoo texas_holdem"] = _texas_holdem(rate)
    from openoutcry.cli import bench_batches  # it needs NumPy

    return figures | bench_batches.measure(ROWS * cores, cores, rate_by_wall)


def _ours(name: str, rate: Measure) -> dict[str, Any]:
    raw, wrapped = zoo.raw_env(name), zoo.env(name)
    single, together = zoo.gym_env(name, bots="random"), zoo.parallel_env(name)
    return {
        f"{name} raw_env": {
            "act": rate(lambda: in_turn(raw, observe=False)),
            "observe": rate(lambda: in_turn(raw, observe=True)),
        },
        f"{name} env": {"act": None, "observe": rate(lambda: in_turn(wrapped, observe=True))},
        f"{name} parallel_env": {"act": None, "observe": rate(lambda: at_once(together))},
        f"{name} gym_env": {"act": None, "observe": rate(lambda: alone(single))},
        f"{name} openspiel_game": _spiel(zoo.openspiel_game(name), rate),
        f"{name} batch": _batch(name, 1, rate),
    }


def _batch(name: str, processes: int, rate: Measure) -> dict[str, Any]:
    """Every decision is observed, and drawn among the legal ones inside the engine."""
    rows = ROWS * processes
    batch = zoo.batch(name, rows, processes=processes)
    dtype = str(batch.arrays.observations.dtype)
    try:
        observed = rate(lambda: len(batch.step(batch.sample()).turns))
        return {"act": None, "observe": observed, "rows": rows, "dtype": dtype}
    finally:
        batch.close()


def _spiel(game: Any, rate: Measure) -> dict[str, float]:
    """The observer writes into one buffer: OpenSpiel's fastest way, a few times faster
    than `observation_tensor`. A game without observations, such as hearts, has its information
    states observed."""
    pyspiel, observation = map(import_module, ("pyspiel", "open_spiel.python.observation"))
    recalls = not game.get_type().provides_observation_tensor
    kind = pyspiel.IIGObservationType(perfect_recall=recalls)
    observer = observation.make_observation(game, kind)
    return {
        "act": rate(lambda: by_openspiel(game, None)),
        "observe": rate(lambda: by_openspiel(game, observer)),
    }


def _texas_holdem(rate: Measure) -> dict[str, Any]:
    """It always observes: the legal actions are a part of the observation."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env = import_module(TEXAS_HOLDEM).raw_env()
    except ImportError:
        return {"act": None, "observe": None, "missing": "rlcard pygame"}
    return {"act": None, "observe": rate(lambda: in_turn(env, observe=True))}


_random = Random(1)


def _pick(mask: Any) -> Any:
    legal = mask.nonzero()[0]
    return legal[int(_random.random() * len(legal))]


def in_turn(env: Any, observe: bool) -> int:
    """A match through PettingZoo's AEC interface."""
    env.reset()
    decisions = 0
    while env.agents:
        seen, _, terminated, truncated, info = env.last(observe)
        if terminated or truncated:
            env.step(None)
            continue
        mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
        env.step(_pick(mask))
        decisions += 1
    return decisions


def at_once(env: Any) -> int:
    """A match through PettingZoo's parallel interface."""
    _, infos = env.reset()
    decisions = 0
    while env.agents:
        masks = {agent: infos[agent]["action_mask"] for agent in env.agents}
        decisions += sum(not mask[env.not_asked] for mask in masks.values())
        _, _, _, _, infos = env.step({agent: _pick(mask) for agent, mask in masks.items()})
    return decisions


def alone(env: Any) -> int:
    """A match through Gymnasium; the bots' decisions do not count."""
    _, info = env.reset()
    decisions, over = 0, False
    while not over:
        _, _, over, _, info = env.step(_pick(info["action_mask"]))
        decisions += 1
    return decisions


def by_openspiel(game: Any, observer: Any) -> int:
    """A match through OpenSpiel's interface, observed or not."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(_random.choices(outcomes, weights)[0])
            continue
        if observer is not None:
            observer.set_from(state, state.current_player())
        state.apply_action(_random.choice(state.legal_actions()))
        decisions += 1
    return decisions
