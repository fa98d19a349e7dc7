"""Many matches at once for learners: NumPy arrays over the engine's own memory.

`openoutcry.zoo.batch` opens one here, or several in as many processes (`spread.py`).
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple, Protocol

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from openoutcry import bots as shelf
from openoutcry.bots import Player
from openoutcry.bots.simple import advice_for
from openoutcry.core.batch import Kind, Rows
from openoutcry.core.errors import IllegalAction, OptionError
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import Advice, State
from openoutcry.zoo.observation import Layout
from openoutcry.zoo.task import Task

Policy = Callable[[NDArray[Any], NDArray[np.int8], NDArray[np.int32]], NDArray[Any]]
"""From observations, masks and turns of some rows to an action for each."""
Opponents = str | Policy
"""`random` and `advice` decide inside the engine; any other bot by its name, or a policy."""

DTYPES = ("float32", "int16")
SAMPLING, BOTS = 1, 2
"""Set the luck of `sample` and of bots apart from the matches' own."""
SHORT = 32_767
"""The greatest number of an int16; greater ones are cut to it."""


class Arrays(NamedTuple):
    """What a learner reads, a row for each match. The same arrays are written to at every step:
    copy what is to be kept."""

    observations: NDArray[Any]
    """What the seat whose turn it is may know; shorter ones have zeros at their end."""
    masks: NDArray[np.int8]
    """1 for each action that it may choose."""
    turns: NDArray[np.int32]
    """The seat that decides."""
    done: NDArray[np.bool_]
    """Has the row's match just ended? All but its rewards is then of the row's next match."""
    rewards: NDArray[np.float32]
    """By seat, what the match that has just ended paid; 0 elsewhere."""


class Snapshot(NamedTuple):
    """One match of a batch, to come back to."""

    state: State
    rng: Rng
    matches: int


