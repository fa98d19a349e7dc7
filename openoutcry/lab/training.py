"""Training: advice or search plays itself; a network learns from it, and stays if it wins."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from openoutcry.bots.levels import effort_of
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.core.weights import FILE, Layout
from openoutcry.lab import selfplay
from openoutcry.lab.figures import interval
from openoutcry.lab.folders import claim, write_whole
from openoutcry.lab.minds import Duel, Mind, Result, fight
from openoutcry.lab.selfplay import Positions, SelfPlay
from openoutcry.lab.spread import Workers

if TYPE_CHECKING:
    from openoutcry.lab.learning import Epoch

CHUNK = 20
"""Matches in a file, at most: no more are lost when a training is stopped."""
HELD_BACK = 10
"""One chunk in this many is held back from learning, to test the network with."""
MEMORY = 3
"""How many of the last rounds' matches are learned from."""


@dataclass(frozen=True)
class Course:
    """What a training does; the same course gives the same network."""

    title: Title
    rounds: int
    matches: int
    """Of self-play, in each round."""
    simulations: int
    """The teacher's, for each decision."""
    epochs: int
    deals: int
    """Of the duel that ends a round, each on every seat."""
    seed: int

    def chunks(self) -> list[range]:
        """The matches of a round, in the parts that are played and kept together."""
        size = min(CHUNK, -(-self.matches // HELD_BACK))
        begins = range(0, self.matches, size)
        return [range(begin, min(begin + size, self.matches)) for begin in begins]

    def identity(self) -> dict[str, Any]:
        """All that the network depends on."""
        return {
            "title": self.title.name,
            "rules": self.title.rules_version,
            "edition": self.title.edition().identity,
            "matches": self.matches,
            "simulations": self.simulations,
            "epochs": self.epochs,
            "deals": self.deals,
            "seed": self.seed,
        }


class Lap(msgspec.Struct, frozen=True):
    """What became of a round."""

    number: int
    positions: int
    error: list[float]
    """Of the worth on matches held back, after each epoch."""
    surprise: list[float]
    """At the search's preferences on the same matches."""
    games: int
    share: float
    """The new network's share of the wins, alone against seats of its predecessor."""
    low: float
    high: float
    fair: float
    kept: bool
    seconds: float
    """How long the round took, since the training was last resumed."""


class TrainingProgress(NamedTuple):
    """How far a training has come, for a progress bar."""

    what: str
    done: int
    total: int


def judged(tuning: Tuning) -> Tuning:
    """The same search judged by a network: it looks half as far beyond the tree, or not at all
    where rollouts were played to the end."""
    return Tuning(
        tuning.exploration,
        tuning.win,
        tuning.advised,
        tuning.wide,
        tuning.horizon // 2,
        tuning.spread,
        tuning.trust,
        tuning.decisive,
        judged=True,
    )


class Training:
    """A course under way in a folder: everything finished is kept there and not done again."""

    def __init__(
        self,
        course: Course,
        folder: Path,
        workers: Workers,
        seen: Callable[[TrainingProgress], None],
    ) -> None:
        self.course = course
        self.folder = folder
        self._workers = workers
        self._seen = seen
        self._plain = effort_of("broker@1", course.title).tuning
        claim(folder, course.identity(), "training")

    def laps(self) -> Iterator[Lap]:
        """Every round; those already done come at once."""
        for number in range(1, self.course.rounds + 1):
            file = self.folder / f"round-{number}.json"
            if not file.exists():
                lap = self._lap(number)
                write_whole(file, msgspec.json.format(msgspec.json.encode(lap), indent=1))
            yield msgspec.json.decode(file.read_bytes(), type=Lap)

    def champion(self, before: int) -> bytes:
        """The best network of the rounds before; b"" if there is none yet."""
        for number in range(before - 1, 0, -1):
            lap = msgspec.json.decode((self.folder / f"round-{number}.json").read_bytes(), type=Lap)
            if lap.kept:
                return (self.folder / f"network-{number}.bin").read_bytes()
        return b""

    def _lap(self, number: int) -> Lap:
        began = perf_counter()
        old = self.champion(number)
        self._play(number, old)
        epochs = self._learn(number)
        results = self._duel(number, old)
        fair = 1 / self._setup().seats
        wins = [(result.deal, result.share) for result in results]
        share = sum(win for _, win in wins) / len(wins)
        low, high = interval(wins)
        return Lap(
            number,
            sum(len(part) for part in self._positions(number)),
            [round(epoch.error, 5) for epoch in epochs],
            [round(epoch.surprise, 4) for epoch in epochs],
            len(results),
            round(share, 4),
            round(low, 4),
            round(high, 4),
            fair,
            share > fair,
            round(perf_counter() - began, 1),
        )

    def _setup(self) -> Setup:
        return Setup.of(self.course.title)

    # Playing

    def _play(self, number: int, network: bytes) -> None:
        course = self.course
        plan = SelfPlay(
            course.title, self._teacher(number, network), self._plain, derive(course.seed, number)
        )
        missing = [part for part in course.chunks() if not self._chunk(number, part).exists()]
        done = course.matches - sum(map(len, missing))
        what = f"round {number}: matches"
        self._seen(TrainingProgress(what, done, course.matches))
        with closing(self._workers.each(partial(_chunk_of, plan), missing)) as played:
            for part, positions in played:
                write_whole(self._chunk(number, part), packed(positions))
                done += len(part)
                self._seen(TrainingProgress(what, done, course.matches))

    def _teacher(self, number: int, network: bytes) -> Mind | None:
        """At first the advice: what it plays out costs so little that thousands of matches take
        minutes. Then search, with the best network so far."""
        if number == 1:
            return None
        tuning = judged(self._plain) if network else self._plain
        return Mind(self.course.simulations, tuning, network)

    def _chunk(self, number: int, part: range) -> Path:
        return self.folder / f"matches-{number}-{part.start:06}.bin"

    def _positions(self, number: int, held_back: bool | None = None) -> list[Positions]:
        """A round's positions: those held back, the others, or all."""
        return [
            unpacked(self._chunk(number, part).read_bytes())
            for index, part in enumerate(self.course.chunks())
            if held_back is None or held_back == (index % HELD_BACK == 0)
        ]

    # Learning

    def _learn(self, number: int) -> list[Epoch]:
        learning = import_module("openoutcry.lab.learning")
        course, epochs = self.course, []
        layout = Layout.of(course.title)
        rounds = range(max(1, number - MEMORY + 1), number + 1)
        groups = []
        for held_back in (False, True):
            positions = Positions()
            for part in (p for r in rounds for p in self._positions(r, held_back)):
                positions.extend(part)
            groups.append(learning.examples(course.title, positions, self._plain, layout))

        def noted(epoch: Epoch) -> None:
            epochs.append(epoch)
            self._seen(TrainingProgress(f"round {number}: learning", len(epochs), course.epochs))

        pupil = learning.teach(*groups, course.epochs, derive(course.seed, number) >> 64, noted)
        weights = pupil.weights({**course.identity(), "round": number})
        write_whole(self.folder / f"network-{number}.bin", weights.to_bytes())
        return epochs

    # The duel

    def _duel(self, number: int, old: bytes) -> list[Result]:
        course, title = self.course, self.course.title
        simulations = effort_of("broker@1", title).simulations
        new = Mind(
            simulations,
            judged(self._plain),
            (self.folder / f"network-{number}.bin").read_bytes(),
        )
        champion = Mind(simulations, judged(self._plain) if old else self._plain, old)
        duel = Duel(self._setup(), new, champion, course.deals, derive(course.seed, number, 1))
        jobs, results = duel.jobs(), []
        what = f"round {number}: duel"
        self._seen(TrainingProgress(what, 0, len(jobs)))
        with closing(self._workers.each(partial(fight, duel), jobs)) as played:
            for result in played:
                results.append(result)
                self._seen(TrainingProgress(what, len(results), len(jobs)))
        return sorted(results)

    def finish(self, laps: Sequence[Lap]) -> Path | None:
        """Put the best network beside its card; None if none was kept."""
        best = self.champion(len(laps) + 1)
        if not best:
            return None
        write_whole(self.folder / FILE, best)
        return self.folder / FILE


def _chunk_of(plan: SelfPlay, part: range) -> tuple[range, Positions]:
    found = Positions()
    for number in part:
        found.extend(selfplay.play(plan, number))
    return part, found


def packed(positions: Positions) -> bytes:
    """Positions as bytes, for a file."""
    parts = {name: part.tobytes() for name, part in vars(positions).items()}
    return msgspec.msgpack.encode(parts)


def unpacked(content: bytes) -> Positions:
    """The reverse of `packed`."""
    found = Positions()
    for name, part in msgspec.msgpack.decode(content, type=dict[str, bytes]).items():
        kept: array[int] = getattr(found, name)
        kept.frombytes(part)
    return found
