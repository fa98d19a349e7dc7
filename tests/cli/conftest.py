import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from openoutcry.cli import main


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


class Outcry(Protocol):
    def __call__(self, *argv: str, typed: Iterable[str] = ()) -> Ran: ...


@pytest.fixture
def outcry(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Outcry:
    """Runs the command in this process, in an empty folder, with lines typed at it."""
    monkeypatch.chdir(tmp_path)
    for variable in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")

    def run(*argv: str, typed: Iterable[str] = ()) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        try:
            code = main(argv)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run
