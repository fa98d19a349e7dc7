"""Balance of a title: what thousands of matches between equal bots say about an edition."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

from openoutcry.drawing import plots
from openoutcry.lab.arena import Plan
from openoutcry.lab.figures import Z, interval
from openoutcry.lab.games import POINTS, Game, called
from openoutcry.lab.report import company_colours
from openoutcry.lab.words import between, heads, say
from openoutcry.titles import find as find_title

UNFAIR = 1.25
"""A position in the turn order that wins this many times its fair share looks broken."""
RUNAWAY = 0.85
"""So does a title in which the leader at half time wins more often than this."""
LUCKY = 0.2
"""And a single draw that decides more matches than this."""
RARE = 0.02
"""And an event that happens fewer times a match than this: the choice hardly exists."""
FEWEST = 10
"""If chance alone would give fewer wins than this, win shares say too little."""

Doubt = tuple[str, dict[str, str | int]]
"""What looks broken, as a message of ours with its arguments."""


class Share(msgspec.Struct, frozen=True):
    """A share of matches with its 95 % interval."""

    value: float
    low: float
    high: float


class Happening(msgspec.Struct, frozen=True):
    """Something that happens: an event, or an event with one card, company or place it names."""

    label: str
    per_match: float
    """How often it happens."""
    decides: float
    """The share of matches in which the winner stayed in front from then on."""
    wins: Share | None
    """What the seats it is about won, in fair shares; None unless it is about some and not all."""

    @property
    def whole(self) -> bool:
        """Is it an event as a whole, without the card, company or place it names?"""
        return " " not in self.label.removeprefix("draw ")


class Balance(msgspec.Struct, frozen=True):
    """What the matches of one edition say."""

    title: str
    rules: int
    """The version of the rules."""
    edition: str
    identity: str
    bot: str
    seats: int
    games: int
    seed: int
    order: list[Share]
    """Win share of whoever began, of the next one, ..."""
    length: dict[str, float]
    leader_wins: dict[str, float]
    """At a quarter, half and three quarters: how often the only leader wins in the end."""
    scores: dict[str, float]
    prices: dict[str, list[float]]
    """Each company's mean price at the beginning, at half time and at the end."""
    steps: list[Happening]
    looks_broken: list[str]


def balance(plan: Plan, games: Sequence[Game]) -> Balance:
    """Add the games up."""
    seats = plan.setup.seats
    order = [_order(games, seats, place) for place in range(seats)]
    leaders = {f"{part}%": _leader_wins(games, part) for part in (25, 50, 75)}
    steps = _steps(games)
    prices = _prices(plan, games)
    return Balance(
        title=plan.setup.title.name,
        rules=plan.setup.title.rules_version,
        edition=plan.setup.edition.name,
        identity=plan.setup.edition.identity,
        bot=plan.entrants[0].label,
        seats=seats,
        games=len(games),
        seed=plan.seed,
        order=order,
        length=_spread([game.steps for game in games]),
        leader_wins=leaders,
        scores=_spread([score for game in games for score in game.scores]),
        prices=prices,
        steps=steps,
        looks_broken=_said("en", _doubts(order, leaders, steps, prices)),
    )


def _order(games: Sequence[Game], seats: int, place: int) -> Share:
    wins = [(game.deal, game.win_share((game.first + place) % seats)) for game in games]
    low, high = interval(wins)
    return Share(_rounded(sum(win for _, win in wins) / len(wins)), _rounded(low), _rounded(high))


def _leader_wins(games: Sequence[Game], percent: int) -> float:
    moment = percent * (POINTS - 1) // 100
    led = [game for game in games if game.leaders[moment] >= 0]
    wins = sum(game.win_share(game.leaders[moment]) for game in led)
    return _rounded(wins / len(led)) if led else 0.0


def _spread(values: Sequence[int]) -> dict[str, float]:
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return {
        "mean": _rounded(mean),
        "deviation": _rounded(deviation),
        "least": min(values),
        "most": max(values),
    }


