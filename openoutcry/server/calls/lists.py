"""Lists of tables, page by page."""

import msgspec

from openoutcry.server.calls.call import Call
from openoutcry.table import protocol as p

PAGE = 50


async def lobby(call: Call) -> p.Lobby:
    return lobby_of(*await call.backend.store.listed(("open", "playing"), call.before, PAGE))


async def my_tables(call: Call) -> p.Lobby:
    return lobby_of(*await call.backend.store.listed_for(call.person.id, call.before, PAGE))


async def matches(call: Call) -> p.Lobby:
    return lobby_of(*await call.backend.store.listed(("over",), call.before, PAGE))


def lobby_of(lines: list[bytes], more: bool) -> p.Lobby:
    """A page as the store gives it."""
    return p.Lobby([msgspec.json.decode(line, type=p.TableLine) for line in lines], more)
