"""A table's sheet: what its journal adds up to. Knows no sockets, no store and no time."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec

from openoutcry.core import edition as editions
from openoutcry.core import record
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, SPECTATOR
from openoutcry.core.title import Title
from openoutcry.core.view import Decision, Step, Telling
from openoutcry.server import journal as j
from openoutcry.server import protocol as p
from openoutcry.server.store.protocol import Row
from openoutcry.titles import find

MISSES = 2
"""Decisions in a row that run out of time before a bot sits in."""
CHAT_KEPT = 200
BOT_OVERDUE = 10_000
"""Milliseconds after which another node takes over a bot's turn."""


@dataclass(slots=True)
class Place:
    """A seat: whose it is, and the bot that plays it, if one does."""

    person: str | None
    name: str
    bot: str | None
    missed: int = 0
    until_seen: bool = False
    """The bot sits in for somebody absent and leaves when the person connects."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        if self.person is not None:
            return "person"
        return "bot" if self.bot is not None else "open"

    @property
    def shown(self) -> str | None:
        """In lists: a name, a bot's level, or None for an open seat."""
        return self.name or (f"bot:{self.bot}" if self.bot else None)


@dataclass(slots=True)
class Request:
    """A wish to go back."""

    seat: int
    step: int
    agreed: list[str]


@dataclass(frozen=True, slots=True)
class Known:
    """Prices and worth after a commit; `own` only where a seat knows more than everybody."""

    step: int
    prices: list[int]
    public: list[int | None]
    own: dict[int, list[int | None]]


@dataclass(slots=True)
class Asking:
    """A seat's present decision: the step and time at which it was first asked."""

    step: int
    at: int


