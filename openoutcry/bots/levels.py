"""The levels that search: broker, tycoon and baron, the same names in every title."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openoutcry.bots.learned import advice_by, insight_for
from openoutcry.bots.personality import parted, tuned
from openoutcry.bots.search import Opinion, answer, decide, knowledge_seed, think
from openoutcry.bots.simple import title_of
from openoutcry.core.network import Insight
from openoutcry.core.rng import derive
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Effort, Tuning
from openoutcry.titles import find as find_title

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


@dataclass(frozen=True)
class Level:
    """How long a level thinks, and how, unless the title says otherwise."""

    seconds: float
    """The most a decision may take on one core."""
    usual: Effort
    """For a title that sets no effort of its own for this level."""


_USUAL = Tuning(0.5, 50, 100, wide=5, trust=20, decisive=400)
"""For any title: follow its advice, play to the end, count places instead of scores, whose
scale is unknown. docs/bots.md has the duels."""

SEARCH_LEVELS = {
    "broker": Level(0.25, Effort(200, _USUAL)),
    "tycoon": Level(1.8, Effort(1000, _USUAL)),
    "baron": Level(5.0, Effort(16_000, _USUAL, quick=1000)),
}

EARLIER = {"broker@1": SEARCH_LEVELS["broker"], "tycoon@1": SEARCH_LEVELS["tycoon"]}
"""Levels as they once were, without networks: the yardstick of those that follow. A title says how
they search there if its levels have changed since."""


def effort_of(level: str, title: Title) -> Effort:
    """What a level that searches spends on a decision, and how it weighs things."""
    for name in (level, level.partition("@")[0]):
        if name in title.efforts:
            return title.efforts[name]
    return level_of(level).usual


def level_of(level: str) -> Level:
    """A level that searches, also an earlier one."""
    return SEARCH_LEVELS[level] if level in SEARCH_LEVELS else EARLIER[level]


def searches(bot: str) -> bool:
    """Is it one of our levels that search, with a personality or without?"""
    level = parted(bot)[0]
    return level in SEARCH_LEVELS or level in EARLIER


def simulations_of(bot: str, title: str) -> int:
    """The simulations a level spends on a decision; 0 for a bot that does not search."""
    return effort_of(parted(bot)[0], find_title(title)).simulations if searches(bot) else 0


def tuning_of(bot: str, title: str) -> Tuning:
    """How a level's search weighs things in a title."""
    if not searches(bot):
        return Tuning()
    level, personality = parted(bot)
    return tuned(effort_of(level, find_title(title)).tuning, personality)


def quick_of(bot: str, title: str) -> int:
    """The simulations after which a level plays what is clear; 0: it never looks."""
    return effort_of(parted(bot)[0], find_title(title)).quick if searches(bot) else 0


def plain_tuning_of(level: str, title: str) -> Tuning:
    """The same where no network judges: what the coach and analyses search by."""
    return _plain(level, find_title(title)).tuning


class Searcher:
    """Chooses by search, within its own effort and time limit or, untimed, within a given budget.

    With `workers`, that many trees grow in processes of their own, and their visits are added up.
    """

    level = "tycoon"
    portion = 1.0
    """The part of its level's effort that it spends: less where many others want to think."""

    seconds: float | None = None
    """The most a decision may take, if not what its level says: a browser is slow."""

    def __init__(
        self,
        seed: int = 0,
        workers: int = 1,
        tuning: Tuning | None = None,
        personality: str = "",
    ) -> None:
        self._seed = seed
        self._workers = workers
        self._tuning = tuning
        self._personality = personality
        self._pool: ProcessPoolExecutor | None = None

    def choose(self, state: State, seat: int, budget: int = 0) -> int:
        """What its search prefers; a forced action without searching."""
        forced = int(state.forced(seat))
        if forced >= 0:
            return forced
        tuning, simulations, seconds = self._question(state, budget)
        seed = knowledge_seed(state, seat, self._seed)
        if self._workers > 1:
            return answer(self.opinions(state, seat, budget), state, tuning, seed)
        quick = effort_of(self.level, title_of(state)).quick
        insight = insight_with(tuning, state)
        advice = advice_by(tuning, title_of(state))
        return decide(state, seat, advice, tuning, simulations, seconds, seed, insight, quick)

    def opinions(self, state: State, seat: int, budget: int = 0) -> list[Opinion]:
        """What it thinks of each action."""
        tuning, simulations, seconds = self._question(state, budget)
        seed = knowledge_seed(state, seat, self._seed)
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
        effort = _effort_for(self.level, state)
        tuning = tuned(self._tuning or effort.tuning, self._personality)
        if budget > 0:
            return tuning, budget, 0.0
        simulations = max(1, round(self.portion * effort.simulations))
        seconds = self.seconds or level_of(self.level).seconds
        return tuning, simulations, self.portion * seconds

    def _processes(self) -> "ProcessPoolExecutor":
        if self._pool is None:
            # Only here: a browser has no processes, and waits for every module.
            from concurrent.futures import ProcessPoolExecutor

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
    """Searches for as long as people are willing to wait."""

    level = "tycoon"


class Baron(Searcher):
    """Takes its time where a decision is close, and none where it is clear."""

    level = "baron"


class FirstBroker(Searcher):
    """The broker before there were networks."""

    level = "broker@1"


class FirstTycoon(Searcher):
    """The tycoon before there were networks."""

    level = "tycoon@1"


def insight_with(tuning: Tuning, state: State) -> Insight | None:
    """The network that the tuning asks for, if it asks for one and one fits."""
    return insight_for(state) if tuning.judged or tuning.guided > 0 else None


def _effort_for(level: str, state: State) -> Effort:
    """What it spends with a network that fits, or without."""
    title = title_of(state)
    effort = effort_of(level, title)
    if effort.without is None or insight_for(state) is not None:
        return effort
    return _plain(level, title)


def _plain(level: str, title: Title) -> Effort:
    """What a level spends without a network: as much as before there were any, if it is as old."""
    effort = effort_of(level, title)
    if effort.without is None:
        return effort
    before = f"{level}@1"
    simulations = effort.simulations
    if before in EARLIER:
        simulations = effort_of(before, title).simulations
    return Effort(simulations, effort.without, quick=effort.quick)


def _think(
    state: State, seat: int, tuning: Tuning, simulations: int, seconds: float, seed: int
) -> list[Opinion]:
    insight = insight_with(tuning, state)
    advice = advice_by(tuning, title_of(state))
    return think(state, seat, advice, tuning, simulations, seconds, seed, insight)


def pooled(votes: Sequence[list[Opinion]]) -> list[Opinion]:
    """Several trees' opinions as one: visits added, values weighed by them."""
    visits: dict[int, int] = {}
    total: dict[int, float] = {}
    for opinion in (opinion for tree in votes for opinion in tree):
        action = int(opinion.action)
        visits[action] = visits.get(action, 0) + int(opinion.visits)
        total[action] = total.get(action, 0.0) + opinion.value * int(opinion.visits)
    return [Opinion(a, visits[a], total[a] / visits[a]) for a in sorted(visits)]
