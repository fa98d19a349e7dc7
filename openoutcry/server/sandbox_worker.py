"""The sandbox's process: reads questions from its input, writes answers to its output.

Both are messages (`core.worker`) of MessagePack; before the first it says that it is ready.
"""

import contextlib
import sys

import msgspec

from openoutcry.core.worker import limit_resources, messages, packed
from openoutcry.server.sandbox import Question, SandboxAnswers
from openoutcry.server.worker_process import READY

MEMORY = 1 << 30

_read_question = msgspec.msgpack.Decoder(Question).decode


def main() -> None:
    limit_resources(MEMORY)
    answers = SandboxAnswers()
    source, target = sys.stdin.buffer, sys.stdout.buffer
    target.write(READY)
    target.flush()
    for message in messages(source):
        answer = answers.answer(_read_question(message))
        target.write(packed(msgspec.msgpack.encode(answer)))
        target.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
