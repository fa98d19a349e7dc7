"""Matches that play on from another: where they begin, and what their record can prove."""

from dataclasses import replace

import pytest

import openoutcry as oo
from openoutcry.bots import find, finish
from openoutcry.core import record as records
from openoutcry.core.errors import RecordError
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.origin import Leg, Origin, OriginError
from openoutcry.core.record import Record
from openoutcry.core.setup import Setup
from openoutcry.titles import find as find_title
from openoutcry.titles import names

TITLES = sorted(names())


def _played(title: str) -> Record:
    return finish(oo.new(title, seats=3, seed=5), [find("random", s) for s in range(3)]).record()


def _branch(parent: Record, step: int, seat: int, deal: int | None) -> Setup:
    legs = parent.setup.origin.legs if parent.setup.origin else ()
    origin = Origin(parent.identity, (*legs, Leg(tuple(parent.log[:step]), seat, deal)))
    return replace(parent.setup, origin=origin)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("deal", [None, 7])
def test_a_branch_begins_where_its_seat_cannot_tell_it_from_the_match(
    title: str, deal: int | None
) -> None:
    parent = _played(title)
    for step in range(5, len(parent), max(1, len(parent) // 9)):
        setup = _branch(parent, step, 1, deal)
        then, now = parent.at(step), Match(setup, Fair(bytes(32)))
        assert now.view(1).board == then.view(1).board
        offered = [match.decision_for(1) for match in (now, then)]
        first, second = (decision and decision.offers for decision in offered)
        assert first == second
        if deal is None:
            assert now.state == then.state


@pytest.mark.parametrize("title", TITLES)
def test_a_branch_is_played_recorded_and_verified_and_branched_again(title: str) -> None:
    parent = _played(title)
    for step, deal in ((len(parent) // 2, 11), (20, None)):
        match = Match.begin(_branch(parent, step, 0, deal), Fair(b"s" * 32))
        branch = finish(match, [find("random", 9 + seat) for seat in range(3)]).record()
        again = records.parse(branch.to_json(), find_title)
        assert again == branch
        told = again.verify()
        assert any(f"after step {step} of record {parent.identity}" in line for line in told)
        assert any("draws derive from the seed" in line for line in told)
        parent = branch


def test_a_record_says_what_is_wrong_with_where_it_begins() -> None:
    parent = _played("mogul")
    good = Match.begin(_branch(parent, 20, 0, 3), Fair(b"s" * 32)).record()
    text = good.to_json()
    for wrong in (
        text.replace(parent.log[0], "* card 999", 1),
        text.replace('"seat": 0', '"seat": 9', 1),
        text.replace('"deal": 3', '"deal": -3', 1),
        text.replace('"legs"', '"lugs"', 1),
    ):
        assert wrong != text
        with pytest.raises(RecordError):
            records.parse(wrong, find_title)
    with pytest.raises(OriginError, match="had ended"):
        _branch(parent, len(parent), 0, None).start()
