"""What everything was worth as a match went on: for charts."""

from dataclasses import dataclass

from openoutcry.core.match import Match
from openoutcry.core.state import SPECTATOR, State
from openoutcry.core.title import Title
from openoutcry.table import protocol as p


@dataclass(frozen=True, slots=True)
class Valuation:
    """Prices and worth after an event; `own` holds the seats that know more than everybody."""

    step: int
    prices: list[int]
    public: list[int | None]
    own: dict[int, list[int | None]]

    @classmethod
    def of(cls, match: Match) -> "Valuation":
        """As the match stands."""
        views, state = match.title.views, match.state
        public = views.worth(state, SPECTATOR)
        own = {
            seat: worth
            for seat in range(match.seats)
            if (worth := views.worth(state, seat)) != public
        }
        return cls(match.step, views.prices(state), public, own)

    def true_worth(self) -> list[int]:
        """What each seat was worth, by its own knowledge where that was hidden from others."""
        known = [self.own.get(seat, self.public)[seat] for seat in range(len(self.public))]
        return [worth if worth is not None else 0 for worth in known]

    def point(self, viewer: int | None) -> p.Point:
        """As the viewer knew it then."""
        seat = SPECTATOR if viewer is None else viewer
        return p.Point(self.step, self.prices, self.own.get(seat, self.public))


def true_worth(title: Title, state: State, seats: int) -> list[int]:
    """What each seat was worth in a position, by its own knowledge."""
    return [title.views.worth(state, seat)[seat] or 0 for seat in range(seats)]
