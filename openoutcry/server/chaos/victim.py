"""The server that everything is done to."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.loadtest.target import Target, named_in_file
from openoutcry.server.ports import reserved_port


class Victim:
    """`outcry serve` in a process of its own; its port stays the same over restarts."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.data = folder / "data"
        self.database = database
        self._clock = folder / "clock"
        self._log = folder / "log"
        self.set_clock(0)
        self._stored = named_in_file(database, str(folder)) if database else ()
        self._port = reserved_port()
        self._process: subprocess.Popen[str] | None = None
        self.target = Target(f"http://127.0.0.1:{self._port}", ())

    def start(self) -> None:
        """Returns when it serves."""
        module = "openoutcry.server.chaos.jumping_clock"
        command = [sys.executable, "-m", module, str(self._clock), "--no-browser"]
        command += ["--data", str(self.data), "--port", str(self._port)]
        command += self._stored
        with self._log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        if "http" not in self._process.stdout.readline():
            lines = self._log.read_text(encoding="utf-8").splitlines()
            raise OutcryError(f"the server did not come back: {' '.join(lines[-3:])}")

    def send(self, what: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, what)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self._process is not None:
            self.send(how)
            self._process.wait(60)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def limit_files(self, size: int | None) -> None:
        """No file may grow beyond that many bytes: to the process the disk looks full."""
        import resource

        assert self._process is not None
        most = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def set_clock(self, milliseconds: int) -> None:
        """Let its clock be that much ahead of the machine's."""
        self._clock.write_text(str(milliseconds), encoding="ascii")

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self._port


@contextlib.contextmanager
def running(folder: Path, database: str | None) -> Iterator[Victim]:
    victim = Victim(folder, database)
    victim.start()
    try:
        yield victim
    finally:
        with contextlib.suppress(ProcessLookupError):
            victim.send(signal.SIGCONT)
        victim.end(signal.SIGKILL)
