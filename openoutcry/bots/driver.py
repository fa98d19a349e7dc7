"""Players answer until the match is over: the one place where bots are asked.

A bot is handed an imagined world, never the match. So nobody's bot can cheat, and changing what it
is given has no effect. The worlds do not depend on what the seat cannot know, so neither do the
answers, however a bot finds them.
"""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Protocol

from openoutcry.bots.bot import Bot, find, legal
from openoutcry.core.errors import OutcryError
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import State


class Player:
    """A bot that sits at a table. `name` is what errors call it."""

    def __init__(self, name: str, bot: Bot, seed: int = 0, budget: int = 0) -> None:
        self.name = name
        self._bot = bot
        self._budget = budget
        self._rng = Rng(derive(seed, 1))

    def answer(self, state: State, seat: int) -> int:
        """A legal action of the seat; `OutcryError` if the bot gives none."""
        world = state.imagine(seat, self._rng)
        try:
            chosen: object = self._bot.choose(world, seat, self._budget)
        except Exception as error:
            raise OutcryError(
                f"bot {self.name!r} failed: {type(error).__name__}: {error}"
            ) from error
        return self._checked(chosen, state, seat)

    def _checked(self, chosen: object, state: State, seat: int) -> int:
        try:
            action = index(chosen)  # type: ignore[arg-type]  # it may be anything
        except TypeError:
            raise OutcryError(
                f"bot {self.name!r} chose {chosen!r:.40}, which is not the number of an action"
            ) from None
        if action not in legal(state, seat):
            raise OutcryError(f"bot {self.name!r} chose {action}, which is not legal")
        return action


def player(name: str, seed: int = 0, budget: int = 0) -> Player:
    """A new bot of that name, ready to sit down."""
    return Player(name, find(name, seed), seed, budget)


class Playable(Protocol):
    """`Match`, or what plays like it: draws and forced actions happen by themselves."""

    @property
    def state(self) -> State:
        """The position."""

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""

    def play_action(self, seat: int, action: int) -> None:
        """Carry out what is known to be legal."""


def play_on(match: Playable, players: Mapping[int, Player]) -> None:
    """Let the players, given by seat, answer until the match is over or waits only for other seats.

    Seats that may act together are all asked before any of them acts.
    """
    while asked := [seat for seat in match.waiting if seat in players]:
        answers = [players[seat].answer(match.state, seat) for seat in asked]
        for seat, action in zip(asked, answers, strict=True):
            match.play_action(seat, action)


def finish(match: Match, bots: Sequence[Bot], budget: int = 0) -> Match:
    """Play the match to its end, a bot on every seat."""
    if len(bots) != match.seats:
        raise OutcryError(f"{len(bots)} bots for {match.seats} seats: one for each seat")
    seated = {seat: Player(type(bot).__name__, bot, seat, budget) for seat, bot in enumerate(bots)}
    play_on(match, seated)
    return match
