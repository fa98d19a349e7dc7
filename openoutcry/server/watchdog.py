"""Measures how late the event loop is, and says what held it.

Written by hand because asyncio's debug mode slows everything down, and tells only afterwards.
"""

import asyncio
import contextlib
import sys
import threading
import time
from types import FrameType

import structlog

from openoutcry.server.metrics import Metrics

BEAT_SECONDS = 0.02
"""How often the loop should come round."""
HELD_SECONDS = 0.25
"""The loop counts as held when it has not come round for this long."""
_SILENCE_SECONDS = 5.0
"""At least this long between two log lines about the same thing."""

log = structlog.get_logger()


class Watchdog:
    """The loop beats; a thread beside it looks at what is running when a beat is late."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._beat = time.monotonic()
        self._stopped = threading.Event()
        self._logged: dict[str, float] = {}
        """When each thing that held the loop was last logged."""

    async def run(self) -> None:
        """Until cancelled."""
        loop, thread = asyncio.get_running_loop(), threading.get_ident()
        self._beat = time.monotonic()
        watching = threading.Thread(
            target=self._watch, args=(loop, thread), name="outcry-watchdog", daemon=True
        )
        watching.start()
        try:
            while True:
                await asyncio.sleep(BEAT_SECONDS)
                now = time.monotonic()
                self._metrics.loop_lag.observe(max(0.0, now - self._beat - BEAT_SECONDS))
                self._beat = now
        finally:
            self._stopped.set()
            await asyncio.to_thread(watching.join)

    def _watch(self, loop: asyncio.AbstractEventLoop, thread: int) -> None:
        while not self._stopped.wait(HELD_SECONDS / 2):
            beat = self._beat
            late = time.monotonic() - beat
            if late < HELD_SECONDS:
                continue
            task, frames = _task_of(loop), _frames(sys._current_frames().get(thread))
            # A new beat: we saw something else. Nothing running: the machine is too slow.
            if self._beat == beat and (task or frames):
                self._tell(late, task, frames)

    def _tell(self, late: float, task: str, frames: list[str]) -> None:
        now, what = time.monotonic(), " ".join([task, *frames[:1]])
        if now - self._logged.get(what, -_SILENCE_SECONDS) < _SILENCE_SECONDS:
            return
        self._logged = {k: at for k, at in self._logged.items() if now - at < _SILENCE_SECONDS}
        self._logged[what] = now
        self._metrics.loop_held.inc()
        log.warning("event loop held", seconds=round(late, 3), task=task, at=frames)


def _task_of(loop: asyncio.AbstractEventLoop) -> str:
    with contextlib.suppress(RuntimeError):
        task = asyncio.current_task(loop)
        if task is not None:
            return getattr(task.get_coro(), "__qualname__", task.get_name())
    return ""


def _frames(frame: FrameType | None) -> list[str]:
    """Our own functions on the stack, innermost first."""
    found = []
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("openoutcry."):
            found.append(f"{module}.{frame.f_code.co_qualname}:{frame.f_lineno}")
        frame = frame.f_back
    return found[:8]
