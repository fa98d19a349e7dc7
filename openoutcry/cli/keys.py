"""Single keys without Enter, where the system can; lines otherwise.

Written by hand because a match and its replay need a dozen keys, and rich reads none.
"""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_MEANING = {
    "next": ("n", " ", "\r", "\n", "", "\x1b[C", "\x1b[B"),
    "previous": ("p", "\x1b[D", "\x1b[A"),
    "on": ("f", "\x1b[6~"),
    "back": ("b", "\x1b[5~"),
    "first": ("g", "\x1b[H", "\x1b[1~"),
    "last": ("G", "\x1b[F", "\x1b[4~"),
    "quit": ("q", "\x1b"),
}
_KEYS = {typed: meaning for meaning, keys in _MEANING.items() for typed in keys}


@contextmanager
def listening() -> Iterator[None]:
    """While this holds, keys come one by one and are not echoed."""
    if sys.platform == "win32":
        yield
        return
    import termios
    import tty

    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    try:
        tty.setcbreak(stdin)
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)


def pressed(seconds: float) -> str | None:
    """The key that was pressed, as the terminal sends it; None if none was in that time."""
    stdin = sys.stdin.fileno()
    if not select.select([stdin], [], [], seconds)[0]:
        return None
    first = _typed(stdin)
    if first.isascii() or first.startswith("\x1b"):
        return first.replace("\x1bO", "\x1b[")
    return _character(first.encode("latin-1"), stdin)


def _character(begun: bytes, stdin: int) -> str:
    """The rest of a character of several bytes."""
    while len(begun) < 4:
        try:
            return begun.decode()
        except UnicodeDecodeError:
            begun += os.read(stdin, 1)
    return begun.decode(errors="replace")


def read() -> str:
    """next, previous, on, back, first, last, quit, or "" for any other key."""
    typed = input().strip()[:1] if sys.platform == "win32" else _typed(sys.stdin.fileno())
    return _KEYS.get(typed.replace("\x1bO", "\x1b["), "")


def _typed(stdin: int) -> str:
    """One key; those that send an escape sequence are read whole."""
    typed = _byte(stdin)
    if typed != "\x1b":
        return typed
    while select.select([stdin], [], [], 0.02)[0]:
        typed += _byte(stdin)
        if len(typed) > 2 and (typed[-1].isalpha() or typed[-1] == "~"):
            break
    return typed


def _byte(stdin: int) -> str:
    found = os.read(stdin, 1)
    if not found:
        raise EOFError
    return found.decode("latin-1")
