"""Whoever says whether an edition is fair: a process at a server, nobody in a browser."""

from typing import Protocol

from openoutcry.table import protocol as p


class Judging(Protocol):
    def start(self, person: str, title: str, ours: bytes, theirs: bytes, seats: int) -> p.Fairness:
        """Have both editions played; `Refusal` if the person has enough under way."""

    def look(self, id: str, person: str) -> p.Fairness:
        """What is known so far; `Refusal` if it was given up or is another's."""
