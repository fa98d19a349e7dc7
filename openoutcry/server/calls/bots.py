"""Bots from elsewhere: their accounts, for those who own them, and their answers."""

import asyncio
import re

import msgspec

from openoutcry.server.bot_streams import MOST_TABLES, BotStreams, hash_of, new_token
from openoutcry.server.calls.call import Backend, Call, Reply
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.live_table import LiveTable
from openoutcry.server.rate_limits import BOT_ANSWERS, BOT_TOKENS, WRONG_ANSWERS
from openoutcry.server.refusals import too_many
from openoutcry.server.store.bot_accounts import BotRow
from openoutcry.server.store.interface import StoreDown
from openoutcry.table import commands
from openoutcry.table.protocol import TableLine
from openoutcry.table.protocol import bots as b
from openoutcry.table.refusal import Refusal, Stale, not_now
from openoutcry.table.seat import REMOTE
from openoutcry.table.state import TableState

MOST_BOTS = 5
"""Bots of one person."""
_NAME = re.compile(rf"{REMOTE}[A-Za-z0-9_-]+")
"""What a store may be asked for: some databases take no zero bytes."""


def streams_of(backend: Backend) -> BotStreams:
    if backend.streams is None:
        raise no_bot()
    return backend.streams


def no_bot() -> Refusal:
    return Refusal(404, "no_bot", "bot_unknown")


# For everybody


async def remote_bots(call: Call) -> b.RemoteBots:
    streams, now = streams_of(call.backend), call.backend.store.now_ms()
    found = [
        b.RemoteBot(
            bot=row.person,
            owner=owner,
            online=streams.is_online(row, now),
            titles=row.titles.split(),
            free=streams.is_online(row, now) and await has_room(call.backend, row),
        )
        for row, owner in await streams.accounts.listed()
    ]
    return b.RemoteBots(sorted(found, key=lambda bot: (not bot.online, bot.bot.lower())))


async def has_room(backend: Backend, bot: BotRow, table: str = "") -> bool:
    """May it be seated at one more table, beside the one that is named?"""
    lines = await backend.store.played_by(bot.person, 2 * MOST_TABLES)
    known = [msgspec.json.decode(line, type=TableLine) for line in lines]
    playing = {line.id for line in known if f"bot:{bot.person}" in line.seats}  # it has not lost it
    starting = streams_of(backend).expected(bot.person) - {line.id for line in known}
    return len((playing | starting) - {table}) < bot.most


async def check_start(backend: Backend, live: LiveTable, person: str) -> None:
    """`Refusal` unless all bots from elsewhere who were given a seat come: each had time then, and
    may have none by now."""

    def seated(table: TableState) -> tuple[str, list[str]]:
        bots = table.remote_bots()
        if bots:
            commands.may_start(table, person)
        return table.about.title, bots

    title, bots = await live.look(seated)
    for bot in bots:
        await check_comes(backend, bot, title, live.table.id)
        streams_of(backend).expect(bot, live.table.id)


async def check_comes(backend: Backend, bot: str, title: str, table: str = "") -> str:
    """The bot's id, as it is spelled; `Refusal` unless it is here, plays the title and has time for
    one more table, or for the one that is named."""
    streams = streams_of(backend)
    known = await streams.accounts.known(bot) if _NAME.fullmatch(bot) else None
    if known is None or not known.token:
        raise no_bot()
    here = streams.is_online(known, backend.store.now_ms())
    if not (here and await has_room(backend, known, table)):
        raise not_now("bot_away", bot=bot)
    if known.titles and title not in known.titles.split():
        raise not_now("bot_title", bot=bot)
    return known.person


# For those who own some


async def my_bots(call: Call) -> b.MyBots:
    streams, now = streams_of(call.backend), call.backend.store.now_ms()
    return b.MyBots(
        [
            b.MyBot(row.person, streams.is_online(row, now), not row.token, row.created)
            for row in await streams.accounts.of(call.person.id)
        ],
        MOST_BOTS,
    )


async def new_bot(call: Call) -> b.BotToken:
    """Somebody has to answer for a bot: whoever may lose the name with the cookie cannot."""
    backend, streams, owner = call.backend, streams_of(call.backend), call.person
    if owner.password is None:
        raise Refusal(403, "not_yours", "bot_guest")
    _count_token(call)
    if len(await streams.accounts.of(owner.id)) >= MOST_BOTS:
        raise not_now("bot_many", most=MOST_BOTS)
    bot = await backend.accounts.new_bot(REMOTE + call.body.name)
    token, now = new_token(), backend.store.now_ms()
    await streams.accounts.add(BotRow(bot.id, owner.id, hash_of(token), now, "", 0, "", 1))
    return b.BotToken(bot.id, token)


