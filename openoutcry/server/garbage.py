"""Garbage collections that hold the event loop for milliseconds, however much is in memory.

Python's collector looks for objects that only refer to each other, and a full collection looks at
everything: a third of a second at a thousand tables. Here it looks at young objects only. What has
grown old is frozen, never to be looked at again; it is freed when nothing refers to it any more. So
nothing that lives long may end in a cycle: tests/server/test_garbage.py holds tables, sockets and
calls to that.
"""

import asyncio
import gc
import time
from collections import deque
from typing import Any

from openoutcry.server.meters import Histogram

YOUNG = 500
"""Objects, more than before, after which the youngest are collected."""
ROUNDS = 4
"""Collections of the youngest before one of those that survived them."""
OLD_ROUNDS = 3
"""Collections of those before one of all that is not frozen."""
_NEVER = 1_000_000
_LOOK_SECONDS = 0.1
FREEZE_SECONDS = 0.002
"""All that is not frozen becomes so when looking at it takes this long."""


def keep_pauses_short() -> None:
    """What there is at the start stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, ROUNDS, _NEVER)


class Collector:
    """Collects what is not frozen, and freezes it before that takes long."""

    def __init__(self, pauses: Histogram) -> None:
        self._pauses = pauses
        self._began = 0.0
        self._lasted: deque[float] = deque(maxlen=10_000)
        """Seconds of the collections since they were last counted."""

    async def run(self) -> None:
        """Until cancelled."""
        gc.callbacks.append(self._note)
        try:
            while True:
                await asyncio.sleep(_LOOK_SECONDS)
                if gc.get_count()[2] >= OLD_ROUNDS:
                    self.collect()
                while self._lasted:
                    self._pauses.observe(self._lasted.popleft())
        finally:
            gc.callbacks.remove(self._note)

    def collect(self) -> None:
        began = time.thread_time()
        gc.collect()
        if time.thread_time() - began > FREEZE_SECONDS:
            gc.freeze()

    def _note(self, phase: str, info: dict[str, Any]) -> None:
        """Only notes: a collection may begin in the midst of anything, a meter's lock included."""
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._lasted.append(time.thread_time() - self._began)
