"""The full screen of `outcry play`: what fits, and what its keys do."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.text import Text

from openoutcry.api import load
from openoutcry.cli.frame import Looking, compose
from openoutcry.titles import names
from tests.cli.screens import LARGE, SMALL, look, scenes

PATIENCE = 30
"""Seconds for a screen to be drawn, on a busy machine."""


@pytest.mark.parametrize("title", names())
def test_every_decision_fits_a_small_screen_and_all_of_it_a_large_one(title: str) -> None:
    tally = look(title, range(200, 202), every=8)
    assert tally.decisions > 30
    assert (tally.small, tally.large) == (tally.decisions, tally.decisions), tally.misfits


@pytest.mark.parametrize("title", names())
def test_every_tab_can_be_read_on_a_small_screen(title: str) -> None:
    for _, scene in scenes(title, 7, every=60):
        for tab in range(1, len(scene.tabs) + 1):
            frame = compose(scene, Looking(tab=tab), *SMALL)
            assert len(frame.lines) == SMALL[1]
            first = scene.tabs[tab - 1].lines[:1]
            assert all(line.plain.startswith(frame.lines[1].plain.rstrip()) for line in first)


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (79, 23), (200, 60)])
def test_any_size_is_filled_and_never_overflowed(size: tuple[int, int]) -> None:
    for title in names():
        for _, scene in scenes(title, 3, every=120):
            frame = compose(scene, Looking(), *size)
            assert len(frame.lines) == size[1]
            assert max(line.cell_len for line in frame.lines) <= size[0]


def test_what_is_typed_shows_what_it_would_do_before_it_is_played() -> None:
    _, scene = next(scenes("ekonos", 7))
    entry = scene.entries[2]
    frame = compose(scene, Looking(typed="3", meant=entry.offer), *SMALL)
    assert entry.effect[:40] in frame.lines[-2].plain
    assert frame.lines[-1].plain.rstrip().endswith("3")


def test_ekonos_draws_its_map_and_wall_street_its_ring() -> None:
    _, ekonos = next(scenes("ekonos", 7))
    drawn = _plain(ekonos.board)
    numbers = re.findall(r"(?<![\w/])(\d{1,2})[·A-Z]", drawn)
    assert sorted(map(int, numbers)) == list(range(1, 37))
    _, wall_street = next(scenes("wallstreet", 7))
    assert re.search(r"╭ 0 .*╮\n(│.*│\n)+╰ .* ╯?", _plain(wall_street.board))


def _plain(lines: Sequence[Text]) -> str:
    return "\n".join(line.plain for line in lines)


# In a terminal


class Screen:
    """A process at a terminal of a given size, and what it has drawn."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self.drawn = ""

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str) -> None:
        self.drawn = ""
        os.write(self._terminal, keys.encode())

    def wait_for(self, pattern: str) -> str:
        """What was drawn since the last key, once it matches."""
        while not re.search(pattern, _readable(self.drawn), re.DOTALL):
            assert select.select([self._terminal], [], [], PATIENCE)[0], self.drawn
            try:
                self.drawn += os.read(self._terminal, 65536).decode(errors="replace")
            except OSError:  # the process has ended
                raise AssertionError(self.drawn) from None
        return self.drawn

    def frame(self, pattern: str) -> list[str]:
        """The lines of the last screen, once it holds the pattern."""
        drawn = self.wait_for(pattern).rpartition("\x1b[H")[2]
        return _readable(drawn).split("\r\n")


def _readable(drawn: str) -> str:
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", drawn)


@contextmanager
def _playing(folder: Path, *words: str) -> Iterator[Screen]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}
    for unwanted in ("NO_COLOR", "COLUMNS", "LINES"):
        environment.pop(unwanted, None)
    command = [sys.executable, "-m", "openoutcry", "--lang", "en", "play", *words]
    process = subprocess.Popen(
        command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    try:
        yield Screen(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_a_match_is_played_by_keys_and_drawn_anew_in_another_size(tmp_path: Path) -> None:
    with _playing(tmp_path, "wallstreet", "--seats", "3", "--seed", "4") as screen:
        frame = screen.frame(r"Tab: slots.*>")
        assert len(frame) == SMALL[1] and "╭ 0" in "\n".join(frame)
        screen.press("\t")
        assert "╭" in screen.frame(r"Tab: .*>")[1]
        screen.press("\x1b")
        screen.wait_for(r"╭ 0.*>")
        screen.drawn = ""
        screen.resize(*LARGE)
        frame = screen.frame(r"── story ──.*>")
        assert len(frame) == LARGE[1] and "Tab:" not in "\n".join(frame)
        screen.press("?\r")
        screen.wait_for("save and leave")
        screen.press("\r")
        screen.wait_for(r"╭ 0.*>")
        screen.press("\x1b[B")
        screen.wait_for("> 0")
        screen.press("\r")
        screen.wait_for(r"\? for help >")
        screen.press("quit\r")
        left = screen.wait_for(r"--resume \S+\.json")
        assert left.index("\x1b[?1049l") < left.index("Saved.")
    (record,) = tmp_path.glob("*.json")
    assert any(line.startswith("0 ") for line in load(record).log)


def test_plain_lines_stay_for_screen_readers(tmp_path: Path) -> None:
    with _playing(tmp_path, "mogul", "--seats", "3", "--seed", "1", "--plain") as screen:
        assert "\x1b[?1049h" not in screen.wait_for(r"help > ")
        screen.press("quit\n")
        screen.wait_for("Saved.")


def test_the_next_person_at_the_keyboard_sees_nothing_before_they_ask(tmp_path: Path) -> None:
    words = ("mogul", "--seats", "3", "--people", "2", "--names", "Ana,Ben", "--seed", "2")
    with _playing(tmp_path, *words) as screen:
        assert "points" not in "\n".join(screen.frame("Ana, it is your turn"))
        screen.press("\r")
        screen.wait_for("A loan before")
        screen.press("1\r")
        assert "points" not in "\n".join(screen.frame("Ben, it is your turn"))
