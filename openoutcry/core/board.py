"""What lies on the table, as one viewer may see it: the part of a view that each title shapes."""

import msgspec


class Board(msgspec.Struct, frozen=True):
    """Everything to draw. A title's own board is a subclass in its `board.py`.

    Every field has its docstring: the client's types are made from them.
    """
