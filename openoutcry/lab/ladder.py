"""The ladder: each level against the one below it, in every title and at every table size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from openoutcry.core.setup import Setup
from openoutcry.lab import report
from openoutcry.lab.arena import Plan, notebook_of, plan, resume
from openoutcry.lab.figures import Figures, figures
from openoutcry.lab.games import Entrant
from openoutcry.lab.spread import Workers
from openoutcry.lab.words import between, heads, say
from openoutcry.titles import find as find_title

RUNGS = (
    ("apprentice", "random"),
    ("broker", "apprentice"),
    ("tycoon", "broker"),
    ("baron", "tycoon"),
)
BESIDES = (("tycoon", "apprentice"), ("baron", "tycoon@1"))
"""Duels that the top levels must win beyond their own rung, at four seats or the most allowed."""
FACTORS = (1, 4, 16, 64)
"""Multiples of a tycoon's simulations, for the table of what more thinking brings."""


@dataclass(frozen=True)
class Rung:
    """One bot of the higher level among bots of the lower one."""

    plan: Plan
    higher: Entrant
    lower: Entrant

    @property
    def fair(self) -> float:
        """The win share of somebody as good as the others."""
        return 1 / self.plan.setup.seats


@dataclass(frozen=True)
class Outcome:
    """A rung's result."""

    rung: Rung
    found: Figures

    @property
    def proven(self) -> bool:
        """Does the whole 95 % interval lie above the fair share?"""
        return self.found.low > self.rung.fair


def rungs(
    titles: Sequence[str], deals: int, tycoon_deals: int, seed: int, baron_deals: int = 0
) -> list[Rung]:
    """Every duel of the ladder, each deal on every seat; fewer deals where a slow level plays, and
    no duel of a level that is given no deals."""
    slow = {"tycoon": tycoon_deals, "baron": baron_deals}
    found = []
    for name in titles:
        title = find_title(name)
        edition = title.edition()
        allowed = title.box.seats(edition)
        for seats in allowed:
            setup = Setup.of(title, seats, edition=edition)
            besides = BESIDES if seats == min(4, allowed[-1]) else ()
            for higher, lower in (*RUNGS, *besides):
                top, rest = Entrant(higher, 0), Entrant(lower, 0)
                games = seats * slow.get(higher, deals)
                chosen = plan(setup, [top, *[rest] * (seats - 1)], games, seed)
                if games > 0:
                    found.append(Rung(chosen, top, rest))
    return found


def scales(titles: Sequence[str], deals: int, seed: int) -> list[Rung]:
    """What more thinking brings, at four seats or the most allowed: one tycoon with more of its
    simulations, among tycoons with the number before."""
    found = []
    for name in titles:
        setup = Setup.of(find_title(name))
        usual = Entrant("tycoon", 0).exact_budget(name)
        for less, more in pairwise(FACTORS):
            top, rest = Entrant("tycoon", more * usual), Entrant("tycoon", less * usual)
            chosen = plan(setup, [top, *[rest] * (setup.seats - 1)], deals * setup.seats, seed)
            found.append(Rung(chosen, top, rest))
    return found


def climb(
    ladder: Sequence[Rung],
    workers: Workers,
    seen: Callable[[int], None],
    records: Path | None = None,
) -> Iterator[Outcome]:
    """Play the rungs one after another; `seen` is told how many games are done in all.

    A stopped run goes on where it was: the games are kept until the last rung is played.
    """
    before = 0
    for rung in ladder:
        notebook = notebook_of(rung.plan)
        played = resume(rung.plan, workers, notebook, _from(before, seen), records)
        before += len(played)
        found = next(f for f in figures(played) if f.bot == rung.higher.label)
        yield Outcome(rung, found)
    for rung in ladder:
        notebook_of(rung.plan).unlink(missing_ok=True)


def _from(before: int, seen: Callable[[int], None]) -> Callable[[int], None]:
    return lambda done: seen(before + done)


def row(outcome: Outcome, lang: str = "en") -> list[str]:
    """A line of the table."""
    found, setup = outcome.found, outcome.rung.plan.setup
    return [
        setup.title.name,
        str(setup.seats),
        outcome.rung.higher.label,
        f"{setup.seats - 1} x {outcome.rung.lower.label}",
        str(found.games),
        f"{found.win_share:.1%}",
        between(lang, f"{found.low:.1%}", f"{found.high:.1%}"),
        f"{outcome.rung.fair:.1%}",
        f"{found.mean_place:.2f}",
        f"{found.ms_per_decision:.0f}",
        f"{found.longest_ms:.0f}",
        say(lang, "yes" if outcome.proven else "no"),
    ]


def markdown(outcomes: Sequence[Outcome], lang: str = "en") -> str:
    """The table of docs/bots.md."""
    names = heads(lang, "ladder.heads")
    lines = [names, ["---"] * len(names), *(row(outcome, lang) for outcome in outcomes)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def as_json(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """The same, with all that a duel was played with."""
    return [
        {
            **report.as_json(outcome.rung.plan, []),
            "games": outcome.found.games,
            "bots": [report.bot_as_json(outcome.found)],
            "one": outcome.rung.higher.label,
            "against": outcome.rung.lower.label,
            "fair_share": round(outcome.rung.fair, 6),
            "longest_ms": round(outcome.found.longest_ms, 3),
            "proven": outcome.proven,
        }
        for outcome in outcomes
    ]