async def new_bot_token(call: Call) -> b.BotToken:
    """The old one is void."""
    bot = await _mine(call)
    _count_token(call)
    token = new_token()
    await _set_token(call, bot, hash_of(token))
    return b.BotToken(bot.person, token)


async def revoke_bot(call: Call) -> b.MyBots:
    await _set_token(call, await _mine(call), "")
    return await my_bots(call)


async def _set_token(call: Call, bot: BotRow, hashed: str) -> None:
    streams = streams_of(call.backend)
    await streams.accounts.set_token(bot.person, hashed)
    streams.end(bot.person, "revoked")


def _count_token(call: Call) -> None:
    limits = call.backend.limits
    if not (limits.allow(BOT_TOKENS, call.person.id) and limits.allow(BOT_TOKENS, call.address)):
        raise too_many()


async def _mine(call: Call) -> BotRow:
    for row in await streams_of(call.backend).accounts.of(call.person.id):
        if row.person == call.path("bot"):
            return row
    raise no_bot()


# For bots themselves


async def bot_account(call: Call) -> b.RemoteBot:
    streams, bot = streams_of(call.backend), call.person.id
    row = await streams.accounts.known(bot)
    if row is None:
        raise no_bot()
    owner = await call.backend.store.person(row.owner)
    online = streams.is_online(row, call.backend.store.now_ms())
    free = online and await has_room(call.backend, row)
    return b.RemoteBot(bot, owner.name if owner else "", online, row.titles.split(), free)


async def bot_plays(call: Call) -> Reply:
    """Answer a decision. Returns when it is on disk; not before a bot at this table would play."""
    limits, bot, reply = call.backend.limits, call.person.id, call.body
    if not limits.allow(BOT_ANSWERS, bot) or limits.is_spent(WRONG_ANSWERS, bot):
        raise too_many()
    live = await call.backend.tables.get(reply.table)
    about = bot, reply.seat, reply.step, reply.rewinds, reply.action

    def look(table: TableState) -> int:
        commands.may_answer(table, *about)
        return table.asking[reply.seat].at + table.about.pace - live.now_ms()

    try:
        early = await live.look(look)
    except (Stale, StoreDown):
        raise  # neither is the bot's fault
    except Exception:
        limits.spend(WRONG_ANSWERS, bot)
        raise
    await asyncio.sleep(max(0, min(early, 10_000)) / 1000)
    await live.run(lambda table: commands.answer_from_elsewhere(table, *about))
    return Reply(b"", 204)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        remote_bots,
        "GET",
        "/api/bots",
        "Bots from elsewhere that may be given a seat",
        b.RemoteBots,
        problems=(404,),
        proves_person=True,
    ),
    Endpoint(
        my_bots,
        "GET",
        "/api/me/bots",
        "My own bots from elsewhere",
        b.MyBots,
        problems=(404,),
        needs_person=True,
        proves_person=True,
    ),
    Endpoint(
        new_bot,
        "POST",
        "/api/me/bots",
        "A name for a bot of mine, and its token, which is told only now",
        b.BotToken,
        b.NewBot,
        problems=(403, 404, 409),
        needs_person=True,
        proves_person=True,
        misread="bot_name",
    ),
    Endpoint(
        new_bot_token,
        "POST",
        "/api/me/bots/{bot}/token",
        "Another token for a bot of mine; the old one is void",
        b.BotToken,
        problems=(404,),
        needs_person=True,
        proves_person=True,
    ),
    Endpoint(
        revoke_bot,
        "POST",
        "/api/me/bots/{bot}/revoke",
        "The token of a bot of mine is void, and its connection ends",
        b.MyBots,
        problems=(404,),
        needs_person=True,
        proves_person=True,
    ),
    Endpoint(
        bot_account,
        "GET",
        "/api/bot",
        "With a bot's token: who I am",
        b.RemoteBot,
        problems=(404,),
        needs_person=True,
        proves_person=True,
        for_bots=True,
    ),
    Endpoint(
        bot_plays,
        "POST",
        "/api/bot/play",
        "With a bot's token: my choice in a decision that the stream has told me of",
        None,
        b.BotReply,
        problems=(403, 404, 409),
        needs_person=True,
        proves_person=True,
        for_bots=True,
    ),
)
