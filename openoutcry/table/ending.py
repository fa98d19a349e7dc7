"""How a match went: what everybody was worth all along, and three sentences about it.

Only after the end, when nothing is hidden any more. The sentences are message keys with arguments,
chosen by what happened: who led and for how long, the largest single gain with the piece of the
story that tells of it, and how close it was or who came from behind.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from openoutcry.core.match import Match
from openoutcry.core.title import Args
from openoutcry.core.view import Telling
from openoutcry.table import protocol as p
from openoutcry.table.valuation import Valuation, true_worth

EARLY = 20
"""Whoever takes the lead for good within this percentage of the match was ahead throughout."""
CLOSE = 10
"""Per cent of the winner's score: a smaller lead than that is a close finish."""


def ending(match: Match, history: Sequence[Valuation]) -> p.Ending | None:
    """None before the end."""
    if not match.over:
        return None
    points = [p.Point(value.step, value.prices, [*value.true_worth()]) for value in history]
    return p.Ending(sentences=_sentences(match, history), history=points)


def _sentences(match: Match, history: Sequence[Valuation]) -> list[p.Sentence]:
    places, scores = match.places(), match.scores()
    order = sorted(range(match.seats), key=lambda seat: places[seat])
    first, last = history[0].step if history else 0, match.step - 1
    worth = [(value.step, value.true_worth()) for value in history if value.step < last]
    # What the last decision brought is not the work of the step that ends the match.
    worth.append((last, true_worth(match.title, match.at(last).state, match.seats)))
    worth.append((match.step, scores))
    told = [_lead(worth, order), _largest_gain(match, first), _finish(worth, order, places, scores)]
    return [sentence for sentence in told if sentence is not None]


Worth = list[tuple[int, list[int]]]
"""After how many steps who was worth what."""


def _leader(worth: list[int]) -> int | None:
    """None while several are level."""
    best = max(worth)
    return worth.index(best) if worth.count(best) == 1 else None


def _lead(worth: Worth, order: list[int]) -> p.Sentence | None:
    """Who was ahead, and since when for good."""
    winner = order[0]
    leads = [(step, seat) for step, w in worth if (seat := _leader(w)) is not None]
    if not leads or leads[-1][1] != winner:
        return None  # level to the end
    since, before = leads[0][0], None
    for (_, one), (step, other) in pairwise(leads):
        if one != other and other == winner:
            since, before = step, one
    changes = sum(one != other for (_, one), (_, other) in pairwise(leads))
    percent = 100 * since // worth[-1][0]
    if before is None or percent < EARLY:
        return p.Sentence("recap.led", {"seat": winner})
    if since == worth[-1][0]:
        return p.Sentence("recap.at_the_last", {"seat": winner, "other": before})
    args: Args = {"seat": winner, "other": before, "changes": changes, "percent": percent}
    return p.Sentence("recap.took_the_lead", args)


def _largest_gain(match: Match, first: int) -> p.Sentence | None:
    """The most that somebody gained by one step, beyond what all gained, and what is told of it.

    Not by decisions: a draw that follows one would be added to it, and the last decision of all
    would be lost among what the final count brings. That comes with the last step.
    """
    best, told = 0, None
    args: Args = {}
    story: dict[int, list[Telling]] = {}
    for telling in match.story_for(None):
        story.setdefault(telling.step, []).append(telling)
    for before, after in pairwise(_step_by_step(match, first, match.step - 1)):
        gains = [now - then for then, now in zip(before.worth, after.worth, strict=True)]
        gain = max(gains)
        ahead = gain - max(0, min(gains))  # another one's loss is nobody's gain
        if ahead > best and before.step in story:
            seat, best = gains.index(gain), ahead
            told = _told_of(story[before.step], seat, _risen(match, before, after))
            args = {"seat": seat, "points": gain, "step": after.step}
    return None if told is None else p.Sentence("recap.gain", args, told)


class _Stand(NamedTuple):
    """Prices and what everybody was worth after so many steps."""

    step: int
    prices: list[int]
    worth: list[int]


def _step_by_step(match: Match, first: int, last: int) -> Iterator[_Stand]:
    views, state = match.title.views, match.at(first).state
    for step in range(first, last + 1):
        yield _Stand(step, views.prices(state), true_worth(match.title, state, match.seats))
        entry = match.log[step]
        state.apply(entry.actor, entry.action)


def _risen(match: Match, before: _Stand, after: _Stand) -> dict[str, int]:
    """How far each company's price has risen."""
    rises = [now - then for then, now in zip(before.prices, after.prices, strict=True)]
    return dict(zip(match.title.views.companies(match.state), rises, strict=True))


def _told_of(story: list[Telling], seat: int, risen: dict[str, int]) -> Telling:
    """What the story says of a step: what brought that seat points, else what it alone did, else
    how the price rose most that did."""
    own = [one for one in story if one.args.get("seat") == seat]
    paid = [one for one in own if "points" in one.args]
    if paid:
        return max(paid, key=lambda one: int(one.args["points"]))
    shared = {one.key for one in story if one.args.get("seat", seat) != seat}
    alone = [one for one in own if one.key not in shared]
    if alone:
        return alone[0]
    return max(story, key=lambda one: risen.get(str(one.args.get("company")), 0))


def _finish(
    worth: Worth, order: list[int], places: list[int], scores: list[int]
) -> p.Sentence | None:
    """Who came from behind since half-time, or how far the first two were apart."""
    half = worth[len(worth) // 2][1]
    climbed = max(order, key=lambda seat: _place(half, seat) - places[seat])
    rise = _place(half, climbed) - places[climbed]
    if rise >= 2:
        args: Args = {"seat": climbed, "from": _place(half, climbed), "to": places[climbed]}
        return p.Sentence("recap.climbed", args)
    if len(order) < 2:
        return None
    first, second = order[:2]
    gap = scores[first] - scores[second]
    if gap == 0:
        return p.Sentence("recap.level", {"seat": first, "other": second})
    close = gap * 100 <= CLOSE * max(1, abs(scores[first]))
    key = "recap.close" if close else "recap.clear"
    return p.Sentence(key, {"seat": first, "other": second, "points": gap})


def _place(worth: list[int], seat: int) -> int:
    return 1 + sum(other > worth[seat] for other in worth)
