"""One request to the HTTP API, with the reading and checking that all calls share."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import msgspec

from openoutcry.core.edition import Edition
from openoutcry.core.title import Title
from openoutcry.server.accounts import Accounts
from openoutcry.server.addresses import Addresses
from openoutcry.server.alerting import Alerting
from openoutcry.server.bot_queue import Asker
from openoutcry.server.bot_streams import BotStreams
from openoutcry.server.contesting import Contesting
from openoutcry.server.fairness_checks import FairnessChecks
from openoutcry.server.live_table import Command, LiveTable
from openoutcry.server.live_tables import LiveTables
from openoutcry.server.meters import Meters
from openoutcry.server.rate_limits import RateLimits
from openoutcry.server.refusals import no_table, not_understood, unreadable
from openoutcry.server.running_analyses import RunningAnalyses
from openoutcry.server.sandbox import Sandbox
from openoutcry.server.settings import Settings
from openoutcry.server.slices import Slices
from openoutcry.server.store.interface import NEWEST, FloorStore, Mark, Person
from openoutcry.server.store.mentions import Mentions
from openoutcry.server.store.standings import Standings
from openoutcry.server.table_ids import is_id
from openoutcry.server.tycoon_lines import TycoonLines
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal
from openoutcry.titles import find, names

Origin = Literal["host", "title", "variant"]
"""Where an offered edition comes from."""
NUMBERS = {"seat": 15, "step": 1_000_000, "before": 2**53, "analysis": 1}
"""Parameters that are whole numbers, with the largest that makes sense."""


@dataclass(frozen=True)
class Backend:
    """What the calls work with."""

    settings: Settings
    store: FloorStore
    accounts: Accounts
    tables: LiveTables
    limits: RateLimits
    metrics: Meters
    sandbox: Sandbox
    build: str
    """The build of the client that belongs to this floor."""
    addresses: Addresses
    analyses: RunningAnalyses
    lines: TycoonLines
    own_device: bool = False
    """A floor in a browser: there is nobody else whom limits would protect."""
    edition_infos: OrderedDict[int, tuple[Edition, p.EditionInfo]] = field(
        default_factory=OrderedDict
    )
    """The answers about the editions last asked about, by the object's id."""
    standings: Standings | None = None
    """None where nobody is rated."""
    levels: Callable[[str], list[tuple[str, float]]] = lambda title: []
    """How the bots that may sit at a table are rated in a title, weakest first."""
    erase: Callable[[Person], Awaitable[None]] | None = None
    """Takes somebody's name out of everything; None on a device of one's own."""
    streams: BotStreams | None = None
    """Bots from elsewhere; None where none can come."""
    mentions: Mentions | None = None
    """Where people's names and words are kept."""
    contests: Contesting | None = None
    """None where nobody else plays."""
    alerts: Alerting | None = None
    """None where nobody can be alerted."""
    fairness: FairnessChecks | None = None
    """None in a browser, which cannot play so many matches."""
    slices: Slices = field(default_factory=Slices)
    """For what takes long in the event loop."""

    def edition_of(self, title: Title) -> Edition:
        """The operator's corrected edition, or the title's own."""
        return self.settings.editions.get(title.name) or _own_edition(title)

    def offered_editions(self, title: Title) -> list[tuple[Origin, Edition]]:
        """What a table may play, each once; first what it plays unless another is chosen."""
        settings = self.settings
        given = [settings.editions[title.name]] if title.name in settings.editions else []
        given += [edition for edition in settings.more_editions if edition.title == title.name]
        found: list[tuple[Origin, Edition]] = [("host", edition) for edition in given]
        if not given or settings.edition_choice != "given":
            found.append(("title", _own_edition(title)))
        if settings.edition_choice != "given":
            found += [("variant", edition) for edition in title.variants]
        first = {edition.identity: (origin, edition) for origin, edition in reversed(found)}
        return list(reversed(first.values()))


