"""Lessons: the answers come in, what is to be seen and said goes out, and nothing is kept."""

from openoutcry.lessons.lesson import LessonError, find, lessons_of, messages_of
from openoutcry.server.calls.call import Call, Reply
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.titles import language
from openoutcry.server.rate_limits import LESSONS, LESSONS_PER_ADDRESS
from openoutcry.server.refusals import too_many
from openoutcry.server.sandbox import LessonQuestion, PuzzleQuestion
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal


async def lessons(call: Call) -> p.Lessons:
    title, lang = call.title(), language(call)
    found = lessons_of(title)
    return p.Lessons(
        title.name,
        lang,
        [p.LessonInfo(lesson.name, lesson.minutes, list(lesson.rules)) for lesson in found],
        messages_of(title, lang) if found else {},
    )


async def lesson(call: Call) -> Reply:
    title = call.title()
    try:
        found = find(title, call.path("lesson"))
    except LessonError:
        raise Refusal(404, "no_lesson", "lesson") from None
    return await taught(call, LessonQuestion(title.name, found.name, call.body.answers))


async def taught(call: Call, question: LessonQuestion | PuzzleQuestion) -> Reply:
    """The answer of the process that replays positions, for those who do not ask too often."""
    limits = call.backend.limits
    counted = ((LESSONS, call.person.id), (LESSONS_PER_ADDRESS, call.address))
    if not all(limits.allow(rate, key) for rate, key in counted):
        raise too_many()
    answer = await call.backend.sandbox.ask(question, call.asker)
    return Reply(answer.json, answer.status)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        lessons,
        "GET",
        "/api/titles/{title}/lessons/{lang}",
        "A title's lessons and what they say",
        p.Lessons,
        problems=(404,),
    ),
    Endpoint(
        lesson,
        "POST",
        "/api/titles/{title}/lessons/{lesson}",
        "A lesson after some answers; nothing is kept",
        p.LessonMoment,
        p.LessonAnswers,
        problems=(404,),
        needs_person=True,
    ),
)
