"""Where a match begins that plays on from another: after some steps of that one, with hidden things
as they were, or dealt again so that one seat cannot tell the difference.

Nothing but legal steps and a number is kept, never a position: whoever reads the record arrives at
the same one by the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from openoutcry.core.errors import OutcryError, RecordError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.rng import Rng
from openoutcry.core.state import State

if TYPE_CHECKING:
    from openoutcry.core.setup import Setup

MOST_LEGS = 16
"""How deep matches may be nested that play on from one another."""
MOST_DEALS = 1 << 48

Hidden = Literal["again", "true"]
"""Hidden things were dealt again, or left as they truly were."""


class OriginError(RecordError):
    """A match cannot begin there."""


class Leg(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps of one match, and who takes over after them."""

    lines: tuple[Annotated[str, Meta(max_length=200)], ...]
    """The steps, as in a record."""
    seat: Annotated[int, Meta(ge=0, le=15)]
    """Whoever plays on sits there."""
    deal: Annotated[int, Meta(ge=0, lt=MOST_DEALS)] | None = None
    """The luck by which that seat imagines what it cannot know; None: as it truly was."""


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The match played on from, and that one's own origin before it."""

    record: Annotated[str, Meta(max_length=64)]
    """The identity of that match's record."""
    legs: Annotated[tuple[Leg, ...], Meta(min_length=1, max_length=MOST_LEGS)]
    """The last one is of that match, those before it of its own origin."""

    @property
    def step(self) -> int:
        """After so many steps of that match."""
        return len(self.legs[-1].lines)

    @property
    def seat(self) -> int:
        """Who plays on."""
        return self.legs[-1].seat

    @property
    def hidden(self) -> Hidden:
        """What became of what that seat could not know."""
        return "true" if self.legs[-1].deal is None else "again"

    def before(self) -> Origin | None:
        """That match's own origin."""
        return Origin("", self.legs[:-1]) if len(self.legs) > 1 else None

    def position(self, setup: Setup) -> State:
        """Where the match begins; `setup` is that of the match played on from. `OriginError` if the
        steps break the rules or nothing is left to play."""
        from openoutcry.core.match import Match
        from openoutcry.core.record import follow

        leg = self.legs[-1]
        match = Match(setup, QuickDraws(0))
        try:
            if leg.seat >= setup.seats:
                raise RecordError(f"no seat {leg.seat}")
            for number, line in enumerate(leg.lines):
                follow(match, number, line)
        except OutcryError as error:
            raise OriginError(f"the match played on from: {error}") from None
        if match.over:
            raise OriginError("the match played on from had ended there")
        return match.state if leg.deal is None else match.state.imagine(leg.seat, Rng(leg.deal))
