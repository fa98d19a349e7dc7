"""The time of day, as the journal has it."""

import time


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)
