"""Ports for servers that this process starts: known before the server is."""

import atexit
import socket


def reserved_port() -> int:
    """A port that only a server told of it can get, as often as it is started, until we end.

    A port that was free a moment ago may be the near end of anybody's connection when the server
    comes to listen. So we stay bound to it, at every address: the system gives it to nobody else,
    and a server that reuses addresses, as ours and nginx do, may still listen there.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("", 0))
    atexit.register(holder.close)
    return int(holder.getsockname()[1])
