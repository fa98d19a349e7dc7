"""Starting where something is missing: the server waits, and says for what; and what it logs."""

import asyncio
import contextlib
import json
import os
import resource
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from openoutcry.cli import main
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.calls import titles
from openoutcry.server.metrics import Metrics
from openoutcry.server.ports import reserved_port
from openoutcry.server.store import postgres
from openoutcry.server.store.interface import StoreDown
from openoutcry.titles import find
from tests.server.house import house

SECONDS = 60


class Starting:
    """`outcry serve` that may have to wait; its log as it comes."""

    def __init__(
        self, data: Path, database: str = "", largest: int = resource.RLIM_INFINITY
    ) -> None:
        self.port = reserved_port()
        command = [sys.executable, "-m", "openoutcry", "serve", "--data", str(data)]
        command += ["--port", str(self.port), "--no-browser"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "OUTCRY_DATABASE": database},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, -1)),
        )
        self.lines: list[dict[str, Any]] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(json.loads(line))  # nothing but JSON

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(SECONDS)
        self._reading.join()
        assert self.process.stdout is not None and self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()

    def wait_for_line(self, event: str) -> dict[str, Any]:
        for _ in range(SECONDS * 10):
            for line in self.lines:
                if line["event"] == event:
                    return line
            assert self.process.poll() is None, "it gave up"
            time.sleep(0.1)
        raise AssertionError(f"no line {event!r} in {self.lines}")

    def serves(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz/ready", timeout=9):
                return True
        except OSError:
            return False

    def wait_until_it_serves(self) -> None:
        for _ in range(SECONDS * 10):
            if self.serves():
                return
            assert self.process.poll() is None, "it gave up"
            time.sleep(0.1)
        raise AssertionError("it does not serve")


@contextlib.contextmanager
def starting(*args: Any, **more: Any) -> Iterator[Starting]:
    node = Starting(*args, **more)
    try:
        yield node
    finally:
        node.stop()


def test_a_full_disk_is_waited_for(tmp_path: Path) -> None:
    with starting(tmp_path, largest=4096) as node:  # to the process the disk looks full
        line = node.wait_for_line("waiting for the store")
        assert line["level"] == "warning" and "cannot be used" in line["error"]
        assert not node.serves()
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (-1, -1))  # space again
        node.wait_until_it_serves()


def test_postgresql_is_waited_for(tmp_path: Path, own_postgres: Any) -> None:
    address = own_postgres.get_uri()
    own_postgres.stop()
    with starting(tmp_path, address) as node:
        line = node.wait_for_line("waiting for the store")
        assert "PostgreSQL cannot be used" in line["error"]
        assert not node.serves()
        own_postgres.start()
        node.wait_until_it_serves()


def test_a_database_that_does_not_exist_is_not_waited_for(
    postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, _, query = postgres.partition("?")
    nowhere = f"{head.rpartition('/')[0]}/nowhere?{query}"
    serve = [sys.executable, "-m", "openoutcry", "serve", "--no-browser", "--port", "0"]
    command = [*serve, "--data", str(tmp_path), "--database", nowhere]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
    assert done.returncode == 2 and 'database "nowhere" does not exist' in done.stderr


@pytest.mark.parametrize(
    "address", ["postgresql://ann:secret@db/outcry", "postgresql://ann@db/outcry?password=secret"]
)
def test_a_password_is_refused_in_a_command_line_and_not_repeated(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["serve", "--no-browser"], ["admin", "tables"], ["backup", "x"]):
        assert main([*command, "--data", str(tmp_path), "--database", address]) == 2
        told = capsys.readouterr().err
        assert "OUTCRY_DATABASE" in told and "--database-file" in told and "secret" not in told


def test_the_mail_servers_password_is_refused_there_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--mail", "smtps://floor:secret@mail.example", "--mail-from", "floor@play.example"]
    assert main(["serve", "--no-browser", "--data", str(tmp_path), *given]) == 2
    told = capsys.readouterr().err
    assert "OUTCRY_MAIL" in told and "--mail-file" in told and "secret" not in told


@pytest.mark.parametrize("way", ["environment", "file"])
def test_an_address_with_a_password_comes_from_the_environment_or_a_file(
    way: str,
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = database.replace("postgres:@", "postgres:secret@")
    assert "secret" in address
    more: list[str] = []
    if way == "environment":
        monkeypatch.setenv("OUTCRY_DATABASE", address)
    else:
        (tmp_path / "address").write_text(address + "\n")
        more = ["--database-file", str(tmp_path / "address")]
    assert main(["admin", "tables", *more]) == 2
    assert "there are no tables of Open Outcry in it" in capsys.readouterr().err, "it was reached"


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "tables", "--database-file", "/nowhere"]) == 2
    assert "--database-file" in capsys.readouterr().err


LOGGING = """
import logging, sys, warnings
import structlog
from openoutcry.server import logs
logs.prepare(sys.argv[1])
structlog.get_logger().warning("bot failed", bot="broker", address="192.0.2.7")
logging.getLogger("uvicorn.error").warning("odd %s", "thing")
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("asyncio").exception("task failed")
warnings.warn("old")
"""


@pytest.mark.parametrize(
    ("addresses", "shown"), [("none", None), ("shortened", "192.0.2.0/24"), ("full", "192.0.2.7")]
)
def test_the_log_is_json_throughout_with_addresses_as_the_host_wants(
    addresses: str, shown: str | None
) -> None:
    command = [sys.executable, "-c", LOGGING, addresses]
    told = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True).stderr
    lines = [json.loads(line) for line in told.splitlines()]
    assert [line["level"] for line in lines] == ["warning", "warning", "error", "warning"]
    assert all(line["timestamp"] for line in lines)
    assert lines[0]["bot"] == "broker" and lines[0].get("address") == shown
    assert lines[1]["event"] == "odd thing" and lines[1]["logger"] == "uvicorn.error"
    assert "ZeroDivisionError" in lines[2]["exception"]


def test_a_bot_that_fails_is_logged_with_its_level() -> None:
    async def scenario() -> None:
        state = Match.begin(Setup.of(find("mogul"), 3), Fair(b"seed")).state
        pool = BotPool(Metrics(), 1, 5.0, command=(sys.executable, "-c", "pass"))
        await pool.choose("broker", state, 0, "table", [])
        await pool.close()

    with capture_logs() as lines:
        asyncio.run(scenario())
    assert [line["bot"] for line in lines] == ["broker", "apprentice"]
    assert all("level" not in line for line in lines), "that is the line's own"


def test_a_database_that_does_not_answer_is_said_not_to() -> None:
    """A timeout says nothing by itself, and the log would end in a colon."""
    with pytest.raises(StoreDown, match="it does not answer"), postgres._translated():
        raise TimeoutError


def test_the_titles_are_read_before_the_first_request_and_not_in_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[int] = []
    monkeypatch.setattr(titles, "read_ahead", lambda: readers.append(threading.get_ident()))

    async def scenario() -> None:
        async with house(tmp_path):
            assert readers and threading.get_ident() not in readers

    asyncio.run(scenario())
