"""Questions of the day: the answer comes in, how the choices are rated goes out."""

from openoutcry.puzzles.ask import find
from openoutcry.puzzles.puzzle import PuzzleError, puzzles_of
from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.rate_limits import LESSONS, LESSONS_PER_ADDRESS
from openoutcry.server.records import PuzzleQuestion
from openoutcry.server.refusals import too_many
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal


async def questions(call: Call) -> p.Questions:
    title = call.title()
    return p.Questions(title.name, [puzzle.id for puzzle in puzzles_of(title)])


async def question(call: Call) -> Reply:
    backend, title = call.backend, call.title()
    try:
        puzzle = find(title.name, call.path("question"))
    except PuzzleError:
        raise Refusal(404, "no_question", "question") from None
    counted = ((LESSONS, call.person.id), (LESSONS_PER_ADDRESS, call.address))
    if not all(backend.limits.allow(rate, key) for rate, key in counted):
        raise too_many()
    wanted = PuzzleQuestion(title.name, puzzle.id, call.body.answer)
    answer = await backend.records.ask(wanted, call.asker)
    return Reply(answer.json, answer.status)
