"""What the operator does from the command line while people play."""

import asyncio
import contextlib
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from openoutcry.cli import main
from openoutcry.core.errors import OutcryError
from openoutcry.server import admin
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Store, StoreDown
from tests.server.house import Hangup, house, started
from tests.server.test_play import first_offer


async def beside(data: Path, database: str | None = None) -> Store:
    """A second connection, as the command line has."""
    store = open_store(database, data)
    await store.open()
    return store


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_table_that_the_host_ends_closes_before_its_peoples_eyes(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            party = await started(h, 3)
            store = await beside(tmp_path, database)
            assert any(party.table in line for line in await admin.tables(store))
            assert await admin.end(store, party.table) == f"{party.table} is closed"
            await party.seats[1].until(lambda w: w.table["state"] == "closed")
            assert party.seats[1].table["seed"] is None
            assert "already" in await admin.end(store, party.table)
            with pytest.raises(OutcryError, match="no table"):
                await admin.end(store, "nowhere")
            await store.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_banned_person_is_gone_at_once_and_a_bot_plays_on(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario() -> None:
        async with house(tmp_path, database=database) as h:
            party = await started(h, 3)
            rogue = party.guests[2]
            store = await beside(tmp_path, database)
            assert any(rogue.id in line for line in await admin.people(store))
            await admin.ban(store, rogue.id)
            with pytest.raises(Hangup):
                await party.seats[2].until(lambda _: False)
            assert party.seats[2].socket.close_code == 4403
            await party.seats[0].until(lambda w: w.table["seats"][2]["away"])
            assert (await rogue.call("GET", "/api/me")).status_code in (401, 403)
            await store.close()

    asyncio.run(scenario())


def test_when_a_host_is_banned_before_the_start_somebody_else_is_host(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            rogue, other = await h.guest(), await h.guest()
            shared = await rogue.table("me", "open", "open")
            alone = await rogue.table("me", "open", "open")
            await other.post(f"/api/tables/{shared}/join", {})
            watch = await other.watch(shared)
            store = await beside(tmp_path)
            assert "2 seats were freed" in await admin.ban(store, rogue.id)
            await store.close()
            await watch.until(lambda w: w.table["host"] == other.id)
            gone = await other.watch(alone)
            await gone.until(lambda w: w.table["state"] == "closed")

    asyncio.run(scenario())


def test_a_backup_made_during_play_is_whole(tmp_path: Path) -> None:
    copy = tmp_path / "backup.db"

    async def play_and_copy() -> str:
        async with house(tmp_path / "data") as h:
            party = await started(h, 3)
            store = await beside(tmp_path / "data")

            begun = asyncio.Event()

            async def play() -> None:
                while await party.step(first_offer):
                    begun.set()

            playing = asyncio.create_task(play())
            await begun.wait()
            await admin.backup(store, copy, keep=1)
            await playing
            await store.close()
            return party.table

    async def restore_and_go_on(table: str) -> None:
        store = await beside(tmp_path / "new")
        assert (await admin.restore(store, copy)).startswith("1 tables restored")
        await store.close()
        async with house(tmp_path / "new") as h:
            watch = await (await h.guest()).watch(table)
            await watch.until(lambda w: bool(w.view))

    asyncio.run(restore_and_go_on(asyncio.run(play_and_copy())))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario() -> None:
        store = await beside(tmp_path, database)
        monkeypatch.setattr("sqlite3.connect", _no_space)
        with pytest.raises(OutcryError, match=r"copy: cannot be written: .*full"):
            await admin.backup(store, tmp_path / "copy", keep=1)
        monkeypatch.undo()
        assert not list(tmp_path.glob("copy*"))
        await store.close()

    asyncio.run(scenario())


def _no_space(*_args: object, **_more: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await beside(tmp_path / "data")
        (tmp_path / "letter").write_text("dear host" * 1000)
        for path in (tmp_path / "letter", tmp_path / "nothing"):
            with pytest.raises(OutcryError, match=path.name):
                await admin.restore(store, path)
        await store.close()

    asyncio.run(scenario())


def test_the_command_line_speaks_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> str:
        async with house(tmp_path) as h:
            return (await started(h, 3)).table

    table = asyncio.run(scenario())
    data = ["--data", str(tmp_path)]
    assert main(["admin", "tables", *data]) == 0
    assert f"{table}  playing  mogul" in capsys.readouterr().out
    assert main(["admin", "tables", "--people", *data]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert main(["admin", "end", table, *data]) == 0
    assert main(["admin", "ban", "nobody", *data]) == 2
    assert "nobody is called 'nobody'" in capsys.readouterr().err
    assert main(["serve", "--database", "mysql://x", "--port", "0", *data]) == 2
    assert "--database" in capsys.readouterr().err
    for wrong in (["--port", "70000"], ["--port", "-1"], ["--bot-workers", "-2"]):
        assert main(["serve", "--no-browser", *wrong, *data]) == 2
        assert capsys.readouterr().err.startswith(f"outcry: {wrong[0]}: a number")


def test_two_servers_do_not_open_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> int:
        async with house(tmp_path):
            serve = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
            return await asyncio.to_thread(_exit_code, serve)

    assert asyncio.run(scenario()) == 2
    # A busy machine may hold the first server's loop meanwhile, which is no refusal.
    lines = capsys.readouterr().err.splitlines()
    told = [line for line in lines if "event loop held" not in line]
    assert len(told) == 1 and "another server is open there" in told[0]
    asyncio.run(_opens_again(tmp_path))


async def _opens_again(data: Path) -> None:
    async with house(data) as h:
        await h.guest()


def _exit_code(command: list[str]) -> int:
    """Of a process of its own."""
    done = subprocess.run([sys.executable, "-m", "openoutcry", *command], stderr=PIPE)
    print(done.stderr.decode(), end="", file=sys.stderr)
    return done.returncode


@pytest.mark.parametrize("trouble", ["no folder", "no file", "newer", "port"])
def test_a_server_that_cannot_start_says_why_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], trouble: str
) -> None:
    data, more = tmp_path / "data", ["--port", "0"]
    expected = {
        "no folder": "cannot be the data folder: ",
        "no file": "cannot be used as a database: ",
        "newer": "made by a newer Open Outcry",
        "port": "try another --port",
    }[trouble]
    with contextlib.closing(socket.socket()) as taken:
        if trouble == "no folder":
            data.write_text("a file is in the way")
        elif trouble == "no file":
            (data / "outcry.db").mkdir(parents=True)
        elif trouble == "newer":
            data.mkdir()
            with contextlib.closing(sqlite3.connect(data / "outcry.db")) as newer:
                newer.execute("PRAGMA user_version = 99")
        elif trouble == "port":
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            more = ["--port", str(taken.getsockname()[1])]
        command = ["serve", "--no-browser", "--data", str(data), *more]
        assert _exit_code(command) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and told[0].startswith("outcry: ") and expected in told[0]


def test_a_store_that_goes_away_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(store: Store) -> list[str]:
        raise StoreDown("disk I/O error")

    monkeypatch.setattr(admin, "tables", away)
    (tmp_path / "outcry.db").touch()
    assert main(["admin", "tables", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "outcry: the store is out of reach: disk I/O error\n"
