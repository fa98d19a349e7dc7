"""The front door: start a match, load a record."""

from collections.abc import Mapping
from pathlib import Path

from openoutcry.core import record as records
from openoutcry.core.edition import Edition
from openoutcry.core.fair import Draws
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.setup import Setup
from openoutcry.titles import find


def new(
    title: str,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    edition: Edition | Path | str | None = None,
    draws: Draws | None = None,
    rules: int | None = None,
) -> Match:
    """A new match, waiting for its first decision.

    `seats`: if not given, 4 or the nearest number allowed. `rules`: an older version of the rules.

    `OutcryError` if there is no such title, `OptionError` if it has no such option or cannot be
    played by that many, `EditionError` if the edition cannot be played with.

    >>> match = new("mogul", seats=4, seed=7, options={"loans": "on_turn"})
    >>> match.decision.kind, match.decision.actions
    ('auction', ['leave', 'pay', 'loan'])
    >>> match.play("sell 3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    openoutcry.core.errors.IllegalAction: sell 3: only the two who ... take or sell (MO-24)
    """
    return Match.begin(Setup.of(find(title, rules), seats, options, edition), draws, seed)


def load(path: Path | str) -> Record:
    """A record from a file; `load("game.json").at(31)` is the match at step 31.

    It is replayed, and can be played on, by the rules it was played by. `RecordError` if it cannot
    be read or is no record.
    """
    return records.load(path, find)
