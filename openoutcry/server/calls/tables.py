"""Tables: opening them, sitting down, starting, leaving, playing again."""

import secrets

from openoutcry.core.edition import Edition
from openoutcry.core.title import Title
from openoutcry.server import languages
from openoutcry.server.accounts import clean, guest_name
from openoutcry.server.calls import editions
from openoutcry.server.calls.bots import check_comes, check_start
from openoutcry.server.calls.call import Call, known_title
from openoutcry.server.calls.endpoint import LARGEST_EDITION, Endpoint
from openoutcry.server.calls.moderation import check_welcome
from openoutcry.server.live_table import LiveTable
from openoutcry.server.names import likeness
from openoutcry.server.offered_bots import is_offered, no_weaker, offered, stand_in
from openoutcry.server.rate_limits import TABLES, TABLES_PER_ADDRESS
from openoutcry.server.refusals import not_understood, too_many
from openoutcry.server.store.interface import Person
from openoutcry.table import commands
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.memory import Recall, recall_of, usual_recall
from openoutcry.table.refusal import Refusal, not_yours
from openoutcry.table.seat import is_remote
from openoutcry.table.state import TableState


async def create(call: Call) -> p.Table:
    count_table(call)
    names = [seat.name for seat in call.body.seats if seat.name]
    await call.backend.accounts.check_free(call.person, *names)
    title = known_title(call.body.title)
    for seat in call.body.seats:
        if is_remote(seat.bot):
            await check_comes(call.backend, seat.bot, title.name)
    edition = await editions.chosen(call, title, call.body)
    return await (await call.backend.tables.open(_plan(call, title, edition))).info()


def count_table(call: Call) -> None:
    limits = call.backend.limits
    if not limits.allow(TABLES, call.person.id):
        raise too_many("tables")
    if not limits.allow(TABLES_PER_ADDRESS, call.address):
        raise too_many("tables")


def _plan(call: Call, title: Title, edition: Edition) -> j.Opened:
    new: p.NewTable = call.body
    options = title.options(edition, len(new.seats), new.options)
    if all(seat.kind == "bot" for seat in new.seats):
        raise not_understood("only_bots")
    return j.Opened(
        title=title.name,
        rules=title.rules_version,
        edition=dict(edition.data),
        options=options,
        seats=[_seat_plan(seat, call.person) for seat in new.seats],
        host=call.person.id,
        name=clean(new.name) if new.name else "",
        private=new.private,
        seconds=None if new.clock is None else new.clock.seconds,
        reserve=0 if new.clock is None else new.clock.reserve,
        pace=new.pace,
        seed=new_seed(),
        chat=new.chat,
        memory=recall_of(title, options, new.memory or _usual_recall(new.seats)),
    )


def _usual_recall(seats: list[p.NewSeat]) -> Recall:
    return usual_recall(sum(seat.kind != "bot" for seat in seats))


def _seat_plan(seat: p.NewSeat, person: Person) -> j.SeatPlan:
    if seat.kind == "bot":
        return j.SeatPlan(bot=seat.bot if is_remote(seat.bot) else known_level(seat.bot))
    if seat.kind == "open":
        return j.SeatPlan()
    return j.SeatPlan(person.id, clean(seat.name or person.name))


def known_level(level: str | None) -> str:
    if level is None or not is_offered(level):
        raise not_understood("level", known=", ".join(offered()))
    return level


def new_seed() -> str:
    return secrets.token_hex(32)


async def table(call: Call) -> p.Table:
    return await (await call.table()).info()


async def join(call: Call) -> p.Table:
    person, seat = call.person, call.body.seat
    wanted = clean(call.body.name or person.name)
    is_made_up = not (call.body.name or person.named)
    await call.backend.accounts.check_free(person, wanted)
    await check_welcome(call, await (await call.table()).look(lambda t: t.host))

    def command(table: TableState) -> j.Event:
        name = wanted
        while is_made_up and _is_anothers(table, person.id, name):
            name = guest_name(languages.preferred(call.languages))
        _must_differ(table, person.id, name)
        return commands.join(table, person.id, name, seat)

    return await call.run(command)


def _must_differ(table: TableState, person: str, name: str) -> None:
    """Nobody sits down under a name that can be taken for that of somebody who sits there."""
    if _is_anothers(table, person, name):
        raise Refusal(409, "name_taken", "name_here", name=name)


def _is_anothers(table: TableState, person: str, name: str) -> bool:
    others = (seat.name for seat in table.seats if seat.person not in (None, person))
    return likeness(name) in map(likeness, others)


async def leave(call: Call) -> p.Table:
    live, person, seat = await call.table(), call.person.id, call.body.seat
    if seat is not None and not await live.look(lambda t: t.owns(person, seat)):
        raise not_yours()
    await live.run_all(lambda t: commands.leave(t, person, seat, stand_in(t)))
    return await live.info()


async def _caught_up(call: Call) -> LiveTable:
    """The last seat may have been taken at another node whose note has not come yet."""
    live = await call.table()
    await live.catch_up()
    return live


