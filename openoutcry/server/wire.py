"""HTTP as it comes over the wire: the bounds that the protocol itself does not set."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024


class BoundedHttp(HttpToolsProtocol):
    """Nobody fills the memory with a request's line and headers that never end."""

    _in_head = False
    _head = 0
    """Bytes that have come of a head since the first that came of it."""

    def data_received(self, data: bytes) -> None:
        self._head += len(data) if self._in_head else 0
        if self._head <= LARGEST_HEAD:
            super().data_received(data)
        elif not self.transport.is_closing():
            self.send_400_response("The request's headers are too large.")

    def on_message_begin(self) -> None:
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        super().on_headers_complete()
