"""Bots that read what a person sees instead of a state: `decide(view, offers)`."""

from typing import Protocol

from openoutcry.bots.simple import title_of
from openoutcry.core.decisions import legal_actions
from openoutcry.core.errors import OutcryError
from openoutcry.core.state import State
from openoutcry.core.title import Offer
from openoutcry.core.view import Picture


class Sight(Picture, frozen=True):
    """What a bot's seat sees, and which seat that is."""

    seat: int
    companies: list[str]
    """In the order of prices and shares."""


class Decider(Protocol):
    """Somebody's bot."""

    def decide(self, view: Sight, offers: list[Offer]) -> Offer | str:
        """One of the offers, or its text."""


class ByView:
    """Such a bot as one that chooses in a state."""

    def __init__(self, decider: Decider) -> None:
        self._decider = decider

    def choose(self, state: State, seat: int, budget: int) -> int:
        """The action of the offer that it decides for."""
        views = title_of(state).views
        actions = legal_actions(state, seat)
        offers = [views.offer(state, seat, action) for action in actions]
        chosen = self._decider.decide(_sight(state, seat), list(offers))
        text = chosen.action if isinstance(chosen, Offer) else chosen
        for action, offer in zip(actions, offers, strict=True):
            if offer.action == text:
                return int(action)
        raise OutcryError(f"decided for {text!r:.60}, which is not on offer")


def _sight(state: State, seat: int) -> Sight:
    views = title_of(state).views
    waiting = tuple(other for other in range(int(state.seats())) if state.waiting(other))
    return Sight(
        board=views.board(state, seat),
        prices=views.prices(state),
        worth=views.worth(state, seat),
        waiting=waiting,
        kind=views.kind(state, seat),
        seat=seat,
        companies=views.companies(state),
    )
