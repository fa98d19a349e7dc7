"""OpenSpiel: every title as a game, `pyspiel.load_game("openoutcry_mogul(players=3)")`.

Import this module, or ask `openoutcry.zoo.openspiel_game`, to have the games registered.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyspiel

from openoutcry.core.decisions import legal_actions
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OptionError
from openoutcry.core.options import Value, spelled
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.sight import Sight
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, State
from openoutcry.titles import find, names
from openoutcry.zoo.observation import Tensor
from openoutcry.zoo.task import Task, rewards, settle

LONGEST = 10_000
"""More actions and draws than any match has."""
DRAWS = 1_024
"""Every draw's number is below it."""
SCORE = 99_999
"""No score is beyond it."""
FEWEST, MOST = 2, 10
"""Seats, over all titles and editions."""
OWN = "own"
"""The edition a title comes with."""
BITS = (DRAWS - 1).bit_length()
"""Digits of an action's or a draw's number in an information state tensor."""

_editions: dict[str, Edition] = {}
"""Editions that were given as objects, by identity: OpenSpiel's parameters are text."""


class Trail:
    """A position and how each seat saw it come about. Copies and pickles quickly."""

    __slots__ = ("dreamer", "sight", "state", "steps")

    def __init__(self, state: State) -> None:
        self.state = state
        self.steps: list[tuple[int, int]] = []
        """(actor, action); the action is -1 where the dreamer did not see it."""
        self.sight = Sight(int(state.seats()))
        self.dreamer = -1
        """The seat that imagined this position, or -1 if it is real."""

    def apply(self, actor: int, action: int) -> None:
        """Carry out a step and note who saw it."""
        self.sight.apply(self.state, actor, action)
        self.steps.append((actor, action))

    def imagine(self, seat: int, seed: int) -> "Trail":
        """A trail that `seat` cannot tell from this one. What it did not see is forgotten."""
        sees = self.sight.sees
        steps = [
            (actor, action if sees(seat, number) else -1)
            for number, (actor, action) in enumerate(self.steps)
        ]
        return _revive(self.state.imagine(seat, Rng(seed)), steps, self.sight.copy(), seat)

    def seen_by(self, seat: int) -> str:
        """The steps as `seat` (or SPECTATOR) saw them; ? where it saw that something happened,
        not what."""
        sees = self.sight.sees
        return " ".join(
            f"{actor if actor >= 0 else '*'}:{action if action >= 0 and sees(seat, n) else '?'}"
            for n, (actor, action) in enumerate(self.steps)
        )

    def written_for(self, seat: int, out: Tensor) -> None:
        """The same as numbers, into rows of 0: who acted, whether the seat did not see what, and
        the binary digits of what it did see. `OptionError` if there are too few rows."""
        if len(self.steps) > len(out):
            raise OptionError(
                f"this match has more than the {len(out)} steps that its information state tensor"
                " has room for: load the game with a greater recall"
            )
        for number, (actor, action) in enumerate(self.steps):
            row = out[number]
            row[actor if actor != CHANCE else -BITS - 2] = 1
            hidden = action < 0 or not self.sight.sees(seat, number)
            row[-BITS - 1] = hidden
            row[-BITS:] = [0 if hidden else action >> bit & 1 for bit in range(BITS)]

    def __deepcopy__(self, memo: object) -> "Trail":
        return _revive(self.state.clone(), self.steps[:], self.sight.copy(), self.dreamer)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _revive, (self.state, self.steps, self.sight, self.dreamer)


def _revive(state: State, steps: list[tuple[int, int]], sight: Sight, dreamer: int) -> Trail:
    trail = Trail(state)
    trail.steps, trail.sight, trail.dreamer = steps, sight, dreamer
    return trail


