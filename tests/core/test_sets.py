"""Sets as the bits of a number."""

from random import Random

from openoutcry.core.sets import least_of, listed, nth_of, only, size_of


def test_sets_of_up_to_62_members_are_counted_and_listed() -> None:
    random = Random(1)
    for size in range(63):
        for _ in range(20):
            members = sorted(random.sample(range(62), min(size, 62)))
            found = sum(only(member) for member in members)
            assert size_of(found) == len(members)
            assert listed(found) == members
            assert [nth_of(found, index) for index in range(len(members))] == members
            if members:
                assert least_of(found) == members[0]


def test_a_set_of_one_beyond_32_bits_is_whole() -> None:
    assert [only(member) for member in (0, 31, 32, 61)] == [1, 2**31, 2**32, 2**61]
