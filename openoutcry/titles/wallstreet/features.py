"""1920 Wall Street: what explains a choice. It is settled when one's next turn begins."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.features import Feature, Measure
from openoutcry.core.state import State
from openoutcry.titles.wallstreet import scoring
from openoutcry.titles.wallstreet.components import COMPANIES, MINUS_1
from openoutcry.titles.wallstreet.faces import EVENTS, NAMES
from openoutcry.titles.wallstreet.position import Position
from openoutcry.titles.wallstreet.rules import WallStreet


def features(world: State, seat: int) -> list[Feature]:
    """Minimums and sets, the pile that explodes, and what it all was paid with."""
    return [
        Feature("cash", lambda now: int(_position(now).cash[seat]), good=1, soon=True),
        Feature("capital", lambda end: int(_position(end).capital[seat]), good=1),
        Feature("loans", lambda end: int(_position(end).loans[seat]), good=-1),
        Feature("indebted", _owes(seat), good=-1, chance=True),
        Feature("variations", lambda end: int(_position(end).points[seat]), good=1),
        *(
            Feature("event", _explodes(zone), {"zone": event}, chance=True)
            for zone, event in enumerate(EVENTS)
        ),
        *(
            Feature(key, measure(seat, number), {"company": company}, good, chance)
            for number, company in enumerate(NAMES)
            for key, measure, good, chance in (
                ("minimum", reaches_minimum, 1, True),
                ("holding", _holding, 1, False),
            )
        ),
    ]


def settled(world: State, now: State, seat: int) -> bool:
    """Everybody has had a turn."""
    before, p = _position(world), _position(now)
    return p.turns >= before.turns + before.n


def _owes(seat: int) -> Measure:
    return lambda end: int(_position(end).loans[seat] > 0)


def _explodes(zone: int) -> Measure:
    return lambda end: int(scoring.event(_position(end)) == zone)


def reaches_minimum(seat: int, company: int) -> Measure:
    """The company counts at the end, with duals and gold where they are worth most."""

    def measure(end: State) -> int:
        p = _position(end)
        event = scoring.event(p)
        counted = vec[i64]([0] * COMPANIES)
        scoring.best_companies(p, seat, event, counted)
        fewer = 1 if event == MINUS_1 else 0
        return int(
            scoring.company_points(counted[company] - fewer, 1, p.components.minimum[company]) > 0
        )

    return measure


def _holding(seat: int, company: int) -> Measure:
    """Shares of it on single and double cards."""
    return lambda end: int(_position(end).shares[seat * COMPANIES + company])


def _position(state: State) -> Position:
    assert isinstance(state, WallStreet)
    return state.p
