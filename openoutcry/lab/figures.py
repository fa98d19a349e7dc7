"""What games say about bots: win shares with their intervals, places, scores, ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import BradleyTerryFull

from openoutcry.lab.games import Game

Z = 1.96
"""A 95 % interval reaches this many standard errors to each side."""
FEWEST_DEALS = 10
"""The spread of fewer deals than this says too little."""


@dataclass(frozen=True)
class Figures:
    """One bot's results; a bot on several seats has several results a game."""

    bot: str
    games: int
    win_share: float
    low: float
    high: float
    mean_place: float
    mean_score: float
    rating: float
    rating_sigma: float
    """How uncertain the rating still is: its standard deviation."""
    ms_per_decision: float
    decisions_per_s: float
    longest_ms: float
    """The longest decision of all."""


def figures(games: Sequence[Game]) -> list[Figures]:
    """Every bot's figures, the highest win share first."""
    rated = ratings(games)
    found = [_bot(label, games, rated[label]) for label in rated]
    return sorted(found, key=lambda bot: (-bot.win_share, bot.mean_place, bot.bot))


def _bot(label: str, games: Sequence[Game], rating: tuple[float, float]) -> Figures:
    seats = [(game, s) for game in games for s, who in enumerate(game.seating) if who == label]
    wins = [(game.deal, game.win_share(seat)) for game, seat in seats]
    share = sum(win for _, win in wins) / len(wins)
    low, high = interval(wins)
    seconds = sum(game.seconds[seat] for game, seat in seats)
    decisions = sum(game.decisions[seat] for game, seat in seats)
    return Figures(
        bot=label,
        games=len(seats),
        win_share=share,
        low=low,
        high=high,
        mean_place=sum(game.place(seat) for game, seat in seats) / len(seats),
        mean_score=sum(game.scores[seat] for game, seat in seats) / len(seats),
        rating=rating[0],
        rating_sigma=rating[1],
        ms_per_decision=1000 * seconds / max(1, decisions),
        decisions_per_s=decisions / seconds if seconds else 0.0,
        longest_ms=1000 * max(game.longest[seat] for game, seat in seats),
    )


def interval(results: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """95 % interval of the mean of (deal, result): games of the same deal are not independent.

    Wilson's interval for the effective number of games, estimated from the spread between deals.

    >>> [round(end, 3) for end in interval([(deal, deal % 2) for deal in range(100)])]
    [0.404, 0.596]
    """
    count = len(results)
    mean = sum(result for _, result in results) / count
    deals: dict[int, float] = {}
    for deal, result in results:
        deals[deal] = deals.get(deal, 0.0) + result - mean
    worth = float(count)
    error = sum(total * total for total in deals.values()) / count**2
    if len(deals) >= FEWEST_DEALS and error > 0 and 0 < mean < 1:
        worth = mean * (1 - mean) / error
    return wilson(mean, worth)


def wilson(mean: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; by hand, as three lines need no statistics package."""
    spread = Z * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count))
    middle, scale = mean + Z * Z / (2 * count), 1 + Z * Z / count
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def ratings(games: Sequence[Game]) -> dict[str, tuple[float, float]]:
    """OpenSkill's mean skill and its deviation after all games in their order; all begin at 25.

    A bot on several seats of a game moves by the mean of what each seat would move it.
    """
    model = BradleyTerryFull()
    known = {label: model.rating() for game in games for label in game.seating}
    for game in games:
        teams = [[model.create_rating([known[who].mu, known[who].sigma])] for who in game.seating]
        rated = model.rate(teams, ranks=[float(place) for place in game.places])
        for label in dict.fromkeys(game.seating):
            own = [rated[s][0] for s, who in enumerate(game.seating) if who == label]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            known[label] = model.create_rating([mu, sigma])
    return {label: (rating.mu, rating.sigma) for label, rating in known.items()}
