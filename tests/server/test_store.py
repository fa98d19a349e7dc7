"""One suite over both stores, and what is peculiar to each."""

import asyncio
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from openoutcry.core.errors import OutcryError
from openoutcry.server.store import migrations, open_store
from openoutcry.server.store.interface import (
    NEWEST,
    Entry,
    Found,
    Mark,
    NameTaken,
    Person,
    Row,
    State,
    Store,
    StoreDown,
)

Scenario = Callable[[Store], Awaitable[None]]


def row(id: str, changed: int = 1, state: State = "open", **more: Any) -> Row:
    settings: dict[str, Any] = {"private": False, "due": None, "people": (), **more}
    return Row(id=id, state=state, changed=changed, line=f'"{id}"'.encode(), **settings)


def entry(n: int) -> Entry:
    return Entry(n, 1000 + n, f"event {n}".encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Scenario], None]:
    """Run a scenario on a fresh store; again on the same one the next time."""
    address = request.getfixturevalue("database") if request.param == "postgresql" else None

    def run(scenario: Scenario) -> None:
        async def opened() -> None:
            store = open_store(address, tmp_path)
            await store.open()
            try:
                await scenario(store)
            finally:
                await store.close()

        asyncio.run(opened())

    return run


Run = Callable[[Scenario], None]


def test_a_journal_keeps_its_order_over_a_restart(run: Run) -> None:
    async def write(store: Store) -> None:
        for n in range(5):
            assert await store.append("t", entry(n), row("t"))

    async def read(store: Store) -> None:
        assert await store.journal("t") == [entry(n) for n in range(5)]
        assert await store.journal("t", 3) == [entry(3), entry(4)]
        assert await store.journal("unknown") == []

    run(write)
    run(read)


def test_of_many_who_write_the_same_entry_exactly_one_wins(run: Run) -> None:
    async def scenario(store: Store) -> None:
        tries = [
            Entry(n, writer, f"writer {writer}".encode()) for n in range(20) for writer in range(5)
        ]
        won = await asyncio.gather(*[store.append("t", e, row("t")) for e in tries])
        assert sum(won) == 20
        winners = [e for e, has_won in zip(tries, won, strict=True) if has_won]
        assert await store.journal("t") == winners

    run(scenario)


def test_a_refused_entry_leaves_the_index_as_it_was(run: Run) -> None:
    async def scenario(store: Store) -> None:
        await store.append("t", entry(0), row("t", people=("ann",)))
        assert not await store.append("t", entry(0), row("t", 9, "over", people=("bob",)))
        assert (await store.all_tables())[0].state == "open"
        assert await store.listed_for("bob", NEWEST, 10) == ([], False)

    run(scenario)


def test_lists_show_public_tables_by_state_last_changed_first_in_pages(run: Run) -> None:
    async def scenario(store: Store) -> None:
        for i in range(5):
            await store.append(f"t{i}", entry(0), row(f"t{i}", changed=10 + i, people=("ann",)))
        await store.append("secret", entry(0), row("secret", 50, private=True, people=("ann",)))
        await store.append("done", entry(0), row("done", 60, "over"))
        assert await store.listed("open", NEWEST, 3) == (
            [b'"t4"', b'"t3"', b'"t2"'],
            True,
        )
        assert await store.listed("open", (12, ""), 3) == ([b'"t1"', b'"t0"'], False)
        assert await store.listed("over", NEWEST, 3) == ([b'"done"'], False)
        assert (await store.listed_for("ann", NEWEST, 2))[0] == [b'"secret"', b'"t4"']

    run(scenario)


def test_of_tables_changed_in_the_same_millisecond_no_page_skips_any(run: Run) -> None:
    async def scenario(store: Store) -> None:
        ids = ["a", "b", "c", "d", "e"]
        for id in ids:
            await store.append(id, entry(0), row(id, changed=7, people=("ann",)))
        assert sorted(await pages(lambda mark: store.listed("open", mark, 2))) == ids
        assert sorted(await pages(lambda mark: store.listed_for("ann", mark, 2))) == ids

    async def pages(page: Callable[[Mark], Awaitable[Found]]) -> list[str]:
        shown: list[str] = []
        mark, more = NEWEST, True
        while more:
            lines, more = await page(mark)
            shown += [line.decode().strip('"') for line in lines]
            mark = (7, shown[-1])
        return shown

    run(scenario)


