"""What lies on the table, as one viewer may see it: the part of a view that each title shapes."""

import msgspec


class Board(msgspec.Struct, frozen=True):
    """Everything to draw: every title has a type of its own, below this one, in its `board.py`."""
