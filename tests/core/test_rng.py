"""The generator: known values, even spread, independent parts."""

import pickle
from collections import Counter

from openoutcry.core.rng import Rng, derive


def test_the_stream_is_fixed_for_ever() -> None:
    rng = Rng(0x123456789ABCDEF0FEDCBA98)
    assert [int(rng.word()) for _ in range(4)] == [2934792380, 3450105732, 3268618283, 313733860]


def test_below_is_even() -> None:
    rng = Rng(1)
    counts = Counter(int(rng.below(6)) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_a_pickled_generator_goes_on_where_it_was() -> None:
    rng = Rng(3)
    rng.word()
    twin = pickle.loads(pickle.dumps(rng))
    assert [twin.word() for _ in range(5)] == [rng.word() for _ in range(5)]


def test_derived_seeds_differ() -> None:
    seeds = {derive(seed, a, b) for seed in range(4) for a in range(20) for b in range(20)}
    assert len(seeds) == 1600
    assert derive(1, 2, 3) == derive(1, 2, 3)
