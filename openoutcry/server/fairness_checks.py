"""*Is it fair?* as calls ask it: answered by a process at a server, not at all in a browser."""

from typing import Protocol

from openoutcry.table import protocol as p


class FairnessChecks(Protocol):
    def start(self, person: str, title: str, ours: bytes, theirs: bytes, seats: int) -> p.Fairness:
        """Have both editions played; `Refusal` if the person has enough under way."""

    def look(self, id: str, person: str) -> p.Fairness:
        """What is known so far; `Refusal` if it was given up or is another's."""
