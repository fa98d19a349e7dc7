"""One game between bots: played the same whichever process plays it."""

from dataclasses import dataclass
from time import process_time

import msgspec

from openoutcry.bots import ask
from openoutcry.bots import find as find_bot
from openoutcry.bots.levels import measure
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.options import Options
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import CHANCE, OVER, State
from openoutcry.core.title import FINAL_SCORE, Event, Title
from openoutcry.titles import find as find_title

MOST = 10**9
"""Simulations that a bot may spend on a decision."""
POINTS = 21
"""Moments of a match, from its beginning to its end, at which prices and leaders are kept."""


@dataclass(frozen=True)
class Entrant:
    """A bot in a tournament, and the simulations it may spend on a decision."""

    name: str
    budget: int

    @property
    def label(self) -> str:
        """As it is typed: "tycoon", or "tycoon:300" with a budget of its own."""
        return self.name if self.budget == 0 else f"{self.name}:{self.budget}"

    def measure(self, title: str) -> int:
        """The exact budget: never by the clock, so that results can be repeated."""
        return self.budget or measure(self.name, title)


def entrant(text: str) -> Entrant:
    """ "broker" or "broker:100"; `OutcryError` if there is no such bot or budget."""
    name, colon, budget = text.strip().lower().partition(":")
    number = int(budget) if budget.isascii() and budget.isdigit() and len(budget) < 11 else 0
    if colon and not 0 < number <= MOST:
        raise OutcryError(
            f"{text[:40]}: a budget is a number of simulations up to {MOST}, such as {name}:300"
        )
    find_bot(name)
    return Entrant(name, number)


@dataclass(frozen=True)
class Table:
    """What the bots play."""

    title: str
    edition: Edition
    options: tuple[tuple[str, str | int | bool], ...]
    seats: int
    rules: int

    def start(self) -> State:
        """The position before the first draw."""
        box = find_title(self.title, self.rules).box
        return box.start(self.edition, self.seats, dict(self.options))


def table(title: Title, edition: Edition, seats: int, chosen: dict[str, object]) -> Table:
    """A table with its options checked; `OptionError` says what cannot be."""
    options: Options = title.options(edition, seats, chosen)
    return Table(title.name, edition, tuple(options.items()), seats, title.rules_version)


def called(title: str) -> str:
    """What people call a title: "1920 Wall Street"."""
    return find_title(title).words.say("en", "title", {})


@dataclass(frozen=True)
class Job:
    """One game to be played. The same deal, the same luck."""

    number: int
    deal: int
    seating: tuple[Entrant, ...]


