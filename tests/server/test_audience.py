"""What many people at one table cost the others there: next to nothing."""

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from openoutcry.server.audience import _AT_ONCE, Audience
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.services import Services
from openoutcry.server.table_socket import TableSocket
from openoutcry.table.state import TableState
from tests.server.house import Watch, house
from tests.table.test_state import dealt


class Screen:
    """A socket that notes when it is sent to."""

    def __init__(self, person: str, turns: list[tuple[str, int]], clock: "Clock") -> None:
        self.person, self.greeted, self.seat = person, True, None
        self.told = self.rewinds = self.chat = 0
        self.seen: int | None = None
        self.texts: list[str] = []
        self._turns, self._clock = turns, clock

    def queue(self, text: str) -> None:
        self.texts.append(text)

    def flush(self) -> None:
        self._turns.append((self.person, self._clock.turn))

    def note(self, table: TableState) -> None:
        self.seen = table.playing.step


class Clock:
    """Counts the turns of the event loop."""

    turn = 0

    async def run(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.turn += 1


def test_who_plays_is_told_first_and_hundreds_of_others_by_and_by_the_same_text() -> None:
    async def scenario() -> None:
        table, _ = dealt()
        tasks, clock = BackgroundTasks(), Clock()
        store = SimpleNamespace(now_ms=lambda: 0)
        presence = SimpleNamespace(elsewhere=lambda _: set())
        services = SimpleNamespace(store=store, presence=presence, tasks=tasks)
        audience = Audience(cast(Services, services), lambda: None)
        turns: list[tuple[str, int]] = []
        screens = [Screen(f"guest {number}", turns, clock) for number in range(200)]
        screens += [Screen(name, turns, clock) for name in ("ann", "bob", "cy")]
        audience.sockets = cast(set[TableSocket], set(screens))
        running = asyncio.create_task(clock.run())
        await asyncio.sleep(0)
        audience.tell_everything(table)
        now = clock.turn
        assert {person for person, turn in turns if turn == now} >= {"ann", "bob", "cy"}
        while len({person for person, _ in turns}) < len(screens):
            await asyncio.sleep(0)
        by_turn = [sum(turn == at for _, turn in turns) for at in range(clock.turn + 1)]
        # Table and position are two messages.
        assert max(by_turn) <= 2 * _AT_ONCE
        assert len({id(screen.texts[-1]) for screen in screens}) == 1
        running.cancel()
        await tasks.close()

    asyncio.run(scenario())


def test_a_crowd_that_comes_is_told_of_at_intervals(tmp_path: Path) -> None:
    """Each arrival told to each who is there would be the crowd's square."""

    async def scenario() -> None:
        async with house(tmp_path) as h:
            host = await h.guest()
            table = await host.table("me", "apprentice", "apprentice")
            watch = await host.watch(table, 0)
            crowd = [await h.guest() for _ in range(25)]
            await asyncio.gather(*[guest.watch(table) for guest in crowd])
            await watch.until(lambda w: w.table["watching"] == 25)
            assert _news(watch) < 12

    asyncio.run(scenario())


def _news(watch: Watch) -> int:
    return sum(json.loads(text)["type"] == "table" for text in watch.raw)
