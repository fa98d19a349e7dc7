"""Whose bot thinks next: addresses share the bots' time, people share their address's, tables
their person's. So opening more tables, or coming as more guests, gains nobody anything.

Written by hand because the standard library's queues know no shares within shares.
"""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
Path = tuple[str, ...]
"""From the largest share down: an address, a person, a table."""

MOST_PER_ADDRESS = 100
"""Questions of one address that may wait; more wait outside, where they cost nothing."""
MOST = 1000
EASY = 2
"""Up to this many rivals for each worker, no bot is hurried."""
LEAST = 0.1
"""The least part of its level's simulations that a hurried bot is given."""
_ASSUMED = 0.1
"""Seconds that are charged for an answer until it is known how long it took."""


class Share(Generic[T]):
    """A part of the bots' time. Those among whom it is divided are served by turns: whoever has
    used least comes first, and nobody saves up time by not asking."""

    def __init__(self, used: float = 0.0) -> None:
        self.used = used
        self.waiting = 0
        self._least_used = 0.0
        """What whoever was served last had used: newcomers start there."""
        self._parts: dict[str, Share[T]] = {}
        self._items: deque[T] = deque()

    def put(self, path: Path, item: T) -> None:
        if not self.waiting:
            self._forget()
        self.waiting += 1
        if not path:
            self._items.append(item)
            return
        part = self._parts.setdefault(path[0], Share(self._least_used))
        if not part.waiting:
            part.used = max(part.used, self._least_used)
        part.put(path[1:], item)

    def _forget(self) -> None:
        """With nobody waiting, past use no longer matters: everybody starts level again."""
        self._least_used = max(
            (part.used for part in self._parts.values()), default=self._least_used
        )
        self._parts = {}

    def pop(self) -> T:
        """The next item, if any is waiting."""
        self.waiting -= 1
        if self._items:
            return self._items.popleft()
        part = min((p for p in self._parts.values() if p.waiting), key=lambda p: p.used)
        self._least_used = part.used
        self._parts = {
            n: p for n, p in self._parts.items() if p.waiting or p.used > self._least_used
        }
        return part.pop()

    def discard(self, path: Path, item: T) -> None:
        """Forget an item that waits."""
        self.waiting -= 1
        if path:
            self._parts[path[0]].discard(path[1:], item)
        else:
            self._items.remove(item)

    def charge(self, path: Path, seconds: float) -> None:
        self.used += seconds
        if path and path[0] in self._parts:
            self._parts[path[0]].charge(path[1:], seconds)

    def used_by(self, path: Path) -> tuple[float, ...]:
        """From the address down; what a newcomer would start with counts as used."""
        if not path:
            return ()
        part = self._parts.get(path[0])
        if part is None:
            return (self._least_used,) * len(path)
        return (max(part.used, self._least_used), *part.used_by(path[1:]))

    def waiting_for(self, name: str) -> int:
        part = self._parts.get(name)
        return part.waiting if part else 0

    def rivals(self, path: Path) -> int:
        """How many others want the same time: addresses, people of this one, tables of this one.
        The seats of one table are no rivals."""
        if not path:
            return 0
        others = sum(part.waiting > 0 for name, part in self._parts.items() if name != path[0])
        part = self._parts.get(path[0])
        return others + (part.rivals(path[1:]) if part else 0)


@dataclass(frozen=True)
class Asker:
    """Somebody for whom a table's bots think, or a record is replayed."""

    address: str
    person: str


@dataclass(eq=False)
class Queued(Generic[T]):
    """An item in the queue, and whose time it takes."""

    item: T
    path: Path
    attended: bool
    later: bool = False
    """Not a table's: served only when no table waits."""
    asked: float = field(default_factory=time.monotonic)
    taken: bool = False
    """A worker has it."""


class BotQueue(Generic[T]):
    """The questions that wait for a bot. Tables that somebody looks at come first, analyses of
    finished matches last."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._attended: Share[Queued[T]] = Share()
        self._unattended: Share[Queued[T]] = Share()
        self._later: Share[Queued[T]] = Share()

    def __len__(self) -> int:
        return self.live + self._later.waiting

    @property
    def live(self) -> int:
        """How many questions of tables wait."""
        return self._attended.waiting + self._unattended.waiting

    def put(self, item: T, table: str, askers: Sequence[Asker]) -> Queued[T] | None:
        """Queue a question on behalf of whichever asker has had least; None if there is no room.
        Without askers the table is one that nobody looks at."""
        share = self._attended if askers else self._unattended
        paths: list[Path] = [(asker.address, asker.person, table) for asker in askers]
        path = min(paths or [(table,)], key=share.used_by)
        if self.live >= MOST or share.waiting_for(path[0]) >= MOST_PER_ADDRESS:
            return None
        queued = Queued(item, path, bool(askers))
        share.put(path, queued)
        return queued

    def put_later(self, item: T, analysis: str, asker: Asker) -> Queued[T]:
        """Queue something that waits until no table does."""
        path = asker.address, asker.person, analysis
        queued = Queued(item, path, attended=False, later=True)
        self._later.put(path, queued)
        return queued

    def pop(self) -> tuple[Queued[T], float]:
        """The next one, and for what part of its level's simulations there is time."""
        shares = (self._attended, self._unattended, self._later)
        share = next(share for share in shares if share.waiting)
        queued = share.pop()
        queued.taken = True
        rivals = share.rivals(queued.path)
        share.charge(queued.path, _ASSUMED)
        portion = 1.0 if rivals == 0 else min(1.0, EASY * self._workers / rivals)
        return queued, max(LEAST, portion)

    def discard(self, queued: Queued[T]) -> None:
        """Forget an item that nobody awaits any more."""
        self._share(queued).discard(queued.path, queued)

    def charge(self, queued: Queued[T], seconds: float) -> None:
        """Charge what it really took."""
        self._share(queued).charge(queued.path, seconds - _ASSUMED)

    def _share(self, queued: Queued[T]) -> Share[Queued[T]]:
        if queued.later:
            return self._later
        return self._attended if queued.attended else self._unattended
