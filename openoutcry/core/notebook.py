"""Positions in a notebook. Pictures are drawn above the core: `openoutcry.svg` hangs them here."""

from collections.abc import Callable

_draw: Callable[[object], str] | None = None


def draw_with(draw: Callable[[object], str]) -> None:
    """From now on, notebooks show a position as `draw` makes it into HTML."""
    global _draw
    _draw = draw


def html(position: object) -> str | None:
    """A match or view for a notebook; None, which means its `repr`, while nobody draws."""
    return _draw(position) if _draw is not None else None
