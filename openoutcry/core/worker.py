"""What worker processes of ours have in common: messages through pipes, and limits.

A message is its length (4 bytes, big-endian) and its bytes. Written by hand because
`multiprocessing` connections, which do the same, cannot be awaited.
"""

import contextlib
import os
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from asyncio import StreamReader

LENGTH = struct.Struct(">I")


def packed(body: bytes) -> bytes:
    """A message as it goes through a pipe."""
    return LENGTH.pack(len(body)) + body


def messages(source: BinaryIO) -> Iterator[bytes]:
    """Every message that comes, until the pipe is closed."""
    while length := source.read(LENGTH.size):
        yield source.read(LENGTH.unpack(length)[0])


async def next_message(stream: "StreamReader") -> bytes:
    """The next message; `EOFError` if the pipe is closed first."""
    (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
    return await stream.readexactly(length)


def limit_resources(memory: int, nice: int = 5) -> None:
    """Called by the process itself: it yields to whatever people wait for, and if it eats all its
    memory, nothing else dies with it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.nice(nice)
