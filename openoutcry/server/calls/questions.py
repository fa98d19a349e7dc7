"""Questions of the day: the answer comes in, how the choices are rated goes out."""

from openoutcry.puzzles.ask import find
from openoutcry.puzzles.puzzle import PuzzleError, puzzles_of
from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.calls.lessons import taught
from openoutcry.server.records import PuzzleQuestion
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal


async def questions(call: Call) -> p.Questions:
    title = call.title()
    return p.Questions(title.name, [puzzle.id for puzzle in puzzles_of(title)])


async def question(call: Call) -> Reply:
    title = call.title()
    try:
        puzzle = find(title.name, call.path("question"))
    except PuzzleError:
        raise Refusal(404, "no_question", "question") from None
    return await taught(call, PuzzleQuestion(title.name, puzzle.id, call.body.answer))