class Batch:
    """`n` matches that one call steps. A match that ends is followed by the next in its row.

    Whatever the number of rows and processes, row i plays the same matches for the same seed and
    actions.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        rows: range,
        seed: int = 0,
        dtype: str = "float32",
        seat: int | None = None,
        opponents: Opponents = "advice",
        into: NDArray[Any] | None = None,
    ) -> None:
        """Row i plays `tasks[i % len(tasks)]`. With a `seat`, the learner decides for that seat
        alone and `opponents` for the others; without, for every seat. `into` is an array of zeros
        for the observations, if there is one already."""
        self._opened_with = (tuple(tasks), rows, seed, dtype, seat, opponents)
        self.tasks = tuple(tasks)
        self.layouts = tuple(task.layout for task in tasks)
        self.dtype = dtype
        self.seat = seat
        self._rows = Rows(
            [_kind(task, layout) for task, layout in zip(tasks, self.layouts, strict=True)],
            [row % len(tasks) for row in rows],
            rows.start,
            derive(seed),
        )
        self._luck = Rng(derive(seed, SAMPLING, rows.start))
        self._learners = vec[i64]([-1 if seat is None else seat] * len(rows))
        self._opponents = _opponents(opponents, tasks[0].setup.start(), seed, rows)
        self._actions = np.asarray(memoryview(self._rows.actions))
        self._places = self._shaped(self._rows.places)
        self._scores = self._shaped(self._rows.scores)
        self._told = np.asarray(memoryview(self._rows.told))
        if into is None:
            into = np.zeros((len(rows), int(self._rows.size)), dtype)
        self._cells = into.reshape(-1)
        self.arrays = self._arrays(into)
        self.reset()

    def _arrays(self, observations: NDArray[Any]) -> Arrays:
        rows = self._rows
        return Arrays(
            observations,
            np.asarray(memoryview(rows.masks)).view(np.int8).reshape(rows.count, -1),
            np.asarray(memoryview(rows.turns)),
            np.asarray(memoryview(rows.done)).view(np.bool_),
            np.zeros((rows.count, rows.seats), np.float32),
        )

    def _shaped(self, numbers: Any) -> NDArray[np.int32]:
        return np.asarray(memoryview(numbers)).reshape(self._rows.count, -1)

    def __len__(self) -> int:
        return int(self._rows.count)

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def reset(self) -> Arrays:
        """The first match in every row, again."""
        self._rows.begin_all()
        self._others()
        self._rows.forget_ends()
        self.arrays.rewards[:] = 0
        return self.shown()

    def step(self, actions: NDArray[Any]) -> Arrays:
        """Play an action in every row; `IllegalAction` names the first that is not legal there,
        and then nothing has been played. `ValueError` if they are not so many whole numbers."""
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(f"an action's number for each of the {len(self)} rows is needed")
        self._rows.take(given.tolist())
        refused = int(self._rows.refused())
        if refused >= 0:
            self._complain(refused, int(self._actions[refused]))
        self._rows.step()
        self._others()
        self._pay()
        return self.shown()

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every row, uniformly at random."""
        self._rows.choose_at_random(self._luck)
        return self._actions.copy()

    def snapshot(self, row: int) -> Snapshot:
        """The match of a row as it stands; it can be pickled, and restored any number of times."""
        match = self._rows.rows[row]
        return Snapshot(match.state.clone(), match.rng.clone(), int(match.matches))

    def restore(self, row: int, snapshot: Snapshot) -> Arrays:
        """Go on from a snapshot, in any row that plays the same set-up."""
        state = snapshot.state.clone()
        if state.seats() != self._rows.rows[row].kind.seats:
            raise OptionError(f"row {row} has another number of seats than the snapshot")
        self._rows.restore(row, state, snapshot.rng.clone(), snapshot.matches)
        self.arrays.rewards[row] = 0
        return self.shown()

    def begin_again(self, row: int) -> Arrays:
        """Leave the row's match as it is, and begin the row's next one."""
        self._rows.begin(row)
        self._others()
        self._rows.done[row] = 0
        self.arrays.rewards[row] = 0
        return self.shown()

    def close(self) -> None:
        """There is nothing to release."""

    def copy(self) -> "Batch":
        """A batch that goes on as this one does and shares nothing with it; pickles do, too."""
        return deepcopy(self)

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """The engine's memory stays: a copy is opened alike, and each match put into its row."""
        matches = [self.snapshot(row) for row in range(len(self))]
        ends = (self.arrays.done.copy(), self.arrays.rewards.copy())
        return _opened_again, (self._opened_with, matches, self._luck, self._opponents, ends)

    def go_on(
        self,
        matches: list[Snapshot],
        luck: Rng,
        opponents: "_Others",
        ends: tuple[NDArray[np.bool_], NDArray[np.float32]],
    ) -> None:
        """As another batch that was opened alike."""
        for row, snapshot in enumerate(matches):
            self.restore(row, snapshot)
        self._luck, self._opponents = luck, opponents
        done, self.arrays.rewards[:] = ends
        for row in np.flatnonzero(done).tolist():
            self._rows.done[row] = 1

    def _others(self) -> None:
        """Let the opponents decide until the learner is asked in every row."""
        if self.seat is not None:
            self._opponents.play(self, self._rows, self._learners)

    def play_here(self, row: int, action: int) -> None:
        """What an opponent decided in one row."""
        if not 0 <= action < self.arrays.masks.shape[1] or not self.arrays.masks[row, action]:
            self._complain(row, action)
        self._rows.play(row, action)

    def shown(self) -> Arrays:
        """What the learner reads, once observations show all that has happened."""
        rows = self._rows
        while rows.show():
            told = self._told[: rows.count_told]
            numbers = np.asarray(memoryview(rows.numbers))
            if rows.wide:
                # Converted first: scattered numbers take NumPy longer if it has to convert them.
                changed = self._shortened(numbers[: len(told)])
                self._cells[told] = changed.astype(self._cells.dtype, copy=False)
                continue
            whole = self._shortened(numbers[: len(told) * rows.size]).reshape(len(told), -1)
            first, last = int(told[0]), int(told[-1])
            if last - first == len(told) - 1:  # as mostly, and faster
                self.arrays.observations[first : last + 1] = whole
            else:
                self.arrays.observations[told] = whole
        return self.arrays

    def _shortened(self, numbers: NDArray[np.int32]) -> NDArray[Any]:
        """Numbers that the observations' type can hold: NumPy converts them as it copies them."""
        if self.dtype == "float32":
            return numbers
        return np.clip(numbers, -SHORT, SHORT).astype(np.int16)

    def _pay(self) -> None:
        rewards, done = self.arrays.rewards, self.arrays.done
        rewards[:] = 0
        ended = np.flatnonzero(done)
        if not len(ended):
            return
        kind = self.tasks[0].reward
        rewards[ended] = paid(kind, self._places[ended], self._scores[ended])

    def _complain(self, row: int, action: int) -> None:
        legal = ", ".join(map(str, np.flatnonzero(self.arrays.masks[row])[:9]))
        seat = int(self.arrays.turns[row])
        number = int(self._rows.first) + row  # among the rows of all processes
        text = f"row {number}: action {action} is not legal for seat {seat} now; legal: {legal}"
        raise IllegalAction(text, "", "refuse.action", {})


