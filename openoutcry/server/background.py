"""Work that goes on alongside the requests."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from openoutcry.core.errors import OutcryError
from openoutcry.server.store.interface import StoreDown

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Runs coroutines, and logs the failures that nobody expected.

    By hand because asyncio's TaskGroup cancels all of its tasks when one fails.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, OutcryError | StoreDown):
            log.error("task failed", exc_info=error)

    async def close(self) -> None:
        """Cancel what still runs."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
