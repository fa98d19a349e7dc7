"""The arena: bots play the same deals on every seat; a stopped tournament is resumed."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from pathlib import Path

import msgspec

from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.lab.games import Entrant, Game, Job, identity_of, play
from openoutcry.lab.record_folder import RecordFolder
from openoutcry.lab.spread import Workers

MOST_SEATINGS = 120


@dataclass(frozen=True)
class Plan:
    """A tournament: what is played, by whom, how often."""

    setup: Setup
    entrants: tuple[Entrant, ...]
    games: int
    seed: int

    def jobs(self) -> list[Job]:
        """Game k plays deal k // S in seating k % S."""
        known = seatings(self.entrants)
        return [
            Job(number, number // len(known), known[number % len(known)])
            for number in range(self.games)
        ]

    @property
    def identity(self) -> str:
        """The same for plans whose games are the same, however many are played."""
        return identity_of("arena", self.setup, self.entrants, self.seed)

    @property
    def family(self) -> str:
        """The same also for plans whose bots' files differ in what stands in them."""
        return identity_of("arena", self.setup, self.entrants, self.seed, sources=False)


def plan(setup: Setup, entrants: Sequence[Entrant], games: int, seed: int) -> Plan:
    """A plan; `OutcryError` unless there is a bot for every seat."""
    if len(entrants) != setup.seats:
        raise OutcryError(f"{len(entrants)} bots for {setup.seats} seats: name one for each seat")
    return Plan(setup, tuple(entrants), games, seed)


def seatings(entrants: Sequence[Entrant]) -> list[tuple[Entrant, ...]]:
    """The ways to seat them that differ, rotations round the table first, up to a limit.

    >>> a, b = Entrant("random", 0), Entrant("apprentice", 0)
    >>> [[e.name[0] for e in seating] for seating in seatings([a, b, b])]
    [['r', 'a', 'a'], ['a', 'a', 'r'], ['a', 'r', 'a']]
    """
    count = len(entrants)
    turns = [tuple(entrants[(i + k) % count] for i in range(count)) for k in range(count)]
    found = list(dict.fromkeys(turns))
    for order in permutations(entrants):
        if len(found) >= MOST_SEATINGS:
            break
        if order not in found:
            found.append(order)
    return found


def games(
    chosen: Plan,
    workers: Workers,
    notebook: Path | None,
    seen: Callable[[int], None],
    records: Path | None = None,
) -> list[Game]:
    """All games of the plan by number; `seen` is told how many are done. Ctrl-C keeps them.

    With a folder for `records`, every match ends up there.
    """
    played = resume(chosen, workers, notebook, seen, records)
    if notebook is not None:
        notebook.unlink(missing_ok=True)
    return played


def resume(
    chosen: Plan,
    workers: Workers,
    notebook: Path | None,
    seen: Callable[[int], None],
    records: Path | None = None,
) -> list[Game]:
    """Play the games not noted yet; the notebook stays, so that nothing is played twice."""
    folder = None if records is None else folder_of(chosen, records)
    known = _noted(notebook, chosen)
    if folder is not None:  # a game that was noted without its record is played again
        known = {number: game for number, game in known.items() if folder.has(number)}
    missing = [job for job in chosen.jobs() if job.number not in known]
    seen(len(known))
    work = partial(play, chosen.setup, chosen.seed, folder is not None)
    with _Notes(notebook) as notes, closing(workers.each(work, missing)) as played:
        for game, record in played:
            if folder is not None and record is not None:
                folder.keep(game.number, record)
            notes.write(game)
            known[game.number] = game
            seen(len(known))
    return [known[number] for number in sorted(known)]


def folder_of(chosen: Plan, folder: Path) -> RecordFolder:
    """Plans whose games differ have files of different names, so that they may share a folder."""
    return RecordFolder(folder, f"{chosen.setup.title.name}-{chosen.identity[:8]}")


# What was played before a tournament was stopped


def notebook_of(chosen: Plan) -> Path:
    """Where the plan's games are noted while it runs."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "openoutcry" / f"arena-{chosen.family}-{chosen.identity}.jsonl"


def drop_outdated(chosen: Plan) -> int:
    """Forget the games of bots whose source has changed since; how many there were."""
    present = notebook_of(chosen)
    old = [f for f in present.parent.glob(f"arena-{chosen.family}-*.jsonl") if f != present]
    dropped = sum(len(list(_read(notebook.read_bytes()))) for notebook in old)
    for notebook in old:
        notebook.unlink(missing_ok=True)
    return dropped


def _noted(notebook: Path | None, chosen: Plan) -> dict[int, Game]:
    if notebook is None or not notebook.exists():
        return {}
    return {
        game.number: game for game in _read(notebook.read_bytes()) if game.number < chosen.games
    }


def _read(lines: bytes) -> Iterator[Game]:
    for line in lines.splitlines():
        try:
            yield msgspec.json.decode(line, type=Game)
        except msgspec.MsgspecError:
            continue  # we were stopped while it was being written


class _Notes:
    """Appends every finished game at once, so that nothing is lost."""

    def __init__(self, notebook: Path | None) -> None:
        self._file = None
        if notebook is not None:
            notebook.parent.mkdir(parents=True, exist_ok=True)
            self._file = notebook.open("ab")

    def write(self, game: Game) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(game) + b"\n")
            self._file.flush()

    def __enter__(self) -> "_Notes":
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()
