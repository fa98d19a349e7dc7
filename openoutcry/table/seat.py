"""A seat at a table: who sits in it, what it is asked, and what it asks of the others."""

from dataclasses import dataclass
from typing import Literal, TypeGuard

from openoutcry.core.fair import NO_SALT, Salt

ERASED = "—"
"""The name of whoever has had everything erased; nobody else may take it."""
REMOTE = "@"
"""Before the name of a bot that plays from elsewhere, which stands where a level would."""


def is_remote(bot: str | None) -> TypeGuard[str]:
    """Does a bot from elsewhere go by that name, rather than a level of ours?"""
    return bot is not None and bot.startswith(REMOTE)


@dataclass(slots=True)
class Seat:
    """Whose seat it is, and the bot that plays it, if one does."""

    person: str | None
    name: str
    bot: str | None
    missed: int = 0
    until_seen: bool = False
    """The bot sits in for somebody absent, and leaves when that person connects."""
    replaced_by: str | None = None
    """The name of whoever put that bot there."""
    salt: Salt = NO_SALT
    """What the seat adds to the draws."""
    pledges: int = 0
    """How often it has promised a salt."""
    by_bot: int = 0
    """Decisions that a bot made for the person whose seat it is."""
    late: int = 0
    """Decisions that ran out of time, in the whole match."""
    reserve: int = 0
    """Milliseconds left beyond those per decision."""
    said: dict[str, bool | int | str] | None = None
    """What its person has said in advance; None: nothing, not even that nothing is to be said."""

    @property
    def owner(self) -> str | None:
        """The person whose seat it is; None once that person has had everything erased."""
        return None if self.name == ERASED else self.person

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Whose seat it is, whoever plays it now."""
        if self.person is not None:
            return "person"
        return "bot" if self.bot is not None else "open"

    @property
    def shown(self) -> str | None:
        """In lists: a name, a bot's level, or None for an open seat."""
        return self.name or (f"bot:{self.bot}" if self.bot else None)


@dataclass(slots=True)
class BackRequest:
    """Somebody's request to go back to `step`, and the people who have agreed."""

    seat: int
    step: int
    agreed: list[str]


@dataclass(slots=True)
class Asking:
    """A seat's present decision: the step and time at which it was first asked."""

    step: int
    at: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was made: since when its clock ran, and how many milliseconds it took."""

    asked: int
    used: int
