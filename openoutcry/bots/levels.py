"""The levels that search: broker and tycoon, the same names in every title."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from openoutcry.bots.search import Opinion, Tuning, best, decide, fingerprint, think
from openoutcry.bots.simple import advice_for
from openoutcry.core.rng import derive
from openoutcry.core.state import State


@dataclass(frozen=True)
class Level:
    """How long a level thinks, in each title, and how."""

    seconds: float
    """The most a decision may take on one core."""
    simulations: dict[str, int]
    """Per title: what it spends on a decision, well within the seconds."""
    usual: int
    """Simulations for a title that is not listed."""
    tunings: dict[str, Tuning]
    """Per title: how the search weighs things."""


BRIEF = {
    "ekonos": Tuning(0.5, 20, 100, wide=5, horizon=16, spread=15, trust=40, decisive=300),
    "mogul": Tuning(0.5, 50, 100, wide=10, trust=20, decisive=400),
    "speculation": Tuning(0.5, 30, 100, wide=8, horizon=24, spread=300, trust=40, decisive=600),
    "wallstreet": Tuning(0.5, 20, 100, wide=5, horizon=24, spread=25, trust=40, decisive=500),
}
LONG = {
    **BRIEF,
    "ekonos": Tuning(0.5, 20, 100, wide=5, horizon=32, spread=15, trust=40, decisive=300),
    "wallstreet": Tuning(0.5, 20, 100, wide=5, horizon=48, spread=25, trust=40, decisive=500),
}
"""With many simulations it pays to look further ahead; docs/bots.md has the duels."""

LEVELS = {
    "broker": Level(
        0.25, {"ekonos": 40, "mogul": 100, "speculation": 100, "wallstreet": 40}, 100, BRIEF
    ),
    "tycoon": Level(
        1.8, {"ekonos": 1500, "mogul": 2000, "speculation": 1500, "wallstreet": 1000}, 1000, LONG
    ),
}


def measure(bot: str, title: str) -> int:
    """The simulations a level spends on a decision; 0 for a bot that does not search."""
    level = LEVELS.get(bot)
    return 0 if level is None else level.simulations.get(title, level.usual)


def tuning_of(bot: str, title: str) -> Tuning:
    """How a level's search weighs things in a title."""
    level = LEVELS.get(bot)
    return Tuning() if level is None else level.tunings.get(title) or Tuning()


def title_of(state: State) -> str:
    """The title that the state belongs to: openoutcry.titles.NAME.rules."""
    return type(state).__module__.split(".")[2]


class Searcher:
    """Chooses by search. Its own measure also looks at the clock, a budget given does not.

    With `workers`, as many trees grow in processes of their own and vote together.
    """

    level = "tycoon"

    def __init__(self, seed: int = 0, workers: int = 1, tuning: Tuning | None = None) -> None:
        self._seed = seed
        self._workers = workers
        self._tuning = tuning
        self._pool: ProcessPoolExecutor | None = None

    def choose(self, state: State, seat: int, budget: int = 0) -> int:
        """The action its search visited most; a forced one without searching."""
        forced = int(state.forced(seat))
        if forced >= 0:
            return forced
        if self._workers > 1:
            return best(self.opinions(state, seat, budget))
        question = self._question(state, budget)
        seed = fingerprint(state, seat, self._seed)
        return decide(state, seat, advice_for(state), *question, seed)

    def opinions(self, state: State, seat: int, budget: int = 0) -> list[Opinion]:
        """What it thinks of each action."""
        tuning, simulations, seconds = self._question(state, budget)
        seed = fingerprint(state, seat, self._seed)
        if self._workers == 1:
            return _think(state, seat, tuning, simulations, seconds, seed)
        share = -(-simulations // self._workers)
        jobs = [
            self._processes().submit(
                _think, state, seat, tuning, share, seconds, derive(seed, number)
            )
            for number in range(self._workers)
        ]
        return pooled([job.result() for job in jobs])

    def _question(self, state: State, budget: int) -> tuple[Tuning, int, float]:
        """How to search, how many simulations, how many seconds (0: as long as it takes)."""
        title = title_of(state)
        tuning = self._tuning or tuning_of(self.level, title)
        if budget > 0:
            return tuning, budget, 0.0
        return tuning, measure(self.level, title), LEVELS[self.level].seconds

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers)
        return self._pool

    def close(self) -> None:
        """End the processes, if there are any."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class Broker(Searcher):
    """Searches briefly."""

    level = "broker"


class Tycoon(Searcher):
    """Searches as long as somebody likes to wait."""

    level = "tycoon"


def _think(
    state: State, seat: int, tuning: Tuning, simulations: int, seconds: float, seed: int
) -> list[Opinion]:
    return think(state, seat, advice_for(state), tuning, simulations, seconds, seed)


def pooled(votes: Sequence[list[Opinion]]) -> list[Opinion]:
    """Several trees' opinions as one: visits added, values weighed by them."""
    visits: dict[int, int] = {}
    total: dict[int, float] = {}
    for opinion in (opinion for tree in votes for opinion in tree):
        action = int(opinion.action)
        visits[action] = visits.get(action, 0) + int(opinion.visits)
        total[action] = total.get(action, 0.0) + opinion.value * int(opinion.visits)
    return [Opinion(a, visits[a], total[a] / visits[a]) for a in sorted(visits)]