class Game(msgspec.Struct, frozen=True):
    """What became of a game. All but `seconds` and `longest` is the same on every machine."""

    number: int
    deal: int
    seating: list[str]
    """The label of the bot on each seat."""
    places: list[int]
    scores: list[int]
    decisions: list[int]
    seconds: list[float]
    """Spent thinking, per seat, on one core: other work on the machine does not count."""
    longest: list[float]
    """Seconds that the longest decision took, per seat."""
    first: int
    """The seat that began."""
    steps: int
    prices: list[list[int]]
    """At each of the POINTS moments, the price of each company."""
    leaders: list[int]
    """At each moment the only seat in front, or -1."""
    decided_by: list[str]
    """What happened in the step after which the winner stayed in front."""
    happened: dict[str, int]
    """What happened -> how often; see `labels_of`."""
    about: dict[str, int]
    """What happened -> a bit for every seat that it was about."""

    def win_share(self, seat: int) -> float:
        """1 for winning alone, a part of it for a shared first place."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0

    def place(self, seat: int) -> float:
        """The place; those who share one get its mean."""
        return self.places[seat] + (self.places.count(self.places[seat]) - 1) / 2


class _Trace:
    """Keeps what happens, step by step."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.labels: list[list[str]] = []
        self.prices: list[list[int]] = []
        self.leaders: list[int] = []
        self.happened: dict[str, int] = {}
        self.about: dict[str, int] = {}

    def step(self, state: State, actor: int, action: int) -> None:
        """Apply the action, and keep what it brings."""
        before = state.clone()
        state.apply(actor, action)
        self.labels.append([])
        for event in self._events(before, actor, action, state):
            self._keep(event, actor)
        self.prices.append(list(self.title.views.prices(state)))
        scores = state.scores()
        top = max(scores)
        self.leaders.append(scores.index(top) if scores.count(top) == 1 else -1)

    def _events(self, before: State, actor: int, action: int, after: State) -> list[Event]:
        """The story, but for the final scores; an open action without one is named itself."""
        told = self.title.stories.tell(before, actor, action, after)
        if not told and actor != CHANCE and not before.sealed():
            return [Event(self.title.notation.write(action).split()[0], {"seat": actor})]
        return [event for event in told if event.key != FINAL_SCORE]

    def _keep(self, event: Event, actor: int) -> None:
        seat = event.args.get("seat")
        for label in labels_of(event, actor):
            self.labels[-1].append(label)
            self.happened[label] = self.happened.get(label, 0) + 1
            if isinstance(seat, int):
                self.about[label] = self.about.get(label, 0) | (1 << seat)

    def decided_by(self, places: list[int]) -> list[str]:
        if places.count(1) != 1:
            return []
        winner = places.index(1)
        for number in range(len(self.leaders) - 1, -1, -1):
            if self.leaders[number] != winner:
                return self.labels[min(number + 1, len(self.labels) - 1)]
        return self.labels[0]

    def sampled(self) -> list[int]:
        last = len(self.labels) - 1
        return [point * last // (POINTS - 1) for point in range(POINTS)]


def labels_of(event: Event, actor: int) -> list[str]:
    """What happened as one word, and with each card, company or place it names; draws say so.

    >>> labels_of(Event("story.kept", {"seat": 1, "card": "gold", "cost": 3}), 1)
    ['kept', 'kept card gold']
    >>> labels_of(Event("story.crash", {}), CHANCE)
    ['draw crash']
    """
    word = event.key.removeprefix("story.")
    if actor == CHANCE:
        word = f"draw {word}"
    named = {n: v for n, v in event.args.items() if isinstance(v, str) or n == "card"}
    return [word, *(f"{word} {name} {value}" for name, value in named.items())]


def play(at: Table, seed: int, job: Job) -> Game:
    """Play the job's game. Seats that may act together are asked before anybody acts."""
    title = find_title(at.title, at.rules)
    state, rng = _start(at).clone(), Rng(derive(seed, job.deal))
    bots = [
        find_bot(e.name, derive(seed, job.number, seat + 1)) for seat, e in enumerate(job.seating)
    ]
    budgets = [e.measure(at.title) for e in job.seating]
    trace = _Trace(title)
    thoughts: list[list[float]] = [[] for _ in range(at.seats)]
    first = -1
    while (mover := int(state.mover())) != OVER:
        if mover == CHANCE:
            trace.step(state, CHANCE, int(state.draw(rng)))
            continue
        first = mover if first < 0 else first
        waiting = [seat for seat in range(at.seats) if state.waiting(seat)]
        chosen = []
        for seat in waiting:
            action = int(state.forced(seat))
            if action < 0:
                began = process_time()
                action = ask(job.seating[seat].name, bots[seat], state, seat, budgets[seat])
                thoughts[seat].append(process_time() - began)
            chosen.append(action)
        for seat, action in zip(waiting, chosen, strict=True):
            trace.step(state, seat, action)
    return _game(job, state, trace, first, thoughts)


_STARTS: dict[tuple[object, ...], State] = {}


def _start(at: Table) -> State:
    """The first position, made once a process."""
    key = (at.title, at.rules, at.edition.identity, at.options, at.seats)
    if key not in _STARTS:
        _STARTS[key] = at.start()
    return _STARTS[key]


def _game(job: Job, state: State, trace: _Trace, first: int, thoughts: list[list[float]]) -> Game:
    places = list(state.places())
    moments = trace.sampled()
    return Game(
        number=job.number,
        deal=job.deal,
        seating=[e.label for e in job.seating],
        places=places,
        scores=list(state.scores()),
        decisions=[len(own) for own in thoughts],
        seconds=[sum(own) for own in thoughts],
        longest=[max(own, default=0.0) for own in thoughts],
        first=first,
        steps=len(trace.labels),
        prices=[trace.prices[i] for i in moments],
        leaders=[trace.leaders[i] for i in moments],
        decided_by=trace.decided_by(places),
        happened=trace.happened,
        about=trace.about,
    )
