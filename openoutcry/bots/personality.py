"""Personalities: what a bot likes besides what its level plays for.

A bot with one goes by its level's name and the personality's: "broker:blocker". Levels that search
have them; a search with one weighs how a match ends differently for its own seat
(`Tuning.taste`), and is as strong as one without (docs/bots.md).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from openoutcry.core.tuning import BLOCKER, CAUTIOUS, GAMBLER, GREEDY, PLAIN, Tuning

TASTES: Final[Mapping[str, int]] = MappingProxyType(
    {"cautious": CAUTIOUS, "greedy": GREEDY, "blocker": BLOCKER, "gambler": GAMBLER}
)
"""A good place rather than the win, its own score, the leader's loss, nothing but the win."""
PERSONALITIES: Final = tuple(TASTES)
WITH_PERSONALITIES: Final = ("broker", "tycoon", "baron")
"""Levels that search. Earlier ones stay as they were."""


def parted(name: str) -> tuple[str, str]:
    """A bot's level, or its name if it is none of ours, and its personality or "".

    >>> parted("broker:blocker"), parted("broker"), parted("broker:300")
    (('broker', 'blocker'), ('broker', ''), ('broker:300', ''))
    """
    level, _, personality = name.partition(":")
    if personality in TASTES and level in WITH_PERSONALITIES:
        return level, personality
    return name, ""


def level_of(name: str) -> str:
    """The level of a bot, with or without a personality."""
    return parted(name)[0]


def tuned(tuning: Tuning, personality: str) -> Tuning:
    """The tuning, with what the personality likes."""
    taste = TASTES.get(personality, PLAIN)
    if taste == tuning.taste:
        return tuning
    return Tuning(*tuning.parts()[:-1], taste)
