"""Spreads work over this process, the cores or a Ray cluster: same results, other speed."""

import importlib
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import Any, TypeVar

from openoutcry.core.errors import OutcryError

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 3
"""Jobs queued for each worker."""


@dataclass(frozen=True)
class Workers:
    """Who does the work: `processes` of this machine, or the cluster at `ray` ("": a local one)."""

    processes: int = 1
    ray: str | None = None

    def each(self, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Generator[Result]:
        """The results, in the order in which they are ready; close it to end the work."""
        if self.ray is not None:
            yield from _on_ray(work, jobs, self.ray)
        elif self.processes == 1 or len(jobs) <= 1:
            yield from map(work, jobs)
        else:
            yield from _on_cores(work, jobs, min(self.processes, len(jobs)))


def _on_cores(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    with _pool(processes) as pool:
        yield from pool.imap_unordered(work, jobs)


def _pool(processes: int) -> Pool:
    """Its processes leave Ctrl-C and a closed terminal to the one that shows the bar."""
    context = get_context("spawn")
    if sys.platform == "win32":
        return context.Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    known = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    try:
        return context.Pool(processes)  # they inherit what is blocked, before their first line
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, known)


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
