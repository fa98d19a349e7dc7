"""People's pages: matches, figures and ratings; leaderboards; friends; what is one's own."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from openoutcry.server.accounts import clean
from openoutcry.server.calls.call import Call, Reply, SignedOut, known_title
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.moderation import check_welcome
from openoutcry.server.calls.tables import count_table, new_seed
from openoutcry.server.rate_limits import ERASURES, EXPORTS
from openoutcry.server.refusals import too_many
from openoutcry.server.store.bot_accounts import BotRow
from openoutcry.server.store.interface import NEWEST, Person
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.memory import recall_of, usual_recall
from openoutcry.table.protocol import profiles as f
from openoutcry.table.refusal import Refusal
from openoutcry.table.result import Result
from openoutcry.table.seat import is_remote
from openoutcry.table.state import TableState

MATCHES = 50
"""Matches that a page shows."""
LOOKED_AT = 1000
"""Matches that figures are made from."""
WAYS = 3
"""Favourite ways to win that a page shows of each title."""


async def profile(call: Call) -> f.Profile:
    return await _profile_of(call, await _shown_person(call))


async def _profile_of(call: Call, person: Person) -> f.Profile:
    standings = call.backend.standings
    played: list[tuple[Result, float | None, float | None]]
    ratings: list[f.TitleRating] = []
    hidden = False
    if standings is None:
        found = await call.backend.store.results.of_person(person.id, NEWEST[0], LOOKED_AT)
        played = [(result, None, None) for result in found]
    else:
        course = await standings.course(person.id, LOOKED_AT)
        played = [(rated.result, rated.mu, rated.sigma) for rated in course]
        ratings = [
            f.TitleRating(known.title, known.mu, known.sigma, known.played)
            for known in await standings.of(person.id)
            if not known.season
        ]
        hidden = await standings.is_hidden(person.id)
    return f.Profile(
        person=person.id,
        name=person.name,
        mine=call.someone is not None and call.someone.id == person.id,
        hidden=hidden,
        ratings=ratings,
        figures=figures_of([result for result, _, _ in played]),
        ways=favourite_ways([result for result, _, _ in played]),
        matches=[_match(*one) for one in played[:MATCHES]],
    )


async def _shown_person(call: Call) -> Person:
    """Who it is about, if it may be shown to whoever asks."""
    id = call.path("person")
    person = await call.backend.store.person(id)
    mine = call.someone is not None and call.someone.id == id
    standings = call.backend.standings
    hidden = standings is not None and await standings.is_hidden(id)
    if person is None or person.banned or (hidden and not mine):
        raise Refusal(404, "no_person", "person_hidden")
    return person


def _match(result: Result, mu: float | None, sigma: float | None) -> f.PlayedMatch:
    return f.PlayedMatch(
        table=result.table,
        title=result.title,
        ended=result.ended,
        place=result.place,
        score=result.score,
        opponents=[f.Opponent(r.name, r.person, r.bot, r.place) for r in result.rivals],
        counts=result.counts,
        why_not=result.why_not,
        by_bot=result.by_bot > 0,
        mu=mu,
        sigma=sigma,
    )


def figures_of(results: Iterable[Result]) -> list[f.TitleFigures]:
    """By title and table size, as they stand on somebody's page."""
    sorted_by: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        sorted_by.setdefault((result.title, len(result.rivals) + 1), []).append(result)
    return [
        f.TitleFigures(
            title=title,
            seats=seats,
            played=len(found),
            won=sum(_place(result) == 1 for result in found),
            place=sum(map(_place, found)) / len(found),
            best=max((result.score for result in found if not result.by_bot), default=None),
        )
        for (title, seats), found in sorted(sorted_by.items())
    ]


def _place(result: Result) -> int:
    """As for the rating: the last where a bot decided for them."""
    return len(result.rivals) + 1 if result.by_bot else result.place


