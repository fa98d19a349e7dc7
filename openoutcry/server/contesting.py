"""Whoever carries contests on. Not on a device of one's own: nobody else plays there."""

from typing import Protocol

from openoutcry.server.store.contests import Contests, Kept


class Contesting(Protocol):
    @property
    def kept(self) -> Contests:
        """All of them."""

    async def begin(self, kept: Kept) -> bool:
        """The next round, now; False if somebody was quicker."""
