"""Does an analysis belong to a match? A file may come from anybody, and a kept analysis may be
older than the match's last step."""

from itertools import pairwise

from openoutcry.analysis.report import Analysis
from openoutcry.core.match import Match


def misfit(analysis: Analysis, match: Match) -> str:
    """Empty if it speaks of this match's seats, steps and actions; else what does not fit."""
    steps = [moment.step for moment in analysis.moments]
    if len(analysis.seats) != match.seats:
        return "its number of seats"
    if not _rises(steps) or (steps[0], steps[-1]) != (0, match.step):
        return "its steps"
    if any(len(c) != match.seats for m in analysis.moments for c in (m.truth, m.known)):
        return "its chances"
    return _misfit_of_decisions(analysis, match)


def _misfit_of_decisions(analysis: Analysis, match: Match) -> str:
    decided = [decision.step for decision in analysis.decisions]
    if not _rises(decided) or any(not 1 <= step <= match.step for step in decided):
        return "its decisions"
    lines = match.lines()
    for decision in analysis.decisions:
        if lines[decision.step - 1] != f"{decision.seat} {decision.chosen}":
            return f"its decision of step {decision.step}"
        for action in (decision.better, *(choice.action for choice in decision.choices)):
            if not _is_action(match, action):
                return f"a choice of step {decision.step}"
    named = {*analysis.turns, *(s.best for s in analysis.seats), *(s.worst for s in analysis.seats)}
    return "its turning points" if named - {None, *decided} else ""


def _is_action(match: Match, text: str) -> bool:
    try:
        match.title.notation.read(text)
    except ValueError:
        return False
    return True


def _rises(steps: list[int]) -> bool:
    return all(before < after for before, after in pairwise(steps))
