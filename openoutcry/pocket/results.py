"""Results of matches in a browser's own storage: those of whoever uses it."""

from collections.abc import Awaitable, Callable, Collection

import msgspec

from openoutcry.server.store.results import Try
from openoutcry.table.result import Result, encode

_RESULTS = "results"
_results = msgspec.json.Decoder(list[Result])
_MOST = 1000
"""How many results are kept, the latest ones; tries at deals of the day are all kept."""


class StoredResults:
    """All of them under one name: a device has few."""

    def __init__(
        self,
        keep: Callable[[str, str], Awaitable[None]],
        kept: Callable[[str], Awaitable[str | None]],
    ) -> None:
        self._keep = keep
        self._kept = kept

    async def try_of(self, deal: str, person: str) -> str | None:
        return await self._kept(f"try {deal}")

    async def begin(self, tried: Try) -> bool:
        if await self._kept(f"try {tried.deal}") is not None:
            return False
        await self._keep(f"try {tried.deal}", tried.table)
        return True

    async def _all(self) -> list[Result]:
        found = await self._kept(_RESULTS)
        return [] if found is None else _results.decode(found)

    async def of_deal(self, deal: str) -> list[bytes]:
        return [encode(result) for result in await self._all() if result.deal == deal]

    async def at_deal(self, deal: str, person: str) -> Result | None:
        found = (r for r in await self._all() if (r.deal, r.person) == (deal, person))
        return next(found, None)

    async def of_person(self, person: str, before: int, limit: int) -> list[Result]:
        found = [result for result in await self._all() if result.ended < before]
        return sorted(found, key=lambda result: -result.ended)[:limit]

    async def deals_of(self, person: str, title: str) -> list[Result]:
        return [result for result in await self._all() if result.deal and result.title == title]

    async def put(self, results: Collection[Result]) -> None:
        known = await self._all()
        places = {(result.table, result.seat) for result in known}
        known += [result for result in results if (result.table, result.seat) not in places]
        others = [result for result in known if not result.deal][-_MOST:]
        kept = [*(result for result in known if result.deal), *others]
        await self._keep(_RESULTS, msgspec.json.encode(kept).decode())

    async def line(self, deal: str) -> bytes | None:
        found = await self._kept(f"deal {deal}")
        return None if found is None else found.encode()

    async def keep_line(self, deal: str, line: bytes) -> None:
        await self._keep(f"deal {deal}", line.decode())
