"""How long the analysis of a whole match takes, and whether a server finds what the command finds.

    python -m tests.server.analyses

A recorded match of each title for four is analysed twice with the usual effort: on all cores as
`outcry analyse` does it, and by a server that nobody else uses, as the browser's button asks for
it. Exits with 1 if the two differ in anything.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from openoutcry.analysis.effort import USUAL
from openoutcry.analysis.replay import Replay
from openoutcry.api import load
from openoutcry.core.record import Record
from openoutcry.lab.analyse import analyse
from openoutcry.lab.spread import Workers
from openoutcry.titles import names
from tests.server.house import house

RECORDS = Path(__file__).parents[1] / "records"


def recorded(title: str) -> Record:
    """The newest match of the title for four that we keep."""
    return load(sorted(RECORDS.glob(f"{title}-v*-4-*.json"))[-1])


async def by_server(record: Record) -> dict[str, Any]:
    """Asked for again and again, as a page does that waits for it."""
    told = msgspec.json.decode(record.bare().to_json())
    with tempfile.TemporaryDirectory() as data:
        async with house(Path(data)) as floor:
            guest = await floor.guest()
            while (news := await guest.post("/api/records/analysis", told))["state"] != "done":
                await asyncio.sleep(2)
    return dict(news["analysis"])


def compared(title: str) -> bool:
    """Prints one line; are both the same?"""
    record = recorded(title)
    began = time.perf_counter()
    command = analyse(record, USUAL, Workers(os.cpu_count() or 1), lambda done: None)
    between = time.perf_counter()
    server = asyncio.run(by_server(record))
    ended = time.perf_counter()
    same: bool = msgspec.to_builtins(command) == server
    steps = Replay(record).steps(USUAL.every_step)
    print(
        f"{title:12} {len(steps)} steps, {len(command.decisions)} decisions:"
        f" command {between - began:.0f} s, server {ended - between:.0f} s;"
        f" turning points {command.turns}, {'the same' if same else server['turns']}",
        flush=True,
    )
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=names(), metavar="TITLE")
    args = parser.parse_args()
    same = [compared(title) for title in args.titles]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
