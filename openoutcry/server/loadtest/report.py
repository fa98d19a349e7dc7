"""What a load test says: a few lines, and a page with plots."""

import os
import platform
from collections.abc import Sequence

from openoutcry.drawing import plots
from openoutcry.server.loadtest import pauses
from openoutcry.server.loadtest.measures import Measures, Waits, percentile
from openoutcry.server.loadtest.plan import GOAL_ANSWER, GOAL_MOVE, Plan

_SPAN = 5.0
"""Seconds that a point of a plot over time stands for."""
_SHARES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1.0]

Run = tuple[Plan, Measures]


def lines(plan: Plan, measures: Measures) -> list[str]:
    """For the terminal."""
    heads = f"{'':<26} {'count':>7} {'p50':>8} {'p99':>8} {'most':>8}"
    rows = [
        f"{name:<26} {len(waits):>7} {_ms(waits.p(0.5)):>8} {_ms(waits.p(0.99)):>8}"
        f" {_ms(waits.p(1)):>8}"
        for name, waits in _waits(measures)
    ]
    return [
        f"{plan.tables} tables of {plan.title}, a person and {plan.bots} {plan.level}s each,"
        f" {plan.spectators} spectators at one; {plan.moves:g} moves a minute each,"
        f" {plan.seconds:g} s, limits on{_analyses(plan, measures)}{_alerts(plan, measures)}",
        heads,
        *rows,
        _machine(measures),
        pauses.told(measures.pauses),
        *_goals(measures),
    ]


def _analyses(plan: Plan, measures: Measures) -> str:
    if plan.analyses == 0:
        return ""
    return f"; {plan.analyses} analyses under way all the time ({measures.analyses} finished)"


def _alerts(plan: Plan, measures: Measures) -> str:
    if plan.alerts == 0:
        return ""
    return (
        f"; {plan.alerts} people with alerts, pages and a match over days ({measures.alerts} told)"
    )


def _waits(measures: Measures) -> list[tuple[str, Waits]]:
    named = [
        ("a person's move", measures.moves),
        ("... who is watched", measures.show_moves),
        ("a bot's answer", measures.answers),
        ("a spectator's view", measures.views),
        ("coming back", measures.returns),
    ]
    return [(name, waits) for name, waits in named if len(waits)]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def _machine(measures: Measures) -> str:
    def mean(shares: Sequence[float]) -> str:
        return f"{100 * sum(shares) / max(1, len(shares)):.0f} %"

    moments = measures.moments
    loads = [moment.load for moment in moments] or [0.0]
    faults = ", ".join(f"{code} {n}" for code, n in sorted(measures.faults.items()) if n)
    return (
        f"{os.cpu_count()} processors; of one: server {mean([m.server for m in moments])},"
        f" bots {mean([m.bots for m in moments])},"
        f" these people {mean([m.people for m in moments])}"
        f" (late by {_ms(percentile(measures.lag, 0.99))} at p99);"
        f" load average {min(loads):.1f} to {max(loads):.1f};"
        f" server {measures.memory / 1e6:.0f} MB; faults: {faults or 'none'}"
    )


def _goals(measures: Measures) -> list[str]:
    goals = [
        ("a person's move", measures.moves, GOAL_MOVE),
        ("the move of who is watched", measures.show_moves, GOAL_MOVE),
        ("a bot's answer", measures.answers, GOAL_ANSWER),
    ]
    return [
        f"goal: p99 of {name} under {_ms(goal)}: {'met' if waits.p(0.99) < goal else 'MISSED'}"
        for name, waits, goal in goals
        if len(waits)
    ]


def page(runs: Sequence[Run]) -> str:
    """The same as a document, with plots."""
    parts = [
        plots.paragraph(
            "People's moves come by chance and do not wait for answers; each wait counts from when"
            " the move was meant to be made, so a server that falls behind cannot hide it. People,"
            " server and bots share one machine:"
            f" {platform.machine()}, {os.cpu_count()} processors, Python"
            f" {platform.python_version()}."
        )
    ]
    for plan, measures in runs:
        first, *rest = lines(plan, measures)
        parts.append(plots.heading(first))
        parts.append(_table(measures))
        parts += [plots.paragraph(line) for line in rest[1 + len(_waits(measures)) :]]
        parts += _plots(measures)
    return plots.page("A server under load", parts)


def _table(measures: Measures) -> str:
    shares = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("most", 1.0)]
    rows = [
        [name, str(len(waits)), *[_ms(waits.p(share)) for _, share in shares]]
        for name, waits in _waits(measures)
    ]
    return plots.table(["waiting for", "count", *[name for name, _ in shares]], rows)


def _plots(measures: Measures) -> list[str]:
    moves = [
        (name, waits)
        for name, waits in _waits(measures)
        if waits in (measures.moves, measures.show_moves, measures.views)
    ]
    figures = []
    if moves:
        figures.append(
            plots.lines(
                "Moves: the slowest of each five seconds, and the median",
                [_over_time(f"{name}, slowest", waits, measures, 1.0) for name, waits in moves]
                + [_over_time(f"{name}, median", waits, measures, 0.5) for name, waits in moves],
                "seconds",
                "ms",
            )
        )
        figures.append(_distribution("Moves: how many of 1000 took longer", moves))
    if len(measures.answers):
        figures.append(
            plots.lines(
                "Bots' answers, pace included: p99 and median of each five seconds",
                [
                    _over_time("p99", measures.answers, measures, 0.99, 1),
                    _over_time("median", measures.answers, measures, 0.5, 1),
                ],
                "seconds",
                "s",
            )
        )
    if measures.moments:
        figures += _machine_plots(measures)
    return figures


def _over_time(
    name: str, waits: Waits, measures: Measures, share: float, per_second: float = 1000
) -> plots.Series:
    spans: dict[int, list[float]] = {}
    for at, seconds in zip(waits.at, waits.seconds, strict=True):
        spans.setdefault(int((at - measures.began) / _SPAN), []).append(seconds)
    points = [
        (_SPAN * span, per_second * percentile(values, share))
        for span, values in sorted(spans.items())
    ]
    return name, points


def _distribution(caption: str, named: Sequence[tuple[str, Waits]]) -> str:
    series = [
        (name, [(1000 * waits.p(share), 1000 * (1 - share)) for share in _SHARES])
        for name, waits in named
    ]
    return plots.lines(caption, series, "ms", "of 1000")


def _machine_plots(measures: Measures) -> list[str]:
    def series(name: str, values: Sequence[float]) -> plots.Series:
        times = [moment.at - measures.began for moment in measures.moments]
        return name, list(zip(times, values, strict=True))

    moments = measures.moments
    shares = [
        series("server", [100 * m.server for m in moments]),
        series("bots", [100 * m.bots for m in moments]),
        series("people of this test", [100 * m.people for m in moments]),
    ]
    loads = [series("load average", [m.load for m in moments])]
    return [
        plots.lines("Shares of one processor", shares, "seconds", "%"),
        plots.lines("Load average of the whole machine", loads, "seconds", "processes"),
    ]
