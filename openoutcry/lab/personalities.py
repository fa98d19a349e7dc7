"""Personalities beside plain bots of the same level: are they as strong, and do they play apart?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from openoutcry.bots.personality import PERSONALITIES, WITH_PERSONALITIES
from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.lab import report
from openoutcry.lab.arena import Plan, notebook_of, plan, resume
from openoutcry.lab.figures import Figures, figures
from openoutcry.lab.games import Entrant, Game, entrant
from openoutcry.lab.spread import Workers
from openoutcry.lab.words import between, heads, say
from openoutcry.titles import find as find_title


@dataclass(frozen=True)
class Trial:
    """One bot with a personality among plain ones, or a plain one among its like."""

    plan: Plan
    one: Entrant
    plain: Entrant

    @property
    def fair(self) -> float:
        """The win share of somebody as good as the others."""
        return 1 / self.plan.setup.seats


@dataclass(frozen=True)
class Finding:
    """How a trial ended."""

    trial: Trial
    found: Figures
    last: float
    """How often the one came last, alone or with others."""
    scored: float
    """Its own score, less the mean score of its table, on average."""
    best_rival: float
    """The best other score, less the mean score of the table, on average."""

    @property
    def equal(self) -> bool:
        """Does the 95 % interval hold the fair share?"""
        return self.found.low <= self.trial.fair <= self.found.high


def trials(titles: Sequence[str], level: Entrant, deals: int, seed: int) -> list[Trial]:
    """Every personality in every title, at four seats or the most allowed."""
    found = []
    for name in titles:
        setup = Setup.of(find_title(name))
        for personality in PERSONALITIES:
            one = Entrant(f"{level.name}:{personality}", level.budget)
            seated = [one, *[level] * (setup.seats - 1)]
            found.append(Trial(plan(setup, seated, deals * setup.seats, seed), one, level))
    return found


def play_trials(
    chosen: Sequence[Trial], workers: Workers, seen: Callable[[int], None]
) -> Iterator[Finding]:
    """Play one trial after another; `seen` is told how many games are done in all.

    A stopped run goes on where it was: the games are kept until the last trial is played.
    """
    before = 0
    for trial in chosen:
        games = resume(trial.plan, workers, notebook_of(trial.plan), _from(before, seen))
        before += len(games)
        yield finding(trial, games)
    for trial in chosen:
        notebook_of(trial.plan).unlink(missing_ok=True)


def _from(before: int, seen: Callable[[int], None]) -> Callable[[int], None]:
    return lambda done: seen(before + done)


def finding(trial: Trial, games: Sequence[Game]) -> Finding:
    """What the games say of the one with a personality."""
    label = trial.one.label
    last, scored, best_rival = 0, 0.0, 0.0
    for game in games:
        seat = game.seating.index(label)
        mean = sum(game.scores) / len(game.scores)
        last += game.places[seat] == max(game.places)
        scored += game.scores[seat] - mean
        best_rival += max(s for other, s in enumerate(game.scores) if other != seat) - mean
    count = len(games)
    found = next(one for one in figures(games) if one.bot == label)
    return Finding(trial, found, last / count, scored / count, best_rival / count)


def row(one: Finding, lang: str = "en") -> list[str]:
    """A line of the table."""
    return [
        one.trial.plan.setup.title.name,
        one.trial.one.label,
        f"{one.trial.plan.setup.seats - 1} x {one.trial.plain.label}",
        str(one.found.games),
        f"{one.found.win_share:.1%}",
        between(lang, f"{one.found.low:.1%}", f"{one.found.high:.1%}"),
        f"{one.trial.fair:.1%}",
        f"{one.found.mean_place:.2f}",
        f"{one.last:.1%}",
        f"{one.scored:+.1f}",
        f"{one.best_rival:+.1f}",
        say(lang, "yes" if one.equal else "no"),
    ]


def markdown(found: Sequence[Finding], lang: str = "en") -> str:
    """The table of docs/bots.md."""
    names = heads(lang, "personalities.heads")
    lines = [names, ["---"] * len(names), *(row(one, lang) for one in found)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def as_json(found: Sequence[Finding]) -> list[dict[str, Any]]:
    """The same, with all that a trial was played with."""
    return [
        {
            **report.as_json(one.trial.plan, []),
            "games": one.found.games,
            "bots": [report.bot_as_json(one.found)],
            "one": one.trial.one.label,
            "against": one.trial.plain.label,
            "fair_share": round(one.trial.fair, 6),
            "last": round(one.last, 6),
            "score_above_mean": round(one.scored, 3),
            "best_rival_above_mean": round(one.best_rival, 3),
            "equal": one.equal,
        }
        for one in found
    ]


def plain_level(text: str) -> Entrant:
    """ "broker" or "baron:100"; `OutcryError` if it has no personalities."""
    level = entrant(text)
    if level.name not in WITH_PERSONALITIES:
        known = ", ".join(WITH_PERSONALITIES)
        raise OutcryError(f"{level.label} has no personalities; those that search do: {known}")
    return level
