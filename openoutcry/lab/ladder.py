"""The ladder: each level against the one below it, in every title and at every table size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from openoutcry.lab.arena import Plan, games, notebook_of, plan
from openoutcry.lab.figures import Figures, figures
from openoutcry.lab.games import Entrant, table
from openoutcry.lab.spread import Workers
from openoutcry.titles import find as find_title

RUNGS = (("apprentice", "random"), ("broker", "apprentice"), ("tycoon", "broker"))
TABLES = (("tycoon", "random"), ("tycoon", "apprentice"))
"""What the top level must show beyond its own rung, at four seats or the most there are."""


@dataclass(frozen=True)
class Rung:
    """One bot of the higher level among bots of the lower one."""

    plan: Plan
    higher: Entrant
    lower: Entrant

    @property
    def fair(self) -> float:
        """The win share of somebody as good as the others."""
        return 1 / self.plan.at.seats


@dataclass(frozen=True)
class Outcome:
    """A rung's result."""

    rung: Rung
    found: Figures

    @property
    def proven(self) -> bool:
        """Does the whole 95 % interval lie above the fair share?"""
        return self.found.low > self.rung.fair


def rungs(titles: Sequence[str], count: int, seed: int, cap: int) -> list[Rung]:
    """Every duel of the ladder; the top level thinks at most `cap` times the one below it."""
    found = []
    for name in titles:
        title = find_title(name)
        edition = title.edition()
        allowed = title.box.seats(edition)
        for seats in allowed:
            at = table(title, edition, seats, {})
            extra = TABLES if seats == min(4, allowed[-1]) else ()
            for higher, lower in (*RUNGS, *extra):
                top, rest = capped(higher, name, cap), Entrant(lower, 0)
                chosen = plan(at, [top, *[rest] * (seats - 1)], count, seed)
                found.append(Rung(chosen, top, rest))
    return found


def capped(level: str, title: str, cap: int) -> Entrant:
    """The level, or the tycoon with so many times a broker's simulations if that is less."""
    most = cap * Entrant("broker", 0).measure(title)
    if level == "tycoon" and 0 < most < Entrant(level, 0).measure(title):
        return Entrant(level, most)
    return Entrant(level, 0)


def climb(
    ladder: Sequence[Rung], workers: Workers, keep: bool, seen: Callable[[int], None]
) -> Iterator[Outcome]:
    """Play the rungs one after the other; `seen` hears the games of the present one."""
    for rung in ladder:
        notebook: Path | None = notebook_of(rung.plan) if keep else None
        played = games(rung.plan, workers, notebook, seen)
        found = next(f for f in figures(played) if f.bot == rung.higher.label)
        yield Outcome(rung, found)


HEADS = (
    "title",
    "seats",
    "one",
    "against",
    "games",
    "win share",
    "95 %",
    "fair",
    "place",
    "proven",
)


def row(outcome: Outcome) -> list[str]:
    """A line of the table."""
    found, at = outcome.found, outcome.rung.plan.at
    return [
        at.title,
        str(at.seats),
        outcome.rung.higher.label,
        f"{at.seats - 1} x {outcome.rung.lower.label}",
        str(found.games),
        f"{found.win_share:.1%}",
        f"{found.low:.1%} to {found.high:.1%}",
        f"{outcome.rung.fair:.1%}",
        f"{found.mean_place:.2f}",
        "yes" if outcome.proven else "no",
    ]


def markdown(outcomes: Sequence[Outcome]) -> str:
    """The table of docs/bots.md."""
    lines = [HEADS, ["---"] * len(HEADS), *map(row, outcomes)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