def favourite_ways(results: Iterable[Result]) -> list[f.TitleWays]:
    """By title: what somebody did more often than the others in the matches they won."""
    won: dict[str, list[Result]] = {}
    for result in results:
        if result.place == 1 and result.feats and not result.by_bot:
            won.setdefault(result.title, []).append(result)
    found = [f.TitleWays(title, len(some), _ways(some)) for title, some in sorted(won.items())]
    return [one for one in found if one.ways]


def _ways(won: list[Result]) -> list[f.Way]:
    ways = [
        f.Way(
            name,
            sum(result.feats.get(name, 0) for result in won) / len(won),
            sum(result.others_feats.get(name, 0) for result in won) / len(won),
        )
        for name in sorted({name for result in won for name in result.feats})
    ]
    telling = [way for way in ways if way.mine > way.others]
    telling.sort(key=lambda way: way.others / way.mine)
    return telling[:WAYS]


async def change_profile(call: Call) -> f.Profile:
    if call.backend.standings is None:
        raise Refusal(404, "no_person", "alert_here")
    await call.backend.standings.hide(call.person.id, call.body.hidden)
    return await _profile_of(call, call.person)


async def leaderboard(call: Call) -> f.Leaderboard:
    title, standings = call.title(), call.backend.standings
    if standings is None:
        raise Refusal(404, "no_person", "alert_here")
    found = await standings.board(title.name, call.season)
    return f.Leaderboard(
        title=title.name,
        season=call.season,
        seasons=await standings.seasons(title.name),
        leaders=[
            f.Leader(known.person, name, known.mu, known.sigma, known.played)
            for known, name in found
        ],
        levels=[f.LevelRating(level, mu) for level, mu in call.backend.levels(title.name)],
    )


# Friends


async def friends(call: Call) -> f.Friends:
    results = call.backend.store.results
    met: dict[str, f.Friend] = {}
    for result in await results.of_person(call.person.id, NEWEST[0], LOOKED_AT):
        for rival in result.rivals:
            if rival.person in (None, call.person.id) or is_remote(rival.person):
                continue
            known = met.setdefault(rival.person, f.Friend(rival.person, rival.name, 0, 0))
            known.matches += 1
            known.last = max(known.last, result.ended)
    for person in await call.backend.store.people(list(met)):
        met[person.id].name = person.name
    return f.Friends(sorted(met.values(), key=lambda friend: -friend.last))


async def invite(call: Call) -> p.Table:
    """A table at which both have a seat; bots fill the seats that the title needs beyond these."""
    friend = call.path("person")
    known = {one.person: one for one in (await friends(call)).friends}
    if friend not in known:
        raise Refusal(404, "no_person", "person_unknown")
    await check_welcome(call, friend)
    count_table(call)
    title = known_title(call.body.title)
    edition = call.backend.edition_of(title)
    seats = max(2, title.box.seats(edition)[0])
    options = title.options(edition, seats, {})
    others = [j.SeatPlan(bot="broker")] * (seats - 2)
    opened = j.Opened(
        title=title.name,
        rules=title.rules_version,
        edition=dict(edition.data),
        options=options,
        seats=[
            j.SeatPlan(call.person.id, call.person.name),
            j.SeatPlan(friend, clean(known[friend].name)),
            *others,
        ],
        host=call.person.id,
        name="",
        private=True,
        seconds=24 * 3600,
        reserve=3 * 24 * 3600,
        pace=900,
        seed=new_seed(),
        chat="players",
        memory=recall_of(title, options, usual_recall(2)),
    )
    return await (await call.backend.tables.open(opened)).info()


# What is one's own