def test_what_is_due_is_found(run: Run) -> None:
    async def scenario(store: Store) -> None:
        for name, due in (("late", 30), ("later", 20), ("never", None), ("soon", 90)):
            await store.append(name, entry(0), row(name, due=due))
        assert await store.due(50, 10) == ["later", "late"]

    run(scenario)


def test_people_keep_a_name_by_a_password(run: Run) -> None:
    async def scenario(store: Store) -> None:
        ann, guest = Person("1", "Ann", 5), Person("2", "ANN", 6)
        await store.add_person(ann)
        await store.add_person(guest)
        assert await store.person_named("ann") is None
        kept = Person("1", "Ann", 5, "hash", 1)
        assert await store.change_person(ann, kept)
        assert await store.person("1") == await store.person_named("aNN") == kept
        with pytest.raises(NameTaken):
            await store.change_person(guest, Person("2", "ann", 6, "other", 1))
        banned = Person("2", "ANN", 6, banned=True)
        assert await store.change_person(guest, banned)
        assert await store.people(["2", "3"]) == [banned]
        late = Person("2", "Zoe", 6)
        assert not await store.change_person(guest, late), "the guest has been banned since"
        assert await store.person("2") == banned

    run(scenario)


def test_the_first_secret_offered_stays(run: Run) -> None:
    async def scenario(store: Store) -> None:
        assert [await store.secret("one"), await store.secret("two")] == ["one", "one"]

    run(scenario)


def test_a_backup_holds_everything_and_goes_only_into_an_empty_store(
    run: Run, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"

    async def scenario(store: Store) -> None:
        await store.secret("the key")
        await store.add_person(Person("1", "Ann", 5, "hash", 3, True))
        await store.append("t", entry(0), row("t", people=("1",), due=7))
        await store.export(copy)
        await store.append("t", entry(1), row("t"))
        with pytest.raises(OutcryError, match="tables already"):
            await store.restore(copy)

    run(scenario)

    async def restored() -> None:
        other = open_store(None, tmp_path / "other")
        await other.open()
        await other.restore(copy)
        assert await other.journal("t") == [entry(0)]
        assert await other.secret("another") == "the key"
        assert await other.person("1") == Person("1", "Ann", 5, "hash", 3, True)
        assert await other.listed_for("1", NEWEST, 5) == ([b'"t"'], False)
        await other.close()

    asyncio.run(restored())


def test_a_backup_of_one_kind_is_restored_into_the_other(tmp_path: Path, database: str) -> None:
    copy = tmp_path / "copy.db"

    async def scenario() -> None:
        lite, big = open_store(None, tmp_path), open_store(database, tmp_path)
        await lite.open()
        await big.open()
        await lite.append("t", entry(0), row("t", people=("1",)))
        await lite.export(copy)
        await big.restore(copy)
        assert await big.journal("t") == [entry(0)]
        await lite.close()
        await big.close()

    asyncio.run(scenario())


# Schemas


def test_a_file_of_the_first_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "outcry.db")
    latest = migrations.statements(1, migrations.SQLITE)
    for statement in migrations.statements(0, migrations.SQLITE)[: -len(latest)]:
        old.execute(statement)
    old.execute("PRAGMA user_version = 1")
    old.execute("INSERT INTO journal VALUES ('t', 0, 1000, '{}')")
    old.execute("INSERT INTO people VALUES ('1', 'Ann', 'ann', 5, NULL, 0)")
    old.commit()
    old.close()

    async def scenario() -> None:
        store = open_store(None, tmp_path)
        await store.open()
        assert (await store.journal("t"))[0].at == 1000
        assert await store.person("1") == Person("1", "Ann", 5, named=True, seen=5)
        await store.close()

    asyncio.run(scenario())


