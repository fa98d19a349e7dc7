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
from openoutcry.core.title import Title
from openoutcry.titles import find as find_title

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
    """ "broker" or "broker:100"."""
    name, colon, budget = text.strip().lower().partition(":")
    if colon and not (budget.isdigit() and int(budget) > 0):
        raise OutcryError(f"{text}: a budget is a number of simulations, such as {name}:300")
    find_bot(name)
    return Entrant(name, int(budget) if colon else 0)


@dataclass(frozen=True)
class Table:
    """What the bots play."""

    title: str
    edition: Edition
    options: tuple[tuple[str, str | int | bool], ...]
    seats: int

    def start(self) -> State:
        """The position before the first draw."""
        box = find_title(self.title).box
        return box.start(self.edition, self.seats, dict(self.options))


def table(title: Title, edition: Edition, seats: int, chosen: dict[str, object]) -> Table:
    """A table with its options checked."""
    options: Options = title.options(edition, seats, chosen)
    return Table(title.name, edition, tuple(options.items()), seats)


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
    decided_by: str
    """The step after which the winner stayed in front, or ""."""
    happened: dict[str, int]
    """Each kind of action and each draw -> how often."""
    done_by: dict[str, int]
    """Each kind of action -> a bit for every seat that chose it."""

    def win_share(self, seat: int) -> float:
        """1 for winning alone, a part of it for a shared first place."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0

    def place(self, seat: int) -> float:
        """The place; those who share one get its mean."""
        return self.places[seat] + (self.places.count(self.places[seat]) - 1) / 2


class _Trace:
    """Keeps what happens, step by step."""

    def __init__(self, title: Title, seats: int) -> None:
        self.title = title
        self.seats = seats
        self.labels: list[str] = []
        self.prices: list[list[int]] = []
        self.leaders: list[int] = []
        self.happened: dict[str, int] = {}
        self.done_by: dict[str, int] = {}

    def step(self, actor: int, action: int, after: State) -> None:
        notation = self.title.notation
        if actor == CHANCE:
            label = f"draw {notation.write_draw(action)}"
        else:
            label = kind_of(notation.write(action))
            self.done_by[label] = self.done_by.get(label, 0) | (1 << actor)
        self.happened[label] = self.happened.get(label, 0) + 1
        self.labels.append(label)
        self.prices.append(list(self.title.views.prices(after)))
        scores = after.scores()
        top = max(scores)
        self.leaders.append(scores.index(top) if scores.count(top) == 1 else -1)

    def decided_by(self, places: list[int]) -> str:
        if places.count(1) != 1:
            return ""
        winner = places.index(1)
        for number in range(len(self.leaders) - 1, -1, -1):
            if self.leaders[number] != winner:
                return self.labels[min(number + 1, len(self.labels) - 1)]
        return self.labels[0]

    def sampled(self) -> list[int]:
        last = len(self.labels) - 1
        return [point * last // (POINTS - 1) for point in range(POINTS)]


def kind_of(text: str) -> str:
    """An action's kind: its first words, without numbers.

    >>> kind_of("sell 2"), kind_of("no loan")
    ('sell', 'no loan')
    """
    return " ".join([word for word in text.split() if not any(map(str.isdigit, word))][:2])


def play(at: Table, seed: int, job: Job) -> Game:
    """Play the job's game. Seats that may act together are asked before anybody acts."""
    title = find_title(at.title)
    state, rng = _start(at).clone(), Rng(derive(seed, job.deal))
    bots = [
        find_bot(e.name, derive(seed, job.number, seat + 1)) for seat, e in enumerate(job.seating)
    ]
    budgets = [e.measure(at.title) for e in job.seating]
    trace = _Trace(title, at.seats)
    thoughts: list[list[float]] = [[] for _ in range(at.seats)]
    first = -1
    while (mover := int(state.mover())) != OVER:
        if mover == CHANCE:
            outcome = int(state.draw(rng))
            state.apply(CHANCE, outcome)
            trace.step(CHANCE, outcome, state)
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
            state.apply(seat, action)
            trace.step(seat, action, state)
    return _game(job, state, trace, first, thoughts)


_STARTS: dict[tuple[object, ...], State] = {}


def _start(at: Table) -> State:
    """The first position, made once a process."""
    key = (at.title, at.edition.identity, at.options, at.seats)
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
        done_by=trace.done_by,
    )
