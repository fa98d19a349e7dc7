"""How a choice is rated, as it is told: by the coach, in analyses and in questions of the day."""

import msgspec

from openoutcry.core.title import Args


class Reason(msgspec.Struct, frozen=True):
    """A message, of the title's catalogue or of the shared ones, that tells what a choice changes:
    `here` is what it leads to, `other` what the choice leads to that it is compared with."""

    key: str
    args: Args


class Choice(msgspec.Struct, frozen=True):
    """Something that a seat could choose, and how a search rates it."""

    action: str
    chance: float
    """To win after it, from 0 to 1."""
    margin: float
    """The chance is that far off at most, nineteen times out of twenty."""
    reasons: list[Reason]
    """Why it is better, or worse, than the choice it was compared with."""
    versus: str
    """That choice: for the best one the next best, for the others the best. Empty if there is no
    other."""
