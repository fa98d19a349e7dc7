"""Deals of the day: opening the one try that counts, and how it went beside others'."""

from collections import Counter
from datetime import date

from openoutcry.core.match import Match
from openoutcry.core.title import Title
from openoutcry.daily import Deal, calendar, deal_of
from openoutcry.daily.deal import BOT, FIRST, SIMULATIONS, day_at, ends_at, read_day
from openoutcry.daily.ways import parting
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.tables import count_table
from openoutcry.server.store.results import Try, decode_tried
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.memory import recall_of
from openoutcry.table.protocol import daily as d
from openoutcry.table.refusal import Refusal, not_now
from openoutcry.table.result import Result, results, step_of

_BARS = 12
"""The most bars that scores are shown in."""


async def daily(call: Call) -> d.Daily:
    deal = _deal(call, call.title(), _wanted_day(call, call.day))
    person = call.person.id
    tried = await call.backend.store.results.try_of(deal.id, person)
    if tried is not None:
        await _mend(call, tried)
    kept = await call.backend.store.results.deals_of(person, deal.setup.title.name)
    done = sorted(kept, key=lambda result: result.day)
    days = [date.fromisoformat(result.day) for result in done]
    return d.Daily(
        title=deal.setup.title.name,
        day=str(deal.day),
        today=str(_today(call)),
        first=str(FIRST),
        ends=ends_at(_today(call)),
        deal=deal.id,
        commitment=deal.commitment,
        secret=bool(call.backend.settings.daily_secret),
        seats=deal.setup.seats,
        seat=deal.seat,
        bot=BOT,
        table=tried,
        done=any(result.deal == deal.id for result in done),
        days=[_tried_day(result) for result in done],
        streak=calendar.streak(days, _today(call)),
        longest=calendar.longest(days),
    )


async def play_daily(call: Call) -> p.Table:
    """The table of the try that counts, while there is one to play; otherwise one to practise."""
    wanted: d.DailyWanted = call.body
    deal = _deal(call, call.title(), _wanted_day(call, wanted.day))
    store, person = call.backend.store.results, call.person
    tried = await store.try_of(deal.id, person.id)
    if tried is not None:
        old = await call.backend.tables.get(tried)
        if await old.look(lambda table: table.state == "playing"):
            return await old.info()
    count_table(call)
    counts = tried is None and deal.day == _today(call)
    live = await call.backend.tables.open(_opened(call, deal, counts))
    if counts and not await store.begin(Try(deal.id, person.id, live.table.id)):
        await live.run(commands.end)  # begun elsewhere a moment ago
        return await play_daily(call)
    await live.run(lambda table: commands.start(table, person.id))
    return await live.info()


async def daily_result(call: Call) -> d.DailyResult:
    deal = _deal(call, call.title(), _wanted_day(call, call.path("day")))
    store, person = call.backend.store.results, call.person.id
    tried = await store.try_of(deal.id, person)
    if tried is None:
        raise Refusal(404, "no_try", "daily_no_try")
    await _mend(call, tried)
    mine = await store.at_deal(deal.id, person)
    if mine is None:
        raise not_now("daily_not_over")
    live = await call.backend.tables.get(tried)
    match = await live.look(lambda table: table.playing)
    known = await call.backend.slices.each(decode_tried, await store.of_deal(deal.id))
    others = [tried for tried in known if tried.person != person]
    scores = [mine.score, *(other.score for other in others)]
    places = Counter([mine.place, *(other.place for other in others)])
    days = await store.deals_of(person, mine.title)
    return d.DailyResult(
        title=mine.title,
        day=mine.day,
        table=mine.table,
        place=mine.place,
        score=mine.score,
        seats=deal.setup.seats,
        standing=mine.standing,
        streak=calendar.streak([date.fromisoformat(r.day) for r in days], _today(call)),
        played=len(scores),
        better=sum(other.score > mine.score for other in others),
        bars=_bars(scores),
        places=[places[place] for place in range(1, deal.setup.seats + 1)],
        parting=_parting(match, mine, [other.way for other in others]),
        tycoon=await _tycoon(call, deal, match, mine),
    )


