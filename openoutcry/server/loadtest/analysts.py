"""People who have finished matches analysed while others play: work that should disturb nobody."""

import asyncio
import json
from typing import Any

from openoutcry.bots import find, finish
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.server.loadtest.measures import Measures
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.visitor import Visitor
from openoutcry.titles import find as find_title

_SEATS = 4
_LOOK_SECONDS = 1.0
"""Between two looks at how far it is, as the browser does."""


class Analyst:
    """Opens a finished match and has it analysed, then the next one: one is always under way."""

    def __init__(self, visitor: Visitor, plan: Plan, measures: Measures, number: int) -> None:
        self._visitor = visitor
        self._plan = plan
        self._measures = measures
        self._number = number

    async def arrive(self) -> None:
        """Come, and have the first analysis begun."""
        await self._visitor.arrive()
        await self._look(self._record(0))

    async def study(self) -> None:
        """Until cancelled."""
        match = 0
        while True:
            record = self._record(match)
            while (await self._look(record))["state"] == "running":
                await asyncio.sleep(_LOOK_SECONDS)
            self._measures.analyses += 1
            match += 1

    async def _look(self, record: object) -> dict[str, Any]:
        return await self._visitor.call("POST", "/api/records/analysis", record)

    def _record(self, match: int) -> object:
        """A match of apprentices, another one each time."""
        seed = derive(self._number, match)
        setup = Setup.of(find_title(self._plan.title), _SEATS)
        bots = [find("apprentice", derive(seed, seat)) for seat in range(_SEATS)]
        played = finish(Match.begin(setup, QuickDraws(seed)), bots)
        return json.loads(played.record().to_json())
