"""A bot's process: reads positions from its input, writes actions to its output.

A question is a message (`core.worker`) with a pickle made by our own server; the answer is a line
with the action's id, with the coach's ratings as JSON, or with why there is none. Between two bots
it analyses finished matches, a slice at a time. Pipes and no process pool: a pool breaks as a whole
when one of its processes is killed.
"""

import contextlib
import pickle
import sys
from collections.abc import Callable, Sequence

from openoutcry.analysis import analyst
from openoutcry.bots.fixed import Fixed
from openoutcry.core.state import State
from openoutcry.core.worker import limit_resources, messages, packed
from openoutcry.server.coaching import rated
from openoutcry.server.offered_bots import choose

MEMORY = 2 << 30
FAILED = b"failed "
"""Begins the line of a bot without an answer."""


def question(
    level: str, state: State, seat: int, portion: float, fixed: Fixed | None = None
) -> bytes:
    """What the server sends; `portion` is the part of its level's effort that the bot may spend."""
    return packed(pickle.dumps((choose, (level, state, seat, portion, None, fixed))))


def rating(state: State, seat: int, asked: Sequence[int], portion: float) -> bytes:
    """As `question`, for the coach."""
    return packed(pickle.dumps((rated, (state, seat, tuple(asked), portion))))


def analysis_question(asked: analyst.Question) -> bytes:
    """What the server sends about a record; the answer is a message too."""
    return packed(pickle.dumps(analyst.encode(asked)))


def main() -> None:
    limit_resources(MEMORY)
    thinker = analyst.Analyst()
    for message in messages(sys.stdin.buffer):
        sys.stdout.buffer.write(_answer(thinker, message))
        sys.stdout.buffer.flush()


def _answer(thinker: analyst.Analyst, message: bytes) -> bytes:
    asked = pickle.loads(message)
    if isinstance(asked, bytes):
        return packed(analyst.encode(thinker.answer(analyst.read_question(asked))))
    return _done(*asked) + b"\n"


def _done(work: Callable[..., int | bytes], about: tuple[object, ...]) -> bytes:
    try:
        found = work(*about)
        return found if isinstance(found, bytes) else b"%d" % found
    except Exception as error:
        return FAILED + " ".join(f"{type(error).__name__}: {error}".split())[:500].encode()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