async def my_data(call: Call) -> Reply:
    """All that is kept about me, but for the password's hash and others' moves."""
    backend, person = call.backend, call.person
    if not backend.limits.allow(EXPORTS, person.id):
        raise too_many()
    lines, _ = await backend.store.listed_for(person.id, NEWEST, LOOKED_AT)
    results = await backend.store.results.of_person(person.id, NEWEST[0], LOOKED_AT)
    channels = await backend.alerts.outbox.channels_of(person.id) if backend.alerts else []
    standings = await backend.standings.of(person.id) if backend.standings else []
    kept = backend.contests.kept if backend.contests else None
    joined = await kept.of_person(person.id, LOOKED_AT) if kept else []
    bots = await backend.streams.accounts.of(person.id) if backend.streams else []
    own = await _own_words(call)
    data = {
        "person": {"id": person.id, "name": person.name, "created": person.created},
        "keeps_name": person.password is not None,
        "tables": [msgspec.Raw(line) for line in lines],
        "results": results,
        "ratings": standings,
        "alerts": channels,
        "vacations": await backend.store.vacations.of(person.id),
        "contests": [
            {"id": one.id, "title": one.plan.title, "name": one.plan.name, "created": one.created}
            for one in joined
        ],
        "blocked": await backend.store.moderation.blocked_by(person.id),
        "bots": [await _data_of_bot(call, bot) for bot in bots],
        "written": own.written,
        "said_in_advance": own.said,
    }
    return Reply(msgspec.json.encode(data), file="open-outcry-data.json")


class _OwnWords:
    """What somebody wrote at tables, and what their seats say in advance."""

    def __init__(self, person: str) -> None:
        self._person = person
        self.written: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []

    def reading(self, table: TableState, entries: list[tuple[int, bytes]]) -> Iterator[None]:
        """A table's journal from its beginning, in small pieces."""
        for _, body in entries:
            event = j.decode(body)
            if isinstance(event, j.Said) and event.person == self._person:
                self.written.append({"table": table.id, "text": event.text})
            yield from table.applying(event, 0)
        for seat in table.seats_of(self._person):
            if said := table.seats[seat].said:
                self.said.append({"table": table.id, "seat": seat, "said": said})


async def _own_words(call: Call) -> _OwnWords:
    backend, found = call.backend, _OwnWords(call.person.id)
    if backend.mentions is None:
        return found
    for id in (await backend.mentions.tables(call.person.id))[:LOOKED_AT]:
        table = TableState(id, with_match=False)
        await backend.slices.run(found.reading(table, await backend.mentions.entries(id)))
    return found


async def _data_of_bot(call: Call, bot: BotRow) -> dict[str, Any]:
    """Of a bot of mine, all but its token's hash."""
    store, standings = call.backend.store, call.backend.standings
    return {
        "bot": bot.person,
        "created": bot.created,
        "revoked": not bot.token,
        "seen": bot.seen,
        "titles": bot.titles.split(),
        "most": bot.most,
        "results": await store.results.of_person(bot.person, NEWEST[0], LOOKED_AT),
        "ratings": await standings.of(bot.person) if standings else [],
    }


async def erase_me(call: Call) -> SignedOut:
    """My name goes out of everything; the moves stay, for those who played them with me."""
    if not call.backend.limits.allow(ERASURES, call.person.id):
        raise too_many()
    if call.backend.erase is None:
        raise Refusal(404, "no_person", "alert_here")
    await call.backend.erase(call.person)
    return SignedOut()


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        profile,
        "GET",
        "/api/people/{person}",
        "A page about somebody: matches, figures and ratings",
        f.Profile,
        problems=(404,),
    ),
    Endpoint(
        leaderboard,
        "GET",
        "/api/leaderboards/{title}",
        "Who plays a title best, in a season or of all time",
        f.Leaderboard,
        query=("season",),
        problems=(404,),
    ),
    Endpoint(
        change_profile,
        "PUT",
        "/api/me/profile",
        "Show my page to others, or not",
        f.Profile,
        f.ProfileChange,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        friends,
        "GET",
        "/api/me/friends",
        "People I have played with",
        f.Friends,
        needs_person=True,
    ),
    Endpoint(
        invite,
        "POST",
        "/api/me/friends/{person}/invite",
        "Open a table at which somebody I have played with has a seat",
        p.Table,
        f.Invitation,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        my_data,
        "GET",
        "/api/me/data",
        "All that is kept about me, as a file",
        f.MyData,
        needs_person=True,
    ),
    Endpoint(
        erase_me,
        "POST",
        "/api/me/erase",
        "Take my name out of everything; the moves stay",
        problems=(404,),
        needs_person=True,
    ),
)
