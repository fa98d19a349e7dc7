"""The bots that may sit at a table."""

import secrets

from openoutcry import bots
from openoutcry.core.state import State


def offered() -> list[str]:
    """The levels a host may choose, weakest first: all but the bot that plays at random."""
    return [name for name in bots.names() if name != "random"]


def stand_in() -> str:
    """The level that sits in for somebody absent: neither the weakest nor the strongest."""
    known = offered()
    return "broker" if "broker" in known else known[0]


def choose(level: str, state: State, seat: int) -> int:
    """The bot's action, with the effort of its level."""
    return bots.player(level, secrets.randbits(64)).answer(state, seat)
