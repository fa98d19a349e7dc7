"""Duplicate contests: who sits where, what a result is worth, and how sure that is."""

from collections import Counter
from random import Random

import pytest

from openoutcry.contest.scoring import Played, lines, ranking
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
