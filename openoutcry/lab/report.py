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
from openoutcry.lab.words import between, heads, say

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


def table(games: Sequence[Game], lang: str = "en") -> tuple[list[str], list[list[str]]]:
    """Heads and rows as people read them."""
    return heads(lang, "arena.heads"), _rows(games, lang)


def _rows(games: Sequence[Game], lang: str) -> list[list[str]]:
    return [
        [
            bot.bot,
            f"{bot.win_share:.1%}",
            between(lang, f"{100 * bot.low:.1f}", f"{bot.high:.1%}"),
            f"{bot.mean_place:.2f}",
            f"{bot.mean_score:.1f}",
            f"{bot.rating:.1f} ± {1.96 * bot.rating_sigma:.1f}",
            f"{bot.decisions_per_s:,.0f}",
        ]
        for bot in figures(games)
    ]


def as_html(plan: Plan, games: Sequence[Game], lang: str = "en") -> str:
    """A self-contained page."""
    setup = plan.setup
    about = say(
        lang,
        "arena.page_about",
        games=len(games),
        seats=setup.seats,
        seed=str(plan.seed),
        edition=setup.edition.name,
        identity=setup.edition.identity,
        share=f"{1 / setup.seats:.1%}",
    )
    return plots.page(
        say(lang, "arena.page", title=called(setup.title.name, lang)),
        [
            plots.paragraph(about),
            plots.table(*table(games, lang)),
            _scores(games, lang),
            seat_advantage(games, setup.seats, lang),
            price_paths(games, setup, lang),
            lengths(games, lang),
        ],
    )


def _scores(games: Sequence[Game], lang: str) -> str:
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
    return plots.histogram(say(lang, "plot.scores"), samples, say(lang, "plot.score"))


def seat_advantage(games: Sequence[Game], seats: int, lang: str = "en") -> str:
    """Win share by seat."""
    values = []
    for seat in range(seats):
        wins = [(game.deal, game.win_share(seat)) for game in games]
        low, high = interval(wins)
        share = sum(win for _, win in wins) / len(wins)
        name = say(lang, "plot.seat", number=seat + 1)
        values.append((name, 100 * share, 100 * low, 100 * high))
    return plots.bars(say(lang, "plot.wins_by_seat"), values, "%", 100 / seats)


def price_paths(games: Sequence[Game], setup: Setup, lang: str = "en") -> str:
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
    axes = (say(lang, "plot.of_match"), say(lang, "plot.price_axis"))
    return plots.lines(say(lang, "plot.price"), series, *axes, colours=colours)


def company_colours(title: Title, names: Sequence[str]) -> list[str]:
    """The companies' own, for lines on light ground."""
    known = look.companies(title.folder) if (title.folder / "look.json").exists() else {}
    return [look.company(known, name).line[0] for name in names]


def lengths(games: Sequence[Game], lang: str = "en") -> str:
    """How long matches are."""
    samples = [(say(lang, "plot.all_games"), [game.steps for game in games])]
    return plots.histogram(say(lang, "plot.length"), samples, say(lang, "plot.steps"))
