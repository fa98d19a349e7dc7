"""Every command of the documentation is run, or there is a reason why not."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openoutcry.cli import build
from tests.docs.blocks import PAGES, Block, blocks, commands, strays
from tests.docs.machine import DATABASE, environment, placed, prepare, serving

OF_RUN_PY = ("", "test", "npm", "lock", "screenshots")
"""Commands of run.py that are not of `outcry`."""
RUNNABLE = [page for page in PAGES if any(block.is_run for block in blocks(page))]
SERVERS = [block for page in PAGES for block in blocks(page) if block.word == "serves"]


def short(page: object) -> str:
    return page.stem if isinstance(page, Path) else ""


@pytest.mark.parametrize("page", RUNNABLE, ids=short)
def test_the_shell_blocks_of_a_page_run(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    script = "\n".join(block.script for block in blocks(page) if block.is_run)
    server = request.getfixturevalue("postgres") if DATABASE in script else ""
    surroundings = environment(tmp_path, server)
    address = f"postgresql://outcry@/outcry?host={surroundings.get('PGHOST')}"
    prepare(tmp_path)
    answer = subprocess.run(
        ["sh", "-eu", "-c", placed(script, tmp_path, address)],
        cwd=tmp_path,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert answer.returncode == 0, f"{answer.stdout[-2000:]}\n{answer.stderr[-2000:]}"


@pytest.mark.parametrize("block", SERVERS, ids=lambda block: block.page.stem)
def test_what_serves_answers_and_stops_when_told(
    block: Block, tmp_path: Path, database: str
) -> None:
    prepare(tmp_path)
    for line in block.lines:
        with serving(placed(line, tmp_path, database), tmp_path):
            pass


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_no_command_hides_where_nothing_would_run_it(page: Path) -> None:
    assert strays(page) == []


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_what_is_not_run_has_its_reason(page: Path) -> None:
    for block in blocks(page):
        assert bool(block.about) == (block.word in ("not run", "quoted", "shortened"))


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
        if block.kind == "sh" and not block.is_run:
            answer = subprocess.run(["sh", "-n", "-c", block.text], capture_output=True, text=True)
            assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.kind == "python" and block.word != "quoted":
            answer = subprocess.run(
                [sys.executable, "-c", block.text], cwd=tmp_path, capture_output=True, text=True
            )
            assert answer.returncode == 0, answer.stderr


def test_sh_is_there() -> None:
    assert shutil.which("sh"), "the documentation's commands need a POSIX shell"
