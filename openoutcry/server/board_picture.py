"""A table's board as a picture, as a spectator sees it: for previews of links."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from openoutcry import svg
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.view import View
from openoutcry.server import languages
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.rate_limits import PICTURES, RateLimits
from openoutcry.server.router import address
from openoutcry.server.store.interface import StoreDown
from openoutcry.table.state import TableState

_NONE = Response("not found", 404, media_type="text/plain")
_SECONDS_KEPT = 30

Position = tuple[View, Edition, list[str]]


class BoardPictures:
    """Draws boards of public tables; a private one has no picture."""

    def __init__(self, tables: LiveTables, limits: RateLimits) -> None:
        self._tables = tables
        self._limits = limits

    async def serve(self, request: Request) -> Response:
        if not self._limits.allow(PICTURES, address(request)):
            return _NONE
        try:
            table = await self._tables.get(request.path_params["table"])
            position = await table.look(_position)
        except (OutcryError, StoreDown):
            return _NONE
        if position is None:
            return _NONE
        lang = languages.preferred(request.headers.get("accept-language", ""))
        picture = await asyncio.to_thread(_draw, position, lang)
        headers = {"Cache-Control": f"max-age={_SECONDS_KEPT}", "Vary": "Accept-Language"}
        return Response(picture, media_type="image/svg+xml", headers=headers)


def _position(table: TableState) -> Position | None:
    if table.match is None or table.about.private:
        return None
    return table.teller.view(None), table.edition, [seat.name for seat in table.seats]


def _draw(position: Position, lang: str) -> str:
    view, edition, names = position
    return svg.board(view, theme="night", lang=lang, names=names, edition=edition)
