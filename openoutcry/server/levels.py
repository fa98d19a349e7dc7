"""The bots that may sit at a table."""

import secrets

from openoutcry import bots
from openoutcry.core.state import State


def levels() -> list[str]:
    """The bots a host may choose, weakest first: all but the one that rolls dice."""
    return [name for name in bots.names() if name != "random"]


def stand_in() -> str:
    """Who sits in for somebody absent: the middle of ours."""
    known = levels()
    return "broker" if "broker" in known else known[0]


def choose(level: str, state: State, seat: int) -> int:
    """The bot's action, by its own measure of effort."""
    return bots.player(level, secrets.randbits(64)).answer(state, seat)
