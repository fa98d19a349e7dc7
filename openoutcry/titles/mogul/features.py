"""Mogul: what explains a choice. An auction is settled when its share has gone."""

from openoutcry.core.features import Feature
from openoutcry.core.state import State
from openoutcry.titles.mogul.rules import Mogul


def features(world: State, seat: int) -> list[Feature]:
    """Who gets the share, who sells, and what is left to bid with."""
    s = _mogul(world)
    card = int(s.card)
    offered = {"colour": s.components.palette[s.components.background[card]]}
    border = int(s.components.border[card])
    salable = {"colour": s.components.palette[border]}

    def gets_share(now: State) -> int:
        return int(_mogul(now).owner[card] == seat)

    def sells(now: State) -> int:
        return int(_held(_mogul(now), seat, border) < _held(s, seat, border))

    def rival_sells(now: State) -> int:
        rivals = (other for other in range(int(s.n)) if other != seat)
        return int(any(_held(_mogul(now), r, border) < _held(s, r, border) for r in rivals))

    def is_broke(now: State) -> int:
        return int(_mogul(now).chips[seat] == 0)

    return [
        Feature("share", gets_share, offered, good=1, chance=True, soon=True),
        Feature("sale", sells, salable, good=1, chance=True, soon=True),
        Feature("rival_sale", rival_sells, salable, good=-1, chance=True, soon=True),
        Feature("chips", lambda now: int(_mogul(now).chips[seat]), good=1, soon=True),
        Feature("broke", is_broke, good=-1, chance=True, soon=True),
        Feature("points", lambda now: int(_mogul(now).points[seat]), good=1, soon=True),
    ]


def settled(world: State, now: State, seat: int) -> bool:
    """The revealed share has gone."""
    return _mogul(now).card != _mogul(world).card


def _held(s: Mogul, seat: int, colour: int) -> int:
    return int(s.shares[seat * s.components.colours + colour])


def _mogul(state: State) -> Mogul:
    assert isinstance(state, Mogul)
    return state