def paid(kind: str, places: NDArray[np.int32], scores: NDArray[np.int32]) -> NDArray[np.float32]:
    """The rewards of matches that have ended, as `openoutcry.zoo.task.rewards` counts them; seats
    that a match did not have stand with place 0, and get 0."""
    there = places > 0
    if kind == "score":
        return np.where(there, scores, 0).astype(np.float32)
    if kind == "win":
        first = places == 1
        return np.asarray(first / np.maximum(first.sum(1, keepdims=True), 1), np.float32)
    same = (places[:, :, None] == places[:, None, :]).sum(2)
    last = there.sum(1, keepdims=True) - 1
    found = 1 - (places - 1 + (same - 1) / 2) / np.maximum(last, 1)
    return np.where(there, found, 0).astype(np.float32)


def _opened_again(opened_with: tuple[Any, ...], *then: Any) -> Batch:
    batch = Batch(*opened_with)
    batch.go_on(*then)
    return batch


def _kind(task: Task, layout: Layout) -> Kind:
    return Kind(task.setup.start(), layout.observer, layout.size)


class _Others(Protocol):
    def play(self, batch: Batch, rows: Rows, learners: vec[i64]) -> None:
        """Decide for all seats but the learner's, until it is asked in every row."""


class _Inside:
    """Opponents that the engine knows: by advice, or at random."""

    def __init__(self, advice: Advice | None) -> None:
        self._advice = advice

    def play(self, batch: Batch, rows: Rows, learners: vec[i64]) -> None:
        rows.play_others(learners, self._advice)


class _ByPolicy:
    """One function for all rows in which somebody else decides."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def play(self, batch: Batch, rows: Rows, learners: vec[i64]) -> None:
        seen = batch.arrays
        while len(theirs := np.flatnonzero(seen.turns != batch.seat)):
            batch.shown()
            chosen = self._policy(seen.observations[theirs], seen.masks[theirs], seen.turns[theirs])
            for row, action in zip(theirs.tolist(), np.asarray(chosen).tolist(), strict=True):
                batch.play_here(row, int(action))


class _ByBots:
    """A bot for each row, which decides for all other seats there."""

    def __init__(self, players: list[Player]) -> None:
        self._players = players

    def play(self, batch: Batch, rows: Rows, learners: vec[i64]) -> None:
        turns = batch.arrays.turns
        for row, player in enumerate(self._players):
            while turns[row] != batch.seat:
                batch.play_here(row, player.answer(rows.rows[row].state, int(turns[row])))


def _opponents(chosen: Opponents, start: State, seed: int, rows: range) -> _Others:
    if callable(chosen):
        return _ByPolicy(chosen)
    if chosen in ("advice", "random"):
        return _Inside(advice_for(start) if chosen == "advice" else None)
    if not shelf.is_known(chosen):
        known = ", ".join(["advice", *shelf.names()])
        raise OptionError(f"no bot {chosen!r}; there are: {known}")
    return _ByBots([shelf.player(chosen, derive(seed, BOTS, row)) for row in rows])
