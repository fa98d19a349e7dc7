"""One game between bots: played the same whichever process plays it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple

import msgspec

import openoutcry
from openoutcry.bots import Player, play_on
from openoutcry.bots.levels import quick_of, simulations_of, tuning_of
from openoutcry.bots.own import find as find_bot
from openoutcry.bots.own import is_code, source_hash
from openoutcry.bots.personality import TASTES
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Entry, Match
from openoutcry.core.record import Record
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import FINAL_SCORE, Event
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

    def exact_budget(self, title: str) -> int:
        """The exact budget: never by the clock, so that results can be repeated."""
        return self.budget or simulations_of(self.name, title)


def entrant(text: str) -> Entrant:
    """ "broker", "broker:100", "broker:greedy:100", "./mybot.py" or "mine:Bot:100";
    `OutcryError` if there is no such bot or budget."""
    found = parsed(text)
    find_bot(found.name)
    return found


def parsed(text: str) -> Entrant:
    """The same, without a look whether there is such a bot."""
    name, colon, budget = _parted(text.strip())
    number = int(budget) if budget.isascii() and budget.isdigit() and len(budget) < 11 else 0
    if colon and not 0 < number <= MOST:
        raise OutcryError(
            f"{text[:40]}: a budget is a number of simulations up to {MOST}, such as {name}:300"
        )
    return Entrant(name, number)


def _parted(text: str) -> tuple[str, str, str]:
    """Name, colon and budget, as far as there are."""
    if is_code(text):
        return text, "", ""
    name, colon, budget = text.rpartition(":")
    if colon and is_code(name):
        return name, colon, budget
    level, colon, rest = text.lower().partition(":")
    personality, more, budget = rest.partition(":")
    if personality in TASTES:
        return f"{level}:{personality}", more, budget
    return level, colon, rest


def identity_of(
    run: str, setup: Setup, entrants: Sequence[Entrant], seed: int, sources: bool = True
) -> str:
    """The same for runs of a kind whose games are the same, however many are played; without
    `sources`, also for those whose bots have the same files, whatever stands in these."""
    title = setup.title
    parts = [
        run,
        openoutcry.__version__,
        title.name,
        title.rules_version,
        setup.edition.identity,
        setup.choices,
        [(e.name, e.exact_budget(title.name)) for e in entrants],
        [tuning_of(e.name, title.name).parts() for e in entrants],
        [quick_of(e.name, title.name) for e in entrants],
        title.network,
        [source_hash(e.name) for e in entrants] if sources else [],
        seed,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:20]


def called(title: str, lang: str = "en") -> str:
    """What people call a title: "1920 Wall Street"."""
    return find_title(title).words.say(lang, "title", {})


@dataclass(frozen=True)
class Job:
    """One game to be played; the same deal means the same luck."""

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
    """How often each thing happened, by its label (`labels_of`)."""
    about: dict[str, int]
    """By label, a bit for every seat that it was about."""

    def win_share(self, seat: int) -> float:
        """1 for winning alone, a part of it for a shared first place."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0

    def place(self, seat: int) -> float:
        """The place; those who share one get its mean."""
        return self.places[seat] + (self.places.count(self.places[seat]) - 1) / 2


class PlayedGame(NamedTuple):
    """A game, and the match itself if it is to be recorded."""

    game: Game
    record: Record | None


class _Trace:
    """What happened in a match, step by step."""

    def __init__(self, match: Match) -> None:
        self._title = match.title
        self.labels: list[list[str]] = []
        self.prices: list[list[int]] = []
        self.leaders: list[int] = []
        self.happened: dict[str, int] = {}
        self.about: dict[str, int] = {}
        self.first = -1
        """The seat that began."""
        state = match.setup.start()
        for number, entry in enumerate(match.log):
            self._step(state, entry, match.events(number))

    def _step(self, state: State, entry: Entry, told: list[Event]) -> None:
        """Apply the entry, and keep what it brings."""
        if self.first < 0:
            self.first = max(-1, int(state.mover()))
        events = self._events(entry, told, state.sealed())
        state.apply(entry.actor, entry.action)
        self.labels.append([])
        for event in events:
            self._keep(event, entry.actor)
        self.prices.append(list(self._title.views.prices(state)))
        scores = state.scores()
        top = max(scores)
        self.leaders.append(scores.index(top) if scores.count(top) == 1 else -1)

    def _events(self, entry: Entry, told: list[Event], sealed: bool) -> list[Event]:
        """The story but for the final scores; for an open action without one, its first word."""
        if not told and entry.actor != CHANCE and not sealed:
            return [Event(entry.text.split()[0], {"seat": entry.actor})]
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
    """Labels for an event: alone, and with each card, company or place it names; draws say so.

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


class _Timed(Player):
    """A player with a clock."""

    def __init__(self, entrant: Entrant, seed: int, title: str) -> None:
        bot = find_bot(entrant.name, seed)
        super().__init__(entrant.name, bot, seed, entrant.exact_budget(title))
        self.thoughts: list[float] = []
        """The seconds that each decision took on one core: other work does not count."""

    def answer(self, state: State, seat: int) -> int:
        """The player's answer, timed."""
        began = process_time()
        action = super().answer(state, seat)
        self.thoughts.append(process_time() - began)
        return action


def play(setup: Setup, seed: int, recorded: bool, job: Job) -> PlayedGame:
    """Play the job's game."""
    title = setup.title.name
    players = [
        _Timed(e, derive(seed, job.number, seat + 1), title) for seat, e in enumerate(job.seating)
    ]
    match = Match.begin(setup, QuickDraws(derive(seed, job.deal)))
    play_on(match, dict(enumerate(players)))
    record = match.record(names_of([e.label for e in job.seating])) if recorded else None
    return PlayedGame(_game(job, match, players), record)


def names_of(bots: Sequence[str]) -> list[str]:
    """The players' names in a record.

    >>> names_of(["tycoon:300", "random", "random"])
    ['tycoon:300 1', 'random 2', 'random 3']
    """
    return [f"{bot} {number}" for number, bot in enumerate(bots, 1)]


def _game(job: Job, match: Match, players: Sequence[_Timed]) -> Game:
    trace = _Trace(match)
    places = match.places()
    moments = trace.sampled()
    return Game(
        number=job.number,
        deal=job.deal,
        seating=[e.label for e in job.seating],
        places=places,
        scores=match.scores(),
        decisions=[len(own.thoughts) for own in players],
        seconds=[sum(own.thoughts) for own in players],
        longest=[max(own.thoughts, default=0.0) for own in players],
        first=trace.first,
        steps=match.step,
        prices=[trace.prices[i] for i in moments],
        leaders=[trace.leaders[i] for i in moments],
        decided_by=trace.decided_by(places),
        happened=trace.happened,
        about=trace.about,
    )
