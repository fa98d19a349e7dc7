"""Server processes of their own, to be killed."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from openoutcry.server.ports import reserved_port


class Node:
    """`outcry serve` in a process; the port stays the same over restarts."""

    def __init__(
        self, data: Path, database: str | None = None, options: tuple[str, ...] = ()
    ) -> None:
        self._port = reserved_port()
        self._command = [sys.executable, "-m", "openoutcry", "serve"]
        self._command += ["--data", str(data), "--port", str(self._port)]
        self._command += ["--no-browser", "--no-limits", *options]
        self._environment = {**os.environ, "OUTCRY_DATABASE": database or ""}
        self._process: subprocess.Popen[str] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> "Node":
        """Returns when it serves."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, env=self._environment
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert self.url in line, f"the node did not start: {line!r}"
        return self

    def limit_files(self, size: int) -> None:
        """No file may grow beyond that many bytes: to the process the disk looks full."""
        assert self._process is not None
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def kill(self) -> None:
        """kill -9, in the midst of whatever it does."""
        self.stop(signal.SIGKILL)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """The exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        os.kill(process.pid, how)
        code = process.wait(60)
        assert process.stdout is not None
        process.stdout.close()
        return code


@contextlib.contextmanager
def nodes(count: int, data: Path, database: str | None = None) -> Iterator[list[Node]]:
    started = [Node(data / str(number), database) for number in range(count)]
    try:
        for node in started:
            node.start()
        yield started
    finally:
        for node in started:
            node.kill()
