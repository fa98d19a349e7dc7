"""Work over several processes that is stopped: at once, without a trace, and taken up again."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.bots import find, finish

ENDLESS = {
    "arena": ["mogul", "--bots", "apprentice,random,random", "--games", "90000"],
    "balance": ["mogul", "--games", "90000"],
    "ladder": ["mogul", "--deals", "9000"],
    "analyse": ["game.json", "--simulations", "20000"],
    "simulate": ["mogul", "--games", "9000000"],
}
SHORT = {
    "arena": ["mogul", "--bots", "random,random,random", "--games", "4"],
    "balance": ["mogul", "--games", "4"],
    "ladder": ["mogul", "--deals", "1", "--tycoon-deals", "1"],
    "analyse": ["game.json", "--simulations", "10"],
    "simulate": ["mogul", "--games", "1000"],
}
SOME_DONE = re.compile(r" [1-9]\d*/")
"""A bar that says so: the work is under way in several processes."""
ENDED_BY = [
    *[("arena", number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)],
    *[(command, signal.SIGTERM) for command in ENDLESS if command != "arena"],
]


@pytest.fixture(autouse=True)
def _a_record_in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)  # so that there is a bar
    match = oo.new("mogul", seats=3, seed=5)
    finish(match, [find("apprentice", seat) for seat in range(3)]).record().save("game.json")


def _command(*argv: str) -> list[str]:
    return [sys.executable, "-m", "openoutcry", *argv, "--processes", "2"]


def _hear_signals() -> None:
    """Also where the tests themselves run with nohup or in the background."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Watched:
    """A command in a process group of its own, with a terminal for its bar."""

    def __init__(self, *argv: str) -> None:
        self._terminal, theirs = pty.openpty()
        self.process = subprocess.Popen(
            _command(*argv),
            stdout=subprocess.DEVNULL,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_hear_signals,
        )
        os.close(theirs)
        self.told = ""
        while not SOME_DONE.search(self.told):
            self.told += os.read(self._terminal, 1000).decode(errors="replace")

    def end(self, number: int) -> int:
        """Send the signal to everybody, as a terminal does."""
        os.killpg(self.process.pid, number)
        with suppress(OSError):  # Linux's way to say that the other end is closed
            while part := os.read(self._terminal, 1000):
                self.told += part.decode(errors="replace")
        return self.process.wait(60)

    def close(self) -> None:
        os.close(self._terminal)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _left(group: int) -> bool:
    """Is any process of the group still there after some seconds?"""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def _watched(*argv: str) -> Iterator[Watched]:
    watched = Watched(*argv)
    try:
        yield watched
    finally:
        watched.close()


@pytest.mark.parametrize(("command", "number"), ENDED_BY)
def test_a_signal_ends_all_processes_without_a_complaint(command: str, number: int) -> None:
    with _watched(command, *ENDLESS[command]) as watched:
        assert watched.end(number) == 128 + number
        assert not _left(watched.process.pid)
        for word in ("Traceback", "Error", "Process ", "Warning"):
            assert word not in watched.told
        keeps = command in ("arena", "balance", "ladder")
        assert ("the same command goes on from here" in watched.told) == keeps


def test_processes_do_not_outlive_one_that_is_killed() -> None:
    with _watched("arena", *ENDLESS["arena"]) as watched:
        watched.process.kill()
        watched.process.wait()
        assert not _left(watched.process.pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_tournament_goes_on_after_a_signal_with_the_same_result(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = ["arena", "mogul", "--bots", "broker:30,apprentice,random", "--seed", "3", "--games"]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "stopped"))
    with _watched(*asked, "9000") as watched:
        while not (noted := _notes(tmp_path / "stopped")):
            time.sleep(0.02)
        watched.end(number)
    noted = _notes(tmp_path / "stopped")
    count = str(len(noted) + 12)
    resumed = _results(*asked, count)
    assert _notes(tmp_path / "stopped") == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "undisturbed"))
    assert _results(*asked, count) == resumed


def _notes(cache: Path) -> list[str]:
    return [line for file in cache.rglob("*.jsonl") for line in file.read_text().splitlines()]


def _results(*argv: str) -> dict[str, Any]:
    """All but the times."""
    ran = subprocess.run(_command(*argv, "--json"), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    for bot in found["bots"]:
        del bot["ms_per_decision"]
    return found


@pytest.mark.parametrize("command", SHORT)
def test_a_reader_who_goes_away_ends_a_command_quietly(command: str) -> None:
    with subprocess.Popen(
        _command(command, *SHORT[command]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
    assert not _left(process.pid)
