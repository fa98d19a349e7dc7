"""A table's board as a picture, as a spectator sees it: for previews of links.

As a PNG of the size that previewers want, which take no SVG, and as an SVG for everybody else.
"""

import asyncio
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from openoutcry import svg
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.view import View
from openoutcry.server import languages
from openoutcry.server.link_preview import HEIGHT, WIDTH, picture_of, seat_names
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.painter import Painter
from openoutcry.server.rate_limits import PICTURES, RateLimits
from openoutcry.server.router import address
from openoutcry.server.store.interface import StoreDown
from openoutcry.table.state import TableState

_NONE = Response("not found", 404, media_type="text/plain")
_SECONDS_KEPT = 30

Position = tuple[View, Edition, list[str | None]]
"""What is seen, in which edition, and who sits there as a `TableLine` says it."""


_GROUND = "#11161d"
_MARGIN = 20


class BoardPictures:
    """Draws the boards of tables for whoever knows their address."""

    def __init__(
        self, tables: LiveTables, limits: RateLimits, painter: Painter, static: Path
    ) -> None:
        self._tables = tables
        self._limits = limits
        self._painter = painter
        self._static = static

    async def svg(self, request: Request) -> Response:
        position = await self._look(request)
        if position is None:
            return _NONE
        return _shown(await asyncio.to_thread(_draw, position, _language(request)), "image/svg+xml")

    async def png(self, request: Request) -> Response:
        """Where none can be made, the title's own, which has the same size."""
        position = await self._look(request)
        if position is None:
            return _NONE
        drawing = await asyncio.to_thread(_draw, position, _language(request))
        picture = await self._painter.paint(_on_a_card(drawing))
        if picture is None:
            return RedirectResponse(f"../{picture_of(position[0].title, self._static)}", 302)
        return _shown(picture, "image/png")

    async def _look(self, request: Request) -> Position | None:
        if not self._limits.allow(PICTURES, address(request)):
            return None
        try:
            table = await self._tables.get(request.path_params["table"])
            return await table.look(_position)
        except (OutcryError, StoreDown):
            return None


def _language(request: Request) -> str:
    return languages.preferred(request.headers.get("accept-language", ""))


def _shown(picture: str | bytes, kind: str) -> Response:
    headers = {"Cache-Control": f"max-age={_SECONDS_KEPT}", "Vary": "Accept-Language"}
    return Response(picture, media_type=kind, headers=headers)


def _position(table: TableState) -> Position | None:
    """None where there is nothing to see, or nobody else may see it yet."""
    if table.match is None or table.is_sealed:
        return None
    return table.teller.view(None), table.edition, [seat.shown for seat in table.seats]


def _on_a_card(board: str) -> str:
    """The board in the middle of a card of the previewers' size."""
    wide, high = WIDTH - 2 * _MARGIN, HEIGHT - 2 * _MARGIN
    placed = re.sub(
        r' width="[^"]*"',
        f' x="{_MARGIN}" y="{_MARGIN}" width="{wide}" height="{high}"',
        board,
        count=1,
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_GROUND}"/>{placed}</svg>'
    )


def _draw(position: Position, lang: str) -> str:
    view, edition, seats = position
    names = seat_names(seats, lang)
    return svg.board(view, theme="night", lang=lang, names=names, edition=edition)
