"""Analyses of finished matches and of opened records: asked for, watched, given up."""

from hashlib import sha256

import msgspec

from openoutcry.analysis import report
from openoutcry.analysis.fitting import misfit
from openoutcry.analysis.report import Analysis
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import LARGEST_RECORD, Endpoint
from openoutcry.server.rate_limits import ANALYSES, RECORD_MOMENTS
from openoutcry.server.refusals import passed_on, too_many
from openoutcry.server.running_analyses import Keep, Study, failed
from openoutcry.server.sandbox import RecordQuestion
from openoutcry.table import protocol as p
from openoutcry.table.opened_record import as_file
from openoutcry.table.refusal import not_now
from openoutcry.table.state import TableState

# Of a table's match


async def analysis(call: Call) -> p.AnalysisNews:
    """How far it is; the analysis itself when it is done."""
    return await _news_of_match(call)


async def analyse(call: Call) -> p.AnalysisNews:
    """Begin, unless it has begun or is done. Whoever has the link sees the same one."""
    news = await _news_of_match(call)
    if news.state == "done":
        return news
    table = call.path("table")
    text = await (await call.table()).look(_record_of)
    store = call.backend.store

    async def keep(found: bytes) -> None:
        await store.analyses.keep(table, found)

    return _news(call, _started(call, table, text.encode(), keep=keep))


async def cancel_analysis(call: Call) -> p.AnalysisNews:
    call.backend.analyses.cancel(call.path("table"), call.person.id)
    return await _news_of_match(call)


async def _news_of_match(call: Call) -> p.AnalysisNews:
    table = call.path("table")
    await (await call.table()).look(_check_over)
    study = call.backend.analyses.find(table)
    if study is not None and study.is_running:
        return _news(call, study)
    kept = await kept_analysis(call)
    return _news(call, study) if kept is None else _done(kept)


async def kept_analysis(call: Call) -> Analysis | None:
    """The analysis kept with the table's match, if it is of the match as it ended."""
    live = await call.table()
    kept = await call.backend.store.analyses.kept(call.path("table"))
    if kept is None:
        return None
    try:
        found = report.decode(kept)
    except msgspec.MsgspecError:
        return None  # written by an older release: analysed again
    return None if await live.look(lambda table: misfit(found, table.playing)) else found


def _check_over(table: TableState) -> None:
    """Nothing hidden of a running match is analysed for anybody."""
    if table.state != "over":
        raise not_now("analysis")
    if table.is_sealed:
        raise not_now("contest_sealed")


def _record_of(table: TableState) -> str:
    _check_over(table)
    return table.playing.record(table.names()).to_json()


# Of an opened record


async def analyse_record(call: Call) -> p.AnalysisNews:
    """Begin, or tell how far it is. Nothing is kept for longer than somebody asks about it."""
    if not all(call.backend.limits.allow(RECORD_MOMENTS, key) for key in _keys(call)):
        raise too_many()
    text, key = _given(call)
    study = call.backend.analyses.find(key)
    if study is None or study.failed:
        if not await is_over(call, text):
            raise not_now("analysis")
        study = _started(call, key, text, keep=None)
    return _news(call, study)


async def cancel_record_analysis(call: Call) -> p.AnalysisNews:
    _, key = _given(call)
    call.backend.analyses.cancel(key, call.person.id)
    return _news(call, call.backend.analyses.find(key))


def _given(call: Call) -> tuple[bytes, str]:
    text = as_file(msgspec.structs.replace(call.body, analysis=None))
    return text, f"record {sha256(text).hexdigest()}"


async def is_over(call: Call, text: bytes) -> bool:
    """Is it of a match that has ended? It is replayed where records of strangers are, before
    anything else is done with it."""
    answer = await call.backend.sandbox.ask(RecordQuestion(text, None, None), call.asker)
    if answer.status != 200:
        raise passed_on(msgspec.json.decode(answer.json, type=p.Problem), answer.status)
    return msgspec.json.decode(answer.json, type=_Opened).over


class _Opened(msgspec.Struct):
    over: bool


# Both


def _keys(call: Call) -> tuple[str, str]:
    return call.person.id, call.address


def _started(call: Call, key: str, text: bytes, keep: Keep | None) -> Study:
    limits = call.backend.limits
    if not all(limits.allow(ANALYSES, key) for key in _keys(call)):
        raise too_many("analyses")
    return call.backend.analyses.start(key, text, call.asker, keep)


def _news(call: Call, study: Study | None) -> p.AnalysisNews:
    if study is None:
        return p.AnalysisNews("none")
    if study.failed:
        raise failed()
    if study.analysis is not None:
        return _done(report.decode(study.analysis))
    mine = call.someone is not None and study.is_for(call.someone.id)
    return p.AnalysisNews("running", len(study.findings), study.steps, mine)


def _done(found: Analysis) -> p.AnalysisNews:
    steps = len(found.moments)
    return p.AnalysisNews("done", steps, steps, False, found)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        analysis,
        "GET",
        "/api/matches/{table}/analysis",
        "How far a finished match is analysed, and the analysis when it is done",
        p.AnalysisNews,
        problems=(404, 409),
    ),
    Endpoint(
        analyse,
        "POST",
        "/api/matches/{table}/analysis",
        "Have a finished match analysed; the analysis is kept with it",
        p.AnalysisNews,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        cancel_analysis,
        "POST",
        "/api/matches/{table}/analysis/cancel",
        "Withdraw my request; an analysis that nobody wants any more is given up",
        p.AnalysisNews,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        analyse_record,
        "POST",
        "/api/records/analysis",
        "Have a finished record analysed, or ask how far that is; nothing is kept",
        p.AnalysisNews,
        p.GivenRecord,
        problems=(404, 409),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
    Endpoint(
        cancel_record_analysis,
        "POST",
        "/api/records/analysis/cancel",
        "Withdraw my request for the analysis of a record",
        p.AnalysisNews,
        p.GivenRecord,
        problems=(404,),
        needs_person=True,
        largest=LARGEST_RECORD,
        misread="record_unreadable",
    ),
)
