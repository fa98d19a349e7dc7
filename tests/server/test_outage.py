"""PostgreSQL goes away under running nodes and comes back."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from openoutcry.server.store import open_store
from tests.server.house import SECONDS, House, Watch, house, started
from tests.server.test_play import first_offer


@asynccontextmanager
async def two_nodes(data: Path, database: str) -> AsyncIterator[tuple[House, House]]:
    async with house(data, database=database) as one, house(data, database=database) as two:
        yield one, two


async def health(node: House, status: int) -> None:
    """Wait until the node says that it is well, or is not."""
    async with asyncio.timeout(SECONDS), node.client() as client:
        while (await client.get("/healthz")).status_code != status:
            await asyncio.sleep(0.1)


def test_tables_go_on_after_an_outage_and_nodes_hear_each_other_again(
    tmp_path: Path, own_postgres: Any
) -> None:
    async def scenario() -> None:
        async with two_nodes(tmp_path, own_postgres.get_uri()) as (one, two):
            party = await started(one, 3, options={"loans": "on_turn"})
            party.seats[2] = await party.guests[2].watch(party.table, 2, two.url)
            await party.seats[2].until(lambda w: bool(w.view))
            visitor = await (await two.guest()).watch(party.table)
            await party.seats[0].until(lambda w: w.table["watching"] == 1)
            await party.step(first_offer)

            await asyncio.to_thread(own_postgres.stop)
            for node in (one, two):
                await health(node, 503)
            await play_in_vain(party.seats[party.seats[0].view["waiting"][0]])
            await visitor.close()

            await asyncio.to_thread(own_postgres.start)
            for node in (one, two):
                await health(node, 200)
            await party.seats[0].until(lambda w: w.table["watching"] == 0)
            while await party.step(first_offer):
                pass

    async def play_in_vain(watch: Watch) -> None:
        steps = len(watch.steps)
        await watch.play(watch.offers[0])
        await watch.until(lambda w: any(fault["code"] == "store" for fault in w.faults))
        assert len(watch.steps) == steps, "what is not on disk is not told"

    asyncio.run(scenario())


class Line:
    """Between a node and PostgreSQL. It can go dead: still open, but nothing comes through."""

    def __init__(self, target: str, folder: Path) -> None:
        self._target = target
        self._path = folder / Path(target).name
        self._calls: list[asyncio.StreamWriter] = []
        self._dead = 0
        """How many of the first connections are dead."""

    async def open(self) -> None:
        self._server = await asyncio.start_unix_server(self._call, self._path)

    def go_dead(self) -> None:
        self._dead = len(self._calls)

    async def close(self) -> None:
        self._server.close()
        for writer in self._calls:
            writer.close()

    async def _call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = len(self._calls)
        self._calls.append(writer)
        far_reader, far_writer = await asyncio.open_unix_connection(self._target)
        await asyncio.gather(
            self._pass_on(number, reader, far_writer), self._pass_on(number, far_reader, writer)
        )

    async def _pass_on(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                if number >= self._dead:
                    writer.write(data)
        writer.close()


class Ears:
    """Notes what a node hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.refreshed = asyncio.Event()

    async def committed(self, table: str, n: int) -> None:
        self.heard.append(table)

    async def announced(self, text: str) -> None:
        self.heard.append(text)

    async def refresh(self) -> None:
        self.refreshed.set()


def test_a_node_whose_line_went_dead_without_a_word_hears_again(
    own_postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.store.postgres._LISTEN_CHECK_SECONDS", 0.2)
    address = own_postgres.get_uri()
    target = parse_qs(urlsplit(address).query)["host"][0]

    async def scenario(folder: Path) -> None:
        line, ears = Line(f"{target}/.s.PGSQL.5432", folder), Ears()
        await line.open()
        node = open_store(address.replace(target, str(folder)), folder)
        other = open_store(address, folder)
        await node.open()
        await other.open()
        await node.listen(ears)
        line.go_dead()
        await asyncio.wait_for(ears.refreshed.wait(), SECONDS)
        async with asyncio.timeout(SECONDS):
            while "hello" not in ears.heard:
                await other.announce("hello")
                await asyncio.sleep(0.02)
        await line.close()
        await node.close()
        await other.close()

    with tempfile.TemporaryDirectory(prefix="outcry-line-") as folder:
        asyncio.run(scenario(Path(folder)))
