"""What servers say of their own pauses: turns of the event loop that came late, and garbage
collections, as their metrics count them."""

import urllib.request
from collections import Counter
from collections.abc import Iterable

TURNS = "outcry_loop_lag_seconds"
COLLECTIONS = "outcry_collection_seconds"
GOAL = 0.02
"""Seconds that nothing should hold the loop for."""

Pauses = Counter[tuple[str, float]]
"""By metric and seconds: how many took that long at most."""


def read(nodes: Iterable[str]) -> Pauses:
    """Of all those servers together, since they started."""
    found = Pauses()
    for node in nodes:
        with urllib.request.urlopen(f"{node}/metrics", timeout=30) as page:
            found.update(parse(page.read().decode()))  # += would drop what is 0
    return found


def parse(page: str) -> Pauses:
    """
    >>> parse('outcry_loop_lag_seconds_bucket{le="0.02"} 7.0\\nother 1.0')
    Counter({('outcry_loop_lag_seconds', 0.02): 7})
    """
    found = Pauses()
    for line in page.splitlines():
        name, _, rest = line.partition('_bucket{le="')
        if name in (TURNS, COLLECTIONS):
            seconds, _, count = rest.partition('"} ')
            found[name, float(seconds)] = int(float(count))
    return found


def told(pauses: Pauses) -> str:
    """
    >>> told(Pauses({(TURNS, 0.02): 7, (TURNS, 0.05): 9, (TURNS, float("inf")): 9}))
    'event loop: 9 turns, 2 later than 20 ms, none later than 50 ms; 0 garbage collections'
    """
    return (
        f"event loop: {_told(pauses, TURNS, 'turns', 'later')};"
        f" {_told(pauses, COLLECTIONS, 'garbage collections', 'longer')}"
    )


def _told(pauses: Pauses, metric: str, what: str, more: str) -> str:
    within = {seconds: count for (name, seconds), count in pauses.items() if name == metric}
    total = within.get(float("inf"), 0)
    if not total:
        return f"0 {what}"
    least = min(seconds for seconds, count in within.items() if count == total)
    late = total - within.get(GOAL, total)
    of_these = f", {late} {more} than {1000 * GOAL:.0f} ms" if late else ""
    return f"{total} {what}{of_these}, none {more} than {1000 * least:.0f} ms"
