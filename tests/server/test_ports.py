import contextlib
import socket
from collections.abc import Iterator

import pytest

from openoutcry.server.ports import reserved_port
from openoutcry.server.serve import listen


@contextlib.contextmanager
def _listening(port: int) -> Iterator[None]:
    with contextlib.closing(listen("127.0.0.1", port)) as server:
        server.listen()
        with socket.create_connection(("127.0.0.1", port)):
            yield


def test_a_server_listens_at_its_reserved_port_as_often_as_it_is_started() -> None:
    port = reserved_port()
    for _ in range(2):
        with _listening(port):
            pass


@pytest.mark.parametrize("near", ["127.0.0.1", "127.0.0.2"])
def test_nobody_else_gets_a_reserved_port(near: str) -> None:
    """As when a connection's near end took the port of a server that was about to listen."""
    port = reserved_port()
    with contextlib.closing(socket.socket()) as other, pytest.raises(OSError, match="in use"):
        other.bind((near, port))
