"""This machine's time of day; tables go by their store's (`Store.now_ms`)."""

import time


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)
