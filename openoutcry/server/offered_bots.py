"""The bots that may sit at a table."""

import secrets
from functools import cache
from typing import Final

from openoutcry import bots
from openoutcry.bots.fixed import Fixed, answer
from openoutcry.bots.levels import Searcher
from openoutcry.bots.personality import PERSONALITIES, WITH_PERSONALITIES, level_of
from openoutcry.core.state import State
from openoutcry.table.state import TableState

NOT_OFFERED: Final = ("random", "baron")
"""`random` is no opponent; that `baron` beats the tycoon in every title is not shown yet."""


@cache
def offered() -> tuple[str, ...]:
    """The levels a host may choose, weakest first. Looked up once: asking which packages offer bots
    takes as long as ten moves."""
    return tuple(name for name in bots.names() if name not in NOT_OFFERED)


@cache
def personalities() -> dict[str, list[str]]:
    """By offered level, the personalities that a host may give it."""
    return {level: [*PERSONALITIES] for level in offered() if level in WITH_PERSONALITIES}


def is_offered(bot: str | None) -> bool:
    """May a host choose that level, with the personality that it names or without?"""
    return bot is not None and level_of(bot) in offered()


def stand_in(table: TableState) -> str:
    """The level that sits in for somebody absent: neither the weakest nor the strongest, and no
    weaker than the bots that the table was opened with."""
    known = offered()
    level = "broker" if "broker" in known else known[0]
    return max([level, *_levels_of(table)], key=known.index)


def no_weaker(level: str, table: TableState) -> str:
    """The level, or the stand-in's where that is stronger."""
    if not is_offered(level):
        return level  # from elsewhere: it is refused
    return max(level, stand_in(table), key=lambda bot: offered().index(level_of(bot)))


def _levels_of(table: TableState) -> list[str]:
    bots = [level_of(seat.bot) for seat in table.about.seats if seat.bot is not None]
    return [level for level in bots if level in offered()]


def simplest() -> str:
    """The level that answers when another one has failed: it hardly thinks."""
    return offered()[0]


def choose(
    level: str,
    state: State,
    seat: int,
    portion: float = 1.0,
    seconds: float | None = None,
    fixed: Fixed | None = None,
) -> int:
    """The bot's action, with the effort that its level takes by itself, or a part of it; within
    its level's time, or within `seconds`. `fixed` overrides all of that."""
    if fixed is not None:
        return answer(level, state, seat, fixed)
    seed = secrets.randbits(64)
    bot = bots.find(level, seed)
    if isinstance(bot, Searcher):
        bot.portion, bot.seconds = portion, seconds
    return bots.Player(level, bot, seed).answer(state, seat)
