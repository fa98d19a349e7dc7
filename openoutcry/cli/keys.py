"""Single keys, without Enter, where the system can; otherwise a line."""

import sys
from contextlib import suppress

_ARROWS = {"[C": "next", "[B": "next", "[D": "previous", "[A": "previous"}
_ARROWS |= {"[5~": "back", "[6~": "on", "[H": "first", "[F": "last", "[1~": "first", "[4~": "last"}
_LETTERS = {"n": "next", " ": "next", "\r": "next", "\n": "next", "": "next"}
_LETTERS |= {"p": "previous", "b": "back", "f": "on", "g": "first", "G": "last", "q": "quit"}


def read() -> str:
    """next, previous, back, on, first, last, quit, or "" for any other key."""
    typed = _typed()
    if typed == "\x03":
        raise KeyboardInterrupt
    if typed.startswith("\x1b"):
        return _ARROWS.get(typed[1:].replace("O", "[", 1), "")
    return _LETTERS.get(typed, "")


def _typed() -> str:
    if sys.platform == "win32":
        return input().strip()[:1]
    import os
    import termios
    import tty

    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    try:
        tty.setcbreak(stdin)
        typed = os.read(stdin, 16)
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)
    if not typed:
        raise EOFError
    with suppress(UnicodeDecodeError):
        return typed.decode()
    return "?"
