"""`outcry loadtest`: a floor full of people over real sockets, and how long they wait.

Written by hand because people here answer what they see, and load tools time requests, not how long
a move takes to reach a screen.
"""

import asyncio
import contextlib
from collections.abc import Sequence

import uvicorn

from openoutcry.core.errors import OutcryError
from openoutcry.server.loadtest import report
from openoutcry.server.loadtest.crowd import measure
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.proxied import two_nodes
from openoutcry.server.loadtest.target import Target, own_server


def run(plans: Sequence[Plan], database: str | None, behind_nginx: bool) -> list[report.Run]:
    """Each plan on a fresh server; prints as it goes."""
    runs = []
    for plan in plans:
        factory = uvicorn.Config("").get_loop_factory()  # the quickest that is installed
        with (
            _target(database, behind_nginx) as target,
            asyncio.Runner(loop_factory=factory) as runner,
        ):
            runs.append((plan, runner.run(measure(target, plan))))
        print("\n".join(report.lines(*runs[-1])), flush=True)
    return runs


def _target(database: str | None, behind_nginx: bool) -> contextlib.AbstractContextManager[Target]:
    if not behind_nginx:
        return own_server(database)
    if database is None:
        raise OutcryError("two nodes share a PostgreSQL: say --database postgresql://...")
    return two_nodes(database)
