"""Speculation: what explains a choice. A turn is settled when the next one begins."""

from openoutcry.core.features import Feature, Measure
from openoutcry.core.state import State
from openoutcry.titles.speculation.rules import Speculation


def features(world: State, seat: int) -> list[Feature]:
    """What one's shares are worth, how many, and which of them turn against one."""
    companies = [name for name, _, _ in _speculation(world).components.labels]
    return [
        Feature("worth_soon", lambda now: int(_speculation(now).worth(seat)), good=1, soon=True),
        Feature("cash_soon", lambda now: int(_speculation(now).cash[seat]), good=1, soon=True),
        *(
            Feature(key, measure(seat, number), {"company": company}, good, chance)
            for number, company in enumerate(companies)
            for key, measure, good, chance in (
                ("holding", _holding, 1, False),
                ("negative", _negative, -1, True),
                ("leader", _leads, 1, True),
            )
        ),
    ]


def settled(world: State, now: State, seat: int) -> bool:
    """The next turn has begun."""
    return _speculation(now).turn != _speculation(world).turn


def _holding(seat: int, company: int) -> Measure:
    """Shares of it at the end."""
    return lambda end: _held(_speculation(end), seat, company)


def _negative(seat: int, company: int) -> Measure:
    """It costs points at the end to hold it, and one does."""

    def measure(end: State) -> int:
        s = _speculation(end)
        return int(s.price[company] < 0 and _held(s, seat, company) > 0)

    return measure


def _leads(seat: int, company: int) -> Measure:
    """One's own company is first at the end."""

    def measure(end: State) -> int:
        s = _speculation(end)
        return int(s.rank(company) == 1 and _held(s, seat, company) > 0)

    return measure


def _held(s: Speculation, seat: int, company: int) -> int:
    return int(s.shares[seat * s.components.companies + company])


def _speculation(state: State) -> Speculation:
    assert isinstance(state, Speculation)
    return state
