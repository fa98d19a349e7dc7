"""The servers under test, as processes of their own whose cost can be read off."""

import asyncio
import contextlib
import os
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from openoutcry.core.errors import OutcryError


@dataclass(frozen=True)
class Target:
    """Where people go, and the processes that serve them."""

    url: str
    pids: tuple[int, ...]
    nodes: tuple[str, ...] = ()
    """Where each of these can be asked for its metrics."""
    tls: ssl.SSLContext | None = None
    coming: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(24))
    """How many come, connect or open tables at the same time: one process does it for them all."""

    def server_seconds(self) -> float:
        """Processor time of the servers so far; 0 where the system does not tell."""
        return sum(_seconds(pid) for pid in self.pids)

    def bot_seconds(self) -> float:
        """Processor time of the processes in which their bots think."""
        return sum(_seconds(child) for pid in self.pids for child in _children(pid))

    def memory(self) -> float:
        """Resident memory of the servers in bytes."""
        return sum(_memory(pid) for pid in self.pids)


def _seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    try:
        return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _memory(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    lines = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(lines[0].split()[1]) * 1024.0


@contextlib.contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, int]]:
    """`outcry serve` with those arguments: its address and process."""
    command = [sys.executable, "-m", "openoutcry", "serve", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if "http" not in line:
                raise OutcryError("the server for the load test did not start")
            yield line.split()[-1].rstrip("/"), process.pid
        finally:
            process.terminate()


def named_in_file(database: str, folder: str) -> tuple[str, str]:
    """Its address may hold a password, which is not for a command line."""
    file = Path(folder) / "database"
    file.touch(0o600)
    file.write_text(database, encoding="utf-8")
    return "--database-file", str(file)


@contextlib.contextmanager
def own_server(database: str | None) -> Iterator[Target]:
    """One server, limits on, with a data folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="outcry-load-") as folder:
        stored = named_in_file(database, folder) if database else ()
        about = ("--data", folder, "--port", "0", "--alerts-inside", *stored)
        with serving(*about) as (url, pid):
            yield Target(url, (pid,), (url,))
