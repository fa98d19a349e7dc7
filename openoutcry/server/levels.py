"""The bots that may sit at a table."""

import secrets

from openoutcry.core.rng import Rng
from openoutcry.core.state import State
from openoutcry.titles import find

LEVELS = ("apprentice", "broker", "tycoon")
STAND_IN = "broker"
"""Who sits in for somebody absent."""


def choose(level: str, title: str, state: State, seat: int, seconds: float) -> int:
    """The bot's action."""
    return int(find(title).advice.choose(state, seat, Rng(secrets.randbits(96))))
