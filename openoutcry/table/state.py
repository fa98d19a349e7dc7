"""What a table's journal adds up to. The clock comes in with each event."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec

from openoutcry.core import edition as editions
from openoutcry.core import record
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import Fair, Salt
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.core.standing import Answer
from openoutcry.core.title import Title
from openoutcry.core.view import Decision
from openoutcry.table import clocks, sanctions, timekeeping
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.frames import Passage
from openoutcry.table.memory import Teller
from openoutcry.table.refusal import UnknownRules
from openoutcry.table.seat import Asking, BackRequest, Decided, Seat, is_remote
from openoutcry.table.snapshot import put_back, taken
from openoutcry.table.valuation import Valuation
from openoutcry.titles import find

MISSES = 2
"""A bot sits in after this many decisions in a row have run out of time; in a match over days the
others are asked first."""
OFTEN = 3
"""In a match over days, as many in the whole match."""
MOST_TAKE_BACKS = 50
"""How often a seat may take back, or ask to, in a match."""
SNAPSHOT_EVERY = 256
"""Entries of the journal after which a snapshot is due."""
CHAT_KEPT = 200
SALTS_WITHIN = 1500
"""Milliseconds that seats have to tell their salts before the deal."""
BOT_OVERDUE = 10_000
"""Milliseconds after which another server process takes over a bot's turn, or gives an answer that
was said in advance."""


@dataclass(slots=True)
class TableState:
    """A table. `apply` is the only way to change it, in live play and from the journal alike;
    what may happen next is asked of `commands`."""

    id: str
    n: int = 0
    """Length of the journal."""
    snapshot: int = 0
    """The entry of the journal that a reader may begin with."""
    title: Title = field(init=False)
    edition: Edition = field(init=False)
    labels: dict[str, str] = field(init=False)
    about: j.Opened = field(init=False)
    host: str = ""
    state: Literal["open", "playing", "over", "closed"] = "open"
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    history: list[Valuation] = field(default_factory=list)
    passage: Passage | None = None
    """The positions that the last action passed; None after the deal and after going back."""
    asking: dict[int, Asking] = field(default_factory=dict)
    rewinds: list[int] = field(default_factory=list)
    """The step that each take-back went back to."""
    taken_back: dict[int, int] = field(default_factory=dict)
    """How often each seat took back or asked to."""
    decided: dict[int, Decided] = field(default_factory=dict)
    """The decisions by the step at which they were made."""
    request: BackRequest | None = None
    chat: list[p.ChatLine] = field(default_factory=list)
    chatted: int = 0
    chat_for: j.ChatFor = "everybody"
    muted: list[str] = field(default_factory=list)
    """People whom the host has silenced."""
    barred: list[str] = field(default_factory=list)
    """People who were removed from the table."""
    kicks: dict[str, list[str]] = field(default_factory=dict)
    """Who wants each of these people removed."""
    remote_left: bool = False
    """A bot from elsewhere played here until it no longer answered."""
    coached: list[int] = field(default_factory=list)
    """Seats whose player has asked the coach: the result does not show how well they play."""
    rests: dict[str, list[clocks.Rest]] = field(default_factory=dict)
    """When whose clocks stand still."""
    stand_ins: dict[int, list[str]] = field(default_factory=dict)
    """Seats of people who let time run out, and who of the others wants a bot there."""
    unsealed: bool = False
    """Of a contest: its round is over, and what was played here is open to everybody."""
    next: str | None = None
    created: int = 0
    called: int | None = None
    """When the host wanted to start, where seats had promised salts."""
    started: int | None = None
    ended: int | None = None
    changed: int = 0
    with_match: bool = True
    """False: only who sits where is kept up, which needs no rules. Whether a match is over, and who
    is asked, is then known from the index alone."""

    # Applying events

    def apply(self, event: j.Event, at: int) -> None:
        """Let the event happen, at that time."""
        for _ in self.applying(event, at):
            pass

    def applying(self, event: j.Event, at: int) -> Iterator[None]:
        """As `apply`, in small pieces: anything may be done between two of them except
        looking at the table."""
        if isinstance(event, j.Snapshot):
            if not self.seats:
                yield from self._restore(event)
            self.snapshot = self.n
            self.n += 1
            return
        self._apply(event, at)
        self.n += 1
        if not isinstance(event, j.SaidInAdvance):  # nobody else may see that it happened
            self.changed = max(at, self.changed + 1)
        yield

    def _apply(self, event: j.Change, at: int) -> None:
        match event:
            case j.Opened():
                self._open(event, at)
            case j.Sat():
                self.seats[event.seat] = Seat(event.person, event.name, None)
            case j.SeatOpened():
                self.seats[event.seat] = Seat(None, "", None)
            case j.BotSat():
                self.remote_left |= self.match is not None and is_remote(self.seats[event.seat].bot)
                self.seats[event.seat].bot = event.level
                self.seats[event.seat].until_seen = event.until_seen
                self.stand_ins.pop(event.seat, None)
            case j.Replaced():
                occupant = self.seats[event.seat]
                occupant.bot, occupant.until_seen = event.level, True
                occupant.replaced_by = event.name
                self.stand_ins.pop(event.seat, None)
            case j.Returned():
                self._return(event.seat)
            case j.Hosted():
                self.host = event.person
            case j.Pledged():
                occupant = self.seats[event.seat]
                occupant.salt, occupant.pledges = Salt(event.pledge), occupant.pledges + 1
            case j.Called():
                self.called = at
            case j.Salted():
                occupant = self.seats[event.seat]
                occupant.salt = Salt(occupant.salt.pledge, event.value)
            case j.Started():
                self._start(event, at)
            case j.Played():
                self._play(event, at)
            case j.SaidInAdvance():
                self.seats[event.seat].said = event.said
            case j.Rewound():
                self._rewind(event.step, at)
            case j.Asked():
                self._count_take_back(event.seat)
                self.request = BackRequest(event.seat, event.step, [event.person])
            case j.Agreed():
                if self.request is not None:
                    self.request.agreed.append(event.person)
            case j.Declined():
                self.request = None
            case j.Said():
                self._say(event, at)
            case j.ChatAllowed() | j.Muted() | j.KickAsked() | j.Kicked():
                sanctions.carry_out(self, event, at)
            case j.Rematched():
                self.next = event.table
            case j.Unlinked():
                self.next = None if self.next == event.table else self.next
            case j.Renamed():
                self.seats[event.seat].name = event.name
            case j.Coached():
                self.coached.append(event.seat)
            case j.Rested():
                rest = event.begins, event.ends
                self.rests[event.person] = clocks.included(self.rests_of(event.person), rest)
            case j.StandInWanted():
                self.stand_ins.setdefault(event.seat, []).append(event.person)
            case j.Waited():
                self.stand_ins.pop(event.seat, None)
            case j.Unsealed():
                self.unsealed = True
            case j.Closed():
                self.state, self.ended, self.request = "closed", at, None
                self.asking = {}

    def _open(self, event: j.Opened, at: int) -> None:
        self.about = event
        if self.with_match:
            self.title = _title(event)
            self.edition, self.labels = _edition(self.title, msgspec.json.encode(event.edition))
        self.host, self.created = event.host, at
        self.chat_for, self.barred = event.chat, event.barred[:]
        self.seats = [Seat(plan.person, plan.name, plan.bot) for plan in event.seats]

    def _return(self, seat: int) -> None:
        """The clock runs on, whoever sat there: else it could be stopped at will."""
        occupant = self.seats[seat]
        occupant.bot, occupant.missed, occupant.until_seen = None, 0, False
        occupant.replaced_by = None

    def _start(self, event: j.Started, at: int) -> None:
        self.state, self.started = "playing", at
        for seat in self.seats:
            seat.reserve = 1000 * self.about.reserve
        if not self.with_match:
            return
        match = Match(self._setup(), self._draws())
        for number, line in enumerate(event.lines):
            record.follow(match, number, line)
        self.match = match
        self._ask({}, at)

    @property
    def commitment(self) -> str:
        """The hash of the seed, public from the table's opening on."""
        return self._draws().commitment

    def _setup(self) -> Setup:
        about = self.about
        return Setup.of(self.title, len(self.seats), about.options, self.edition, about.origin)

    def _draws(self) -> Fair:
        salts = [seat.salt for seat in self.seats] if self.has_pledges() else []
        return Fair(bytes.fromhex(self.about.seed), salts)

    # Salts

    def has_pledges(self) -> bool:
        """Has any seat promised a salt?"""
        return any(seat.salt.pledge is not None for seat in self.seats)

    def is_starting(self) -> bool:
        """Has the host called for the salts? Then the deal follows by itself in a moment."""
        return self.state == "open" and self.called is not None

    def salts_due(self) -> int | None:
        """When the deal no longer waits for salts."""
        if not self.is_starting() or self.called is None:
            return None
        return self.called + SALTS_WITHIN

    def has_all_salts(self) -> bool:
        """Has every seat told the salt that it promised?"""
        salts = [seat.salt for seat in self.seats]
        return all(salt.value is not None for salt in salts if salt.pledge is not None)

    # The match

    def _play(self, event: j.Played, at: int) -> None:
        self._count_misses(event)
        self._count_by_bot(event)
        self.request = None
        if not self.with_match:
            return
        timekeeping.use_reserve(self, event.seat, at)
        match = self.playing
        before = self._other_decisions(event.seat)
        self.passage = Passage(match.step, match.state)
        for line in event.lines:
            record.follow(match, match.step, line)
            self.passage.add(match.state)
        timekeeping.note_decision(self, event.seat, match.step - len(event.lines), at)
        drawn = any(line.startswith("*") for line in event.lines)
        self._ask({} if drawn else before, at)
        timekeeping.restart_beside(self, event.seat, at)

    def _count_misses(self, event: j.Played) -> None:
        occupant = self.seats[event.seat]
        if isinstance(event, j.PlayedInAdvance):
            occupant.said = event.said
            return  # it does not show that anybody is there
        if event.stand_in is None:
            occupant.missed = 0
            self.stand_ins.pop(event.seat, None)
            return
        occupant.missed, occupant.late = occupant.missed + 1, occupant.late + 1
        if occupant.bot is not None:
            self._count_remote_miss(occupant, event.stand_in)
            return
        if self.is_over_days and self.others_than(occupant.person):
            if occupant.missed >= MISSES or occupant.late >= OFTEN:
                self.stand_ins[event.seat] = []
        elif occupant.missed >= MISSES:
            occupant.bot, occupant.missed, occupant.until_seen = event.stand_in, 0, True

    def _count_remote_miss(self, occupant: Seat, stand_in: str) -> None:
        """People do not wait for a bot that is gone; on the ladder it loses."""
        if is_remote(occupant.bot) and occupant.missed >= MISSES and self.people():
            occupant.bot, occupant.missed = stand_in, 0
            self.remote_left = True

    def _count_by_bot(self, event: j.Played) -> None:
        occupant = self.seats[event.seat]
        if occupant.person is not None and occupant.bot is not None and event.stand_in is None:
            occupant.by_bot += 1

    def _other_decisions(self, actor: int) -> dict[int, Decision]:
        """What the other seats are asked: after the action they may still be asked the same."""
        match = self.playing
        return {
            seat: decision
            for seat in match.waiting
            if seat != actor and (decision := match.decision_for(seat)) is not None
        }

    def _ask(self, before: dict[int, Decision], at: int) -> None:
        """Note who has been asked since when, and what everybody is worth now. A seat that is
        asked the same as `before` has been asked since then."""
        match = self.playing
        asking = {}
        for seat in match.waiting:
            same = seat in before and _same(before[seat], match.decision_for(seat))
            asking[seat] = self.asking[seat] if same else Asking(match.step, at)
        self.asking = asking
        self.history.append(Valuation.of(match))
        if match.over:
            self.state, self.ended = "over", at

    def _rewind(self, step: int, at: int) -> None:
        if not self.with_match:
            self.state, self.ended, self.request = "playing", None, None
            return
        since = timekeeping.clocks_to_keep(self, step, at)
        if self.request is None or self.request.step != step:
            self._count_take_back(self.playing.log[step].actor)
        timekeeping.give_reserves_back(self, step)
        self.playing.rewind(step)
        self.rewinds.append(step)
        self.passage = None
        self.state, self.ended, self.request = "playing", None, None
        self.history = [value for value in self.history if value.step < step]
        self.decided = {number: made for number, made in self.decided.items() if number < step}
        self._ask({}, at)
        for seat in self.asking.keys() & since.keys():
            self.asking[seat].at = since[seat]

    def _count_take_back(self, seat: int) -> None:
        self.taken_back[seat] = self.taken_back.get(seat, 0) + 1

    # The chat

    def _say(self, event: j.Said, at: int) -> None:
        self.write(p.ChatLine(self.chatted + 1, event.person, event.name, event.text, at))

    def write(self, line: p.ChatLine) -> None:
        """Add a line to the chat, which keeps the last ones."""
        self.chatted += 1
        self.chat.append(line)
        del self.chat[:-CHAT_KEPT]

    # Snapshots

    def is_snapshot_due(self) -> bool:
        """Is a snapshot due?"""
        return self.n - self.snapshot > SNAPSHOT_EVERY

    def summary(self) -> j.Snapshot:
        """The event that lets readers skip everything before it."""
        return taken(self)

    def _restore(self, then: j.Snapshot) -> Iterator[None]:
        self._open(then.opened, then.created)
        put_back(self, then)
        if self.with_match:
            self.asking = {asked.seat: Asking(asked.step, asked.at) for asked in then.asked}
            yield from self._follow(then)

    def _follow(self, then: j.Snapshot) -> Iterator[None]:
        """Play the match of a snapshot, step by step."""
        if then.lines is None:
            return
        self.match = match = Match(self._setup(), self._draws())
        points = set(then.points)
        for number, line in enumerate(then.lines):
            record.follow(match, number, line)
            if match.step in points:
                self.history.append(Valuation.of(match))
            yield

    # What would happen

    @property
    def playing(self) -> Match:
        """The match; there is one from the deal on."""
        assert self.match is not None
        return self.match

    @property
    def teller(self) -> Teller:
        """Tells about the match, as far as the table's memory reaches."""
        return Teller(self.playing, self.about.memory)

    def dealt(self) -> j.Started:
        """The event that starts the match."""
        return j.Started(Match.begin(self._setup(), self._draws()).lines())

    def played(self, seat: int, action: str, stand_in: str | None = None) -> j.Played:
        """The event of an action; `IllegalAction` if the rules forbid it."""
        return j.Played(seat, self.playing.foresee(seat, action), stand_in)

    # In advance

    @property
    def keeps_answers(self) -> bool:
        """Does the table keep what people answer in advance? In a match over days nobody's page is
        open when they are asked; in others such answers stay in the browsers."""
        playing = self.match is not None and self.state == "playing"
        return playing and self.is_over_days and self.title.standing is not None

    def answer_in_advance(self, seat: int) -> Answer | None:
        """What the seat's person has said before, if it answers what the seat is asked. What was
        taken back is asked in person."""
        occupant, standing = self.seats[seat], self.title.standing
        if not self.keeps_answers or standing is None:
            return None
        if occupant.said is None or occupant.bot is not None or seat not in self.asking:
            return None
        if self.asking[seat].step in self.rewinds:
            return None
        return standing.answer(self.teller.view(seat), occupant.said)

    # Who

    def owns(self, person: str | None, seat: int) -> bool:
        """Is it the person's seat, whoever plays it now?"""
        return 0 <= seat < len(self.seats) and person == self.seats[seat].person is not None

    def seats_of(self, person: str) -> list[int]:
        """The seats that are the person's."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def people(self) -> list[str]:
        """Everybody who has a seat, each once."""
        return list(dict.fromkeys(seat.owner for seat in self.seats if seat.owner))

    def remote_bots(self) -> list[str]:
        """The bots from elsewhere that have a seat, each once."""
        return list(dict.fromkeys(seat.bot for seat in self.seats if is_remote(seat.bot)))

    def name_of(self, person: str) -> str | None:
        """What somebody who sits here or has written something is called; None for others."""
        seats = ", ".join(self.seats[seat].name for seat in self.seats_of(person))
        said = (line.name for line in reversed(self.chat) if line.person == person)
        return seats or next(said, None)

    def awaited(self) -> list[str]:
        """The people whose decision the table waits for, each once."""
        seats = (self.seats[number] for number in sorted(self.asking))
        return list(dict.fromkeys(s.person for s in seats if s.person and s.bot is None))

    def asked_since(self, at: int) -> list[str]:
        """The people whom the table has asked something at that time or later that they have not
        answered in advance, each once."""
        asked = (
            self.seats[seat]
            for seat, asking in self.asking.items()
            if asking.at >= at and self.answer_in_advance(seat) is None
        )
        return list(dict.fromkeys(s.person for s in asked if s.person and s.bot is None))

    def may_see(self, person: str | None, seat: int | None) -> bool:
        """The spectators' view is for everybody, a seat's for its person, and after the end for
        everybody too. At a sealed table there is nothing to see for anybody else."""
        if self.is_sealed and (person is None or not self.seats_of(person)):
            return False
        if seat is None:
            return True
        if not 0 <= seat < len(self.seats):
            return False
        return self.is_open_to_all or self.owns(person, seat)

    @property
    def is_sealed(self) -> bool:
        """Does another table play the same deal still? Then nobody learns from this one."""
        return self.about.contest is not None and not self.unsealed

    @property
    def is_open_to_all(self) -> bool:
        """Is nothing hidden any more, from anybody?"""
        return self.state == "over" and not self.is_sealed

    def is_current(self, seat: int, step: int, rewinds: int) -> bool:
        """Does an answer to what was seen at `step` still answer the seat's decision? It does
        after another seat has answered the same question."""
        asking = self.asking.get(seat)
        if asking is None or rewinds != len(self.rewinds):
            return False
        return asking.step <= step <= self.playing.step

    def may_tell_seed(self, now: int) -> bool:
        """After the end; a floor's own deal of the day not before the day is over."""
        secret_until = self.about.daily.seed_secret_until if self.about.daily else 0
        return self.is_open_to_all and now >= secret_until

    @property
    def is_try(self) -> bool:
        """Is it the one try at a deal of the day that counts?"""
        return self.about.daily is not None and self.about.daily.counts

    def voters(self) -> list[str]:
        """The people who must agree to go back: whoever plays, and the absent for whom a bot only
        sits in, but not those who handed all their seats to bots."""
        playing = (seat for seat in self.seats if seat.bot is None or seat.until_seen)
        return list(dict.fromkeys(seat.person for seat in playing if seat.person is not None))

    def others_than(self, person: str | None) -> list[str]:
        """The voters who are asked when that person lets time run out."""
        return [voter for voter in self.voters() if voter != person]

    def names(self) -> list[str]:
        """A name for each seat, for records."""
        return [seat.name or f"bot {seat.bot}" for seat in self.seats]

    # When

    def deadline(self, seat: int) -> int | None:
        """When the seat's decision runs out."""
        occupant = self.seats[seat]
        if self.about.seconds is None or seat not in self.asking or occupant.bot is not None:
            return None
        allowed = 1000 * self.about.seconds + occupant.reserve
        return clocks.runs_out(self.asking[seat].at, allowed, self.rests_of(occupant.person))

    @property
    def is_over_days(self) -> bool:
        """May a decision take a day or more? Then people come and go, and nobody is hurried."""
        return clocks.is_over_days(self.about.seconds)

    def rests_of(self, person: str | None) -> list[clocks.Rest]:
        """When the person's clocks stand still."""
        return self.rests.get(person, []) if person is not None else []

    def due(self) -> int | None:
        """When the table needs a server even if nobody connects."""
        if self.state != "playing":
            return self.salts_due()
        times = [self.deadline(seat) for seat in self.asking]
        times += [
            asking.at + self.about.pace + BOT_OVERDUE
            for seat, asking in self.asking.items()
            if (self.seats[seat].bot is not None and self.plays_on_alone())
            or self.answer_in_advance(seat) is not None
        ]
        return min((time for time in times if time is not None), default=None)

    def plays_on_alone(self) -> bool:
        """Do bots answer while nobody looks? Only where several people play, others at other
        tables wait for the end, or nobody plays at all: one person's bots wait for that person.
        Over days also where bots have taken the seats of others: whoever is left is called when
        it is their turn, and what all have left is played to its end."""
        days = self.is_over_days
        people = {seat.person for seat in self.seats if seat.person and (days or not seat.bot)}
        return len(people) > 1 or self.about.contest is not None or self.about.ladder


def _title(opened: j.Opened) -> Title:
    try:
        return find(opened.title, opened.rules)
    except OutcryError as error:
        raise UnknownRules(opened.title, opened.rules) from error


def _same(before: Decision, after: Decision | None) -> bool:
    return after is not None and (before.kind, before.offers) == (after.kind, after.offers)


@lru_cache(maxsize=64)
def _edition(title: Title, data: bytes) -> tuple[Edition, dict[str, str]]:
    """The edition and its own labels, shared by all tables of the same edition."""
    edition = title.edition(editions.from_data(msgspec.json.decode(data), "the table's edition"))
    return edition, title.labels(edition)
