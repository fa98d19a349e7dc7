"""What the server offers: titles, their words, rules and editions."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

import openoutcry
from openoutcry.core.edition import Edition
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.lessons import lesson as lessons
from openoutcry.puzzles import puzzles_of
from openoutcry.server.board_plan import plan_of
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.offered_bots import offered, personalities
from openoutcry.server.settings import PACES
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal
from openoutcry.text import LANGUAGES, Words
from openoutcry.titles import find, names

WORDS_LIKE_A_CHOICE = 500
"""This many words of rules weigh as much as one more choice in each decision."""
MEDIUM, HARD = 7, 11.5


async def floor(call: Call) -> p.Floor:
    return floor_of(call.backend.build, call.backend.edition_of, names())


def floor_of(
    build: str, edition_of: Callable[[Title], Edition], offered_titles: Sequence[str]
) -> p.Floor:
    titles = [find(name) for name in offered_titles]
    return p.Floor(
        version=openoutcry.__version__,
        build=build,
        titles=[_title_info(title, edition_of(title)) for title in titles],
        bots=list(offered()),
        personalities=personalities(),
        languages=list(LANGUAGES),
        paces=list(PACES),
    )


def _title_info(title: Title, edition: Edition) -> p.TitleInfo:
    return p.TitleInfo(
        name=title.name,
        minutes=title.minutes,
        decisions=title.decisions,
        difficulty=difficulty(title),
        rules_version=title.rules_version,
        edition=edition.identity,
        edition_name=edition.name,
        seats=list(title.box.seats(edition)),
        options=[
            p.OptionInfo(
                o.name,
                list(o.values),
                o.default,
                o.rule,
                None if o.seats is None else list(o.seats),
                {} if o.needs is None else dict([o.needs]),
            )
            for o in title.box.OPTIONS
        ],
        memory=_memory_info(title),
        lessons=lessons.count(title),
        questions=len(puzzles_of(title)),
    )


@cache
def difficulty(title: Title) -> Literal["easy", "medium", "hard"] | None:
    """By what there is to read before the first match and to weigh in every decision."""
    if not title.choices:
        return None
    effort = title.choices + len(title.words.rules("en").split()) / WORDS_LIKE_A_CHOICE
    return "easy" if effort < MEDIUM else "medium" if effort < HARD else "hard"


def _memory_info(title: Title) -> p.MemoryInfo | None:
    memory = title.memory
    if memory is None:
        return None
    return p.MemoryInfo(memory.rule, {} if memory.needs is None else dict([memory.needs]))


async def words(call: Call) -> p.Words:
    title, lang = call.title(), language(call)
    return p.Words(title.name, lang, Words(title.folder).messages(lang))


async def rules(call: Call) -> p.Rules:
    title, lang = call.title(), language(call)
    try:
        return p.Rules(title.name, lang, title.words.rules(lang))
    except FileNotFoundError:
        raise Refusal(404, "no_rules", "rules", f"{title.name} in {lang}") from None


async def sample(call: Call) -> p.SamplePosition:
    return _sample(call.title())


@cache
def _sample(title: Title) -> p.SamplePosition:
    """From the lesson whose position has come furthest; else a fresh deal."""
    found = lessons.lessons_of(title)
    if not found:
        match, seat = Match.begin(Setup.of(title), seed=1), 0
    else:
        lesson = max(found, key=lambda lesson: len(lesson.position))
        match, seat = Match(lesson.setup, QuickDraws(0)), lesson.seat
        for line in lesson.position:
            lessons.follow(match, line)
    return p.SamplePosition(title.name, match.view(seat), match.labels)


def read_ahead() -> None:
    """What takes long the first time that somebody asks."""
    for name in names():
        _sample(find(name))


async def plan(call: Call) -> p.BoardPlan:
    return plan_of(call.title())


def language(call: Call) -> str:
    lang = call.path("lang")
    if lang not in LANGUAGES:
        raise Refusal(404, "no_language", "language", known=", ".join(LANGUAGES))
    return lang


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(floor, "GET", "/api/floor", "Titles, bots and languages", p.Floor),
    Endpoint(
        words,
        "GET",
        "/api/titles/{title}/words/{lang}",
        "A title's messages",
        p.Words,
        problems=(404,),
    ),
    Endpoint(
        rules,
        "GET",
        "/api/titles/{title}/rules/{lang}",
        "A title's rules",
        p.Rules,
        problems=(404,),
    ),
    Endpoint(
        sample,
        "GET",
        "/api/titles/{title}/sample",
        "A position that shows what a title's pieces look like",
        p.SamplePosition,
        problems=(404,),
    ),
    Endpoint(
        plan,
        "GET",
        "/api/titles/{title}/plan",
        "How to draw a title's board without knowing it",
        p.BoardPlan,
        problems=(404,),
    ),
)
