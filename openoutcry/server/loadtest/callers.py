"""People with alerts: each also has a match over days that waits for them, and looks at their own
page now and then. What they are told arrives here."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from openoutcry.server.loadtest.measures import Measures
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.visitor import Visitor

LOOKS = 0.2
"""At one's own page, a minute."""
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_DAY = 86_400


@contextlib.asynccontextmanager
async def receiver(measures: Measures) -> AsyncIterator[str]:
    """The address of a webhook; whatever is sent there is counted."""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, EOFError):
            await reader.readuntil(b"\r\n\r\n")
            measures.alerts += 1
            writer.write(_ANSWER)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0, backlog=512)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        server.close()


async def ask_for_alerts(visitor: Visitor, plan: Plan, webhook: str) -> None:
    """Then sit down at a table with a clock of days and go away."""
    await visitor.call("POST", "/api/me/channels", {"kind": "webhook", "target": webhook})
    bots = [{"kind": "bot", "bot": plan.level}] * plan.bots
    clock = {"seconds": _DAY, "reserve": 3 * _DAY}
    body = {
        "title": plan.title,
        "seats": [{"kind": "me"}, *bots],
        "clock": clock,
        "pace": plan.pace,
    }
    table = (await visitor.call("POST", "/api/tables", body))["id"]
    await visitor.call("POST", f"/api/tables/{table}/start")


async def look_at_page(visitor: Visitor) -> None:
    await visitor.call("GET", f"/api/people/{visitor.id}")
