"""What a load test plays, and what it hopes for."""

from dataclasses import dataclass

GOAL_MOVE = 0.1
"""Seconds within which 99 of 100 moves are shown to whoever made them."""
GOAL_ANSWER = 1.5
"""Seconds within which 99 of 100 bots have answered, their pace included."""


@dataclass(frozen=True)
class Plan:
    """Each table has one person and some bots; one of them, the show, is watched by many."""

    tables: int = 100
    title: str = "mogul"
    bots: int = 3
    level: str = "broker"
    pace: int = 900
    """Milliseconds that a bot takes over an action: what tables are opened with by default."""
    moves: float = 0.5
    """By each person, a minute."""
    show_moves: float = 10.0
    """A minute, by the person whom all spectators watch: so that there is something to see."""
    spectators: int = 0
    """At the show."""
    chat: float = 0.1
    """Lines of each person, a minute."""
    drops: float = 0.05
    """Lost connections of each person and spectator, a minute."""
    analyses: int = 0
    """Of finished matches, under way all the time."""
    alerts: int = 0
    """People who have asked to be alerted, have a match over days beside this one, and look at
    their own page now and then."""
    seconds: float = 60.0
    """How long to measure, after everybody has come."""
