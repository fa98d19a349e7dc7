"""Looks for puzzles in matches of bots.

A short search of every decision finds candidates: the apprentice would choose something that gives
away much, and one choice is clearly better than all others. A search ten times as long, with other
luck, has to find the same.
"""

from collections.abc import Iterator
from typing import Final

from openoutcry.bots.bot import find, legal
from openoutcry.bots.driver import Player, player
from openoutcry.bots.search import best, foresee_after, knowledge_seed, think
from openoutcry.bots.simple import title_of
from openoutcry.coach import Choice, Thoroughness, rate
from openoutcry.coach.rating import winning
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.puzzles.puzzle import LEAST_LEAD, LEAST_LOSS, Puzzle

SIMULATIONS: Final = 400
"""Of the short search, for each choice."""
TIMES: Final = 10
"""The search that confirms is this many times longer."""
RATED: Final = 5
"""Choices that are rated, beside the tempting one."""
MOST_IN_A_MATCH: Final = 3
APART: Final = 10
"""Steps between two puzzles of a match."""
SEATS: Final = (4, 3)
"""Matches alternate between these numbers of seats, where the title allows it."""
PLAYS: Final = "broker"
"""The bots whose matches are searched."""


def search(title: Title, seed: int, simulations: int = SIMULATIONS) -> Iterator[Puzzle]:
    """Puzzles as they are found, match after match, without end."""
    allowed = title.box.seats(title.edition())
    numbers = [seats for seats in SEATS if seats in allowed] or [allowed[-1]]
    number = 0
    while True:
        seats = numbers[number % len(numbers)]
        yield from _in_match(title, seats, derive(seed, number), simulations)
        number += 1


def _in_match(title: Title, seats: int, seed: int, simulations: int) -> Iterator[Puzzle]:
    match = Match.begin(Setup.of(title, seats), QuickDraws(seed))
    players = [player(PLAYS, derive(seed, seat)) for seat in range(seats)]
    found, next_step = 0, 0
    while not match.over and found < MOST_IN_A_MATCH:
        seat = match.waiting[0]
        if match.step >= next_step:
            puzzle = _puzzle(match, seat, derive(seed, match.step), simulations)
            if puzzle is not None:
                found, next_step = found + 1, match.step + APART
                yield puzzle
        match.play_action(seat, players[seat].answer(match.state, seat))


def _puzzle(match: Match, seat: int, seed: int, simulations: int) -> Puzzle | None:
    """The seat's decision, if it is a puzzle."""
    title, state = match.title, match.state
    if len(legal(state, seat)) < 2:
        return None
    tempting = tempting_choice(state, seat)
    if not _is_candidate(title, state, seat, tempting, seed, simulations):
        return None
    choices = confirmed(state, seat, tempting, derive(seed, 1), TIMES * simulations)
    if choices is None:
        return None
    return Puzzle(
        title,
        match.seats,
        tuple(match.lines()),
        seat,
        title.notation.write(tempting),
        tuple(choices),
    )


def tempting_choice(state: State, seat: int) -> int:
    """What the apprentice would choose, always the same in the same position."""
    seed = knowledge_seed(state, seat, 0)
    return Player("apprentice", find("apprentice", seed), seed).answer(state, seat)


def _is_candidate(
    title: Title, state: State, seat: int, tempting: int, seed: int, simulations: int
) -> bool:
    """Does a short search prefer something else by far?"""
    tuning, advice = winning(title), title.advice
    luck = knowledge_seed(state, seat, seed)
    wanted = best(think(state, seat, advice, tuning, simulations, 0.0, luck))
    if wanted == tempting:
        return False
    better, worse = (
        foresee_after(state, seat, action, advice, tuning, simulations, 0.0, luck)[0][seat]
        for action in (wanted, tempting)
    )
    return better - worse >= LEAST_LOSS


def confirmed(
    state: State, seat: int, tempting: int, seed: int, simulations: int
) -> list[Choice] | None:
    """The choices as a long search rates them; None if they are no puzzle."""
    choices = rate(state, seat, Thoroughness(simulations), seed, [tempting], RATED, tempting)
    written = title_of(state).notation.write(tempting)
    return choices if is_puzzle(choices, written) else None


def is_puzzle(choices: list[Choice], tempting: str) -> bool:
    """Is the best one clearly best, far from the tempting one, and explained?"""
    first, second = choices[0], choices[1]
    fallen = next(choice for choice in choices if choice.action == tempting)
    return (
        first.chance - fallen.chance >= LEAST_LOSS
        and first.chance - second.chance >= LEAST_LEAD
        and bool(first.reasons)
    )
