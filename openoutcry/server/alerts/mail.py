"""E-mail by the SMTP server that the host has set up."""

import contextlib
import re
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from openoutcry.core.errors import OutcryError
from openoutcry.server.alerting import BadTarget, NotDelivered

SECONDS: Final = 20.0
"""For all of it."""
_STEP: Final = 10.0
"""For one answer of the server."""
_WHOLE_LINES = SMTP.clone(max_line_length=900)
"""A link in a header must not be folded: mail programs do not join it again."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed over: smtp://, or smtps:// for one that speaks TLS from the start."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: str

    @classmethod
    def read(cls, url: str, sender: str) -> "MailServer":
        """`OutcryError` if the address makes no sense."""
        wrong = OutcryError("--mail: an address such as smtps://user:password@mail.example:465")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise wrong from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise wrong
        if not _ADDRESS.fullmatch(sender):
            raise OutcryError("--mail-from: an e-mail address such as floor@play.example")
        usual = 465 if parts.scheme == "smtps" else 587
        login = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.scheme, parts.hostname, port or usual, *login, sender)

    def send(self, to: str, subject: str, text: str, stop: str, id: str = "") -> None:
        """Hand it over; blocks. `NotDelivered` unless it was taken within `SECONDS`. A letter with
        the same id is the same to mail programs: if it is sent again, they show it once."""
        message = EmailMessage(_WHOLE_LINES)
        message["From"] = formataddr(("Open Outcry", self.sender))
        message["To"] = to
        message["Subject"] = subject
        domain = self.sender.rpartition("@")[2]
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = f"<{id}@{domain}>" if id else make_msgid(domain=domain)
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text, cte="quoted-printable")
        try:
            with self._connected() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            raise NotDelivered(f"{to}: refused: {error}", gone=True) from None
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"{self.host}: {type(error).__name__}: {error}") from None

    @contextlib.contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        """Signed in."""
        tls = ssl.create_default_context()
        if self.scheme == "smtps":
            server: _Clocked = _ClockedTls(self.host, self.port, context=tls)
        else:
            server = _Clocked(self.host, self.port)
        with server:
            server.ehlo()
            if self.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=tls)
                server.ehlo()
            if self.user:
                server.login(self.user, self.password)
            yield server


class _Clocked(smtplib.SMTP):
    """Cut off when the time is up: the library's own timeout is for each read, and a server that
    says a letter a second would have us for as long as it likes."""

    def __init__(self, host: str, port: int, **more: Any) -> None:
        self.sock: socket.socket | None = None
        self._clock = threading.Timer(SECONDS, self._cut_off)
        self._clock.daemon = True
        self._clock.start()
        try:
            super().__init__(host, port, timeout=_STEP, **more)
        except BaseException:
            self._clock.cancel()
            raise

    def close(self) -> None:
        self._clock.cancel()
        super().close()

    def _cut_off(self) -> None:
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


class _ClockedTls(_Clocked, smtplib.SMTP_SSL):
    """One that speaks TLS from the start."""


def check(address: str) -> None:
    """`BadTarget` unless it is an e-mail address."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address):
        raise BadTarget("alert_mail")