async def _tycoon(call: Call, deal: Deal, match: Match, mine: Result) -> d.DailyLine:
    line = await call.backend.lines.line(deal, call.asker)
    if line is None:
        return d.DailyLine("running")
    return d.DailyLine("done", line.place, line.score, _parting(match, mine, [line.way]))


def _parting(match: Match, mine: Result, others: list[list[str]]) -> d.DailyParting | None:
    found = parting(mine.way, others)
    if found is None:
        return None
    chosen = [d.DailyChoice(action, count) for action, count in found.chosen]
    step = step_of(match, mine.seat, found.number)
    return d.DailyParting(step, found.number, found.mine, chosen)


def _bars(scores: list[int]) -> list[d.DailyBar]:
    """Scores by steps of a round width.

    >>> [(bar.low, bar.count) for bar in _bars([3, 4, 19, 31])]
    [(3, 2), (6, 0), (9, 0), (12, 0), (15, 0), (18, 1), (21, 0), (24, 0), (27, 0), (30, 1)]
    """
    least, most = min(scores), max(scores)
    width = _round_width((most - least) // _BARS + 1)
    first = least // width * width
    count = (most - first) // width + 1
    bars = [d.DailyBar(first + number * width, 0) for number in range(count)]
    for score in scores:
        bars[(score - first) // width].count += 1
    return bars


def _round_width(least: int) -> int:
    size = 1
    while True:
        for step in (1, 2, 3, 5):
            if size * step >= least:
                return size * step
        size *= 10


async def _mend(call: Call, table: str) -> None:
    """A browser may have been closed between the last move and its result."""
    store = call.backend.store.results
    live = await call.backend.tables.get(table)
    found = await live.look(lambda state: results(state))
    if found and await store.at_deal(found[0].deal, call.person.id) is None:
        await store.put(found)


def _opened(call: Call, deal: Deal, counts: bool) -> j.Opened:
    setup, person = deal.setup, call.person
    secret = bool(call.backend.settings.daily_secret)
    return j.Opened(
        title=setup.title.name,
        rules=setup.title.rules_version,
        edition=dict(setup.edition.data),
        options=setup.options,
        seats=[
            j.SeatPlan(bot=bot) if bot is not None else j.SeatPlan(person.id, person.name)
            for bot in deal.players
        ],
        host=person.id,
        name="",
        private=True,
        seconds=None,
        pace=call.body.pace,
        seed=deal.seed.hex(),
        chat="nobody",
        memory=recall_of(setup.title, setup.options, "perfect"),
        daily=j.DailyTry(
            deal.id, str(deal.day), counts, SIMULATIONS, ends_at(deal.day) if secret else 0
        ),
    )


def _deal(call: Call, title: Title, day: date) -> Deal:
    return deal_of(title, day, call.backend.settings.daily_secret.encode())


def _today(call: Call) -> date:
    return day_at(call.backend.store.now_ms())


def _wanted_day(call: Call, day: str | None) -> date:
    today = _today(call)
    return today if day is None else read_day(day, today)


def _tried_day(result: Result) -> d.DailyDay:
    seats = len(result.rivals) + 1
    return d.DailyDay(result.day, result.table, result.place, result.score, seats)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        daily,
        "GET",
        "/api/daily/{title}",
        "A title's deal of the day, and my days so far",
        d.Daily,
        query=("day",),
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        play_daily,
        "POST",
        "/api/daily/{title}",
        "Play a deal of the day: the table, dealt",
        p.Table,
        d.DailyWanted,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        daily_result,
        "GET",
        "/api/daily/{title}/{day}",
        "How my try at a deal went beside the others'",
        d.DailyResult,
        problems=(404, 409),
        needs_person=True,
    ),
)