@dataclass(slots=True)
class Sheet:
    """Commands check and return an event; `apply` carries any event out."""

    id: str
    n: int = 0
    """Length of the journal."""
    title: Title = field(init=False)
    edition: Edition = field(init=False)
    labels: dict[str, str] = field(init=False)
    about: j.Opened = field(init=False)
    host: str = ""
    state: Literal["open", "playing", "over", "closed"] = "open"
    places: list[Place] = field(default_factory=list)
    match: Match | None = None
    history: list[Known] = field(default_factory=list)
    asking: dict[int, Asking] = field(default_factory=dict)
    rewinds: list[int] = field(default_factory=list)
    """The step of each going back."""
    spent: dict[int, int] = field(default_factory=dict)
    """Milliseconds that the decision at a step took, of who acted last: to be taken back."""
    request: Request | None = None
    chat: list[p.ChatLine] = field(default_factory=list)
    chatted: int = 0
    next: str | None = None
    created: int = 0
    started: int | None = None
    ended: int | None = None
    changed: int = 0

    # Carrying out

    def apply(self, event: j.Event, at: int) -> None:
        """Carry out what the journal says."""
        match event:
            case j.Opened():
                self._open(event, at)
            case j.Sat():
                self.places[event.seat] = Place(event.person, event.name, None)
            case j.Opening():
                self.places[event.seat] = Place(None, "", None)
            case j.BotSat():
                self.places[event.seat].bot = event.level
                self.places[event.seat].until_seen = event.until_seen
            case j.Returned():
                self._return(event.seat, at)
            case j.Hosted():
                self.host = event.person
            case j.Started():
                self._start(event, at)
            case j.Played():
                self._follow(event, at)
            case j.Rewound():
                self._rewind(event.step, at)
            case j.Asked():
                self.request = Request(event.seat, event.step, [event.person])
            case j.Agreed():
                if self.request is not None:
                    self.request.agreed.append(event.person)
            case j.Declined():
                self.request = None
            case j.Said():
                self._say(event, at)
            case j.Rematched():
                self.next = event.table
            case j.Unlinked():
                self.next = None if self.next == event.table else self.next
            case j.Renamed():
                self.places[event.seat].name = event.name
            case j.Closed():
                self.state, self.ended, self.request = "closed", at, None
                self.asking = {}
        self._count(at)

    def _count(self, at: int) -> None:
        self.n += 1
        self.changed = max(at, self.changed + 1)

    def _open(self, event: j.Opened, at: int) -> None:
        self.about = event
        self.title = find(event.title)
        if event.rules != self.title.rules_version:
            raise OutcryError(
                f"played by rules version {event.rules} of {event.title}; this version has"
                f" {self.title.rules_version}"
            )
        self.edition, self.labels = _edition(self.title, msgspec.json.encode(event.edition))
        self.host, self.created = event.host, at
        self.places = [Place(plan.person, plan.name, plan.bot) for plan in event.seats]

    def _return(self, seat: int, at: int) -> None:
        """Who was absent has the whole time; who only lent the seat to a bot has the rest, or
        a clock could be stopped at will."""
        place = self.places[seat]
        if seat in self.asking and place.until_seen:
            self.asking[seat].at = at
        place.bot, place.missed, place.until_seen = None, 0, False

    def _start(self, event: j.Started, at: int) -> None:
        match = Match(self._setup(), self._draws())
        for number, line in enumerate(event.lines):
            record.follow(match, number, line)
        self._started(match, at)

    def _started(self, match: Match, at: int) -> None:
        self.match, self.state, self.started = match, "playing", at
        self._ask({}, at)

    @property
    def commitment(self) -> str:
        """The hash of the seed, public from the table's opening on."""
        return self._draws().commitment

    def _setup(self) -> Setup:
        return Setup.of(self.title, len(self.places), self.about.options, self.edition)

    def _draws(self) -> Fair:
        return Fair(bytes.fromhex(self.about.seed))

    def _follow(self, event: j.Played, at: int) -> None:
        match = self.playing
        before = self._open_decisions(event.seat)
        for line in event.lines:
            record.follow(match, match.step, line)
        self._played(event, before, at)

    def _played(self, event: j.Played, before: dict[int, Decision], at: int) -> None:
        """What a play changes beside the match itself."""
        self._note_time(event, at)
        place = self.places[event.seat]
        place.missed = place.missed + 1 if event.stand_in else 0
        if event.stand_in and place.missed >= MISSES and place.bot is None:
            place.bot, place.missed, place.until_seen = event.stand_in, 0, True
        self.request = None
        drawn = any(line.startswith("*") for line in event.lines)
        self._ask({} if drawn else before, at)
        self._restart_clocks_beside(event.seat, at)

    def _restart_clocks_beside(self, seat: int, at: int) -> None:
        """People at one browser answer one after the other: each has the whole time."""
        person = self.places[seat].person
        if person is not None:
            for other in self.asking.keys() & self.seats_of(person):
                self.asking[other].at = at

    def _note_time(self, event: j.Played, at: int) -> None:
        log = self.playing.log
        self.spent = {step: ms for step, ms in self.spent.items() if log[step].actor == event.seat}
        self.spent[len(log) - len(event.lines)] = at - self.asking[event.seat].at

    def _open_decisions(self, actor: int) -> dict[int, Decision]:
        """Decisions of those who wait beside the actor: they may stay open when he has acted."""
        match = self.playing
        return {
            seat: decision
            for seat in match.waiting
            if seat != actor and (decision := match.decision_for(seat)) is not None
        }

    def _ask(self, before: dict[int, Decision], at: int) -> None:
        """Note who is asked since when, and what everybody is worth now."""
        match = self.playing
        asking = {}
        for seat in match.waiting:
            same = seat in before and _same(before[seat], match.decision_for(seat))
            asking[seat] = self.asking[seat] if same else Asking(match.step, at)
        self.asking = asking
        self._remember(match)
        if match.over:
            self.state, self.ended = "over", at

    def _remember(self, match: Match) -> None:
        views, state = match.title.views, match.state
        public = views.worth(state, SPECTATOR)
        own = {
            seat: worth
            for seat in range(match.seats)
            if (worth := views.worth(state, seat)) != public
        }
        self.history.append(Known(match.step, views.prices(state), public, own))

    def _rewind(self, step: int, at: int) -> None:
        since = self._clocks_to_keep(step, at)
        self.playing.rewind(step)
        self.rewinds.append(step)
        self.state, self.ended, self.request = "playing", None, None
        self.history = [known for known in self.history if known.step < step]
        self._ask({}, at)
        for seat in self.asking.keys() & since.keys():
            self.asking[seat].at = since[seat]

    def _clocks_to_keep(self, step: int, at: int) -> dict[int, int]:
        """Since when each seat is asked after going back. An own last decision is asked again
        for the rest of its time, or a clock could be stopped at will; where all agreed to go
        back, they begin anew."""
        match = self.playing
        seat = match.log[step].actor
        is_own = match.may_take_back(seat)
        spent, self.spent = self.spent, {s: ms for s, ms in self.spent.items() if s < step}
        if not is_own:
            return {}
        return {s: a.at for s, a in self.asking.items()} | {seat: at - spent.get(step, 0)}

    def _say(self, event: j.Said, at: int) -> None:
        self.chatted += 1
        self.chat.append(p.ChatLine(self.chatted, event.person, event.name, event.text, at))
        del self.chat[:-CHAT_KEPT]

    # Playing: the match moves first, the event tells what happened

    @property
    def playing(self) -> Match:
        """The match; there is one from the deal on."""
        assert self.match is not None
        return self.match

    def deal(self, at: int) -> j.Started:
        """Start the match; the event is what to store."""
        match = Match.begin(self._setup(), self._draws())
        self._started(match, at)
        self._count(at)
        return j.Started(_lines(match, 0))

    def play(self, seat: int, action: str, stand_in: str | None, at: int) -> j.Played:
        """Play an action; `IllegalAction` leaves all as it was. The event is what to store."""
        match = self.playing
        before = self._open_decisions(seat)
        step = match.step
        match.play(seat, action)
        event = j.Played(seat, _lines(match, step), stand_in)
        self._played(event, before, at)
        self._count(at)
        return event

    # Who

    def owns(self, person: str | None, seat: int) -> bool:
        """Is it the person's seat, whoever plays it now?"""
        return 0 <= seat < len(self.places) and person == self.places[seat].person is not None

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place.person == person]

    def people(self) -> list[str]:
        """Everybody who has a seat, each once."""
        return list(dict.fromkeys(place.person for place in self.places if place.person))

    def _awaited(self) -> list[str]:
        """The people whose decision the table waits for, each once."""
        places = (self.places[seat] for seat in sorted(self.asking))
        return list(dict.fromkeys(q.person for q in places if q.person and q.bot is None))

    def may_see(self, person: str | None, seat: int | None) -> bool:
        """Spectators' view is for all, a seat's for its person, after the end for all."""
        if seat is None:
            return True
        if not 0 <= seat < len(self.places):
            return False
        return self.state == "over" or self.owns(person, seat)

    def is_current(self, seat: int, step: int, rewinds: int) -> bool:
        """Does an answer to what was seen at `step` still answer the seat's decision? Another
        seat's answer to the same question does not make it stale."""
        asking = self.asking.get(seat)
        if asking is None or rewinds != len(self.rewinds):
            return False
        return asking.step <= step <= self.playing.step

    # When

    def deadline(self, seat: int) -> int | None:
        """When the seat's decision runs out."""
        place = self.places[seat]
        if self.about.seconds is None or seat not in self.asking or place.bot is not None:
            return None
        return self.asking[seat].at + 1000 * self.about.seconds

    def due(self) -> int | None:
        """When the table needs a server though nobody connects."""
        if self.state != "playing":
            return None
        times = [self.deadline(seat) for seat in self.asking]
        times += [
            asking.at + self.about.pace + BOT_OVERDUE
            for seat, asking in self.asking.items()
            if self.places[seat].bot is not None
        ]
        return min((time for time in times if time is not None), default=None)

    # What may be told

    def told(self, viewer: int | None, since: int) -> tuple[list[Step], list[Telling]]:
        """Log and story from step `since` on, for one viewer."""
        match = self.playing
        return match.steps(viewer, since), match.story_for(viewer, since)

    def points(self, viewer: int | None, since: int) -> list[p.Point]:
        """History after step `since`, as the viewer knew it then."""
        seat = SPECTATOR if viewer is None else viewer
        return [
            p.Point(known.step, known.prices, known.own.get(seat, known.public))
            for known in self.history[self._first_after(since) :]
        ]

    def _first_after(self, since: int) -> int:
        first = len(self.history)
        while first > 0 and (self.history[first - 1].step > since or since == 0):
            first -= 1
        return first

    def update(self, viewer: int | None, since: int, now: int) -> p.Update:
        """The position for one viewer, and what led to it since step `since`."""
        match = self.playing
        steps, story = self.told(viewer, since)
        return p.Update(
            since=since,
            settled=match.settled,
            rewinds=len(self.rewinds),
            view=match.view(viewer),
            steps=steps,
            story=story,
            history=self.points(viewer, since),
            may_take_back=viewer is not None
            and self.state == "playing"
            and match.may_take_back(viewer),
            open=self._is_shared() and match.is_open(),
            now=now,
        )

    def _is_shared(self) -> bool:
        """Do several people play at one browser?"""
        owners = [place.person for place in self.places if place.person is not None]
        return len(set(owners)) < len(owners)

    def resume(self, since: int, rewinds: int) -> int:
        """From which step on somebody needs news who was told until `since`."""
        if self.match is None or rewinds > len(self.rewinds):
            return 0
        return min([since, self.match.settled, *self.rewinds[rewinds:]])

    def info(self, present: set[str], watching: int, now: int) -> p.Table:
        """The table as everybody may see it; `present`: people connected."""
        over = self.state == "over"
        about, match = self.about, self.match
        return p.Table(
            id=self.id,
            name=about.name,
            title=about.title,
            edition=self.edition.identity,
            edition_name=self.edition.name,
            labels=self.labels,
            options=about.options,
            state=self.state,
            private=about.private,
            host=self.host,
            seats=[self._seat(seat, present) for seat in range(len(self.places))],
            clock=None if about.seconds is None else p.Clock(about.seconds),
            pace=about.pace,
            watching=watching,
            step=match.step if match else 0,
            rewinds=len(self.rewinds),
            commitment=self.commitment,
            seed=about.seed if over else None,
            scores=match.scores() if match and over else None,
            places=match.places() if match and over else None,
            request=self._asked(),
            next=self.next,
            previous=about.previous,
            created=self.created,
            started=self.started,
            ended=self.ended,
            now=now,
        )

    def _seat(self, seat: int, present: set[str]) -> p.Seat:
        place = self.places[seat]
        return p.Seat(
            seat=seat,
            kind=place.kind,
            name=place.name,
            person=place.person,
            bot=place.bot,
            away=place.person is not None and place.bot is not None,
            connected=place.person in present,
            missed=place.missed,
            deadline=self.deadline(seat),
        )

    def _asked(self) -> p.BackRequest | None:
        request = self.request
        if request is None:
            return None
        missing = [person for person in self.voters() if person not in request.agreed]
        return p.BackRequest(request.seat, request.step, request.agreed, missing)

    def voters(self) -> list[str]:
        """The people who play. Who handed all seats to bots has no say; for whom a bot sits in
        until seen again, has: nobody goes back behind the back of the absent."""
        playing = (q for q in self.places if q.bot is None or q.until_seen)
        return list(dict.fromkeys(q.person for q in playing if q.person is not None))

    def names(self) -> list[str]:
        """Per seat a name for records."""
        return [place.name or f"bot {place.bot}" for place in self.places]

    def row(self) -> Row:
        """The table's entry in the index."""
        over = self.state == "over"
        line = p.TableLine(
            id=self.id,
            name=self.about.name,
            title=self.about.title,
            state=self.state,
            private=self.about.private,
            seats=[place.shown for place in self.places],
            people=self.people(),
            clock=None if self.about.seconds is None else p.Clock(self.about.seconds),
            places=self.playing.places() if over else None,
            scores=self.playing.scores() if over else None,
            created=self.created,
            changed=self.changed,
            turn=sorted(self.asking),
            turn_of=self._awaited(),
        )
        return Row(
            self.id,
            self.state,
            self.about.private,
            self.changed,
            self.due(),
            msgspec.json.encode(line),
            tuple(self.people()),
        )


def _same(before: Decision, after: Decision | None) -> bool:
    return after is not None and (before.kind, before.offers) == (after.kind, after.offers)


def _lines(match: Match, since: int) -> list[str]:
    return [
        ("*" if entry.actor == CHANCE else str(entry.actor)) + " " + entry.text
        for entry in match.log[since:]
    ]


@lru_cache(maxsize=64)
def _edition(title: Title, data: bytes) -> tuple[Edition, dict[str, str]]:
    """The edition and its own labels; tables of the same edition share them."""
    edition = title.edition(editions.from_data(msgspec.json.decode(data), "the table's edition"))
    return edition, title.labels(edition)
