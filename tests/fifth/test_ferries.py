"""A title of another package does all that ours do, and no file of ours knows its name."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import stamps
from openoutcry.core import fields
from tests.fifth.package import FERRIES, install

LESSONS = Path(__file__).parent / "lessons"
SOURCES = ("openoutcry", "client/src", "tests/browser", "tests/server", "conftest.py", "run.py")


def run(
    environment: Mapping[str, str], *command: str, cwd: Path = FERRIES, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    answer = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env={**environment, "LANG": "en_GB.UTF-8", "COLUMNS": "80"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stdout[-3000:] + answer.stderr[-3000:]
    return answer


def outcry(environment: Mapping[str, str], folder: Path, line: str, typed: str = "") -> str:
    return run(environment, "-m", "openoutcry", *line.split(), cwd=folder, typed=typed).stdout


def test_it_passes_the_conformance_suite_and_its_own_tests(beside: Mapping[str, str]) -> None:
    alone = {**beside, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # pytest as a stranger has it
    suite = ["-m", "openoutcry.conformance", "ferries=tests", "./tests", "-q", "--soak", "300"]
    answer = run(alone, *suite, "-p", "no:cacheprovider")
    assert " passed" in answer.stdout and " skipped" not in answer.stdout


def test_a_match_is_played_in_the_terminal_by_typed_answers(
    beside: Mapping[str, str], tmp_path: Path
) -> None:
    keys = "bid 2\n3\nbid 0\n\nbid 1\nbid 1\n"
    out = outcry(beside, tmp_path, "play ferries --seats 3 --seed 1 --save game.json", keys)
    assert "Auction 6: a share of" in out
    assert "coins left" in out and "FE-12" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "A true record." in outcry(beside, tmp_path, "verify game.json")


@pytest.mark.parametrize("lang", ["es", "fr", "it"])
def test_bots_play_it_in_every_language(
    beside: Mapping[str, str], tmp_path: Path, lang: str
) -> None:
    out = outcry(beside, tmp_path, f"play ferries --people 0 --seed 2 --lang {lang}")
    assert "FE-12" in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("titles", "ferries"),
        ("rules ferries FE-09", "The last trade makes the price"),
        ("edition show ferries", "Ferries (2026)"),
        ("edition check ferries", ""),
        ("lesson check ferries", "0 lessons"),
        ("puzzles ferries --check", "0 questions"),
        ("daily ferries", "How much do you bid?"),
        ("arena ferries --bots tycoon,broker,apprentice --games 6", "tycoon"),
        ("bench --title ferries --json --seconds 0.2", "ferries"),
    ],
)
def test_every_command_knows_it(
    beside: Mapping[str, str], tmp_path: Path, line: str, says: str
) -> None:
    assert says in outcry(beside, tmp_path, line)


def test_it_gets_lessons_by_files_alone(tmp_path: Path) -> None:
    """The files beside this one, put into the installed package: nothing else changes."""
    taught = install(tmp_path)
    shutil.copytree(LESSONS, Path(taught["PYTHONPATH"]) / "outcry_ferries/lessons")
    assert "2 lessons: everything" in outcry(taught, tmp_path, "lesson check ferries")
    paths = os.pathsep.join([taught["PYTHONPATH"], str(stamps.ROOT)])
    lessons = ("-m", "tests.fifth.learn", "ferries", str(tmp_path))
    run({**taught, "PYTHONPATH": paths}, *lessons, cwd=tmp_path)


def test_whatever_a_floor_offers_for_a_title_works_for_it(
    beside: Mapping[str, str], tmp_path: Path
) -> None:
    """Also what it has none of: lessons and questions of the day."""
    paths = os.pathsep.join([beside["PYTHONPATH"], str(stamps.ROOT)])
    run({**beside, "PYTHONPATH": paths}, "-m", "tests.fifth.visit", "ferries", str(tmp_path))


def test_simulations_of_it_are_counted(beside: Mapping[str, str], tmp_path: Path) -> None:
    out = outcry(beside, tmp_path, "simulate ferries --games 30 --seats 3 --json")
    assert json.loads(out)["games"] == 30


def test_no_file_of_ours_names_it() -> None:
    listed = subprocess.run(
        ["git", "grep", "-lwi", "outcry_ferries", "--", *SOURCES],
        cwd=stamps.ROOT,
        capture_output=True,
        text=True,
    )
    assert listed.stdout == ""


def test_its_fields_are_written_out_as_declared() -> None:
    assert fields.stale([FERRIES / "outcry_ferries/rules.py"]) == {}
