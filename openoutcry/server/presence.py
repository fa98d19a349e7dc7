"""Who is connected at other nodes: server processes tell each other through the store."""

import json
import secrets
import time
from typing import Any

from openoutcry.server.store.interface import FloorStore

NODE_LOST = 15.0
"""A node that has been silent for this many seconds is gone, and its people with it."""
_MOST_TOLD = 200
"""People at a table that a node tells the others of: PostgreSQL limits a note's length."""


class Presence:
    """The people at other nodes, as far as we have heard."""

    def __init__(self, store: FloorStore) -> None:
        self._store = store
        self._me = secrets.token_hex(6)
        self._others: dict[str, dict[str, set[str]]] = {}
        """People by node and table."""
        self._heard: dict[str, float] = {}
        """When each node was last heard of."""
        self._said_alive = 0.0

    async def hello(self, local: dict[str, list[str]]) -> None:
        """Say who is here and ask the others to do the same: what any of them knows may be old."""
        await self._store.announce(json.dumps({"node": self._me, "hello": True}))
        for table, people in local.items():
            await self.tell(table, people)

    async def tell(self, table: str, people: list[str]) -> None:
        """Tell the other nodes who is connected to the table here."""
        note = {"node": self._me, "table": table, "people": people[:_MOST_TOLD]}
        await self._store.announce(json.dumps(note))

    async def heard(self, note: dict[str, Any], local: dict[str, list[str]]) -> list[str]:
        """Take in a note; gives the tables whose people have changed."""
        node = note["node"]
        self._heard[node] = time.monotonic()
        if "hello" in note:
            changed = list(self._others.pop(node, ()))
            for table, people in local.items():
                await self.tell(table, people)
            return changed
        if "table" not in note:
            return []
        tables = self._others.setdefault(node, {})
        tables[note["table"]] = set(note["people"])
        if not note["people"]:
            del tables[note["table"]]
        return [note["table"]]

    async def say_alive(self) -> list[str]:
        """Tell the others that we live; gives the tables that people at a lost node had open."""
        now = time.monotonic()
        if now - self._said_alive > NODE_LOST / 3:
            self._said_alive = now
            await self._store.announce(json.dumps({"node": self._me}))
        lost = [node for node, at in self._heard.items() if now - at > NODE_LOST]
        tables: list[str] = []
        for node in lost:
            del self._heard[node]
            tables += self._others.pop(node, {})
        return tables

    def elsewhere(self, table: str) -> set[str]:
        """The people connected to the table at other nodes."""
        return {person for tables in self._others.values() for person in tables.get(table, ())}
