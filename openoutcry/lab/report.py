"""A tournament's results as JSON, CSV and a page with plots."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from openoutcry.bots.own import source_hash
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.drawing import look, plots
from openoutcry.lab.arena import Plan
from openoutcry.lab.figures import Figures, figures, interval
from openoutcry.lab.games import POINTS, Entrant, Game, called

COLUMNS = (
    "bot",
    "games",
    "win_share",
    "ci95_low",
    "ci95_high",
    "mean_place",
    "mean_score",
    "rating",
    "rating_sigma",
    "ms_per_decision",
)


def as_json(plan: Plan, games: Sequence[Game]) -> dict[str, Any]:
    """The figures; all but `ms_per_decision` are the same on every machine."""
    return {
        "title": plan.setup.title.name,
        "rules": plan.setup.title.rules_version,
        "seats": plan.setup.seats,
        "options": plan.setup.options,
        "edition": {
            "identity": plan.setup.edition.identity,
            "name": plan.setup.edition.name,
        },
        "entrants": [_entrant(entrant, plan) for entrant in dict.fromkeys(plan.entrants)],
        "games": len(games),
        "seed": plan.seed,
        "bots": [bot_as_json(found) for found in figures(games)],
    }


def _entrant(entrant: Entrant, plan: Plan) -> dict[str, Any]:
    """Which bot exactly: its simulations a decision, and a hash of its source if it has a file of
    its own."""
    return {
        "bot": entrant.label,
        "simulations": entrant.exact_budget(plan.setup.title.name),
        "source": source_hash(entrant.name) or None,
    }


def bot_as_json(found: Figures) -> dict[str, Any]:
    """One bot's figures, as `--json` prints them."""
    return {
        "bot": found.bot,
        "games": found.games,
        "win_share": round(found.win_share, 6),
        "ci95": [round(found.low, 6), round(found.high, 6)],
        "mean_place": round(found.mean_place, 6),
        "mean_score": round(found.mean_score, 6),
        "rating": round(found.rating, 4),
        "rating_sigma": round(found.rating_sigma, 4),
        "ms_per_decision": round(found.ms_per_decision, 4),
    }


def as_csv(plan: Plan, games: Sequence[Game]) -> str:
    """One line a bot."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for bot in as_json(plan, games)["bots"]:
        low, high = bot.pop("ci95")
        values = {**bot, "ci95_low": low, "ci95_high": high}
        writer.writerow([values[column] for column in COLUMNS])
    return text.getvalue()


HEADS = ("bot", "win share", "95 %", "place", "score", "rating", "decisions/s")


def rows(games: Sequence[Game]) -> list[list[str]]:
    """The table as people read it."""
    return [
        [
            bot.bot,
            f"{bot.win_share:.1%}",
            f"{100 * bot.low:.1f} to {bot.high:.1%}",
            f"{bot.mean_place:.2f}",
            f"{bot.mean_score:.1f}",
            f"{bot.rating:.1f} ± {1.96 * bot.rating_sigma:.1f}",
            f"{bot.decisions_per_s:,.0f}",
        ]
        for bot in figures(games)
    ]


def as_html(plan: Plan, games: Sequence[Game]) -> str:
    """A self-contained page."""
    setup = plan.setup
    about = (
        f"{len(games)} games at {setup.seats} seats, seed {plan.seed}, edition {setup.edition.name}"
        f" ({setup.edition.identity}). The same deals were played on every seat; a fair share is"
        f" {1 / setup.seats:.1%}."
    )
    return plots.page(
        f"Arena: {called(setup.title.name)}",
        [
            plots.paragraph(about),
            plots.table(HEADS, rows(games)),
            _scores(games),
            seat_advantage(games, setup.seats),
            price_paths(games, setup),
            lengths(games),
        ],
    )


def _scores(games: Sequence[Game]) -> str:
    labels = dict.fromkeys(label for game in games for label in game.seating)
    samples = [
        (
            label,
            [
                game.scores[seat]
                for game in games
                for seat, who in enumerate(game.seating)
                if who == label
            ],
        )
        for label in labels
    ]
    return plots.histogram("Final scores of each bot", samples, "score")


def seat_advantage(games: Sequence[Game], seats: int) -> str:
    """Win share by seat."""
    values = []
    for seat in range(seats):
        wins = [(game.deal, game.win_share(seat)) for game in games]
        low, high = interval(wins)
        share = sum(win for _, win in wins) / len(wins)
        values.append((f"seat {seat + 1}", 100 * share, 100 * low, 100 * high))
    return plots.bars("Share of wins by seat (dashed: a fair share)", values, "%", 100 / seats)


def price_paths(games: Sequence[Game], setup: Setup) -> str:
    """The mean price of each company from the first step to the last."""
    names = setup.title.views.companies(setup.start())
    series = [
        (
            name,
            [
                (
                    100 * point / (POINTS - 1),
                    sum(game.prices[point][company] for game in games) / len(games),
                )
                for point in range(POINTS)
            ],
        )
        for company, name in enumerate(names)
    ]
    colours = company_colours(setup.title, names)
    return plots.lines("Mean price of a share", series, "% of the match", "price", colours=colours)


def company_colours(title: Title, names: Sequence[str]) -> list[str]:
    """The companies' own, for lines on light ground."""
    known = look.companies(title.folder) if (title.folder / "look.json").exists() else {}
    return [look.company(known, name).line[0] for name in names]


def lengths(games: Sequence[Game]) -> str:
    """How long matches are."""
    return plots.histogram(
        "Length of the match", [("all games", [game.steps for game in games])], "steps"
    )
