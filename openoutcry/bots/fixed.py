"""Bots that answer the same wherever they are asked: at a server, in a browser, in a terminal.

What such a bot is asked depends on the match's log alone, not on who was quicker where several
decide at once: it looks at the position in which it was first asked, and its luck comes from the
match's seed. It has a number of simulations instead of a clock.
"""

import hmac
from typing import NamedTuple

from openoutcry.bots.bot import find
from openoutcry.bots.driver import Player
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, State


class Fixed(NamedTuple):
    """How such a bot thinks over one decision."""

    seed: int
    simulations: int


def asked_at(match: Match, seat: int) -> int:
    """The step at which the seat was first asked what it is asked now."""
    step, legal = match.step, match.legal(seat)
    while step > 0 and match.log[step - 1].actor not in (CHANCE, seat):
        earlier = match.at(step - 1)
        if not earlier.state.waiting(seat) or earlier.legal(seat) != legal:
            break
        step -= 1
    return step


def question(match: Match, seat: int, seed: bytes, simulations: int) -> tuple[State, Fixed]:
    """The world that the seat's bot is to imagine, and how it is to think."""
    step = asked_at(match, seat)
    drawn = hmac.digest(seed, f"bot {seat} {step}".encode(), "sha256")
    luck = int.from_bytes(drawn[:12], "big")
    world = match.at(step).state.imagine(seat, Rng(luck))
    return world, Fixed(int.from_bytes(drawn[12:20], "big"), simulations)


def answer(level: str, state: State, seat: int, fixed: Fixed) -> int:
    """What the bot of that level chooses."""
    player = Player(level, find(level, fixed.seed), fixed.seed, fixed.simulations)
    return player.answer(state, seat)


class FixedPlayer:
    """Such a bot at a match."""

    def __init__(self, level: str, match: Match, seed: bytes, simulations: int) -> None:
        self._level = level
        self._match = match
        self._seed = seed
        self._simulations = simulations

    def answer(self, state: State, seat: int) -> int:
        """A legal action of the seat, which has to decide in the match."""
        world, fixed = question(self._match, seat, self._seed, self._simulations)
        return answer(self._level, world, seat, fixed)
