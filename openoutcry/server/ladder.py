"""A table at which bots play each other round the clock, when whoever runs the server wants it.

One match after the other, the titles in turn. Bots from elsewhere that are here sit down first, our
own levels fill the other seats: their ratings are known, so the newcomers' can be worked out.
"""

import asyncio
import contextlib
import math
import secrets
from typing import Final

import msgspec
import structlog

from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.server.bot_streams import BotStreams
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.offered_bots import offered
from openoutcry.server.settings import Settings
from openoutcry.server.store.bot_accounts import LADDER, BotRow
from openoutcry.server.store.interface import Store, StoreDown
from openoutcry.table import journal as j
from openoutcry.table.protocol import TableLine
from openoutcry.titles import find, names

_SECONDS: Final = 2.0
"""How often to see whether the match is over."""
PAUSE: Final = 10.0
"""Seconds from the beginning of a match to that of the next one, at least."""
QUIET_PAUSE: Final = 300.0
"""The same while no bot from elsewhere is here: nobody's rating changes."""
_LEVELS: Final = 2
"""At least so many seats go to our own levels: without them, nobody would know what a rating is
worth."""

log = structlog.get_logger()


class Ladder:
    """Sees to it that there is such a match."""

    def __init__(
        self, settings: Settings, store: Store, tables: LiveTables, streams: BotStreams
    ) -> None:
        self._settings = settings
        self._store = store
        self._tables = tables
        self._streams = streams
        self._matches = 0
        self._began = -math.inf
        """When the last match began, by the loop's clock."""

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            with contextlib.suppress(StoreDown):
                await self._look()
            await asyncio.sleep(_SECONDS)

    async def _look(self) -> None:
        if await self._is_playing():
            return
        here = await self._here()
        now = asyncio.get_running_loop().time()
        if now < self._began + (PAUSE if here else QUIET_PAUSE):
            return
        try:
            await self._begin(here)
        except OutcryError as error:
            log.warning("no match of the ladder", error=str(error))
        self._matches += 1
        self._began = now

    async def _is_playing(self) -> bool:
        """Is there a match, perhaps from before this server was started? Then it goes on; one whose
        rules are not installed any more does not count."""
        for line in await self._store.played_by(LADDER, 1):
            with contextlib.suppress(OutcryError):
                await self._tables.get(msgspec.json.decode(line, type=TableLine).id)
                return True
        return False

    async def _here(self) -> list[BotRow]:
        """The bots from elsewhere that are here and have time."""
        now = self._store.now_ms()
        return [
            bot
            for bot, _ in await self._streams.accounts.listed()
            if self._streams.is_online(bot, now)
            and len(await self._store.played_by(bot.person, bot.most)) < bot.most
        ]

    async def _begin(self, here: list[BotRow]) -> None:
        title = self._title(here)
        setup = Setup.of(title)
        willing = [bot for bot in here if _plays(bot, title)]
        opened = j.Opened(
            title=title.name,
            rules=title.rules_version,
            edition=dict(setup.edition.data),
            options=setup.options,
            seats=[j.SeatPlan(bot=bot) for bot in _seated(willing, setup.seats)],
            host=LADDER,
            name="",
            private=False,
            seconds=None,
            pace=self._settings.ladder_pace,
            seed=secrets.token_hex(32),
            chat="nobody",
            ladder=True,
        )
        live = await self._tables.open(opened)
        await live.run(lambda table: table.dealt())

    def _title(self, here: list[BotRow]) -> Title:
        """The next one, of those that somebody here plays."""
        known = [find(name) for name in names()]
        wanted = [title for title in known if any(_plays(bot, title) for bot in here)] or known
        return wanted[self._matches % len(wanted)]


def _plays(bot: BotRow, title: Title) -> bool:
    return not bot.titles or title.name in bot.titles.split()


def _seated(willing: list[BotRow], seats: int) -> list[str]:
    """Who plays, by lot: bots from elsewhere, no two of the same owner, then our levels."""
    lot = secrets.SystemRandom()
    most = max(1, seats - _LEVELS)
    one_each = {bot.owner: bot.person for bot in lot.sample(willing, len(willing))}
    chosen = lot.sample(list(one_each.values()), min(most, len(one_each)))
    chosen += [lot.choice(offered()) for _ in range(seats - len(chosen))]
    lot.shuffle(chosen)
    return chosen
