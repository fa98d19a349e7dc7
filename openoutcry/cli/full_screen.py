"""A match on the whole screen: keys are read one by one, and a new size is a new drawing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from rich.console import Console
from rich.text import Text

from openoutcry.cli import keys
from openoutcry.cli.frame import Looking, Scene, compose
from openoutcry.cli.terminal import Terminal, can_redraw
from openoutcry.core.title import Offer

GLANCE = 0.2
"""Seconds after which the size of the window is looked at again."""
LONGEST = 500
"""Characters that a line may have."""

Meaning = Callable[[str], Offer | None]
"""The offer that a typed line means, if it means just one."""

_ENTER, _ERASE, _WORD, _LINE = ("\r", "\n"), ("\x7f", "\b"), "\x17", "\x15"
_TAB, _BACK_TAB, _ESCAPE, _END = "\t", "\x1b[Z", "\x1b", "\x04"
_UP, _DOWN, _PAGE_UP, _PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~"


def available(terminal: Terminal) -> bool:
    """Is there a screen that can be drawn upon, with somebody in front of it?"""
    if sys.platform == "win32" or terminal.plain:
        return False
    return terminal.interactive and can_redraw(terminal.console)


class FullScreen:
    """The terminal's other screen: what was on the first one comes back afterwards."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._open = ExitStack()
        self._looking = Looking()

    def open(self) -> None:
        self._open.enter_context(keys.listening())
        self._open.enter_context(_other_screen(self._console))

    def close(self) -> None:
        self._open.close()

    def answer(self, text: str) -> None:
        """Show what a command printed, until the next key."""
        self._looking.note = list(Text.from_ansi(text).split("\n")) if text.strip() else []

    def look_at_board(self) -> None:
        self._looking = Looking()

    def ask(self, scene: Scene, meaning: Meaning) -> str:
        """The line that the person enters; EOFError if the keyboard is gone."""
        looking = self._looking
        looking.typed, looking.meant = "", None
        size = self._draw(scene)
        while True:
            key = keys.pressed(GLANCE)
            if key is None:
                if self._size() != size:
                    size = self._draw(scene)
                continue
            if key in _ENTER and not self._goes_back():
                return looking.typed.strip()
            self._press(key, scene)
            if key not in (_UP, _DOWN):
                looking.meant = meaning(looking.typed) if looking.typed else None
            size = self._draw(scene)

    def _goes_back(self) -> bool:
        """Enter alone leaves a tab or an answer, and plays nothing."""
        looking = self._looking
        away = bool(looking.note or looking.tab) and not looking.typed
        looking.note, looking.scroll = [], 0
        looking.tab = 0 if away else looking.tab
        return away

    def _press(self, key: str, scene: Scene) -> None:
        looking = self._looking
        if key == _END:
            raise EOFError
        if key in (_TAB, _BACK_TAB):
            step = 1 if key == _TAB else -1
            looking.tab = (looking.tab + step) % (len(scene.tabs) + 1)
            looking.scroll, looking.note = 0, []
        elif key == _ESCAPE:
            looking.typed, looking.tab, looking.scroll, looking.note = "", 0, 0, []
        elif key in (_PAGE_UP, _PAGE_DOWN):
            self._turn(8 if key == _PAGE_DOWN else -8, scene)
        elif key in (_UP, _DOWN):
            self._choose(1 if key == _DOWN else -1, scene)
        else:
            looking.typed = _edited(looking.typed, key)

    def _turn(self, lines: int, scene: Scene) -> None:
        """Scroll what is shown, never past its last line."""
        looking = self._looking
        shown = looking.note or (scene.tabs[looking.tab - 1].lines if looking.tab else scene.board)
        looking.scroll = max(0, min(looking.scroll + lines, len(shown) - 1))

    def _choose(self, step: int, scene: Scene) -> None:
        """The next or the previous offer, as if its key had been typed."""
        offers = [entry.offer for entry in scene.entries]
        if not offers:
            return
        at = offers.index(self._looking.meant) if self._looking.meant in offers else None
        found = (0 if step > 0 else -1) if at is None else (at + step) % len(offers)
        self._looking.meant = offers[found]
        self._looking.typed = str(scene.entries[found].key)

    def say(self, line: str) -> None:
        """A line on the last row, while something goes on."""
        _, rows = self._size()
        self._write(f"\x1b[{rows};1H\x1b[K", [Text(line, style="dim")])

    def _draw(self, scene: Scene) -> tuple[int, int]:
        columns, rows = self._size()
        self._write("\x1b[H", compose(scene, self._looking, columns, rows).lines)
        return columns, rows

    def _size(self) -> tuple[int, int]:
        return self._console.size.width, self._console.size.height

    def _write(self, before: str, lines: list[Text]) -> None:
        """All at once: a screen half drawn would flicker."""
        with self._console.capture() as captured:
            for line in lines:
                self._console.print(line, soft_wrap=True)
        drawn = captured.get().rstrip("\n").split("\n")
        self._console.file.write(before + "\x1b[K\r\n".join(drawn) + "\x1b[K")
        self._console.file.flush()


def _edited(typed: str, key: str) -> str:
    if key in _ERASE:
        return typed[:-1]
    if key == _LINE:
        return ""
    if key == _WORD:
        return typed.rstrip().rpartition(" ")[0]
    return (typed + key)[:LONGEST] if key.isprintable() else typed


@contextmanager
def _other_screen(console: Console) -> Iterator[None]:
    """The alternate screen, without a cursor of its own: nothing of it stays readable after."""
    console.file.write("\x1b[?1049h\x1b[?25l\x1b[2J")
    try:
        yield
    finally:
        console.file.write("\x1b[2J\x1b[?25h\x1b[?1049l")
        console.file.flush()
