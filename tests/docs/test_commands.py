"""Every command of the documentation is run, or at least one that `outcry` accepts."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openoutcry.cli import build
from tests.docs.blocks import PAGES, ROOT, blocks, commands

OF_RUN_PY = ("", "test", "npm", "lock", "screenshots")
"""Commands of run.py that are not of `outcry`."""
RUNNABLE = [page for page in PAGES if any(block.is_run for block in blocks(page))]


def short(page: object) -> str:
    return page.stem if isinstance(page, Path) else ""


@pytest.mark.parametrize("page", RUNNABLE, ids=short)
def test_the_shell_blocks_of_a_page_run(page: Path, tmp_path: Path) -> None:
    script = "\n".join(block.text for block in blocks(page) if block.is_run)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    beside = Path(sys.executable).parent
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": f"{beside}:{os.environ['PATH']}"}
    answer = subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert answer.returncode == 0, f"{answer.stdout[-2000:]}\n{answer.stderr[-2000:]}"


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_every_other_command_is_one_that_outcry_accepts(page: Path) -> None:
    parser = build()
    for command in commands(page):
        if command.partition(" ")[0] in OF_RUN_PY:
            continue
        try:
            _, unknown = parser.parse_known_args(shlex.split(command))
        except SystemExit as end:
            pytest.fail(f"outcry {command}: exit code {end.code}")
        assert not unknown, command


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_shell_that_is_not_run_is_still_shell(page: Path) -> None:
    for block in blocks(page):
        if block.kind == "sh" and block.why_not:
            answer = subprocess.run(["sh", "-n", "-c", block.text], capture_output=True, text=True)
            assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.kind == "python":
            answer = subprocess.run(
                [sys.executable, "-c", block.text], cwd=tmp_path, capture_output=True, text=True
            )
            assert answer.returncode == 0, answer.stderr


def test_the_systemd_unit_starts_outcry_by_options_it_has() -> None:
    units = [block for block in blocks(ROOT / "docs/host.md") if block.kind == "ini"]
    lines = [line for unit in units for line in unit.text.splitlines() if "ExecStart=" in line]
    assert len(lines) == 1
    program, *words = shlex.split(lines[0].removeprefix("ExecStart="))
    assert program.endswith("/outcry")
    _, unknown = build().parse_known_args(words)
    assert not unknown


def test_the_nginx_settings_are_well_formed() -> None:
    settings = [block.text for block in blocks(ROOT / "docs/host.md") if block.kind == "nginx"]
    assert len(settings) == 1
    assert settings[0].count("{") == settings[0].count("}")
    for line in map(str.strip, settings[0].splitlines()):
        assert not line or line[0] == "#" or line[-1] in "{};", line
    assert "Upgrade $http_upgrade" in settings[0]


def test_sh_is_there() -> None:
    assert shutil.which("sh"), "the documentation's commands need a POSIX shell"
