"""The process that replays opened records and teaches lessons: reads questions from its input,
writes answers to its output.

Both are a length (4 bytes, big-endian) and MessagePack; before the first it says that it is ready.
Records come from strangers, and in lessons bots may answer, so both are played apart from the
tables, where one that takes too long or too much can be killed.
"""

import contextlib
import sys

import msgspec

from openoutcry.server.bot_worker import HEADER
from openoutcry.server.records import Answer, Question, Records
from openoutcry.server.worker_process import READY, limit_resources

MEMORY = 1 << 30

_read_question = msgspec.msgpack.Decoder(Question).decode


def framed(message: Question | Answer) -> bytes:
    body = msgspec.msgpack.encode(message)
    return HEADER.pack(len(body)) + body


def main() -> None:
    limit_resources(MEMORY)
    records = Records()
    source, target = sys.stdin.buffer, sys.stdout.buffer
    target.write(READY)
    target.flush()
    while header := source.read(HEADER.size):
        body = source.read(HEADER.unpack(header)[0])
        target.write(framed(records.answer(_read_question(body))))
        target.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
