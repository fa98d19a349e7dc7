"""Proves puzzles: that their position can be reached and asked about, and that the answer holds."""

from collections.abc import Iterable, Iterator

from openoutcry.coach import Thoroughness
from openoutcry.coach.rating import MOST, ChoiceRater
from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import derive
from openoutcry.puzzles.puzzle import LEAST_LOSS, Puzzle

SEARCHES = 4
"""Long searches of one position differ by two or three points, for they find different plans: their
mean decides, and without leeway."""


def problems(puzzles: Iterable[Puzzle], simulations: int = 0, seed: int = 0) -> Iterator[str]:
    """What is wrong, one line each. With `simulations`, every answer is searched again."""
    for number, puzzle in enumerate(puzzles, 1):
        for problem in [*_unsound(puzzle)] or [*overturned(puzzle, simulations, seed)]:
            yield f"puzzle {number} ({puzzle.id}): {problem}"


def _unsound(puzzle: Puzzle) -> Iterator[str]:
    try:
        match = puzzle.position()
    except OutcryError as error:
        yield f"its position cannot be reached: {error}"
        return
    decision = match.decision_for(puzzle.seat)
    if decision is None:
        yield f"seat {puzzle.seat} has nothing to decide at step {match.step}"
        return
    named = [choice.action for choice in puzzle.choices]
    for action in [*named, puzzle.tempting]:
        if action not in decision.actions:
            yield f"{action!r} is not offered"
    if puzzle.tempting not in named[1:]:
        yield f"{puzzle.tempting!r} is tempting, but not rated below the best"
    elif _lost(puzzle) < LEAST_LOSS:
        yield f"{puzzle.tempting!r} gives away only {_lost(puzzle):.0%}"
    if not puzzle.choices[0].reasons:
        yield "nothing explains the answer"


def _lost(puzzle: Puzzle) -> float:
    chances = {choice.action: choice.chance for choice in puzzle.choices}
    return chances[puzzle.best] - chances[puzzle.tempting]


def overturned(puzzle: Puzzle, simulations: int, seed: int, spare: float = 0.0) -> Iterator[str]:
    """Do other searches find something else, or leave less than `spare` to that?"""
    if simulations == 0:
        return
    chances = _searched_again(puzzle, simulations, seed)
    best = chances.pop(puzzle.best)
    rival = max(chances, key=lambda action: chances[action])
    if chances[rival] > best - spare:
        yield f"the search now prefers {rival!r} to {puzzle.best!r}"
    lost = best - chances[puzzle.tempting]
    if lost < LEAST_LOSS + spare:
        yield f"{puzzle.tempting!r} now gives away only {lost:.1%}"


def _searched_again(puzzle: Puzzle, simulations: int, seed: int) -> dict[str, float]:
    """The chances after the choices that are rated, and after others that seem promising now."""
    state, notation = puzzle.position().state, puzzle.title.notation
    luck = derive(seed, int(puzzle.id, 16), 7)
    raters = [
        ChoiceRater(state, puzzle.seat, Thoroughness(simulations), derive(luck, number))
        for number in range(SEARCHES)
    ]
    rated = [notation.read(choice.action) for choice in puzzle.choices]
    actions = dict.fromkeys([*rated, *raters[0].promising(MOST)])
    return {
        notation.write(action): sum(rater.weigh(action).chance for rater in raters) / SEARCHES
        for action in actions
    }
