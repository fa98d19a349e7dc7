"""What a floor counts and times. Prometheus keeps the figures at a server, nobody in a browser."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol


class Counter(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class LabelledCounter(Protocol):
    def labels(self, *labelvalues: Any) -> Counter: ...


class Gauge(Protocol):
    def inc(self, amount: float = 1) -> None: ...
    def dec(self, amount: float = 1) -> None: ...
    def set(self, value: float) -> None: ...


class Histogram(Protocol):
    def time(self) -> AbstractContextManager[Any]: ...
    def observe(self, amount: float) -> None: ...


class Meters(Protocol):
    """What is measured at live tables, their sockets and calls."""

    @property
    def commits(self) -> LabelledCounter: ...
    @property
    def committing(self) -> Histogram: ...
    @property
    def conflicts(self) -> Counter: ...
    @property
    def not_stored(self) -> Counter: ...
    @property
    def passwords(self) -> LabelledCounter: ...
    @property
    def refused(self) -> LabelledCounter: ...
    @property
    def reports(self) -> LabelledCounter: ...
    @property
    def sockets(self) -> Gauge: ...
    @property
    def table_waits(self) -> Histogram: ...
    @property
    def tables(self) -> Gauge: ...


class _Nothing:
    """Every kind of meter, and none of them keeps anything."""

    def labels(self, *labelvalues: Any) -> "_Nothing":
        return self

    def inc(self, amount: float = 1) -> None: ...

    def dec(self, amount: float = 1) -> None: ...

    def set(self, value: float) -> None: ...

    def observe(self, amount: float) -> None: ...

    def time(self) -> AbstractContextManager[None]:
        return nullcontext()


class NoMeters:
    """Where nobody would look at the figures."""

    commits = committing = conflicts = not_stored = refused = sockets = tables = _Nothing()
    passwords = reports = table_waits = commits
