"""A web space of one's own: a folder of files below a path, over a line that may be slow or cut."""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from openoutcry.pocket import site


class Files(SimpleHTTPRequestHandler):
    """Python's own, without its log; with `seconds_a_byte` over a slow line that all share."""

    seconds_a_byte = 0.0
    line = threading.Lock()

    def log_message(self, format: str, *args: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(16_384):
            if self.seconds_a_byte:
                with self.line:
                    time.sleep(len(part) * self.seconds_a_byte)
            outputfile.write(part)


class WebSpace:
    """A folder served below a path, as `python -m http.server` serves it, until it is cut."""

    def __init__(self, root: Path) -> None:
        self._handler = partial(Files, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler)
        self._port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self._port}/some/where/"
        self._serve()

    def _serve(self) -> None:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def mend(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._serve()


@contextmanager
def a_web_space() -> Iterator[tuple[WebSpace, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        floor = Path(folder, "some/where")
        site.write(floor)
        space = WebSpace(Path(folder))
        try:
            yield space, floor
        finally:
            space.cut()