async def start(call: Call) -> p.Table:
    await check_start(call.backend, await _caught_up(call), call.person.id)
    return await call.run(lambda t: commands.start(t, call.person.id))


async def pledge(call: Call) -> p.Table:
    await _caught_up(call)
    seat, pledge = call.number("seat"), call.body.pledge
    return await call.run(lambda t: commands.pledge(t, call.person.id, seat, pledge))


async def tell_salt(call: Call) -> p.Table:
    """The last one to do so has the cards dealt."""
    live, seat, salt = await _caught_up(call), call.number("seat"), call.body.salt
    await live.run(lambda t: commands.tell_salt(t, call.person.id, seat, salt))
    await live.run(lambda t: commands.deal(t, live.now_ms()))
    return await live.info()


async def close(call: Call) -> p.Table:
    return await call.run(lambda t: commands.close(t, call.person.id))


async def change_seat(call: Call) -> p.Table:
    change: p.SeatChange = call.body
    person, seat, live = call.person.id, call.number("seat"), await call.table()
    level = await _level(call, live) if change.kind == "bot" else None
    name = clean(change.name or call.person.name)
    await call.backend.accounts.check_free(call.person, name)
    if change.kind == "person" and not await live.look(lambda t: t.owns(person, seat)):
        await check_welcome(call, await live.look(lambda t: t.host))

    def command(table: TableState) -> j.Event | None:
        absent = live.audience.absent(table)
        is_anothers = table.state == "playing" and not table.owns(person, seat)
        bot = no_weaker(level, table) if level is not None and is_anothers else level
        event = commands.change_seat(table, person, seat, change.kind, bot, name, absent)
        if change.kind == "person" and table.state == "open":
            _must_differ(table, person, name)
        return event

    return await call.run(command)


async def _level(call: Call, live: LiveTable) -> str:
    """The bot that a seat is given to."""
    wanted: str | None = call.body.bot
    if wanted is None or not is_remote(wanted):
        return known_level(wanted)
    return await check_comes(call.backend, wanted, await live.look(lambda t: t.about.title))


async def rematch(call: Call) -> p.Table:
    """Whoever asks first opens the new table; the others are sent there."""
    old, person = await call.table(), call.person.id
    unwelcome = await call.backend.store.moderation.blocked_by(person)

    def plan(table: TableState) -> j.Opened | str:
        commands.may_rematch(table, person)
        absent = old.audience.absent(table)
        return table.next or commands.again(table, person, new_seed(), absent, unwelcome)

    planned = await old.look(plan)
    if isinstance(planned, str):
        return await _rematch_at(planned, old, call)
    count_table(call)
    new = await call.backend.tables.open(planned)
    linked = await old.run(lambda t: commands.rematched(t, person, new.table.id))
    if linked is None:
        await new.run(commands.end)
        first = await old.look(lambda t: t.next or t.id)
        return await (await call.backend.tables.get(first)).info()
    return await new.info()


async def _rematch_at(id: str, old: LiveTable, call: Call) -> p.Table:
    """The rematch that is there already, or another one if that was given up."""
    new = await (await call.backend.tables.get(id)).info()
    if new.state != "closed":
        return new
    await old.run(lambda t: commands.unlink(t, id))
    return await rematch(call)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        create,
        "POST",
        "/api/tables",
        "Open a table",
        p.Table,
        p.NewTable,
        problems=(403, 404, 409),
        needs_person=True,
        largest=LARGEST_EDITION,
    ),
    Endpoint(table, "GET", "/api/tables/{table}", "A table", p.Table, problems=(404,)),
    Endpoint(
        join,
        "POST",
        "/api/tables/{table}/join",
        "Sit down",
        p.Table,
        p.Join,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        leave,
        "POST",
        "/api/tables/{table}/leave",
        "Leave a seat, or all of mine",
        p.Table,
        p.Leave,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        start,
        "POST",
        "/api/tables/{table}/start",
        "Deal, or call for the seats' salts first: the host starts when no seat is open",
        p.Table,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        close,
        "POST",
        "/api/tables/{table}/close",
        "The host gives up a table that has not started",
        p.Table,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        rematch,
        "POST",
        "/api/tables/{table}/rematch",
        "The same people and bots again: the new table",
        p.Table,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        change_seat,
        "PUT",
        "/api/tables/{table}/seats/{seat}",
        "Open a seat, hand it to a bot or take it back",
        p.Table,
        p.SeatChange,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        pledge,
        "PUT",
        "/api/tables/{table}/seats/{seat}/pledge",
        "Promise what my seat will add to the draws",
        p.Table,
        p.Pledge,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        tell_salt,
        "PUT",
        "/api/tables/{table}/seats/{seat}/salt",
        "Tell what my seat adds to the draws, when the match starts",
        p.Table,
        p.TellSalt,
        problems=(403, 404, 409),
        needs_person=True,
    ),
)
