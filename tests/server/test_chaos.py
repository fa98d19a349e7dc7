"""`outcry chaos`, briefly; and that its checks would notice.

The whole of it: outcry chaos --minutes 30, and again with --database.
"""

from collections.abc import Callable

import msgspec
import pytest

from openoutcry.server import chaos
from openoutcry.server.chaos.checks import Table, check
from openoutcry.server.chaos.evidence import Evidence, SeenView, Sent
from openoutcry.server.chaos.troubles import TROUBLES
from openoutcry.table import journal as j
from tests.table.test_state import opened


def test_people_play_on_through_a_kill_and_worse_and_nothing_is_lost() -> None:
    names = ["kill", "freeze", "full-disk", "hanging-database", "clock-jump", "hostile-clients"]
    assert set(names) <= TROUBLES.keys()
    tally = chaos.run(0.06, None, tables=2, seed=5, names=names)
    assert tally.problems == []
    assert sum(tally.troubles.values()) > 0
    assert tally.views > 0


def _played() -> tuple[Table, Evidence]:
    """A table after three moves, and what its people would say about it."""
    table, evidence = Table("t"), Evidence()
    events: list[j.Event] = [opened()]
    table.take_in(0, j.encode(events[0]), 0)
    table.take_in(1, j.encode(table.state.dealt()), 1)
    for number in range(3):
        match = table.state.playing
        [seat] = match.waiting
        action = match.decision_for(seat).offers[0].action  # type: ignore[union-attr]
        evidence.acknowledged[match.step] = seat, action
        table.take_in(2 + number, j.encode(table.state.played(seat, action)), 2 + number)
    match = table.state.playing
    for viewer in (0, 1, None):
        view = msgspec.json.encode(table.state.teller.view(viewer))
        evidence.seen.append(SeenView(viewer, match.step, view))
        evidence.screens[f"{viewer}"] = match.step
    return table, evidence


def _lose(table: Table, evidence: Evidence) -> None:
    step = max(evidence.acknowledged)
    seat, _ = evidence.acknowledged[step]
    evidence.acknowledged[step] = seat, "something else"


def _double(table: Table, evidence: Evidence) -> None:
    step = max(evidence.acknowledged)
    del evidence.acknowledged[step]


def _show_another_seats_view(table: Table, evidence: Evidence) -> None:
    viewer, step, _ = evidence.seen[0]
    others = msgspec.json.encode(table.state.teller.view(1))
    evidence.seen[0] = SeenView(viewer, step, others)


def _show_what_is_not_stored(table: Table, evidence: Evidence) -> None:
    evidence.seen.append(SeenView(None, table.state.playing.step + 1, b"{}"))


def _leave_a_screen_behind(table: Table, evidence: Evidence) -> None:
    evidence.screens["0"] -= 1


def _lose_somebody(table: Table, evidence: Evidence) -> None:
    del evidence.screens["0"]


def _tell_the_seed(table: Table, evidence: Evidence) -> None:
    evidence.leaks.append("the seed was told before the end")


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_lose, "was acknowledged, the journal has"),
        (_double, "nobody sent"),
        (_show_another_seats_view, "was shown something else"),
        (_show_what_is_not_stored, "was shown, the journal ends at"),
        (_leave_a_screen_behind, "is on the screen of 0"),
        (_lose_somebody, "came back"),
        (_tell_the_seed, "seed"),
    ],
)
def test_the_checks_notice(spoil: Callable[[Table, Evidence], None], complaint: str) -> None:
    table, evidence = _played()
    assert check({"t": table}, {"t": evidence}) == []
    spoil(table, evidence)
    [problem] = check({"t": table}, {"t": evidence})
    assert complaint in problem


def test_a_move_whose_outcome_was_unknown_may_have_happened_once() -> None:
    table, evidence = _played()
    step = max(evidence.acknowledged)
    sent = Sent(evidence.acknowledged[step][0], step, evidence.acknowledged.pop(step)[1])
    evidence.unsure.append(sent)
    assert check({"t": table}, {"t": evidence}) == []
    evidence.unsure.append(sent._replace(step=step + 1))
    assert check({"t": table}, {"t": evidence}) == []


def test_a_gap_in_the_journal_is_noticed() -> None:
    table, evidence = _played()
    gap = table.state.n + 1
    table.take_in(gap, j.encode(j.Said("ann", "Ann", "hm")), 9)
    assert any(f"entry {gap}" in problem for problem in check({"t": table}, {"t": evidence}))
