"""Proves puzzles: that their position can be reached and asked about, and that the answer holds."""

from collections.abc import Iterable, Iterator

from openoutcry.coach import Thoroughness, rate
from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import derive
from openoutcry.puzzles.puzzle import LEAST_LOSS, Puzzle


def problems(puzzles: Iterable[Puzzle], simulations: int = 0, seed: int = 0) -> Iterator[str]:
    """What is wrong, one line each. With `simulations`, every answer is searched again."""
    for number, puzzle in enumerate(puzzles, 1):
        for problem in [*_unsound(puzzle)] or [*_overturned(puzzle, simulations, seed)]:
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


def _overturned(puzzle: Puzzle, simulations: int, seed: int) -> Iterator[str]:
    """Does another search find something else?"""
    if simulations == 0:
        return
    state, notation = puzzle.position().state, puzzle.title.notation
    asked = [notation.read(choice.action) for choice in puzzle.choices]
    luck = derive(seed, int(puzzle.id, 16), 7)
    choices = rate(state, puzzle.seat, Thoroughness(simulations), luck, asked)
    if choices[0].action != puzzle.best:
        yield f"the search now prefers {choices[0].action!r} to {puzzle.best!r}"
    fallen = next(c for c in choices if c.action == puzzle.tempting)
    best = next(c for c in choices if c.action == puzzle.best)
    if best.chance - fallen.chance < LEAST_LOSS - best.margin - fallen.margin:
        yield f"{puzzle.tempting!r} now gives away only {best.chance - fallen.chance:.0%}"
