"""What the server counts, for Prometheus."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """One set for each server, so that tests can run several in a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, files, processor time
        self.commits = Counter(
            "outcry_commits", "Events written to journals", ["kind"], registry=self.registry
        )
        self.conflicts = Counter(
            "outcry_conflicts", "Writes that another node had made first", registry=self.registry
        )
        self.not_stored = Counter(
            "outcry_not_stored", "Events that the store did not take", registry=self.registry
        )
        self.committing = Histogram(
            "outcry_commit_seconds",
            "From writing to being on disk",
            registry=self.registry,
            buckets=_BUCKETS,
        )
        self.table_waits = Histogram(
            "outcry_table_wait_seconds",
            "From a command until its table is free for it",
            registry=self.registry,
            buckets=_BUCKETS,
        )
        self.loop_lag = Histogram(
            "outcry_loop_lag_seconds",
            "How late the event loop comes round",
            registry=self.registry,
            buckets=_BUCKETS,
        )
        self.loop_held = Counter(
            "outcry_loop_held", "Times that something held the event loop", registry=self.registry
        )
        self.collections = Histogram(
            "outcry_collection_seconds",
            "Processor time of each garbage collection, which holds everything",
            registry=self.registry,
            buckets=_BUCKETS,
        )
        self.sockets = Gauge("outcry_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("outcry_tables", "Tables in memory", registry=self.registry)
        self.refused = Counter(
            "outcry_refused",
            "Requests and messages refused, with the message that says why",
            ["code", "reason"],
            registry=self.registry,
        )
        self.reports = Counter(
            "outcry_reports", "Reports to the operator", ["reason"], registry=self.registry
        )
        self.alerts = Counter(
            "outcry_alerts",
            "Alerts by kind of channel: delivered, not delivered (and tried again), given up",
            ["kind", "result"],
            registry=self.registry,
        )
        self.passwords = Counter(
            "outcry_passwords",
            "Passwords that were tried",
            ["result"],
            registry=self.registry,
        )
        self.connections_refused = Counter(
            "outcry_connections_refused",
            "Connections that were too many",
            ["why"],
            registry=self.registry,
        )
        self.thinking = Histogram(
            "outcry_bot_seconds", "Bots' thinking", registry=self.registry, buckets=_BUCKETS
        )
        self.bot_failures = Counter(
            "outcry_bot_failures",
            "Bots that crashed or got stuck, and were replaced by a simpler choice",
            registry=self.registry,
        )
        self.bot_queue = Gauge(
            "outcry_bot_queue", "Decisions that wait for a bot", registry=self.registry
        )
        self.bot_queue_full = Counter(
            "outcry_bot_queue_full",
            "Decisions that found no room in the queue and came again",
            registry=self.registry,
        )
        self.bot_waits = Histogram(
            "outcry_bot_wait_seconds",
            "From a bot's turn until it begins to think",
            registry=self.registry,
            buckets=(*_BUCKETS, 10, 30),
        )
        self.bots_hurried = Counter(
            "outcry_bots_hurried",
            "Decisions over which a bot thought less because others waited",
            registry=self.registry,
        )

    def page(self) -> bytes:
        return generate_latest(self.registry)
