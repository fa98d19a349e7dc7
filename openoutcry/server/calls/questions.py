"""Questions of the day: the answer comes in, how the choices are rated goes out."""

from openoutcry.puzzles.ask import find
from openoutcry.puzzles.puzzle import PuzzleError, puzzles_of
from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.lessons import taught
from openoutcry.server.sandbox import PuzzleQuestion
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


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        questions,
        "GET",
        "/api/titles/{title}/questions",
        "A title's questions of the day",
        p.Questions,
        problems=(404,),
    ),
    Endpoint(
        question,
        "POST",
        "/api/titles/{title}/questions/{question}",
        "A question of the day, or how an answer to it is rated; nothing is kept",
        p.QuestionMoment,
        p.QuestionAnswer,
        problems=(404,),
        needs_person=True,
    ),
)
