"""Writes the floor of today's schema."""

import asyncio
import contextlib
import sqlite3
import tempfile
from pathlib import Path

from openoutcry.server.store import migrations
from tests.server.house import house, started
from tests.server.schemas import FOLDER
from tests.server.test_play import first_offer


async def play(data: Path) -> None:
    async with house(data) as h:
        party = await started(h, 3)
        for _ in range(6):
            await party.step(first_offer)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
        with contextlib.closing(sqlite3.connect(Path(folder) / "outcry.db")) as floor:
            lines = [*floor.iterdump(), f"PRAGMA user_version = {migrations.LATEST};"]
    file = FOLDER / f"{migrations.LATEST}.sql"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{file}: written")


if __name__ == "__main__":
    main()
