"""The HTTP API, call by call: the routes and the API document are both made from this list."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from openoutcry.server.calls import (
    coach,
    editions,
    lessons,
    lists,
    matches,
    moderation,
    people,
    questions,
    records,
    tables,
    titles,
)
from openoutcry.server.calls.call import Call
from openoutcry.table import protocol as p

Method = Literal["GET", "POST", "PUT", "PATCH"]

LARGEST_BODY = 32 * 1024
LARGEST_EDITION = 128 * 1024
"""The body of a call that takes an edition; ours have up to 12 kB."""
LARGEST_RECORD = 512 * 1024
"""The body of a call that takes a record; ours have 6 kB."""
PAGE = ("before", "before_id")
"""A page of a list begins after the table with that last change and that id."""


@dataclass(frozen=True)
class Endpoint:
    """One call; `body` and `answer` are types of the protocol."""

    handler: Callable[[Call], Awaitable[Any]]
    method: Method
    path: str
    summary: str
    answer: Any = None
    body: Any = None
    query: tuple[str, ...] = ()
    """Names of query parameters: whole numbers where `NUMBERS` has them, else texts."""
    problems: tuple[int, ...] = ()
    """Statuses with a `Problem` beyond those that every call may give."""
    needs_person: bool = False
    proves_person: bool = False
    """It is about a password or a cookie: a device of one's own needs neither."""
    largest: int = LARGEST_BODY
    """Bytes of the body."""
    misread: str = "body"
    """What is said of a body that is not of its type."""

    @property
    def name(self) -> str:
        return self.handler.__name__


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(titles.floor, "GET", "/api/floor", "Titles, bots and languages", p.Floor),
    Endpoint(
        titles.words,
        "GET",
        "/api/titles/{title}/words/{lang}",
        "A title's messages",
        p.Words,
        problems=(404,),
    ),
    Endpoint(
        titles.rules,
        "GET",
        "/api/titles/{title}/rules/{lang}",
        "A title's rules",
        p.Rules,
        problems=(404,),
    ),
    Endpoint(
        editions.edition,
        "GET",
        "/api/titles/{title}/edition",
        "A title's component data, and where it comes from",
        p.EditionInfo,
        query=("edition",),
        problems=(404,),
    ),
    Endpoint(
        editions.read,
        "POST",
        "/api/titles/{title}/edition",
        "Read, check and compare an edition of one's own; nothing is kept",
        p.EditionReading,
        p.GivenEdition,
        problems=(404,),
        needs_person=True,
        largest=LARGEST_EDITION,
    ),
    Endpoint(
        editions.table_edition,
        "GET",
        "/api/tables/{table}/edition",
        "What a table plays: its component data",
        p.EditionInfo,
        problems=(404,),
    ),
    Endpoint(
        titles.plan,
        "GET",
        "/api/titles/{title}/plan",
        "How to draw a title's board without knowing it",
        p.BoardPlan,
        problems=(404,),
    ),
    Endpoint(
        lessons.lessons,
        "GET",
        "/api/titles/{title}/lessons/{lang}",
        "A title's lessons and what they say",
        p.Lessons,
        problems=(404,),
    ),
    Endpoint(
        lessons.lesson,
        "POST",
        "/api/titles/{title}/lessons/{lesson}",
        "A lesson after some answers; nothing is kept",
        p.LessonMoment,
        p.LessonAnswers,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        questions.questions,
        "GET",
        "/api/titles/{title}/questions",
        "A title's questions of the day",
        p.Questions,
        problems=(404,),
    ),
    Endpoint(
        questions.question,
        "POST",
        "/api/titles/{title}/questions/{question}",
        "A question of the day, or how an answer to it is rated; nothing is kept",
        p.QuestionMoment,
        p.QuestionAnswer,
        problems=(400, 404),
        needs_person=True,
    ),
    Endpoint(
        people.session,
        "POST",
        "/api/session",
        "Who I am; a newcomer becomes a guest with a name",
        p.Me,
    ),
    Endpoint(people.me, "GET", "/api/me", "Who I am", p.Me, needs_person=True),
    Endpoint(
        people.rename,
        "PATCH",
        "/api/me",
        "Change my name",
        p.Me,
        p.Rename,
        problems=(409,),
        needs_person=True,
    ),
    Endpoint(
        people.set_password,
        "POST",
        "/api/me/password",
        "Keep my name on other devices",
        p.Me,
        p.SetPassword,
        problems=(403, 409),
        needs_person=True,
        proves_person=True,
    ),
    Endpoint(
        people.login,
        "POST",
        "/api/login",
        "Be somebody who set a password",
        p.Me,
        p.Login,
        problems=(403,),
        proves_person=True,
    ),
    Endpoint(
        people.logout, "POST", "/api/logout", "End my session, in every browser", proves_person=True
    ),
    Endpoint(
        moderation.blocks,
        "GET",
        "/api/me/blocks",
        "Whom I have blocked",
        p.Blocks,
        needs_person=True,
    ),
    Endpoint(
        moderation.block,
        "POST",
        "/api/me/blocks",
        "Block somebody, or no more",
        p.Blocks,
        p.Blocking,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        lists.lobby,
        "GET",
        "/api/tables",
        "Public tables that are open, then those that are played",
        p.Lobby,
        query=(*PAGE, "state"),
        problems=(404,),
    ),
    Endpoint(
        lists.my_tables,
        "GET",
        "/api/me/tables",
        "Tables where I have or had a seat",
        p.Lobby,
        query=PAGE,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        tables.create,
        "POST",
        "/api/tables",
        "Open a table",
        p.Table,
        p.NewTable,
        problems=(403, 404, 409),
        needs_person=True,
        largest=LARGEST_EDITION,
    ),
    Endpoint(tables.table, "GET", "/api/tables/{table}", "A table", p.Table, problems=(404,)),
    Endpoint(
        tables.join,
        "POST",
        "/api/tables/{table}/join",
        "Sit down",
        p.Table,
        p.Join,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.leave,
        "POST",
        "/api/tables/{table}/leave",
        "Leave a seat, or all of mine",
        p.Table,
        p.Leave,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.start,
        "POST",
        "/api/tables/{table}/start",
        "Deal, or call for the seats' salts first: the host starts when no seat is open",
        p.Table,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.close,
        "POST",
        "/api/tables/{table}/close",
        "The host gives up a table that has not started",
        p.Table,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.rematch,
        "POST",
        "/api/tables/{table}/rematch",
        "The same people and bots again: the new table",
        p.Table,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.change_seat,
        "PUT",
        "/api/tables/{table}/seats/{seat}",
        "Open a seat, hand it to a bot or take it back",
        p.Table,
        p.SeatChange,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        moderation.allow_chat,
        "PUT",
        "/api/tables/{table}/chat",
        "The host says who may write",
        p.Table,
        p.ChatRule,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.pledge,
        "PUT",
        "/api/tables/{table}/seats/{seat}/pledge",
        "Promise what my seat will add to the draws",
        p.Table,
        p.Pledge,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        coach.hint,
        "POST",
        "/api/tables/{table}/seats/{seat}/hint",
        "Ask the coach about my decision, where all others are bots",
        p.Hint,
        p.HintWanted,
        problems=(400, 403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        moderation.mute,
        "POST",
        "/api/tables/{table}/mute",
        "The host silences somebody, or lets them write again",
        p.Table,
        p.Mute,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tables.tell_salt,
        "PUT",
        "/api/tables/{table}/seats/{seat}/salt",
        "Tell what my seat adds to the draws, when the match starts",
        p.Table,
        p.TellSalt,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        moderation.kick,
        "POST",
        "/api/tables/{table}/kick",
        "Remove somebody from the table, or ask for it",
        p.Table,
        p.Kick,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        moderation.report,
        "POST",
        "/api/tables/{table}/reports",
        "Tell whoever runs the server about somebody at the table",
        body=p.NewReport,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        lists.matches,
        "GET",
        "/api/matches",
        "Public finished matches",
        p.Lobby,
        query=PAGE,
        problems=(404,),
    ),
    Endpoint(
        matches.moment,
        "GET",
        "/api/matches/{table}/at/{step}",
        "A match after so many steps: your seat's view, after the end any seat's",
        p.Moment,
        query=("seat",),
        problems=(403, 404, 409),
    ),
    Endpoint(
        matches.film,
        "GET",
        "/api/matches/{table}/film",
        "All steps, story and charts that a viewer may know",
        p.Film,
        query=("seat",),
        problems=(403, 404, 409),
    ),
    Endpoint(
        matches.record,
        "GET",
        "/api/matches/{table}/record",
        "The portable record, after the end",
        p.RecordFile,
        problems=(404, 409),
    ),
    Endpoint(
        records.open_record,
        "POST",
        "/api/records",
        "Look at a record: all about it, as any seat or everybody sees it; nothing is kept",
        p.OpenedRecord,
        p.GivenRecord,
        query=("seat",),
        problems=(404,),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
    Endpoint(
        records.record_moment,
        "POST",
        "/api/records/at/{step}",
        "A record's match after so many steps, as any seat or everybody sees it",
        p.Moment,
        p.GivenRecord,
        query=("seat",),
        problems=(404,),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
)