def _prices(plan: Plan, games: Sequence[Game]) -> dict[str, list[float]]:
    names = plan.setup.title.views.companies(plan.setup.start())
    return {
        name: [
            _rounded(sum(game.prices[moment][company] for game in games) / len(games))
            for moment in (0, POINTS // 2, POINTS - 1)
        ]
        for company, name in enumerate(names)
    }


def _steps(games: Sequence[Game]) -> list[Happening]:
    """The steps that decide most first."""
    happened: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for game in games:
        happened.update(game.happened)
        decided.update(set(game.decided_by))
    found = [
        Happening(
            label=label,
            per_match=_rounded(times / len(games)),
            decides=_rounded(decided[label] / len(games)),
            wins=_seats_win(label, games),
        )
        for label, times in happened.items()
    ]
    return sorted(found, key=lambda step: (-step.decides, step.label))


def _seats_win(label: str, games: Sequence[Game]) -> Share | None:
    """In fair shares: 1 means that these seats win no more and no less often than others."""
    told = [
        _won_and_fair(game, about)
        for game in games
        if 0 < (about := game.about.get(label, 0)) < (1 << len(game.places)) - 1
    ]
    fair = sum(share for _, share in told)
    if fair < FEWEST:
        return None
    value = sum(won for won, _ in told) / fair
    error = Z * sqrt(sum((won - value * share) ** 2 for won, share in told)) / fair
    return Share(_rounded(value), _rounded(max(0.0, value - error)), _rounded(value + error))


def _won_and_fair(game: Game, about: int) -> tuple[float, float]:
    """What the seats won together, and what would be fair."""
    seats = [seat for seat in range(len(game.places)) if about >> seat & 1]
    return sum(game.win_share(seat) for seat in seats), len(seats) / len(game.places)


def _doubts(
    order: Sequence[Share],
    leaders: dict[str, float],
    steps: Sequence[Happening],
    prices: dict[str, list[float]],
) -> list[Doubt]:
    """What looks broken, with numbers."""
    found: list[Doubt] = []
    for place, share in enumerate(order, 1):
        fair = 1 / len(order)
        if share.low > UNFAIR * fair or share.high < fair / UNFAIR:
            shares = {"share": f"{share.value:.1%}", "fair": f"{fair:.1%}"}
            found.append(("order", {"place": place, **shares}))
    if leaders["50%"] > RUNAWAY:
        found.append(("leader", {"share": f"{leaders['50%']:.0%}"}))
    for step in steps:
        if step.decides > LUCKY and _is_one_draw(step, steps):
            found.append(("decides", {"step": repr(step.label), "share": f"{step.decides:.0%}"}))
        if step.per_match < RARE and step.whole and not step.label.startswith("draw "):
            rate = {"matches": f"{1 / step.per_match:.0f}"}
            found.append(("rare", {"step": repr(step.label), **rate}))
    ends = [path[-1] for path in prices.values()]
    for name, path in prices.items():
        if path[-1] > 2 * sum(ends) / len(ends) > 0:
            found.append(("company", {"company": name, "price": f"{path[-1]:g}"}))
    return found


def _said(lang: str, doubts: Sequence[Doubt]) -> list[str]:
    return [say(lang, f"balance.broken.{what}", **args) for what, args in doubts]


def doubts(one: Balance, lang: str) -> list[str]:
    """What looks broken, in sentences with numbers; or that nothing does."""
    found = _doubts(one.order, one.leader_wins, one.steps, one.prices)
    return _said(lang, found) or [say(lang, "balance.sound")]


def _is_one_draw(step: Happening, steps: Sequence[Happening]) -> bool:
    """Is it a single draw, not the sum of several?"""
    return step.label.startswith("draw ") and not any(
        other.label.startswith(f"{step.label} ") for other in steps
    )


def _rounded(value: float) -> float:
    return round(value, 4)


# As tables


MOST_STEPS = 15
Table = tuple[list[str], list[list[str]]]
"""Heads and rows."""


def by_order(found: Balance, lang: str = "en") -> Table:
    """Each position in the turn order and its share of the wins."""
    return heads(lang, "balance.order_heads"), [
        [
            str(place),
            f"{share.value:.1%}",
            between(lang, f"{share.low:.1%}", f"{share.high:.1%}"),
        ]
        for place, share in enumerate(found.order, 1)
    ]


def by_step(found: Balance, whole: bool, most: int | None = MOST_STEPS, lang: str = "en") -> Table:
    """Events as a whole, or with the cards, companies and places that they name."""
    return heads(lang, "balance.step_heads"), [
        [
            step.label,
            f"{step.per_match:.2f}",
            f"{step.decides:.1%}",
            "" if step.wins is None else _times_fair(step.wins, lang),
        ]
        for step in [step for step in found.steps if step.whole == whole][:most]
    ]


def _times_fair(wins: Share, lang: str) -> str:
    return f"{wins.value:.2f} ({between(lang, f'{wins.low:.2f}', f'{wins.high:.2f}')})"


def compared(found: Sequence[Balance], lang: str = "en") -> Table:
    """The main figures of one edition or several, side by side."""
    measures: dict[str, list[str]] = {}
    for one in found:
        for name, text in _measures(one, lang).items():
            measures.setdefault(name, []).append(text)
    names = ["", *(f"{one.edition} ({one.identity[:8]})" for one in found)]
    return names, [[name, *texts] for name, texts in measures.items()]


def _measures(one: Balance, lang: str) -> dict[str, str]:
    best = max(range(len(one.order)), key=lambda place: one.order[place].value)
    share = one.order[best]
    around = between(lang, f"{share.low:.1%}", f"{share.high:.1%}")

    def said(what: str, **args: str) -> str:
        return say(lang, f"balance.{what}", **args)

    return {
        said("length"): f"{one.length['mean']:.0f} ± {one.length['deviation']:.0f}",
        said("score"): f"{one.scores['mean']:.1f} ± {one.scores['deviation']:.1f}",
        said("best"): f"{best + 1}: {share.value:.1%} ({around})",
        **{said("leader", part=part): f"{wins:.0%}" for part, wins in one.leader_wins.items()},
        said("decides"): ", ".join(f"{s.label} {s.decides:.0%}" for s in _wholes(one)[:2]),
    }


def _wholes(one: Balance) -> list[Happening]:
    return [step for step in one.steps if step.whole]


def as_json(found: Sequence[Balance]) -> dict[str, Any]:
    """Everything, with the editions compared."""
    known: dict[str, Any] = msgspec.to_builtins({"editions": list(found)})
    return known


def about(one: Balance, lang: str = "en") -> str:
    """What was played, and by whom."""
    return say(
        lang,
        "balance.about",
        games=one.games,
        seats=one.seats,
        bot=one.bot,
        seed=str(one.seed),
    )


def as_html(found: Sequence[Balance], lang: str = "en") -> str:
    """A self-contained page."""
    first = found[0]
    parts = [plots.paragraph(f"{about(first, lang)}."), plots.table(*compared(found, lang))]
    for one in found:
        parts += _edition_parts(one, lang)
    return plots.page(say(lang, "balance.page", title=called(first.title, lang)), parts)


def _edition_parts(one: Balance, lang: str) -> list[str]:
    bars = [
        (str(place), 100 * s.value, 100 * s.low, 100 * s.high)
        for place, s in enumerate(one.order, 1)
    ]
    paths = [
        (name, [(50.0 * i, price) for i, price in enumerate(path)])
        for name, path in one.prices.items()
    ]
    return [
        plots.heading(f"{one.edition} ({one.identity})"),
        *map(plots.paragraph, doubts(one, lang)),
        plots.bars(say(lang, "plot.wins_by_order"), bars, "%", 100 / one.seats),
        plots.lines(
            say(lang, "plot.price"),
            paths,
            say(lang, "plot.of_match"),
            say(lang, "plot.price_axis"),
            colours=company_colours(find_title(one.title), list(one.prices)),
        ),
        plots.paragraph(say(lang, "balance.explained")),
        plots.table(*by_step(one, whole=True, lang=lang)),
        plots.folded(say(lang, "balance.each"), plots.table(*by_step(one, False, None, lang))),
    ]
