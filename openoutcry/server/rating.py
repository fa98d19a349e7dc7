"""Ratings by OpenSkill: what a finished match says about those who played it.

The laboratory rates bots by the same model. The levels' own ratings are fixed, so that a person's
means something from the first match on: they come from the ladder's mean places (docs/bots.md), by
the chance that the model gives one of a pair to come out ahead of the other.
"""

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

from openoutcry.bots.personality import level_of
from openoutcry.core.errors import OutcryError
from openoutcry.titles import find

BETA: Final = 25 / 6
"""The model's own measure of how much luck there is in a match."""
ANCHOR: Final = 25.0
"""A broker's rating, and where everybody begins."""
SEATS: Final = 4
"""At the ladder's tables."""
USUAL: Final[Mapping[str, float]] = {"broker": 1.6, "tycoon": 1.2}
"""The mean places assumed for titles without a measured ladder."""
BOT_SIGMA: Final = 1.0
"""How well a level's rating is known."""


class Rating(NamedTuple):
    """A skill and how uncertain it is: it lies within two sigmas of mu 19 times of 20."""

    mu: float = ANCHOR
    sigma: float = ANCHOR / 3


class RatedSeat(NamedTuple):
    """One seat of a finished match."""

    rating: Rating
    place: int
    left: bool = False
    """A bot made decisions for the person: it counts as the last place, whatever came of it."""


_model = BradleyTerryFull(beta=BETA)


def rated(players: Sequence[RatedSeat]) -> list[Rating]:
    """Everybody's rating after the match; nobody who left gains by it."""
    worst = len(players)
    ranks = [float(worst if player.left else player.place) for player in players]
    teams = [[_model.create_rating([*player.rating])] for player in players]
    found = [Rating(team[0].mu, team[0].sigma) for team in _model.rate(teams, ranks=ranks)]
    return [
        Rating(min(new.mu, player.rating.mu), player.rating.sigma) if player.left else new
        for player, new in zip(players, found, strict=True)
    ]


def level_rating(title: str, level: str) -> Rating:
    """A bot's rating, on the same scale; personalities are as strong as their level.

    >>> [round(level_rating("mogul", level).mu) for level in ("apprentice", "broker", "tycoon")]
    [17, 25, 41]
    """
    places = {**USUAL, **_ladder(title)}
    mu = {
        "apprentice": ANCHOR - _ahead(places["broker"]),
        "broker": ANCHOR,
        "tycoon": ANCHOR + _ahead(places["tycoon"]),
    }
    named = level_of(level).partition("@")[0]
    return Rating(mu.get(named, mu["tycoon"] if named == "baron" else mu["apprentice"]), BOT_SIGMA)


def _ladder(title: str) -> Mapping[str, float]:
    """None for a title that is no longer installed: its matches stay."""
    try:
        return find(title).ladder
    except OutcryError:
        return {}


def _ahead(place: float) -> float:
    """How far above equal rivals somebody is rated who comes in at that mean place."""
    chance = (SEATS - place) / (SEATS - 1)
    return sqrt(2 * BETA**2 + 2 * BOT_SIGMA**2) * log(chance / (1 - chance))
