"""How a server is set up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError

PACES = (0, 400, 900, 1800)
"""The choices for how long a bot takes over an action, in milliseconds."""
Keeping = Literal["hashed", "full", "none"]
LogAddresses = Literal["none", "shortened", "full"]
EditionChoice = Literal["all", "listed", "given"]
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Settings:
    data: Path
    database: str | None = None
    host: str = "127.0.0.1"
    port: int = 8100
    public_url: str | None = None
    """The outside address when behind a proxy: https://play.example/outcry"""
    trusted_proxies: str = ""
    """Addresses whose X-Forwarded headers are believed, comma-separated."""
    bot_workers: int = 0
    """0: one fewer than there are processors."""
    bot_seconds: float = 20.0
    """A bot that thinks longer counts as stuck."""
    limited: bool = True
    """Rate limits; off only for load tests."""
    open_days: float = 3
    """A table that has not started is closed when nobody has touched it for this long; 0: never."""
    playing_days: float = 60
    """The same for a match that nobody goes on playing."""
    closed_days: float = 14
    """Closed tables are put aside after this long; 0: never. Finished matches are kept."""
    guest_days: float = 90
    """Guests of whom nothing is kept (no match, no words, no alert) are forgotten when they have
    not come for this long; 0: never. Whoever chose a name is known as long as a cookie lasts."""
    keep_addresses: Keeping = "hashed"
    """How people's addresses are kept; if they are not, a ban covers a cookie only."""
    log_addresses: LogAddresses = "shortened"
    """How the log shows where people come from."""
    protected_names: tuple[str, ...] = ()
    """Names that nobody may take: the operator's, the club's."""
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the server is reached, beyond the public one, its own and addresses."""
    editions: Mapping[str, Edition] = field(default_factory=dict)
    """Corrected editions by title, played instead of the titles' own."""
    more_editions: tuple[Edition, ...] = ()
    """Editions that are offered beside them."""
    edition_choice: EditionChoice = "all"
    """What else a table may play: `all`: the titles' own, their variants, and editions that people
    bring; `listed`: no brought ones; `given`: of a title with given editions nothing but these."""
    mail: str = ""
    """The SMTP server that mail is handed to, as smtps://user:password@host:465; empty: no mail."""
    mail_from: str = ""
    """Whom mail comes from."""
    alerts_inside: bool = False
    """May alerts go to addresses of the host's own network, and without https?"""
    ladder: bool = False
    """Do bots play each other round the clock?"""
    ladder_pace: int = 400
    """Milliseconds that a bot takes over an action there."""
    daily_secret: str = ""
    """Mixed into the deals of the day, so that nobody can look ahead; empty: the deals of every
    floor that has none."""

    def __post_init__(self) -> None:
        if self.bot_workers < 0:
            raise OutcryError("--bot-workers: a number of processes, or 0 to choose one")
        days = (self.open_days, self.playing_days, self.closed_days, self.guest_days)
        if min(days) < 0:
            names = "--open-days, --playing-days, --closed-days, --guest-days"
            raise OutcryError(f"{names}: days, or 0 for never")
        if self.public_url is not None and not self._has_address():
            raise OutcryError("--public-url: an address such as https://play.example/outcry")

    def _has_address(self) -> bool:
        try:
            return self.scheme in _PORTS and bool(self.public_host)
        except ValueError:
            return False

    @property
    def brings_editions(self) -> bool:
        """May people play editions of their own?"""
        return self.edition_choice == "all"

    @property
    def scheme(self) -> str:
        """The public address's."""
        return urlsplit(self.public_url or "").scheme

    @property
    def base_path(self) -> str:
        """The path below which we are reached, without a trailing slash."""
        return urlsplit(self.public_url).path.rstrip("/") if self.public_url else ""

    @property
    def public_host(self) -> str | None:
        """As browsers spell it: in lower case, without the scheme's default port."""
        if self.public_url is None:
            return None
        host = urlsplit(self.public_url).netloc.lower()
        return host.removesuffix(f":{_PORTS.get(self.scheme)}")

    @property
    def protected(self) -> tuple[str, ...]:
        """Names that nobody may take."""
        host = (self.public_host or "").partition(":")[0]
        return (*self.protected_names, host) if host else self.protected_names

    @property
    def is_https(self) -> bool:
        return self.scheme == "https"