class SpielState(pyspiel.State):
    """A position for OpenSpiel. Simultaneous picks are made one after another, unseen."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.task = game.task
        self.setup = game.task.setup
        self.recall = game.recall
        self.trail = Trail(self.setup.start())

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or the end."""
        mover = int(self.trail.state.mover())
        return int(pyspiel.PlayerId.TERMINAL) if mover == OVER else mover

    def is_terminal(self) -> bool:
        """Has the match ended?"""
        return bool(self.trail.state.mover() == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        return legal_actions(self.trail.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of the draw that is due, with its probability."""
        outcomes = self.trail.state.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.trail.apply(int(self.trail.state.mover()), action)

    def _action_to_string(self, player: int, action: int) -> str:
        notation = self.setup.title.notation
        return notation.write_draw(action) if player == CHANCE else notation.write(action)

    def returns(self) -> list[float]:
        """What each seat gets: zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.setup.seats
        return rewards(self.task.reward, self.trail.state)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A position that `player` cannot tell from this one."""
        copy: SpielState = self.clone()
        copy.trail = self.trail.imagine(player, derive(int(sampler() * 2**53)))
        return copy

    # What OpenSpiel's core would answer by asking us, without the detour.

    def is_chance_node(self) -> bool:
        """Is a draw due?"""
        return bool(self.trail.state.mover() == CHANCE)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the mover may do, or what may be drawn; nothing for anybody else."""
        state = self.trail.state
        mover = int(state.mover())
        if mover == OVER or player not in (None, mover):
            return []
        if mover == CHANCE:
            return [outcome for outcome, _ in state.outcomes()]
        return legal_actions(state, mover)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What the seat (the mover, if none is named) may know, as numbers.

        `OptionError` if there is no such seat.
        """
        found: list[float] = self.task.layout.observe(
            self.trail.state, self._asked(player)
        ).tolist()
        return found

    def observation_string(self, player: int | None = None) -> str:
        """What the seat (the mover, if none is named) may know, as JSON.

        `OptionError` if there is no such seat.
        """
        return self.observation_of(self._asked(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """All that the seat (the mover, if none is named) has seen, as numbers.

        `OptionError` if there is no such seat, or no room for so many steps.
        """
        out = np.zeros(information_size(self.task, self.recall), np.float32)
        self.information_into(out, self._asked(player))
        found: list[float] = out.tolist()
        return found

    def information_state_string(self, player: int | None = None) -> str:
        """All that the seat (the mover, if none is named) has seen.

        `OptionError` if there is no such seat.
        """
        return self.information_of(self._asked(player))

    def _asked(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if seat not in range(self.setup.seats):
            raise OptionError(f"no seat {seat}: seats are 0 to {self.setup.seats - 1}")
        return seat

    def observation_of(self, seat: int) -> str:
        """The board of the seat's (or the spectator's) view, as JSON."""
        state, views = self.trail.state, self.setup.title.views
        waiting = [other for other in range(self.setup.seats) if state.waiting(other)]
        parts = (views.board(state, seat), views.prices(state), views.worth(state, seat), waiting)
        return msgspec.json.encode(parts).decode()

    def information_of(self, seat: int) -> str:
        """All that the seat (or the spectator) has seen so far.

        In an imagined position others' secrets are not in the steps but only in their boards.
        """
        seen = f"{seat} {self.trail.seen_by(seat)}"
        if self.trail.dreamer in (-1, seat):
            return seen
        return f"{seen} {self.observation_of(seat)}"

    def information_into(self, out: Tensor, seat: int) -> None:
        """The same as numbers: the seat's observation, and then every step as it saw it."""
        if self.recall == 0:
            raise OptionError("no information state tensor: load the game with recall=STEPS")
        size = self.task.layout.size
        self.task.layout.observe_into(out[:size], self.trail.state, seat)
        out[size:] = 0
        self.trail.written_for(seat, out[size:].reshape(self.recall, -1))

    def __str__(self) -> str:
        """Everything, the secrets included."""
        return " ".join(map(str, self.trail.state.dump()))


class SpielObserver:
    """Observations for OpenSpiel: the view's numbers by name, its board as text.

    With perfect recall there is text, all the steps that the seat saw; and numbers if the game was
    loaded with room for so many steps.
    """

    def __init__(self, game: "SpielGame", kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise OptionError("no observer sees everybody's secrets")
        self._layout = layout = game.task.layout
        self._recalls = kind.perfect_recall
        self._alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        size = information_size(game.task, game.recall) if self._recalls else layout.size
        self.tensor = np.zeros(size, np.float32) if size else None
        self.dict: dict[str, Tensor] = {}
        if self.tensor is not None:
            self.dict = layout.named(self.tensor[: layout.size])
        if self.tensor is not None and self._recalls:
            self.dict["history"] = self.tensor[layout.size :].reshape(game.recall, -1)

    def _viewer(self, player: int) -> int:
        return player if self._alone else SPECTATOR

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` with what the player may know of the state."""
        if self.tensor is None:
            return
        if self._recalls:
            state.information_into(self.tensor, self._viewer(player))
        else:
            self._layout.observe_into(self.tensor, state.trail.state, self._viewer(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        if self._recalls:
            return state.information_of(self._viewer(player))
        return state.observation_of(self._viewer(player))


class SpielGame(pyspiel.Game):
    """A title with seats, options, edition and reward, for OpenSpiel.

    Each title has a class of its own: what is registered must outlive the interpreter, and
    classes do.
    """

    title = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        asked = params or {}
        self.recall = _steps(asked.get("recall", 0))
        kind = _type(self.title, str(asked.get("reward", "win")), self.recall)
        given = {**kind.parameter_specification, **asked}
        self.task = _settled(self.title, given)
        super().__init__(kind, _info(self.task), given)

    def new_initial_state(self) -> SpielState:
        """The position before the first draw."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver:
        """An observer; `OptionError` if it should see everybody's secrets."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, kind)


def information_size(task: Task, recall: int) -> int:
    """Numbers in an information state tensor with room for so many steps; 0 without any."""
    if recall == 0:
        return 0
    # A flag for each seat and for chance, one for what was not seen, and the digits.
    return task.layout.size + recall * (task.setup.seats + 2 + BITS)


def _steps(recall: object) -> int:
    if not isinstance(recall, int) or not 0 <= recall <= LONGEST:
        raise OptionError(f"recall is a number of steps from 0 to {LONGEST}, not {recall!r}")
    return recall


def _settled(title: str, given: Mapping[str, Any]) -> Task:
    rules = int(given["rules"])
    options = {option.name: given[option.name] for option in find(title, rules).box.OPTIONS}
    source = str(given["edition"])
    edition = None if source == OWN else _editions.get(source, source)
    return settle(title, int(given["players"]), options, edition, str(given["reward"]), rules)


def _info(task: Task) -> Any:
    bounds: dict[str, Any] = {"min_utility": 0.0, "max_utility": 1.0}
    if task.reward == "win":
        bounds["utility_sum"] = 1.0
    elif task.reward == "place":
        bounds["utility_sum"] = task.setup.seats / 2
    else:
        bounds = {"min_utility": -float(SCORE), "max_utility": float(SCORE)}
    return pyspiel.GameInfo(
        num_distinct_actions=task.width,
        max_chance_outcomes=DRAWS,
        num_players=task.setup.seats,
        max_game_length=LONGEST,
        **bounds,
    )


def _type(title: str, reward: str, recall: int = 0) -> Any:
    usual = Setup.of(find(title))
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"openoutcry_{title}",
        long_name=usual.edition.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if reward == "score" else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST,
        min_num_players=FEWEST,
        provides_information_state_string=True,
        provides_information_state_tensor=recall > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": usual.seats,
            "edition": OWN,
            "reward": reward,
            "rules": usual.title.rules_version,
            "recall": recall,
            **{name: _parameter(value) for name, value in usual.choices},
        },
    )


def _parameter(value: Value) -> str | int:
    """An option's value as OpenSpiel reads it back: numbers stay numbers."""
    return value if type(value) is int else spelled(value)


def load(
    title: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    edition: Edition | Path | str | None = None,
    reward: str = "win",
    rules: int | None = None,
    recall: int = 0,
) -> Any:
    """OpenSpiel's game of these choices."""
    setup = settle(title, seats, options, edition, reward, rules).setup
    source = OWN
    if edition is not None:
        source = setup.edition.identity if isinstance(edition, Edition) else str(edition)
        _editions[source] = setup.edition
    chosen = {name: _parameter(value) for name, value in setup.choices}
    settled = {
        "edition": source,
        "reward": reward,
        "rules": setup.title.rules_version,
        "recall": _steps(recall),
    }
    params = {"players": setup.seats, **settled, **chosen}
    return pyspiel.load_game(f"openoutcry_{title}", params)


for _name in names():
    pyspiel.register_game(_type(_name, "win"), type(_name, (SpielGame,), {"title": _name}))
