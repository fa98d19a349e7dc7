"""`outcry chaos`, briefly; and that its checks would notice.

The whole of it: outcry chaos --minutes 30, and again with --database.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from openoutcry.server import chaos
from openoutcry.server.chaos.checks import Case, Table
from openoutcry.server.chaos.evidence import Evidence, SeenView, Sent
from openoutcry.server.chaos.party import Party
from openoutcry.server.chaos.troubles import TROUBLES
from openoutcry.server.store.interface import Entry, Store
from openoutcry.table import journal as j
from tests.table.test_state import opened


def test_people_play_on_through_a_kill_and_worse_and_nothing_is_lost() -> None:
    names = ["kill", "freeze", "full-disk", "hanging-database", "clock-jump", "hostile-clients"]
    assert set(names) <= TROUBLES.keys()
    tally = chaos.run(0.06, None, tables=2, seed=5, names=names)
    assert tally.problems == []
    assert sum(tally.troubles.values()) > 0
    assert tally.views > 0


class _Journal:
    """A store with one table; `meanwhile` happens after an answer was put together and before it
    has come."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self._server = Table("t")

    async def journal(self, table: str, since: int = 0) -> list[Entry]:
        answer = self.entries[since:]
        self.meanwhile()
        return answer

    def write(self, event: j.Event) -> None:
        entry = Entry(len(self.entries), len(self.entries), j.encode(event))
        self.entries.append(entry)
        self._server.take_in(entry)

    def play(self, evidence: Evidence, *, person: bool = True) -> None:
        """The first offer of who has to decide, a person's answer or a clock's."""
        state = self._server.state
        [seat] = state.playing.waiting
        action = state.playing.decision_for(seat).offers[0].action  # type: ignore[union-attr]
        if person:
            evidence.acknowledged[state.playing.step] = seat, action
        event = state.played(seat, action)
        self.write(event if person else msgspec.structs.replace(event, stand_in="apprentice"))

    def show(self, evidence: Evidence, *viewers: int | None) -> None:
        """To all three, or to these."""
        state = self._server.state
        for viewer in viewers or (0, 1, None):
            view = msgspec.json.encode(state.teller.view(viewer))
            evidence.seen.append(SeenView(viewer, state.playing.step, view))
            evidence.screens[f"{viewer}"] = state.playing.step

    @property
    def state(self) -> Any:
        return self._server.state


def _played() -> tuple[_Journal, Evidence]:
    """A table after three moves, and what its people would say about it."""
    journal, evidence = _Journal(), Evidence()
    journal.write(opened())
    journal.write(journal.state.dealt())
    for _ in range(3):
        journal.play(evidence)
    journal.show(evidence)
    return journal, evidence


def _look(case: Case, journal: _Journal) -> list[str]:
    asyncio.run(case.look(cast(Store, journal)))
    return case.problems()


def _problems(journal: _Journal, evidence: Evidence) -> list[str]:
    return _look(Case(Table("t"), evidence), journal)


def _lose(journal: _Journal, evidence: Evidence) -> None:
    step = max(evidence.acknowledged)
    seat, _ = evidence.acknowledged[step]
    evidence.acknowledged[step] = seat, "something else"


def _double(journal: _Journal, evidence: Evidence) -> None:
    step = max(evidence.acknowledged)
    del evidence.acknowledged[step]


def _show_another_seats_view(journal: _Journal, evidence: Evidence) -> None:
    viewer, step, _ = evidence.seen[0]
    others = msgspec.json.encode(journal.state.teller.view(1))
    evidence.seen[0] = SeenView(viewer, step, others)


def _show_what_is_not_stored(journal: _Journal, evidence: Evidence) -> None:
    evidence.seen.append(SeenView(None, journal.state.playing.step + 1, b"{}"))


def _leave_a_screen_behind(journal: _Journal, evidence: Evidence) -> None:
    evidence.screens["0"] -= 1


