"""A bot's process: reads positions from its input, writes actions to its output.

A question is a length (4 bytes, big-endian) and a pickle made by our own server; the answer is
a line with the action's id, or with why there is none.
"""

import contextlib
import os
import pickle
import struct
import sys
from typing import BinaryIO

from openoutcry.core.state import State
from openoutcry.server.offered_bots import choose

MEMORY = 2 << 30
HEADER = struct.Struct(">I")
FAILED = b"failed "
"""Begins the line of a bot without an answer."""


def question(level: str, state: State, seat: int, measure: float) -> bytes:
    """What the server sends; `measure` says how much of its own measure the bot may take."""
    body = pickle.dumps((level, state, seat, measure))
    return HEADER.pack(len(body)) + body


def main() -> None:
    _limit_resources()
    while header := sys.stdin.buffer.read(HEADER.size):
        answer = _answer(sys.stdin.buffer, HEADER.unpack(header)[0])
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()


def _answer(source: BinaryIO, length: int) -> bytes:
    level, state, seat, measure = pickle.loads(source.read(length))
    try:
        return b"%d" % choose(level, state, seat, measure)
    except Exception as error:
        return FAILED + " ".join(f"{type(error).__name__}: {error}".split())[:500].encode()


def _limit_resources() -> None:
    """People come first, and a bot that eats all memory takes nobody with it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.nice(5)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
