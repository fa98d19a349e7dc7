"""Telling people that it is their turn. A floor in a browser has none: nobody waits there."""

from typing import Protocol

from openoutcry.server.store.outbox import Channel, Outbox


class BadTarget(Exception):
    """An address that nothing is sent to; says why, as a key of the catalogue."""


class NotDelivered(Exception):
    """It did not arrive; `gone` if it never will."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class Alerting(Protocol):
    @property
    def outbox(self) -> Outbox:
        """Channels and what they have to tell."""

    @property
    def mails(self) -> bool:
        """Has the host set up a mail server?"""

    async def push_key(self) -> str:
        """What browsers subscribe with."""

    def check(self, channel: Channel) -> None:
        """`BadTarget` if nothing could be sent there."""

    async def send_trial(self, channel: Channel) -> None:
        """`NotDelivered` or `BadTarget` if it did not arrive."""
