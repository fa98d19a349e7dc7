"""What a title's `puzzles.json` says, and the position of each puzzle."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from openoutcry.coach import Choice
from openoutcry.core import record as records
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title

LEAST_LOSS = 0.15
"""The chance to win that the tempting choice gives away."""
LEAST_LEAD = 0.05
"""The chance to win by which the best choice is ahead of every other that was rated."""
SPARE = 0.03
"""By how much a new puzzle is clearer than a check demands, which has other luck again: so it is
not refused by chance."""


class PuzzleError(OutcryError):
    """A puzzle that cannot be asked."""


class PlayedMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The beginning of a match of bots, as long as puzzles need it: lines as in a record."""

    seats: int
    log: str
    """One line a step."""


class PuzzleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle in the file."""

    match: int
    """Which of the file's matches."""
    step: int
    seat: int
    tempting: str
    """What the apprentice would choose."""
    choices: list[Choice]
    """As the long search rates them, the best first."""


class PuzzleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`puzzles.json`."""

    title: str
    rules: int
    """The version of the rules that the matches were played by."""
    simulations: int
    """Of the long search, for each choice."""
    matches: list[PlayedMatch]
    puzzles: list[PuzzleEntry]
    searched: int = 0
    """Matches that were searched for them."""


@dataclass(frozen=True)
class Puzzle:
    """A position, who has to decide, and what is best."""

    title: Title
    seats: int
    lines: tuple[str, ...]
    """How the position came about."""
    seat: int
    tempting: str
    choices: tuple[Choice, ...]

    @property
    def id(self) -> str:
        """Short, and the same for the same question."""
        about = f"{self.title.name} {self.seat} {self.lines}"
        return hashlib.sha256(about.encode()).hexdigest()[:8]

    @property
    def best(self) -> str:
        """The answer."""
        return self.choices[0].action

    def position(self) -> Match:
        """`RecordError` if the rules do not allow what led there."""
        match = Match(Setup.of(self.title, self.seats), QuickDraws(0))
        for number, line in enumerate(self.lines):
            records.follow(match, number, line)
        return match


def file_of(title: Title) -> Path:
    """Where a title's puzzles are."""
    return title.folder / "puzzles.json"


@cache
def puzzles_of(title: Title) -> tuple[Puzzle, ...]:
    """A title's puzzles in their order; none if it has no file of them."""
    file = file_of(title)
    return read(title, file) if file.is_file() else ()


def read(title: Title, file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file; `PuzzleError` says what is wrong with it."""
    return puzzles_in(title, read_file(title, file))


def read_file(title: Title, file: Path) -> PuzzleFile:
    """What the file says; `PuzzleError` if it cannot be read, or is another title's."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=PuzzleFile)
    except (OSError, msgspec.MsgspecError) as error:
        raise PuzzleError(f"{file}: {error}") from None
    if found.title != title.name:
        raise PuzzleError(f"{file} has puzzles of {found.title}, not of {title.name}")
    return found


def puzzles_in(title: Title, file: PuzzleFile) -> tuple[Puzzle, ...]:
    """The file's puzzles, by the rules that they were played by."""
    played = title.by_rules(file.rules)
    return tuple(_puzzle(played, file, entry) for entry in file.puzzles)


def _puzzle(title: Title, file: PuzzleFile, entry: PuzzleEntry) -> Puzzle:
    played = file.matches[entry.match]
    lines = tuple(played.log.splitlines()[: entry.step])
    return Puzzle(title, played.seats, lines, entry.seat, entry.tempting, tuple(entry.choices))
