"""A puzzle as it is asked: the position, and after an answer how the choices are rated."""

from openoutcry.core import record as records
from openoutcry.core.errors import IllegalAction
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.puzzles.puzzle import Puzzle, PuzzleError, puzzles_of
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal
from openoutcry.table.valuation import Valuation
from openoutcry.titles import find as find_title


def find(title: str, id: str) -> Puzzle:
    """`PuzzleError` if the title has no such puzzle."""
    for puzzle in puzzles_of(find_title(title)):
        if puzzle.id == id:
            return puzzle
    raise PuzzleError(f"{title} has no question {id!r:.20}")


def ask(puzzle: Puzzle, answer: str | None) -> p.QuestionMoment:
    """Before an answer, nothing tells which one is right. `Refusal` for one that is not offered."""
    match, history = _replayed(puzzle)
    if answer is not None:
        try:
            match.check(puzzle.seat, answer)
        except IllegalAction as error:
            raise Refusal(400, "bad_answer", "lesson_illegal", str(error)[:200]) from None
    told = answer is not None
    return p.QuestionMoment(
        question=puzzle.id,
        view=match.view(puzzle.seat),
        steps=match.steps(puzzle.seat),
        story=match.story_for(puzzle.seat),
        history=history,
        labels=match.labels,
        verdict=None if not told else "right" if answer == puzzle.best else "wrong",
        tempting=puzzle.tempting if told else "",
        choices=list(puzzle.choices) if told else [],
    )


def _replayed(puzzle: Puzzle) -> tuple[Match, list[p.Point]]:
    match = Match(Setup.of(puzzle.title, puzzle.seats), QuickDraws(0))
    history = []
    for number, line in enumerate(puzzle.lines):
        if match.state.mover() >= 0:
            history.append(Valuation.of(match).point(puzzle.seat))
        records.follow(match, number, line)
    return match, [*history, Valuation.of(match).point(puzzle.seat)]
