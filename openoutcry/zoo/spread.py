"""A batch over several processes, each with a share of the rows, this one included.

The compiled engine holds Python's lock while it steps, so threads would gain nothing. The arrays
lie in memory that all processes share: observations are written there and nowhere else, the rest
is short and copied.
"""

import multiprocessing
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from openoutcry.core.errors import OutcryError
from openoutcry.zoo.batched import Arrays, Batch, Opponents, Snapshot
from openoutcry.zoo.task import Task

OF_A_ROW = (b"snapshot", b"restore", b"begin again")
"""Orders that are followed by a row and a snapshot. All others, and the answer that there is
nothing to say, are bare bytes: to pickle them would take as long as dozens of decisions."""
NOTHING = b""


@dataclass(frozen=True)
class Plan:
    """What a process has to open."""

    tasks: tuple[Task, ...]
    rows: range
    seed: int
    dtype: str
    seat: int | None
    opponents: Opponents

    def open(self, into: NDArray[Any] | None = None) -> Batch:
        """The batch of these rows, observed in that array of zeros if there is one."""
        return Batch(self.tasks, self.rows, self.seed, self.dtype, self.seat, self.opponents, into)


class Shared:
    """Arrays of all rows, and the actions, in one piece of shared memory."""

    def __init__(self, rows: int, sizes: tuple[int, int, int], dtype: str, name: str = "") -> None:
        size, width, seats = sizes
        shapes: list[tuple[tuple[int, ...], DTypeLike]] = [
            ((rows,), np.int64),
            ((rows, size), dtype),
            ((rows, seats), np.float32),
            ((rows,), np.int32),
            ((rows, width), np.int8),
            ((rows,), np.bool_),
        ]
        lengths = [int(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind in shapes]
        starts = [sum(_even(length) for length in lengths[:i]) for i in range(len(lengths))]
        total = starts[-1] + _even(lengths[-1])
        self.memory = SharedMemory(name or None, create=not name, size=total)
        found: list[NDArray[Any]] = [
            np.ndarray(shape, kind, self.memory.buf, start)
            for (shape, kind), start in zip(shapes, starts, strict=True)
        ]
        self.actions, seen, rewards, turns, masks, done = found
        self.arrays = Arrays(seen, masks, turns, done, rewards)

    def part(self, rows: range) -> Arrays:
        """The rows' own part of the arrays."""
        seen, cut = self.arrays, slice(rows.start, rows.stop)
        return Arrays(
            seen.observations[cut],
            seen.masks[cut],
            seen.turns[cut],
            seen.done[cut],
            seen.rewards[cut],
        )


def _even(length: int) -> int:
    return -(-length // 64) * 64


class Spread:
    """As `Batch`, in this process and others. Close it, or use it in a `with`.

    The first share is played here, while the others play theirs: to wait instead would take a
    processor from one of them whenever somebody has to be woken.
    """

    def __init__(self, plans: Sequence[Plan]) -> None:
        self.tasks, self.seat, self.dtype = plans[0].tasks, plans[0].seat, plans[0].dtype
        self.layouts = tuple(task.layout for task in self.tasks)
        self._plans = plans
        count = plans[-1].rows.stop
        one = plans[0].open().arrays  # for its sizes
        sizes = (one.observations.shape[1], one.masks.shape[1], one.rewards.shape[1])
        self._shared = Shared(count, sizes, self.dtype)
        self.arrays = self._shared.arrays
        self._samples = False
        """Did the learner sample its last actions? Then the next ones are drawn along with a step:
        to wake all processes once more takes longer than to draw in vain."""
        self._drawn = False
        """Do actions lie ready for `sample`?"""
        self._lines: list[Connection] = []
        self._workers = [self._start(plan, count, sizes) for plan in plans[1:]]
        self._share = Share(plans[0], self._shared)
        self._hear()

    def _start(self, plan: Plan, count: int, sizes: tuple[int, int, int]) -> Any:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._lines.append(ours)
        arguments = (plan, count, sizes, self._shared.memory.name, theirs)
        worker = context.Process(target=serve, args=arguments, daemon=True)
        worker.start()
        theirs.close()
        return worker

    def __len__(self) -> int:
        return len(self.arrays.turns)

    def __reduce__(self) -> str:
        raise TypeError("a batch in several processes cannot be copied: take snapshots of rows")

    def __enter__(self) -> "Spread":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def reset(self) -> Arrays:
        """The first match in every row, again."""
        self._drawn = False
        self._tell(b"reset")
        return self.arrays

    def step(self, actions: NDArray[Any]) -> Arrays:
        """Play an action in every row. `IllegalAction` names the first that is not legal; the rows
        of other processes have then been played, so reset before going on."""
        self._shared.actions[:] = actions
        self._samples = self._samples and not self._drawn
        self._drawn = False
        self._tell(b"step and sample" if self._samples else b"step")
        self._drawn = self._samples
        return self.arrays

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every row, uniformly at random."""
        if not self._drawn:
            self._tell(b"sample")
        self._drawn, self._samples = False, True
        return self._shared.actions.copy()

    def snapshot(self, row: int) -> Snapshot:
        """The match of a row as it stands."""
        return self._ask(b"snapshot", row)  # type: ignore[no-any-return]

    def restore(self, row: int, snapshot: Snapshot) -> Arrays:
        """Go on from a snapshot, in any row that plays the same set-up."""
        self._drawn = False
        self._ask(b"restore", row, snapshot)
        return self.arrays

    def begin_again(self, row: int) -> Arrays:
        """Leave the row's match as it is, and begin the row's next one."""
        self._drawn = False
        self._ask(b"begin again", row)
        return self.arrays

    def close(self) -> None:
        """End the processes and give the memory back; the arrays are gone with it."""
        for line in self._lines:
            with suppress(OSError):
                line.send_bytes(b"end")
            line.close()
        for worker in self._workers:
            worker.join()
        self._lines, self._workers = [], []
        del self.arrays, self._share
        memory = self._shared.memory
        del self._shared
        with suppress(BufferError):  # somebody still holds an array
            memory.close()
        with suppress(FileNotFoundError):
            memory.unlink()

    def _ask(self, order: bytes, row: int, snapshot: Snapshot | None = None) -> Any:
        """Have an order carried out for one row, where it is played."""
        for number, plan in enumerate(self._plans):
            if row in plan.rows:
                there = row - plan.rows.start
                if number == 0:
                    return self._share.carry_out(order, there, snapshot)
                line = self._lines[number - 1]
                line.send_bytes(order)
                line.send((there, snapshot))
                return _understood(line.recv_bytes())
        raise IndexError(f"no row {row}: rows are 0 to {len(self) - 1}")

    def _tell(self, order: bytes) -> None:
        for line in self._lines:
            line.send_bytes(order)
        try:
            self._share.carry_out(order)
        except BaseException:  # of the first rows: what others answer is heard, and forgotten
            for line in self._lines:
                line.recv_bytes()
            raise
        self._hear()

    def _hear(self) -> None:
        answers = [line.recv_bytes() for line in self._lines]  # all, before any is raised
        for answer in answers:
            _understood(answer)


def _understood(answer: bytes) -> Any:
    if answer == NOTHING:
        return None
    said = pickle.loads(answer)
    if isinstance(said, Exception):
        raise said
    return said


def serve(
    plan: Plan, count: int, sizes: tuple[int, int, int], memory: str, line: Connection
) -> None:
    """A process: carries out what it is told, until it is told to end or nobody is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever opened us
    shared = Shared(count, sizes, plan.dtype, memory)
    share = Share(plan, shared)
    line.send_bytes(NOTHING)
    with suppress(EOFError, OSError):
        while (order := line.recv_bytes()) != b"end":
            row, snapshot = line.recv() if order in OF_A_ROW else (0, None)
            try:
                found = share.carry_out(order, row, snapshot)
                line.send_bytes(NOTHING) if found is None else line.send(found)
            except (OutcryError, ValueError) as error:
                line.send(error)
    del share, shared.arrays, shared.actions
    shared.memory.close()


class Share:
    """The rows of one process."""

    def __init__(self, plan: Plan, shared: Shared) -> None:
        self._arrays = shared.part(plan.rows)
        self._actions = shared.actions[plan.rows.start : plan.rows.stop]
        self._batch = plan.open(self._arrays.observations)
        _publish(self._batch.arrays, self._arrays)

    def carry_out(
        self, order: bytes, row: int = 0, snapshot: Snapshot | None = None
    ) -> Snapshot | None:
        """What was told, by these rows; the arrays of all show it."""
        batch, actions = self._batch, self._actions
        match order:
            case b"snapshot":
                return batch.snapshot(row)
            case b"sample":
                actions[:] = batch.sample()
                return None
            case b"step":
                batch.step(actions)
            case b"step and sample":
                batch.step(actions)
                actions[:] = batch.sample()
            case b"reset":
                batch.reset()
            case b"begin again":
                batch.begin_again(row)
            case b"restore" if snapshot is not None:
                batch.restore(row, snapshot)
        _publish(batch.arrays, self._arrays)
        return None


def _publish(arrays: Arrays, into: Arrays) -> None:
    into.masks[:] = arrays.masks
    into.turns[:] = arrays.turns
    into.done[:] = arrays.done
    into.rewards[:] = arrays.rewards
