"""Fair draws: the server commits to a seed before the deal and shows it after the end.

Draw number n is HMAC-SHA-256(key, n), reduced to the outcomes' weights without bias. The key is the
seed or, where seats have contributed salts, the seed mixed with them: then nobody could choose it,
not even the server. Anybody with the final record can derive every draw again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Annotated, Protocol

from msgspec import Meta, Struct

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

    def __init__(self, seed: bytes | None = None, salts: "Sequence[Salt]" = ()) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self.salts = tuple(salts)
        """One for each seat; none at all where no seat promised one."""
        self._key = mixed(self.seed, self.salts)

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, published before the deal."""
        return hashlib.sha256(self.seed).hexdigest()

    def outcome(self, state: State, number: int) -> int:
        """Derived from the key and the number alone; see `pick`."""
        return pick(self._key, number, state.outcomes())


Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes."""


class Salt(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat adds to the chance of a match: its hash is promised before anybody's value is
    told, so nobody can choose theirs by the others'."""

    pledge: Hex | None = None
    """The hash; None for a bot, or for somebody who promised nothing."""
    value: Hex | None = None
    """None where it was not told in time."""

    def is_kept(self) -> bool:
        """Is what was told what was promised?"""
        return self.value is None or pledge(self.value) == self.pledge


NO_SALT = Salt()


def pledge(value: str) -> str:
    """The hash by which a salt is promised.

    >>> pledge("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()


def mixed(seed: bytes, salts: "Sequence[Salt]") -> bytes:
    """The key that all draws derive from; the seed itself where no seat told a salt.

    >>> mixed(bytes(32), [Salt()]) == bytes(32)
    True
    >>> told = Salt(pledge("00" * 32), "00" * 32)
    >>> mixed(bytes(32), [told, Salt()]) != mixed(bytes(32), [Salt(), told])
    True
    """
    values = [b"" if salt.value is None else bytes.fromhex(salt.value) for salt in salts]
    if not any(values):
        return seed
    # With its length before each, no two lists of salts read the same.
    message = b"".join(bytes([len(value)]) + value for value in values)
    return hmac.digest(seed, b"salts" + message, "sha256")


def pick(key: bytes, number: int, outcomes: list[tuple[int, int]]) -> int:
    """The outcome that draw `number` gives: every one exactly by its weight."""
    total = sum(weight for _, weight in outcomes)
    limit = 2**256 - 2**256 % total
    attempt = 0
    value = limit
    while value >= limit:
        message = f"{number}.{attempt}".encode()
        value = int.from_bytes(hmac.digest(key, message, "sha256"), "big")
        attempt += 1
    value %= total
    for outcome, weight in outcomes:
        if value < weight:
            return outcome
        value -= weight
    raise AssertionError("weights do not add up")
