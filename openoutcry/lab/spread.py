"""Spreads work over this process, the cores or a Ray cluster: same results, different speed.

Written by hand because the standard library's pools share locks: whoever ends one at any moment may
wait for ever.
"""

import importlib
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Any, TypeVar

from openoutcry.core.errors import OutcryError

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 3
"""Jobs queued for each worker of a cluster."""
NEXT = 2
"""Jobs that a process of this machine has: one under way, one waiting."""


@dataclass(frozen=True)
class Workers:
    """Who does the work: `processes` of this machine, or the cluster at `ray` ("": a local one)."""

    processes: int = 1
    ray: str | None = None

    def each(self, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Generator[Result]:
        """The results as they become ready; closing the generator ends the work."""
        if self.ray is not None:
            yield from _on_ray(work, jobs, self.ray)
        elif self.processes == 1 or len(jobs) <= 1:
            yield from map(work, jobs)
        else:
            yield from _on_cores(work, jobs, min(self.processes, len(jobs)))


def _on_cores(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    with _crew(work, processes) as lines:
        yield from _handed_out(jobs, lines)


@contextmanager
def _crew(work: Callable[[Job], Result], size: int) -> Iterator[list[Connection]]:
    """Worker processes, each at the end of its own connection: they share no lock, so that ending
    them at any moment leaves nobody waiting."""
    context = get_context("spawn")
    hired: list[SpawnProcess] = []
    lines: list[Connection] = []
    try:
        with _undisturbed():
            for _ in range(size):
                here, there = context.Pipe()
                worker = context.Process(target=_work, args=(there, work), daemon=True)
                worker.start()
                there.close()
                hired.append(worker)
                lines.append(here)
        yield lines
    finally:
        for worker in hired:
            worker.kill()
        for worker in hired:
            worker.join()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold signals back meanwhile; processes started here leave them to us for good."""
    if sys.platform == "win32":
        yield
        return
    ours = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ours)
    try:
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, ours)  # starting it has unblocked some
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _handed_out(jobs: Sequence[Job], lines: Sequence[Connection]) -> Iterator[Any]:
    """Every worker has a next job waiting, until there are no more."""
    left = iter(jobs)
    running = dict.fromkeys(lines, 0)
    for line in [*lines] * NEXT:
        running[line] += _sent(line, left)
    while busy := [line for line in lines if running[line]]:
        ready = wait(busy)
        for line in [line for line in busy if line in ready]:
            result = _received(line)
            running[line] += _sent(line, left) - 1
            yield result


def _sent(line: Connection, jobs: Iterator[Job]) -> int:
    """Send the next job; 1 if there was one."""
    for job in jobs:
        line.send(job)
        return 1
    return 0


def _received(line: Connection) -> Any:
    try:
        result, error = line.recv()
    except (EOFError, ConnectionError):
        raise OutcryError(
            "a process that did the work was ended from outside; start again"
        ) from None
    if error is not None:
        raise error
    return result


def _work(line: Connection, work: Callable[[Job], Result]) -> None:
    """In a worker process: one job after another, until the other end is gone."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):
        while True:
            line.send(_done(work, line.recv()))


def _done(work: Callable[[Job], Result], job: Job) -> tuple[Result | None, Exception | None]:
    try:
        return work(job), None
    except Exception as error:
        return None, error


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _on_ray(work: Callable[[Job], Result], jobs: Sequence[Job], address: str) -> Iterator[Result]:
    ray = _ray(address)
    remote, shipped = ray.remote(_do), ray.put(work)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    left = iter(jobs)
    running = [remote.remote(shipped, job) for job in islice(left, most)]
    try:
        while running:
            ready, running = ray.wait(running)
            yield from ray.get(ready)
            running += [remote.remote(shipped, job) for job in islice(left, len(ready))]
    finally:
        for job in running:
            ray.cancel(job)


def _do(work: Callable[[Job], Result], job: Job) -> Result:
    """Ray takes plain functions only, no partial ones."""
    return work(job)


def _ray(address: str) -> Any:
    try:
        ray = importlib.import_module("ray")
    except ImportError:
        raise OutcryError("--ray needs Ray: pip install 'openoutcry[ray]'") from None
    try:
        ray.init(address=address or None, ignore_reinit_error=True, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        where = address or "on this machine"
        first = str(error).strip().partition("\n")[0]
        raise OutcryError(f"--ray: no cluster {where}: {first}") from None
    return ray
