"""What lies on the table, as one viewer may see it: the part of a view that each title shapes."""

import msgspec


class Board(msgspec.Struct, frozen=True):
    """Everything to draw; each title derives its own type in its `board.py`."""
