"""Fair draws: the server commits to a seed before the deal and shows it after the end.

Draw number n is HMAC-SHA-256(seed, n), reduced to the outcomes' weights without bias.
Anybody with the final record can derive every draw again.
"""

import hashlib
import hmac
import secrets
from typing import Protocol

from openoutcry.core.rng import Rng
from openoutcry.core.state import State


class Draws(Protocol):
    """Where a match's chance comes from."""

    def outcome(self, state: State, number: int) -> int:
        """The outcome of draw `number` (0, 1, ...), due in `state`."""


class QuickDraws:
    """Draws from the fast generator: for simulations and local play."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def outcome(self, state: State, number: int) -> int:
        """Sampled by the state itself; the number does not matter."""
        return int(state.draw(self._rng))


class Fair:
    """Draws that can be verified.

    >>> fair = Fair(bytes(32))
    >>> fair.commitment[:16]
    '66687aadf862bd77'
    """

    def __init__(self, seed: bytes | None = None) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, published before the deal."""
        return hashlib.sha256(self.seed).hexdigest()

    def outcome(self, state: State, number: int) -> int:
        """Derived from the seed and the number alone; see `pick`."""
        return pick(self.seed, number, state.outcomes())


def pick(seed: bytes, number: int, outcomes: list[tuple[int, int]]) -> int:
    """The outcome that draw `number` gives: every one exactly by its weight."""
    total = sum(weight for _, weight in outcomes)
    limit = 2**256 - 2**256 % total
    attempt = 0
    value = limit
    while value >= limit:
        message = f"{number}.{attempt}".encode()
        value = int.from_bytes(hmac.digest(seed, message, "sha256"), "big")
        attempt += 1
    value %= total
    for outcome, weight in outcomes:
        if value < weight:
            return outcome
        value -= weight
    raise AssertionError("weights do not add up")
