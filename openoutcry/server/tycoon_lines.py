"""How the tycoon plays a deal of the day: played once when somebody wants to know, then kept."""

import contextlib
import logging

import msgspec
from msgspec import Struct

from openoutcry.bots.fixed import question
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.daily import Deal
from openoutcry.daily.deal import SIMULATIONS
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.bot_queue import Asker
from openoutcry.server.store.interface import FloorStore, StoreDown
from openoutcry.server.thinking import Thinking
from openoutcry.table.result import way_of

LEVEL = "tycoon"

log = logging.getLogger(__name__)


class Line(Struct, frozen=True):
    """What the tycoon chose at the deal, and how it came out."""

    place: int
    score: int
    way: list[str]


_decode = msgspec.json.Decoder(Line).decode


class TycoonLines:
    """Plays them by turns with the tables' bots, in the queue of whoever asked."""

    def __init__(self, store: FloorStore, bots: Thinking, tasks: BackgroundTasks) -> None:
        self._store = store
        self._bots = bots
        self._tasks = tasks
        self._playing: set[str] = set()

    async def line(self, deal: Deal, asker: Asker) -> Line | None:
        """None while it is still being played."""
        kept = await self._store.results.line(deal.id)
        if kept is not None:
            return _decode(kept)
        if deal.id not in self._playing:
            self._playing.add(deal.id)
            self._tasks.start(self._play(deal, asker))
        return None

    async def _play(self, deal: Deal, asker: Asker) -> None:
        try:
            match = Match.begin(deal.setup, Fair(deal.seed))
            while not match.over:
                seat = match.waiting[0]
                match.play_action(seat, await self._choice(deal, match, seat, asker))
            line = Line(
                match.places()[deal.seat], match.scores()[deal.seat], way_of(match, deal.seat)
            )
            with contextlib.suppress(StoreDown):
                await self._store.results.keep_line(deal.id, msgspec.json.encode(line))
        finally:
            self._playing.discard(deal.id)

    async def _choice(self, deal: Deal, match: Match, seat: int, asker: Asker) -> int:
        """The other seats' bots answer as at everybody's table."""
        level = deal.players[seat] or LEVEL
        world, fixed = question(match, seat, deal.seed, SIMULATIONS)
        chosen = self._bots.choose(
            *(level, world, seat, f"deal {deal.id}", [asker]), None if seat == deal.seat else fixed
        )
        answer = await chosen
        legal = match.legal(seat)
        return answer.choice if answer.choice in legal else int(match.state.default(seat))