def test_a_postgresql_of_the_first_schema_is_brought_up_to_date(database: str) -> None:
    async def scenario() -> None:
        connection = await asyncpg.connect(database)
        latest = migrations.statements(1, migrations.POSTGRES)
        for statement in migrations.statements(0, migrations.POSTGRES)[: -len(latest)]:
            await connection.execute(statement)
        await connection.execute("CREATE TABLE schema_version (version INTEGER)")
        await connection.execute("INSERT INTO schema_version VALUES (1)")
        await connection.execute("INSERT INTO people VALUES ('1', 'Ann', 'ann', 5, NULL, 0)")
        await connection.close()
        for _ in range(2):
            store = open_store(database, Path())
            await store.open()
            assert await store.person("1") == Person("1", "Ann", 5, named=True, seen=5)
            await store.close()

    asyncio.run(scenario())


def test_a_file_of_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    newer = sqlite3.connect(tmp_path / "outcry.db")
    newer.execute(f"PRAGMA user_version = {migrations.LATEST + 1}")
    newer.close()
    with pytest.raises(OutcryError, match="made by a newer Open Outcry"):
        asyncio.run(open_store(None, tmp_path).open())


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "outcry.db").write_text("not a database, but long enough to look at\n" * 50)
    with pytest.raises(OutcryError, match="cannot be used as a database"):
        asyncio.run(open_store(None, tmp_path).open())


def test_an_address_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(OutcryError, match="--database"):
        open_store("mysql://nowhere", tmp_path)
    unreachable = open_store("postgresql://127.0.0.1:1/none", tmp_path)
    with pytest.raises(StoreDown, match="PostgreSQL cannot be used"):
        asyncio.run(unreachable.open())


def test_the_database_file_is_for_its_owner_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(None, tmp_path / "data")
        await store.open()
        await store.close()

    asyncio.run(scenario())
    assert stat.S_IMODE((tmp_path / "data/outcry.db").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


# Group commit


class Ears:
    """Notes that something may have been missed."""

    def __init__(self) -> None:
        self.refreshed = asyncio.Event()

    async def committed(self, table: str, n: int) -> None:
        raise AssertionError("SQLite has no other nodes")

    async def announced(self, text: str) -> None:
        raise AssertionError("SQLite has no other nodes")

    async def refresh(self) -> None:
        self.refreshed.set()


def test_a_node_that_could_not_catch_up_after_a_lost_connection_tries_again(database: str) -> None:
    class Unlucky(Ears):
        """The first time it looks again, the store is away once more."""

        failed = False

        async def announced(self, text: str) -> None:
            self.heard = text

        async def refresh(self) -> None:
            if not self.failed:
                self.failed = True
                raise StoreDown("away again")
            self.refreshed.set()

    async def scenario() -> None:
        node, other, ears = open_store(database, Path()), open_store(database, Path()), Unlucky()
        await node.open()
        await other.open()
        await node.listen(ears)
        connection = await asyncpg.connect(database)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        await connection.close()
        await asyncio.wait_for(ears.refreshed.wait(), 30)
        ears.heard = ""
        await other.announce("hello")
        async with asyncio.timeout(30):
            while ears.heard != "hello":
                await asyncio.sleep(0.05)
        await other.close()
        await node.close()

    asyncio.run(scenario())


def test_what_the_command_line_writes_is_noticed_however_busy_the_server_is(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        server, beside, ears = open_store(None, tmp_path), open_store(None, tmp_path), Ears()
        await server.open()
        await beside.open()
        await server.listen(ears)

        async def be_busy() -> None:
            for n in range(1_000_000):
                await server.append("busy", entry(n), row("busy"))
                await asyncio.sleep(0.01)

        busy = asyncio.create_task(be_busy())
        await beside.append("t", entry(0), row("t"))
        await asyncio.wait_for(ears.refreshed.wait(), 30)
        busy.cancel()
        await asyncio.gather(busy, return_exceptions=True)
        await beside.close()
        await server.close()

    asyncio.run(scenario())


def test_one_bad_write_does_not_take_its_group_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(None, tmp_path)
        await store.open()
        await store.add_person(Person("1", "Ann", 5, "hash"))
        guest, bad = Person("2", "Ann", 6), Person("2", "Ann", 6, "hash")
        await store.add_person(guest)
        writes = [store.append("t", entry(n), row("t")) for n in range(10)]
        change = store.change_person(guest, bad)
        results = await asyncio.gather(*writes, change, return_exceptions=True)
        assert results[:10] == [True] * 10
        assert isinstance(results[10], NameTaken)
        assert len(await store.journal("t")) == 10
        await store.close()

    asyncio.run(scenario())
