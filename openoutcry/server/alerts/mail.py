"""E-mail by the SMTP server that the host has set up."""

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr
from typing import Final
from urllib.parse import unquote, urlsplit

from openoutcry.core.errors import OutcryError
from openoutcry.server.alerting import BadTarget, NotDelivered

_SECONDS: Final = 15.0
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

    def send(self, to: str, subject: str, text: str, stop: str) -> None:
        """Hand it over; blocks. `NotDelivered` if it was not taken."""
        message = EmailMessage(_WHOLE_LINES)
        message["From"] = formataddr(("Open Outcry", self.sender))
        message["To"] = to
        message["Subject"] = subject
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

    def _connected(self) -> smtplib.SMTP:
        tls = ssl.create_default_context()
        if self.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=_SECONDS, context=tls
            )
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=_SECONDS)
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=tls)
                server.ehlo()
        if self.user:
            server.login(self.user, self.password)
        return server


def check(address: str) -> None:
    """`BadTarget` unless it is an e-mail address."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address):
        raise BadTarget("alert_mail")