@cache
def _own_edition(title: Title) -> Edition:
    return title.edition()


@dataclass(frozen=True)
class Reply:
    """An answer that is JSON already, or another kind of file."""

    json: bytes
    status: int = 200
    file: str = ""
    """The name under which it is saved; empty if it is not to be."""
    kind: str = "application/json"


@dataclass(frozen=True)
class SignedIn:
    """An answer that says who somebody is, here and from now on."""

    person: Person
    anew: bool = False
    """Whoever was signed in before no longer is."""


class SignedOut:
    """An answer that forgets who somebody was."""


@dataclass(frozen=True)
class Asked:
    """Who asks, from where and in which languages; what its path says."""

    path: Mapping[str, str]
    someone: Person | None
    address: str
    """For rate limits."""
    languages: str
    """As in an Accept-Language header."""
    device: str | None = None
    """The cookie of a browser where somebody has logged in before."""


class Call:
    """A request that was let in: who asks, and for what."""

    def __init__(self, backend: Backend, asked: Asked, body: Any, query: dict[str, Any]) -> None:
        self.backend = backend
        self.someone = asked.someone
        self.address = asked.address
        self.languages = asked.languages
        self.device = asked.device
        self.body = body
        self._path = asked.path
        self._query = query

    @property
    def person(self) -> Person:
        """For calls that need one."""
        assert self.someone is not None
        return self.someone

    @property
    def asker(self) -> Asker:
        """For whom the work is done."""
        return Asker(self.address, self.person.id)

    @property
    def before(self) -> Mark:
        """Where the page of a list begins."""
        id = self._query.get("before_id", "")
        if id and not is_id(id):
            raise no_table()
        return self._query.get("before", NEWEST[0]), id

    @property
    def state(self) -> str:
        """In which state the table is where the page of a list begins."""
        state = str(self._query.get("state", "open"))
        if state not in ("open", "playing"):
            raise not_understood("request", "state: open or playing")
        return state

    @property
    def edition(self) -> str:
        """The identity of the edition asked for; empty for the first."""
        return str(self._query.get("edition", ""))

    @property
    def season(self) -> str:
        """Of a leaderboard; empty for all time."""
        return str(self._query.get("season", ""))

    @property
    def day(self) -> str | None:
        """Of the deal that is asked for; None for today's."""
        return self._query.get("day")

    @property
    def seat(self) -> int | None:
        """Whose view is asked for."""
        return self._query.get("seat")

    @property
    def with_analysis(self) -> bool:
        """Is the analysis asked for, too?"""
        return bool(self._query.get("analysis", 0))

    def path(self, name: str) -> str:
        return self._path[name]

    def number(self, name: str) -> int:
        """A whole number in the path."""
        return _whole(name, self.path(name))

    def title(self) -> Title:
        return known_title(self.path("title"))

    async def table(self) -> LiveTable:
        return await self.backend.tables.get(self.path("table"))

    async def run(self, command: Command) -> p.Table:
        """Carry a command out at the table; gives the table as it is then."""
        live = await self.table()
        await live.run(command)
        return await live.info()


def known_title(name: str) -> Title:
    if name not in names():
        raise Refusal(404, "no_title", "title", known=", ".join(names()))
    return find(name)


def read_query(wanted: tuple[str, ...], given: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: _whole(name, given[name]) if name in NUMBERS else given[name]
        for name in wanted
        if name in given
    }


def _whole(name: str, text: str) -> int:
    most = NUMBERS[name]
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) <= most):
        raise not_understood("number", f"{name}: {text[:20]!r}", most=most)
    return int(text)


def read_body(kind: Any, data: bytes | bytearray, misread: str) -> Any:
    """The body as the type that the call takes; `misread` is what is said if it is not."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable(error, misread) from None


def problem_of(no: Refusal) -> p.Problem:
    return p.Problem(no.code, str(no), no.key, no.arguments)
