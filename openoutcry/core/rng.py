"""A small, fast random generator that gives the same stream compiled and interpreted.

Written by hand because `random` cannot be compiled with the engine: each number would be a call
into Python.
"""

from typing import Final, final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF


@final
class Rng:
    """sfc32. Every intermediate value stays below 2**36, so `int` and `i64` agree.

    >>> rng = Rng(7)
    >>> [int(rng.below(6)) for _ in range(10)]
    [4, 5, 2, 5, 5, 4, 2, 2, 4, 2]
    """

    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, seed: int) -> None:
        self.a = seed & MASK
        self.b = (seed >> 32) & MASK
        self.c = (seed >> 64) & MASK
        self.counter = 1
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        c = self.c
        out = (a + b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + ((c << 3) & MASK)) & MASK
        self.c = ((((c & 0x7FF) << 21) | (c >> 11)) + out) & MASK
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, for n up to 2**31."""
        return (self.word() * n) >> 32

    def become(self, other: "Rng") -> None:
        """Go on as the other would."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.counter = other.counter

    def leap(self) -> None:
        """Go to another stream, which whoever became this one before does not come to."""
        self.b ^= self.word()
        for _ in range(4):
            self.word()

    def clone(self) -> "Rng":
        """One that goes on as this one would."""
        rng = Rng(0)
        rng.become(self)
        return rng

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int]]:
        return _revive, (self.a, self.b, self.c, self.counter)


def _revive(a: int, b: int, c: int, counter: int) -> Rng:
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.counter = a, b, c, counter
    return rng


def derive(seed: int, *path: int) -> int:
    """A 96-bit seed for one part of a larger job: the same whichever process asks."""
    for step in path:
        seed = _mix(seed) ^ (step & MASK)
    return _mix(seed)


def _mix(seed: int) -> int:
    rng = Rng(seed)
    high: int = rng.word()
    middle: int = rng.word()
    low: int = rng.word()
    return (high << 64) | (middle << 32) | low
