"""Features that any title has: scores and prices. A title's own stand in its `features.py`."""

from openoutcry.core.features import Feature, Features, Measure
from openoutcry.core.state import State
from openoutcry.core.title import Title


def common(title: Title, world: State, seat: int) -> list[Feature]:
    """Told where the title's own features say too little."""
    return [
        Feature("score", lambda end: end.scores()[seat], good=1),
        Feature("rival", lambda end: _best_besides(end.scores(), seat), good=-1),
        *_prices(title, world),
    ]


def _best_besides(scores: list[int], seat: int) -> int:
    return max(score for other, score in enumerate(scores) if other != seat)


def _prices(title: Title, world: State) -> list[Feature]:
    """Of each company, soon and in the end."""
    companies = title.views.companies(world)
    return [
        Feature(key, _price(title, number), {"company": company}, soon=soon)
        for key, soon in (("price_soon", True), ("price_end", False))
        for number, company in enumerate(companies)
    ]


def _price(title: Title, number: int) -> Measure:
    return lambda state: title.views.prices(state)[number]


class AnyTitle:
    """For a title without features of its own."""

    def features(self, world: State, seat: int) -> list[Feature]:
        """None: `common` is all there is."""
        return []

    def settled(self, world: State, now: State, seat: int) -> bool:
        """When the seat is asked again."""
        return bool(now.waiting(seat))


def features_of(title: Title) -> Features:
    """The title's, or what fits any."""
    return title.features if title.features is not None else AnyTitle()
