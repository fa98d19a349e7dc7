"""Bots by name, and the two that answer at once."""

import runpy
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from openoutcry import Match, OutcryError, Rng, State, bots, new
from openoutcry.bots import bot as registry
from openoutcry.titles import find as find_title
from openoutcry.titles import names as title_names

ROOT = Path(__file__).parents[2]
SIMPLE = ["random", "apprentice"]


def _smallest(title: str, seed: int) -> Match:
    found = find_title(title)
    return new(title, seats=found.box.seats(found.edition())[0], seed=seed)


@pytest.mark.parametrize("title", title_names())
@pytest.mark.parametrize("name", SIMPLE)
def test_a_bot_chooses_alike_in_worlds_its_seat_cannot_tell_apart(name: str, title: str) -> None:
    match, rng = _smallest(title, 3), Rng(4)
    walker = bots.find("random", 9)
    for _ in range(150):
        if match.over:
            break
        for seat in match.waiting:
            real = bots.find(name, 5).choose(match.state, seat, 0)
            imagined = bots.find(name, 5).choose(match.state.imagine(seat, rng), seat, 0)
            assert real == imagined
        seat = int(match.state.mover())
        match.play_action(seat, walker.choose(match.state, seat, 0))


@pytest.mark.parametrize("title", title_names())
def test_the_apprentice_finishes_matches_the_same_way_for_the_same_seed(title: str) -> None:
    logs = []
    for _ in range(2):
        match = _smallest(title, 1)
        bots.finish(match, [bots.find("apprentice", seat) for seat in range(match.seats)])
        logs.append(match.record().log)
    assert logs[0] == logs[1]


def test_the_apprentice_beats_chance_at_mogul() -> None:
    wins = 0
    for number in range(40):
        players = [bots.find("random", number + seat) for seat in range(4)]
        players[number % 4] = bots.find("apprentice", number)
        match = bots.finish(new("mogul", seats=4, seed=number), players)
        wins += match.places()[number % 4] == 1
    assert wins >= 32


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OutcryError, match="no bot 'hal'; there are: random, apprentice"):
        bots.find("hal")


class Stubborn:
    """Somebody's bot that always chooses the same."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, budget: int) -> int:
        return 99


def test_bots_of_other_packages_are_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    here = f"{__name__}:Stubborn"
    _install(monkeypatch, stubborn=here, random=here)
    assert bots.names()[-1] == "stubborn"
    assert bots.names().count("random") == 1
    stubborn = bots.find("stubborn", 5)
    assert isinstance(stubborn, Stubborn) and stubborn.seed == 5
    assert not isinstance(bots.find("random"), Stubborn)
    state = new("mogul", seats=3).state
    with pytest.raises(OutcryError, match="bot 'stubborn' chose 99, which is not legal"):
        bots.Player("stubborn", stubborn).answer(state, 0)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_package:Bot", "cannot be used: ModuleNotFoundError"),
        (f"{__name__}:NoSuchBot", "cannot be used: AttributeError"),
        (f"{__name__}:SIMPLE", "cannot be used: TypeError"),
        ("builtins:int", r"has no choose\(state, seat, budget\)"),
    ],
)
def test_a_broken_bot_of_another_package_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    _install(monkeypatch, broken=value)
    assert "broken" in bots.names()
    with pytest.raises(OutcryError, match=f"bot 'broken' .*{why}"):
        bots.find("broken")


def test_a_bot_that_fails_is_named() -> None:
    class Failing:
        def choose(self, state: State, seat: int, budget: int) -> int:
            raise ZeroDivisionError("oops")

    with pytest.raises(OutcryError, match="bot 'x' failed: ZeroDivisionError: oops"):
        bots.Player("x", Failing()).answer(new("mogul", seats=3).state, 0)


def _install(monkeypatch: pytest.MonkeyPatch, **entries: str) -> None:
    found = [EntryPoint(name, value, registry.GROUP) for name, value in entries.items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)


def test_the_readme_shows_a_bot_of_under_ten_lines_that_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = ROOT / "examples/ten_line_bot.py"
    text = example.read_text("utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) < 10
    assert text in (ROOT / "README.md").read_text("utf-8")
    runpy.run_path(str(example))
    assert capsys.readouterr().out.startswith("[")
