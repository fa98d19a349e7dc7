"""Empties the outbox, at every node: many channels beside each other, so that whoever has a slow
receiver waits for it alone."""

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import msgspec
import structlog

from openoutcry.server.alerting import BadTarget, NotDelivered
from openoutcry.server.alerts import mail, push, quiet, words
from openoutcry.server.alerts.mail import MailServer
from openoutcry.server.alerts.targets import parsed, post
from openoutcry.server.meters import LabelledCounter
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
AT_ONCE: Final = 24
"""Channels that a node sends to at the same time."""
AT_ONCE_EACH: Final = 2
"""Of one person: nobody fills the others' places with slow receivers."""
_AGAIN: Final = 3_000
"""Milliseconds until a channel has its turn for which there was no place."""
_KEY: Final = "vapid"

log = structlog.get_logger()


class Sender:
    """Knows how each kind of channel is used."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        is_here: Callable[[str, str], bool],
        counted: LabelledCounter,
    ) -> None:
        self._settings = settings
        self._store = store
        self._is_here = is_here
        """Whether somebody is connected to a table now, here or at another node."""
        self._counted = counted
        """What came of each alert, by kind of channel."""
        self._mail = MailServer.read(settings.mail, settings.mail_from) if settings.mail else None
        self._key = self._public = ""
        self._sending: set[asyncio.Task[None]] = set()
        self._busy: Counter[str] = Counter()
        """To how many of each person's channels something is being sent."""
        self._mailing = ThreadPoolExecutor(4, "outcry-mail")

    @property
    def mails(self) -> bool:
        """Has the host set up a mail server?"""
        return self._mail is not None

    @property
    def outbox(self) -> Outbox:
        return self._store.outbox

    def busy_for(self, person: str) -> int:
        """To how many of the person's channels something is being sent."""
        return self._busy[person]

    async def push_key(self) -> str:
        """What browsers subscribe with."""
        if not self._public:
            self._public = await asyncio.to_thread(push.public_key, await self.key())
        return self._public

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
            self._key = kept or await self._store.outbox.key(
                _KEY, await asyncio.to_thread(push.new_key)
            )
        return self._key

    async def run(self) -> None:
        """Until cancelled; what is being sent then is sent again later."""
        try:
            with contextlib.suppress(StoreDown):
                await self.push_key()  # reads what its ciphers need before anybody waits for it
            while True:
                # Not in step with the other nodes.
                await asyncio.sleep(_SECONDS * (0.75 + secrets.randbelow(50) / 100))
                with contextlib.suppress(StoreDown):
                    await self.empty()
        finally:
            for task in self._sending:
                task.cancel()
            await asyncio.gather(*self._sending, return_exceptions=True)
            self._mailing.shutdown(wait=False, cancel_futures=True)

    async def empty(self) -> None:
        """Begin to send all that is due."""
        while alerts := await self._store.outbox.claim(self._store.now_ms()):
            task = asyncio.create_task(self._attend_to(alerts))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
            if len(self._sending) >= AT_ONCE:
                await asyncio.wait(self._sending, return_when=asyncio.FIRST_COMPLETED)

    async def _attend_to(self, alerts: list[Waiting]) -> None:
        """To one channel; nothing that goes wrong there may keep the others waiting."""
        try:
            channel = await self._store.outbox.channel(alerts[0].channel)
            if channel is None or not channel.live:
                await self._store.outbox.done(alerts)
                return
            later = self._later(channel)
            if later is not None:
                await self._store.outbox.put_off(alerts, later, count=False)
                return
            self._busy[channel.person] += 1
            try:
                await self._tell(channel, alerts)
            finally:
                self._busy[channel.person] -= 1
                self._busy += Counter()  # forgets who has nothing under way
        except StoreDown:
            pass  # reported elsewhere; they are anybody's again after their lease
        except Exception:
            log.exception("alert failed", channel=alerts[0].channel)

    def _later(self, channel: Channel) -> int | None:
        """When the channel may be used; None: now."""
        now = self._store.now_ms()
        night = quiet.until(now, channel.quiet_from, channel.quiet_to, channel.zone)
        later = max(channel.sent + GAP, night)
        if later > now:
            return later
        return now + _AGAIN if self._busy[channel.person] >= AT_ONCE_EACH else None

    async def _tell(self, channel: Channel, alerts: list[Waiting]) -> None:
        outbox, now = self._store.outbox, self._store.now_ms()
        turns = [turn for alert in alerts if (turn := await self._turn(alert)) is not None]
        if turns:
            id = f"{alerts[0].table}-{alerts[0].n}"
            try:
                await self.send(channel, words.alert(channel, id, turns, self.site))
            except (NotDelivered, BadTarget) as error:
                await self._failed(channel, alerts, error)
                return
            self._counted.labels(channel.kind, "delivered").inc()
            await outbox.note_sent(channel.id, now)
        await outbox.done(alerts)

    async def _turn(self, alert: Waiting) -> words.Turn | None:
        """None if nothing waits for the person any longer, or they see it themselves."""
        row = await self._store.row(alert.table)
        if row is None or self._is_here(alert.table, alert.person):
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
            self._counted.labels(channel.kind, "given up").inc()
            log.info("alerts stopped: the browser takes no more", **about)
            await self._store.outbox.remove(channel.id)
        elif gone or tries >= MOST_TRIES:
            self._counted.labels(channel.kind, "given up").inc()
            log.warning("alert given up", **about)
            await self._store.outbox.done(alerts)
        else:
            self._counted.labels(channel.kind, "not delivered").inc()
            pause = PAUSE * 4 ** (tries - 1)
            log.info("alert not delivered", again_in=pause / 1000, **about)
            await self._store.outbox.put_off(alerts, self._store.now_ms() + pause, count=True)

    async def send(self, channel: Channel, alert: words.Alert) -> None:
        """`NotDelivered` or `BadTarget` if it did not arrive."""
        inside = self._settings.alerts_inside
        if channel.kind == "push":
            key, contact = await self.key(), self._contact()
            browser = (channel.target, channel.p256dh, channel.auth)
            message = words.pushed(alert, channel.lang)
            body, headers = await asyncio.to_thread(push.sealed, *browser, message, key, contact)
            await post(channel.target, body, headers, inside)
        elif channel.kind == "webhook":
            headers = {"Content-Type": "application/json", "User-Agent": "OpenOutcry"}
            await post(channel.target, words.shaped(alert, channel.shape), headers, inside)
        elif self._mail is not None:
            stop = f"{self.site}api/channels/stop/{channel.token}"
            id = f"{alert.id}-{channel.id}" if alert.id else ""
            about = (channel.target, alert.subject, alert.text(), stop, id)
            letter = partial(self._mail.send, *about)
            await asyncio.get_running_loop().run_in_executor(self._mailing, letter)
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
