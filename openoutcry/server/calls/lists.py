"""Lists of tables, page by page."""

import msgspec

from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import PAGE_QUERY, Endpoint
from openoutcry.server.store.interface import NEWEST
from openoutcry.table import protocol as p

PAGE = 50


async def lobby(call: Call) -> p.Lobby:
    """Open tables come first, so that those which are played cannot push them off the page."""
    store, before, lines, more = call.backend.store, call.before, list[bytes](), False
    if call.state == "open":
        lines, more = await store.listed("open", before, PAGE)
        before = NEWEST
    if not more:
        playing, more = await store.listed("playing", before, PAGE - len(lines))
        lines += playing
    return lobby_of(lines, more)


async def my_tables(call: Call) -> p.Lobby:
    return lobby_of(*await call.backend.store.listed_for(call.person.id, call.before, PAGE))


async def matches(call: Call) -> p.Lobby:
    return lobby_of(*await call.backend.store.listed("over", call.before, PAGE))


def lobby_of(lines: list[bytes], more: bool) -> p.Lobby:
    """A page as the store gives it."""
    return p.Lobby([msgspec.json.decode(line, type=p.TableLine) for line in lines], more)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        lobby,
        "GET",
        "/api/tables",
        "Public tables that are open, then those that are played",
        p.Lobby,
        query=(*PAGE_QUERY, "state"),
        problems=(404,),
    ),
    Endpoint(
        my_tables,
        "GET",
        "/api/me/tables",
        "Tables where I have or had a seat",
        p.Lobby,
        query=PAGE_QUERY,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        matches,
        "GET",
        "/api/matches",
        "Public finished matches",
        p.Lobby,
        query=PAGE_QUERY,
        problems=(404,),
    ),
)
