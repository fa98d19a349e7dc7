"""An analysis, put together from what was found out about each step."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

from openoutcry.analysis.effort import METHOD, Effort, identity
from openoutcry.analysis.judging import Finding
from openoutcry.analysis.report import MOST_TURNS, Analysis, Judgement, Outlook, SeatReport
from openoutcry.core.record import Record


def summed(record: Record, effort: Effort, findings: Sequence[Finding]) -> Analysis:
    """The analysis of a record whose steps were judged, in whatever order."""
    found = sorted(findings, key=lambda finding: finding.step)
    moments = _moments(record, found)
    decisions = [finding.decision for finding in found if finding.decision is not None]
    turns = sorted((d for d in decisions if d.clear), key=lambda decision: -decision.cost)
    names = record.names or [f"seat {seat + 1}" for seat in range(record.seats)]
    return Analysis(
        method=METHOD,
        identity=identity(record, effort),
        simulations=effort.simulations,
        seed=effort.seed,
        moments=moments,
        decisions=decisions,
        turns=[turn.step for turn in turns[:MOST_TURNS]],
        seats=[
            _seat(seat, names[seat], moments, decisions, effort) for seat in range(record.seats)
        ],
    )


def _moments(record: Record, found: list[Finding]) -> list[Outlook]:
    """The positions that were weighed. Between two of them lie only draws, or none."""
    moments: list[Outlook] = []
    at = 0
    for finding in found:
        if finding.truth is not None and finding.known is not None:
            drawn = any(line.startswith("*") for line in record.log[at : finding.step])
            moments.append(Outlook(finding.step, drawn, finding.truth, finding.known))
            at = finding.step
    return moments


def _seat(
    seat: int, name: str, moments: list[Outlook], decisions: list[Judgement], effort: Effort
) -> SeatReport:
    own = [decision for decision in decisions if decision.seat == seat]
    kept = sum(decision.chance for decision in own)
    given_away = sum(decision.cost for decision in own if decision.clear)
    luck, error = _luck(seat, moments, effort.simulations)
    best = max(own, key=_gain, default=None)
    worst = max((d for d in own if d.clear), key=lambda d: d.cost, default=None)
    return SeatReport(
        name=name[:80],
        decisions=len(own),
        accuracy=round(kept / (kept + given_away), 4) if given_away else 1.0,
        lost=round(sum(decision.cost for decision in own), 4),
        luck=round(luck, 4),
        luck_error=round(error, 4),
        best=best.step if best is not None and _gain(best) > 0 else None,
        worst=worst.step if worst is not None else None,
    )


def _luck(seat: int, moments: list[Outlook], simulations: int) -> tuple[float, float]:
    """What draws gave the seat, and the standard error of that. Several draws in a row count as
    one, so only the positions before the first and after the last of them add noise."""
    luck = sum(
        after.truth[seat] - before.truth[seat] for before, after in pairwise(moments) if after.drawn
    )
    edges = [
        moment.truth[seat]
        for moment, after in zip(moments, [*moments[1:], None], strict=True)
        if moment.drawn != (after is not None and after.drawn)
    ]
    return luck, sqrt(sum(chance * (1 - chance) / simulations for chance in edges))


def _gain(decision: Judgement) -> float:
    """How much better a right choice was than the others, on average."""
    others = [c.chance for c in decision.choices if c.action != decision.chosen]
    if decision.chosen != decision.better or not others:
        return 0.0
    return decision.chance - sum(others) / len(others)
