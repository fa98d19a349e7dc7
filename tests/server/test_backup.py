"""Backups: every night, whole or not at all, and of any age."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from openoutcry.cli import main
from openoutcry.server.store import migrations
from tests.server.house import house, started
from tests.server.schemas import fixture
from tests.server.test_play import first_offer

VERSIONS = range(1, migrations.LATEST + 1)


def a_floor(folder: Path, version: int = migrations.LATEST) -> Path:
    """A folder with a small floor of that schema."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(folder / "outcry.db")) as floor:
        floor.executescript(fixture(version))
    return folder


def backups(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("command", [["backup"], ["admin", "backup"]], ids=" ".join)
def test_the_nightly_command_works_every_night_and_keeps_dated_copies(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = a_floor(tmp_path / "floor"), tmp_path / "backup/floor.backup"
    for night in range(5):
        assert main([*command, str(file), "--keep", "3", "--data", str(data)]) == 0
        assert "1 tables" in capsys.readouterr().out
        os.utime(file, (86_400 * night, 86_400 * night))
    assert backups(file.parent) == [
        "floor.backup",
        "floor.backup.1970-01-03T000000.000000Z",
        "floor.backup.1970-01-04T000000.000000Z",
    ]


def test_other_files_beside_the_copies_stay(tmp_path: Path) -> None:
    data, folder = a_floor(tmp_path / "floor"), tmp_path / "backup"
    folder.mkdir()
    for name in ("floor.backup.old", "floor.backup.2026-notes", "other.2026-01-01T000000Z"):
        (folder / name).touch()
    for _ in range(3):
        assert (
            main(["backup", str(folder / "floor.backup"), "--keep", "1", "--data", str(data)]) == 0
        )
    assert len(backups(folder)) == 4


@pytest.mark.parametrize(
    "task", [["backup", "copy"], ["admin", "backup", "copy"], ["admin", "tables"]]
)
def test_a_mistyped_folder_makes_no_floor(
    tmp_path: Path, task: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*task, "--data", "flor"]) == 2
    assert not backups(tmp_path)


def test_a_mistyped_database_makes_no_floor(tmp_path: Path, database: str) -> None:
    copy = tmp_path / "copy"
    assert main(["backup", str(copy), "--database", database]) == 2
    assert not copy.exists()
    assert main(["backup", str(copy), "--database", database]) == 2, "the first made none either"


def test_a_damaged_database_is_not_backed_up_and_the_last_good_copy_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = a_floor(tmp_path / "floor"), tmp_path / "copy"
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    good = copy.read_bytes()
    _damage(data / "outcry.db")
    assert main(["backup", str(copy), "--data", str(data)]) == 2
    assert "damaged" in capsys.readouterr().err
    assert copy.read_bytes() == good and backups(tmp_path) == ["copy", "floor"]


def _damage(file: Path) -> None:
    """Scribble over a page in the midst of the journal's."""
    with contextlib.closing(sqlite3.connect(file)) as floor:
        page = floor.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'journal'"
        ).fetchone()[0]
        size = floor.execute("PRAGMA page_size").fetchone()[0]
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size + 100)
        raw.write(b"\xa5" * (size - 200))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_every_schema_there_ever_was_is_restored_and_played_on(
    tmp_path: Path, version: int, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None
    copy = a_floor(tmp_path / "old", version) / "outcry.db"
    before = copy.read_bytes()
    where = ["--database", database] if database else ["--data", str(tmp_path / "new")]
    assert main(["admin", "restore", str(copy), *where]) == 0
    assert copy.read_bytes() == before

    async def scenario() -> None:
        async with house(tmp_path / "new", database=database) as h:
            visitor = await h.guest()
            [line] = (await visitor.get("/api/tables"))["tables"]
            watch = await visitor.watch(line["id"])
            await watch.until(lambda w: bool(w.view))
            assert len(watch.steps) > 6

    asyncio.run(scenario())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_fixture_has_the_schema_that_it_says(tmp_path: Path, version: int) -> None:
    file = a_floor(tmp_path, version) / "outcry.db"
    with contextlib.closing(sqlite3.connect(file)) as floor:
        assert floor.execute("PRAGMA user_version").fetchone() == (version,)


def test_a_backup_of_a_newer_schema_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = a_floor(tmp_path / "old") / "outcry.db"
    with contextlib.closing(sqlite3.connect(copy)) as newer:
        newer.execute("PRAGMA user_version = 99")
    assert main(["admin", "restore", str(copy), "--data", str(tmp_path / "new")]) == 2
    assert "newer" in capsys.readouterr().err


def test_backups_one_after_the_other_beside_a_busy_server_are_all_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "openoutcry", "backup", str(tmp_path / "b/copy")]
    command += ["--data", str(tmp_path / "floor"), "--keep", "9"]

    async def scenario() -> None:
        async with house(tmp_path / "floor") as h:
            party = await started(h, 3)

            async def play() -> None:
                while await party.step(first_offer):
                    pass

            playing = asyncio.create_task(play())
            for _ in range(3):
                done = await asyncio.to_thread(subprocess.run, command, capture_output=True)
                assert done.returncode == 0, done.stderr
            await playing

    asyncio.run(scenario())
    copies = [tmp_path / "b" / name for name in backups(tmp_path / "b")]
    assert len(copies) == 3
    for number, copy in enumerate(copies):
        assert main(["admin", "restore", str(copy), "--data", str(tmp_path / f"r{number}")]) == 0
    shutil.rmtree(tmp_path / "b")