def _lose_somebody(journal: _Journal, evidence: Evidence) -> None:
    del evidence.screens["0"]


def _tell_the_seed(journal: _Journal, evidence: Evidence) -> None:
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
def test_the_checks_notice(spoil: Callable[[_Journal, Evidence], None], complaint: str) -> None:
    assert _problems(*_played()) == []
    journal, evidence = _played()
    spoil(journal, evidence)
    [problem] = _problems(journal, evidence)
    assert complaint in problem


def test_a_move_whose_outcome_was_unknown_may_have_happened_once() -> None:
    journal, evidence = _played()
    step = max(evidence.acknowledged)
    sent = Sent(evidence.acknowledged[step][0], step, evidence.acknowledged.pop(step)[1])
    evidence.unsure.append(sent)
    assert _problems(journal, evidence) == []
    evidence.unsure.append(sent._replace(step=step + 1))
    assert _problems(journal, evidence) == []


def test_a_gap_in_the_journal_is_noticed() -> None:
    journal, evidence = _played()
    gap = len(journal.entries) + 1
    journal.entries.append(Entry(gap, 9, j.encode(j.Said("ann", "Ann", "hm"))))
    assert any(f"entry {gap}" in problem for problem in _problems(journal, evidence))


def test_a_table_that_moves_on_while_its_journal_is_read_has_lost_nothing() -> None:
    journal, evidence = _played()

    def two_steps() -> None:
        for _ in range(2):
            journal.play(evidence, person=False)
            journal.show(evidence)

    journal.meanwhile = two_steps
    case = Case(Table("t"), evidence)
    assert _look(case, journal) == []
    assert evidence.seen, "what was shown meanwhile is for the next look"
    journal.meanwhile = lambda: None
    assert _look(Case(case.table, evidence), journal) == []
    assert not evidence.seen


def test_a_step_that_was_shown_meanwhile_and_never_stored_is_noticed_at_the_next_look() -> None:
    journal, evidence = _played()
    table = Table("t")

    def forgotten_step() -> None:
        journal.play(evidence, person=False)
        journal.show(evidence)
        journal.entries.pop()
        journal.meanwhile = lambda: None

    journal.meanwhile = forgotten_step
    assert _look(Case(table, evidence), journal) == []
    problems = _look(Case(table, evidence), journal)
    assert problems
    assert all("was shown, the journal ends at" in problem for problem in problems)


def test_a_move_that_was_acknowledged_before_it_was_stored_is_not_excused_by_a_later_look() -> None:
    journal, evidence = _played()
    journal.play(evidence)
    late = journal.entries.pop()
    journal.meanwhile = lambda: journal.entries.append(late)
    case = Case(Table("t"), evidence)
    [problem] = _look(case, journal)
    assert "was acknowledged, the journal has None" in problem
    assert case.wrong


def test_an_entry_that_was_read_and_is_gone_is_noticed() -> None:
    journal, evidence = _played()
    table = Table("t")
    assert _look(Case(table, evidence), journal) == []
    journal.entries.pop()
    [problem] = _look(Case(table, evidence), journal)
    assert "is gone" in problem


def test_screens_come_to_where_the_match_stood_however_fast_it_goes_on() -> None:
    journal, evidence = _played()
    case = Case(Table("t"), evidence)
    journal.play(evidence, person=False)
    journal.show(evidence, 0)
    assert "is on the screen of 1" in _look(case, journal)[0]
    journal.show(evidence)
    journal.play(evidence, person=False)
    journal.show(evidence, 0)
    assert _look(case, journal) == []


def test_what_was_not_held_against_the_journal_is_not_forgotten() -> None:
    party = Party([], random.Random(0), asyncio.Event())
    journal, evidence = _played()
    party.evidence_of, party.table = {"t": evidence, "next": Evidence()}, "next"
    assert party.forget_finished() == 0
    assert _problems(journal, evidence) == []
    assert party.forget_finished() == 3
    assert party.evidence_of.keys() == {"next"}
