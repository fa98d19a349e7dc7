"""Long work in the event loop, cut into slices so that nobody waits for it."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
SLICE_SECONDS = 0.005
_processor_seconds = getattr(time, "thread_time", time.monotonic)
"""A browser's Python has no thread_time."""


class Slices:
    """Of all long work only one slice is done between two turns of the event loop, however many
    wait for theirs."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self.longest = 0.0
        """Seconds of the processor that a slice took at most."""

    async def run(self, work: Iterator[None]) -> None:
        """Do all of the work."""
        is_done = False
        while not is_done:
            async with self._turn:
                is_done = self._one(work)
                if not is_done:
                    await asyncio.sleep(0)

    async def each(self, work: Callable[[A], B], items: Iterable[A]) -> list[B]:
        """What the work gives for each of them."""
        found = list[B]()

        def steps() -> Iterator[None]:
            for item in items:
                found.append(work(item))
                yield

        await self.run(steps())
        return found

    def _one(self, work: Iterator[None]) -> bool:
        """True if nothing is left."""
        began, cpu = time.monotonic(), _processor_seconds()
        try:
            return all(time.monotonic() - began < SLICE_SECONDS for _ in work)
        finally:
            self.longest = max(self.longest, _processor_seconds() - cpu)
