"""A browser's storage as a dictionary."""

import json


class MemoryStorage:
    """As client/src/pocket/storage.ts; `room`: how many entries fit."""

    def __init__(self, room: int = 1_000_000) -> None:
        self.room = room
        self._journal: dict[tuple[str, int], tuple[int, str]] = {}
        self._rows: dict[str, str] = {}
        self._values: dict[str, str] = {}

    async def add(self, table: str, n: int, at: int, body: str, row: str) -> bool:
        if len(self._journal) >= self.room:
            raise OSError("full: QuotaExceededError")
        if (table, n) in self._journal:
            return False
        self._journal[table, n] = at, body
        self._rows[table] = row
        return True

    async def entries(self, table: str, since: int) -> str:
        found = sorted(key for key in self._journal if key[0] == table and key[1] >= since)
        return json.dumps([[key[1], *self._journal[key]] for key in found])

    async def row(self, table: str) -> str | None:
        return self._rows.get(table)

    async def rows(self) -> str:
        return json.dumps(list(self._rows.values()))

    async def put(self, name: str, value: str) -> None:
        self._values[name] = value

    async def get(self, name: str) -> str | None:
        return self._values.get(name)

    def announce(self, text: str) -> None:
        """There are no other tabs."""
