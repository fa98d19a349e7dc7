"""Every edition in examples/editions and every variant of a title can be played; a variant differs
only where it says so."""

from pathlib import Path
from typing import Any

import pytest

from openoutcry.core.edition import ABOUT, Edition, read
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out
from openoutcry.core.setup import Setup
from openoutcry.core.state import OVER
from openoutcry.titles import find

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "examples/editions").glob("*.toml")),
    *sorted((ROOT / "openoutcry/titles").glob("*/variants/*.toml")),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_matches_with_it_come_to_an_end(file: Path) -> None:
    title = find(read(file).title)
    edition = title.edition(file)
    for seats in title.box.seats(edition):
        state = Setup.of(title, seats, {}, edition).start()
        play_out(state, Rng(seats))
        assert state.mover() == OVER


def values(edition: Edition) -> dict[str, Any]:
    return {
        f"{path}.{key}": value
        for path, table in edition.tables()
        for key, value in table.items()
        if key not in ABOUT
    }


def test_the_late_crash_is_one_number_away_from_mogul() -> None:
    (variant,) = find("mogul").variants
    own = values(find("mogul").edition())
    changed = {key: value for key, value in values(variant).items() if own[key] != value}
    assert changed == {"crash.among": 3}
