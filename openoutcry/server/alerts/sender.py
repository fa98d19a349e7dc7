"""Empties the outbox: one channel after the other, at every node."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Final

import msgspec
import structlog

from openoutcry.server.alerting import BadTarget, NotDelivered
from openoutcry.server.alerts import mail, push, quiet, words
from openoutcry.server.alerts.mail import MailServer
from openoutcry.server.alerts.targets import parsed, post
from openoutcry.server.settings import Settings
from openoutcry.server.store.interface import Store, StoreDown
from openoutcry.server.store.outbox import Channel, Outbox, Waiting
from openoutcry.table.protocol import TableLine

_SECONDS: Final = 2.0
GAP: Final = 120_000
"""Milliseconds between two messages of a channel; what comes meanwhile is told together."""
PAUSE: Final = 30_000
"""Milliseconds until it is tried again, four times as long each time."""
MOST_TRIES: Final = 7
"""Half a minute, two, eight, half an hour, two hours, eight hours: then it is given up."""
AT_ONCE: Final = 8
"""Channels that a node sends to at the same time."""
_KEY: Final = "vapid"

log = structlog.get_logger()


class Sender:
    """Knows how each kind of channel is used."""

    def __init__(
        self, settings: Settings, store: Store, is_here: Callable[[str, str], bool]
    ) -> None:
        self._settings = settings
        self._store = store
        self._is_here = is_here
        """Whether somebody is connected to a table now, here or at another node."""
        self._mail = MailServer.read(settings.mail, settings.mail_from) if settings.mail else None
        self._key = ""

    @property
    def mails(self) -> bool:
        """Has the host set up a mail server?"""
        return self._mail is not None

    @property
    def outbox(self) -> Outbox:
        return self._store.outbox

    async def push_key(self) -> str:
        """What browsers subscribe with."""
        return push.public_key(await self.key())

    def check(self, channel: Channel) -> None:
        """`BadTarget` if nothing could be sent there."""
        if quiet.zone(channel.zone) is None:
            raise BadTarget("alert_zone")
        if channel.kind == "mail":
            if not self.mails:
                raise BadTarget("alert_no_mail")
            mail.check(channel.target)
            return
        parsed(channel.target, self._settings.alerts_inside)
        if channel.kind == "push":
            push.check(channel.p256dh, channel.auth)

    async def send_trial(self, channel: Channel) -> None:
        """`NotDelivered` or `BadTarget` if it did not arrive."""
        await self.send(channel, words.trial(channel, self.site))

    async def key(self) -> str:
        """The key that pushed messages are signed with: made at the first start, then kept."""
        if not self._key:
            kept = await self._store.outbox.key(_KEY, "")
            self._key = kept or await self._store.outbox.key(_KEY, push.new_key())
        return self._key

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            # Not in step with the other nodes.
            await asyncio.sleep(_SECONDS * (0.75 + secrets.randbelow(50) / 100))
            with contextlib.suppress(StoreDown):
                await self.empty()

    async def empty(self) -> None:
        """Send all that is due."""
        while True:
            found = [alerts for _ in range(AT_ONCE) if (alerts := await self._claimed())]
            if not found:
                return
            await asyncio.gather(*map(self._attend_to, found))

    async def _claimed(self) -> list[Waiting]:
        return await self._store.outbox.claim(self._store.now_ms())

    async def _attend_to(self, alerts: list[Waiting]) -> None:
        outbox, now = self._store.outbox, self._store.now_ms()
        channel = await outbox.channel(alerts[0].channel)
        if channel is None or not channel.live:
            await outbox.done(alerts)
            return
        later = max(
            channel.sent + GAP,
            quiet.until(now, channel.quiet_from, channel.quiet_to, channel.zone),
        )
        if later > now:
            await outbox.put_off(alerts, later, count=False)
            return
        turns = [turn for alert in alerts if (turn := await self._turn(alert)) is not None]
        if turns:
            id = f"{alerts[0].table}-{alerts[0].n}"
            try:
                await self.send(channel, words.alert(channel, id, turns, self.site))
            except (NotDelivered, BadTarget) as error:
                await self._failed(channel, alerts, error)
                return
            await outbox.note_sent(channel.id, now)
        await outbox.done(alerts)

    async def _turn(self, alert: Waiting) -> words.Turn | None:
        """None if it is no longer the person's turn, or they see it themselves."""
        row = await self._store.row(alert.table)
        if row is None or row.state != "playing" or self._is_here(alert.table, alert.person):
            return None
        line = msgspec.json.decode(row.line, type=TableLine)
        why = words.why(line, alert.person)
        return words.Turn(line, alert.person, why) if why is not None else None

    async def _failed(
        self, channel: Channel, alerts: list[Waiting], error: NotDelivered | BadTarget
    ) -> None:
        gone = isinstance(error, BadTarget) or error.gone
        tries = max(alert.tries for alert in alerts)
        about = {"channel": channel.id, "kind": channel.kind, "error": str(error), "tries": tries}
        if gone and channel.kind == "push":
            log.info("alerts stopped: the browser takes no more", **about)
            await self._store.outbox.remove(channel.id)
        elif gone or tries >= MOST_TRIES:
            log.warning("alert given up", **about)
            await self._store.outbox.done(alerts)
        else:
            pause = PAUSE * 4 ** (tries - 1)
            log.info("alert not delivered", again_in=pause / 1000, **about)
            await self._store.outbox.put_off(alerts, self._store.now_ms() + pause, count=True)

    async def send(self, channel: Channel, alert: words.Alert) -> None:
        """`NotDelivered` or `BadTarget` if it did not arrive."""
        private = self._settings.alerts_inside
        if channel.kind == "push":
            key, contact = await self.key(), self._contact()
            about = (channel.target, channel.p256dh, channel.auth)
            body = words.pushed(alert, channel.lang)
            await asyncio.to_thread(push.send, *about, body, key, contact, private)
        elif channel.kind == "webhook":
            headers = {"Content-Type": "application/json", "User-Agent": "OpenOutcry"}
            body = words.shaped(alert, channel.shape)
            await asyncio.to_thread(post, channel.target, body, headers, private)
        elif self._mail is not None:
            stop = f"{self.site}api/channels/stop/{channel.token}"
            letter = (channel.target, alert.subject, alert.text(), stop)
            await asyncio.to_thread(self._mail.send, *letter)
        else:
            raise NotDelivered("no mail server is set up", gone=True)

    def _contact(self) -> str:
        """Whom a push service may turn to."""
        if self._settings.mail_from:
            return f"mailto:{self._settings.mail_from}"
        return self.site if self.site.startswith("https:") else "mailto:nobody@example.org"

    @property
    def site(self) -> str:
        """The address under which people know this floor."""
        settings = self._settings
        address = settings.public_url or f"http://{settings.host}:{settings.port}"
        return address.rstrip("/") + "/"
