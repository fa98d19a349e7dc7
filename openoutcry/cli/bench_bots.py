"""`outcry bench`, the part about bots: what a look of a network, a rollout and a decision cost."""

from collections.abc import Callable
from time import process_time
from typing import Any

from openoutcry.bots import find
from openoutcry.bots.learned import fitted, loaded, shipped
from openoutcry.bots.levels import SEARCH_LEVELS, Searcher, effort_of
from openoutcry.bots.search import Search
from openoutcry.core.network import Insight
from openoutcry.core.rng import Rng
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.core.weights import HIDDEN, SECOND, Layout, Weights

AT_ONCE = 200
"""Looks, or rollouts, between two looks at the clock."""

Rate = Callable[[Callable[[], int]], float]


def measure(state: State, title: Title, rate: Rate) -> dict[str, Any]:
    """How fast the levels think in a position, compiled."""
    return {
        "network_looks_per_s": rate(_looks(state, title)),
        "tycoon_rollouts_per_s": rate(_rollouts(state, title)),
        "ms_per_decision": {level: _decision(state, level) for level in SEARCH_LEVELS},
    }


def _looks(state: State, title: Title) -> Callable[[], int]:
    """Looks at the position by the title's network or, if it brings none, by one of the same size
    that has learned nothing: what it costs is the same."""
    insight = fitted(shipped(title) or loaded(untaught(title)), title, state)
    assert insight is not None  # the title's own edition always fits
    seat = int(state.mover())

    def look() -> int:
        for _ in range(AT_ONCE):
            _value(insight, state, seat)
        return AT_ONCE

    return look


def _value(insight: Insight, state: State, seat: int) -> None:
    insight.look(state, seat)
    for other in range(int(state.seats())):
        insight.worth(other)


def _rollouts(state: State, title: Title) -> Callable[[], int]:
    """What a network's look stands for: a world imagined, played on and judged as a tycoon does."""
    tuning = effort_of("tycoon@1", title).tuning
    search = Search(state, int(state.mover()), title.advice, tuning, Rng(1), 1)

    def roll_out() -> int:
        for _ in range(AT_ONCE):
            search.sample()
        return AT_ONCE

    return roll_out


def _decision(state: State, level: str) -> float:
    """Milliseconds of one core that the level takes to decide."""
    bot = find(level, 1)
    assert isinstance(bot, Searcher)
    began = process_time()
    bot.choose(state, int(state.mover()))
    return round(1000 * (process_time() - began), 2)


def untaught(title: Title) -> Weights:
    """A network of the size that is trained, with any weights."""
    layout, rng = Layout.of(title), Rng(1)
    sizes = Weights(layout, HIDDEN, SECOND, (), (), (), (), {}).sizes()
    first, second, worth, liking = (
        [int(rng.below(401)) - 200 for _ in range(size)] for size in sizes
    )
    return Weights(layout, HIDDEN, SECOND, first, second, worth, liking, {})
