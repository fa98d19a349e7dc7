"""How a match went: what everybody was worth all along, and three sentences about it.

Only after the end, when nothing is hidden any more. The sentences are message keys with arguments,
chosen by what happened: who led and for how long, the largest single gain with the piece of the
story that tells of it, and how close it was or who came from behind.
"""

from collections.abc import Sequence
from itertools import pairwise

from openoutcry.core.match import Match
from openoutcry.core.title import Args
from openoutcry.core.view import Telling
from openoutcry.table import protocol as p
from openoutcry.table.valuation import Valuation

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
    worth = [(value.step, value.true_worth()) for value in history if value.step < match.step]
    worth.append((match.step, scores))
    told = [_lead(worth, order), _largest_gain(match, worth), _finish(worth, order, places, scores)]
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
        return p.Sentence("recap.at_the_count", {"seat": winner, "other": before})
    args: Args = {"seat": winner, "other": before, "changes": changes, "percent": percent}
    return p.Sentence("recap.took_the_lead", args)


def _largest_gain(match: Match, worth: Worth) -> p.Sentence | None:
    """The most that somebody gained from one decision to the next, beyond what all gained, and what
    is told of it."""
    best, told = 0, None
    args: Args = {}
    for (start, before), (end, after) in pairwise(worth[:-1]):
        gains = [now - then for then, now in zip(before, after, strict=True)]
        gain = max(gains)
        if gain - min(gains) > best:
            seat = gains.index(gain)
            best, told = gain - min(gains), _told_of(match, start, end, seat)
            args = {"seat": seat, "points": gain, "step": end}
    return None if told is None else p.Sentence("recap.gain", args, told)


def _told_of(match: Match, start: int, end: int, seat: int) -> Telling | None:
    """What the story says of these steps, preferring that seat and the largest event."""
    told = [one for one in match.story_for(None) if start <= one.step < end]
    about = [one for one in told if one.args.get("seat") == seat] or told
    return max(about, key=lambda one: int(one.args.get("points", 0)), default=None)


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
