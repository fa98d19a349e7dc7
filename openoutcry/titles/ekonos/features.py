"""Ekonos: what explains a choice. It is settled when one plays one's next card."""

from openoutcry.core.features import Feature, Measure
from openoutcry.core.state import State
from openoutcry.titles.ekonos.components import CARDS
from openoutcry.titles.ekonos.rules import Ekonos


def features(world: State, seat: int) -> list[Feature]:
    """Who presides over which company, how far it spreads, how much of it one owns."""
    companies = [name for name, _, _ in _ekonos(world).components.companies]
    return [
        Feature("coins", lambda now: int(_ekonos(now).coins[seat]), good=1, soon=True),
        *(
            Feature(key, measure(seat, number), {"company": company}, good, chance, soon)
            for number, company in enumerate(companies[: int(_ekonos(world).companies)])
            for key, measure, good, chance, soon in (
                ("president", _presides, 1, True, True),
                ("tiles", _tiles, 1, False, True),
                ("president_end", _presides, 1, True, False),
                ("value", _tiles, 1, False, False),
                ("holding", _holding, 1, False, False),
            )
        ),
    ]


def settled(world: State, now: State, seat: int) -> bool:
    """The seat is to play its next card."""
    before, s = _ekonos(world), _ekonos(now)
    moved_on = s.played != before.played or s.round != before.round
    return moved_on and s.phase == CARDS and s.active == seat


def _presides(seat: int, company: int) -> Measure:
    return lambda now: int(_ekonos(now).president[company] == seat)


def _tiles(seat: int, company: int) -> Measure:
    """Counted only where one owns a share of it."""

    def measure(now: State) -> int:
        s = _ekonos(now)
        return int(s.count[company]) if s.owned(seat, company) > 0 else 0

    return measure


def _holding(seat: int, company: int) -> Measure:
    return lambda end: int(_ekonos(end).owned(seat, company))


def _ekonos(state: State) -> Ekonos:
    assert isinstance(state, Ekonos)
    return state
