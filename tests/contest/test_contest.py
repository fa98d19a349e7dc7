"""Duplicate contests: who sits where, what a result is worth, and how sure that is."""

from collections import Counter
from random import Random

import pytest

from openoutcry.contest import knockout
from openoutcry.contest.contest import Contest, Plan, Round, Sitting
from openoutcry.contest.line import Line
from openoutcry.contest.scoring import Played, knockout_ranking, lines, ranking
from openoutcry.contest.seating import Seats, seated


def rounds_of(people: int, seats: int, at_each: int, count: int) -> list[list[Seats]]:
    names = [f"p{number}" for number in range(people)]
    found: list[list[Seats]] = []
    for _ in range(count):
        found.append(seated(names, seats, at_each, found, "seed"))
    return found


@pytest.mark.parametrize(
    ("people", "seats", "at_each"), [(12, 4, 4), (9, 3, 3), (10, 4, 4), (6, 4, 1), (7, 5, 2)]
)
def test_everybody_sits_once_a_round_and_all_tables_have_people_in_the_same_seats(
    people: int, seats: int, at_each: int
) -> None:
    for tables in rounds_of(people, seats, at_each, 6):
        sitting = [person for table in tables for person in table if person is not None]
        assert sorted(sitting) == sorted(f"p{number}" for number in range(people))
        assert len(tables) == -(-people // at_each)
        used = {seat for table in tables for seat, person in enumerate(table) if person}
        assert len(used) <= at_each


def test_seats_rotate_and_people_meet_others() -> None:
    rounds = rounds_of(12, 4, 4, 8)
    sat: Counter[tuple[str, int]] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for table in (table for tables in rounds for table in tables):
        known = [(person, seat) for seat, person in enumerate(table) if person is not None]
        sat.update(known)
        met.update(frozenset((a, b)) for a, _ in known for b, _ in known if a < b)
    for number in range(12):
        times = [sat[f"p{number}", seat] for seat in range(4)]
        assert max(times) - min(times) <= 2 and min(times) >= 1
    assert len(met) >= 60, "of 66 pairs"


def test_the_same_seed_seats_the_same() -> None:
    assert rounds_of(9, 3, 3, 3) == rounds_of(9, 3, 3, 3)


def test_equal_cards_cancel_the_luck_of_the_deal() -> None:
    """Who plays better than the others by 3 points is found, though seats differ by 100."""
    rng, people = Random(1), [f"p{number}" for number in range(8)]
    skill = {person: 3 * number for number, person in enumerate(people)}
    luck = [100, 0, 40, -60]
    before: list[list[Seats]] = []
    found = []
    for _ in range(12):
        before.append(seated(people, 4, 4, before, "s"))
        played = [
            Played(
                str(number), seat, person, luck[seat] + skill[person or ""] + rng.randint(-4, 4), 1
            )
            for number, table in enumerate(before[-1])
            for seat, person in enumerate(table)
        ]
        found.append(lines(played))
    ranked = ranking(people, found)
    order = [people.index(one.person) for one in ranked]
    assert order[0] >= 6 and order[-1] <= 1
    assert all(one.rounds == 12 and 0 < one.band < 0.4 for one in ranked)
    top, last = ranked[0], ranked[-1]
    assert top.mean - top.band > last.mean + last.band, "surely better"


def test_with_one_round_the_band_says_that_nothing_is_sure() -> None:
    played = [Played(str(n), 0, f"p{n}", n, 1) for n in range(4)]
    ranked = ranking([f"p{n}" for n in range(4)], [lines(played)])
    assert [one.rank for one in ranked] == [1, 2, 3, 4]
    assert all(one.band > 0.6 for one in ranked)


def test_the_bands_cover_what_people_are_worth() -> None:
    """Of many contests by chance alone, about 19 of 20 bands hold the mean of a half."""
    rng, held, count = Random(3), 0, 0
    people = [f"p{number}" for number in range(8)]
    for number in range(60):
        before: list[list[Seats]] = []
        found = []
        for _ in range(8):
            before.append(seated(people, 4, 4, before, str(number)))
            found.append(
                lines(
                    [
                        Played(str(t), seat, person, rng.randint(0, 1000), 1)
                        for t, table in enumerate(before[-1])
                        for seat, person in enumerate(table)
                    ]
                )
            )
        for one in ranking(people, found):
            held += abs(one.mean - 0.5) <= one.band
            count += 1
    assert 0.9 < held / count < 0.99


def test_who_forfeits_gets_nothing_and_bots_are_compared_with_too() -> None:
    played = [
        Played("a", 0, "ann", 10, 1),
        Played("b", 0, "bob", 20, 1, forfeit=True),
        Played("c", 0, None, 5, 1),
    ]
    found = {line.person: line.share for line in lines(played)}
    assert found == {"ann": 0.5, "bob": 0.0, None: 0.0}
    assert [one.person for one in ranking(["ann", "bob"], [lines(played)])] == ["ann", "bob"]


def shares(table: str, forfeits: tuple[str, ...] = (), **found: float) -> list[Line]:
    """A round's lines: what share each person had."""
    return [
        Line(table, 0, person, 0, 1, share, person in forfeits) for person, share in found.items()
    ]


def test_in_a_knock_out_the_better_half_goes_on_and_who_does_not_finish_is_out() -> None:
    first = shares("1", ann=1.0, ben=0.25, cal=0.5, dan=0.75, eve=0.0)
    assert knockout.field([first]) == ["ann", "dan", "cal"], "the half is rounded up"
    late = shares("1", ("ann", "dan"), ann=0.0, ben=0.25, cal=0.5, dan=0.0)
    assert knockout.field([late]) == ["cal", "ben"]
    nobody = shares("1", ("ann", "ben"), ann=0.0, ben=0.0)
    assert knockout.field([nobody]) == []
    assert knockout.field([[*shares("1", ann=0.0, ben=0.5), Line("2", 0, None, 9, 1, 1.0)]]) == [
        "ben"
    ], "bots are no opponents"


def test_equal_shares_are_parted_by_the_rounds_before_and_then_by_lot() -> None:
    first = shares("1", ann=1.0, ben=0.75, cal=0.5, dan=0.0)
    final = shares("2", ann=0.5, ben=0.5)
    assert knockout.field([first, final]) == ["ann"]
    drawn = {tuple(knockout.field([shares(str(n), ann=0.5, ben=0.5)])) for n in range(20)}
    seats = [[Line(str(n), s, p, 0, 1, 0.5) for s, p in enumerate("ab")] for n in range(20)]
    by_lot = {knockout.field([one])[0] for one in seats}
    assert by_lot == {"a", "b"} and all(len(one) == 1 for one in drawn)


def test_a_knock_outs_ranking_says_how_far_everybody_came() -> None:
    rounds = [
        shares("1", ann=0.5, ben=1.0, cal=0.25, dan=0.25),
        shares("2", ann=1.0, ben=0.0),
    ]
    ranked = knockout_ranking(["ann", "ben", "cal", "dan"], rounds)
    assert [(one.person, one.rank, one.out) for one in ranked] == [
        ("ann", 1, None),
        ("ben", 2, 1),
        ("cal", 3, 0),
        ("dan", 3, 0),
    ]
    assert ranked[0].shares == [0.5, 1.0] and ranked[2].shares == [0.25, None]


@pytest.mark.parametrize("people", [2, 3, 5, 9, 12])
def test_a_knock_out_ends_with_one_and_every_round_has_two_tables_or_more(people: int) -> None:
    plan = Plan("mogul", "", False, 4, 4, 1, 24, "broker", 30, 0, "knockout")
    contest = Contest("c", plan, "p0", 0, [f"p{number}" for number in range(people)])
    planned = contest.rounds_planned
    while not contest.rounds or not contest.played_out:
        assert contest.enough
        before = [[one.seats for one in round.sittings] for round in contest.rounds]
        tables = seated(contest.field, 4, contest.at_each, before, "seed")
        assert len(tables) >= 2
        played = [
            Played(f"{len(before)} {n}", seat, person, int((person or "p0")[1:]), 1)
            for n, table in enumerate(tables)
            for seat, person in enumerate(table)
        ]
        sittings = [Sitting(str(n), table) for n, table in enumerate(tables)]
        contest.rounds.append(Round("", 0, 1, sittings, over=1, lines=lines(played)))
        assert contest.rounds_planned == planned
    assert len(contest.field) == 1 and len(contest.rounds) == planned
