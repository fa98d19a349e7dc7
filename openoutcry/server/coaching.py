"""The coach's part in a bot's process or worker: choices, rated and explained, as JSON."""

from collections.abc import Sequence
from typing import Final

import msgspec

from openoutcry.coach import Choice, Thoroughness, rate
from openoutcry.core.state import State

SIMULATIONS: Final = 600
"""For finding the best choices, and again for each of them."""
SECONDS: Final = 3.0
"""The most that a hint may take: somebody waits for it."""
FEWEST: Final = 60

ratings = msgspec.json.Decoder(list[Choice]).decode
"""Reads what `rated` gives."""


def rated(
    state: State, seat: int, asked: Sequence[int], portion: float = 1.0, seconds: float = SECONDS
) -> bytes:
    """`portion` of the simulations is spent where many are waiting. The same position gives the
    same hint, however often somebody asks."""
    simulations = max(FEWEST, round(portion * SIMULATIONS))
    choices = rate(state, seat, Thoroughness(simulations, portion * seconds), asked=asked)
    return msgspec.json.encode(choices)
