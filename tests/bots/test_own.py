"""Bots from files and modules, by state and by view."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from openoutcry import api, bots
from openoutcry.bots import bot as shelf
from openoutcry.bots.by_view import ByView, Sight
from openoutcry.bots.levels import effort_of
from openoutcry.bots.own import find, is_code, source_hash
from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.core.title import Offer
from openoutcry.lab.games import entrant, identity_of
from openoutcry.titles import find as find_title

BY_VIEW = """
class Thrifty:
    def __init__(self, seed): ...

    def decide(self, view, offers):
        return {answer}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("title", ["mogul", "ekonos", "speculation", "wallstreet"])
def test_a_bot_of_five_lines_plays_by_what_it_sees(folder: Path, title: str) -> None:
    (folder / "mybot.py").write_text(BY_VIEW.format(answer="offers[len(view.kind) % len(offers)]"))
    match = api.new(title, seats=3, seed=2)
    assert bots.finish(match, [find("./mybot.py", seat) for seat in range(3)]).over


def test_a_bot_that_reads_the_view_knows_its_seat_and_the_companies() -> None:
    seen: list[Sight] = []

    class Noting:
        def decide(self, view: Sight, offers: list[Offer]) -> Offer:
            seen.append(view)
            return offers[0]

    match = api.new("mogul", seats=3, seed=2)
    bots.finish(match, [ByView(Noting()) for _ in range(3)])
    assert {view.seat for view in seen} == {0, 1, 2}
    assert all(view.seat in view.waiting for view in seen)
    assert seen[0].companies == match.view().companies


def test_what_is_not_on_offer_is_refused_by_name(folder: Path) -> None:
    (folder / "mybot.py").write_text(BY_VIEW.format(answer="'fly'"))
    match = api.new("mogul", seats=3, seed=2)
    with pytest.raises(OutcryError, match="'fly', which is not on offer"):
        bots.finish(match, [find("mybot.py", seat) for seat in range(3)])


@pytest.mark.parametrize(
    ("text", "name", "budget"),
    [
        ("Tycoon:20", "tycoon", 20),
        ("./b.py:40", "./b.py", 40),
        ("./b.py:Thrifty", "./b.py:Thrifty", 0),
    ],
)
def test_a_budget_follows_any_name(folder: Path, text: str, name: str, budget: int) -> None:
    (folder / "b.py").write_text(BY_VIEW.format(answer="offers[0]"))
    found = entrant(text)
    assert (found.name, found.budget) == (name, budget)


def test_a_changed_file_is_another_bot_to_the_arena(folder: Path) -> None:
    setup = Setup.of(find_title("mogul"), 3)
    known = []
    for answer in ("offers[0]", "offers[-1]"):
        (folder / "changing.py").write_text(BY_VIEW.format(answer=answer))
        known.append(identity_of("arena", setup, [entrant("./changing.py")] * 3, 1))
    assert known[0] != known[1] and source_hash("random") == ""


def test_a_level_that_looks_earlier_for_what_is_clear_is_another_bot_to_the_arena(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    title = find_title("mogul")
    known = []
    for quick in (4000, 500):
        sooner = effort_of("baron", title)._replace(quick=quick)
        monkeypatch.setattr("openoutcry.bots.levels.effort_of", lambda *_, sooner=sooner: sooner)
        known.append(identity_of("arena", Setup.of(title, 3), [entrant("baron")] * 3, 1))
    assert known[0] != known[1]


def test_another_packages_bot_is_another_one_if_any_file_of_that_package_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = folder / "their_bots"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "thrifty.py").write_text("from their_bots.weights import PATIENCE\n")
    monkeypatch.syspath_prepend(str(folder))
    theirs = EntryPoint("thrifty", "their_bots.thrifty:Thrifty", "openoutcry.bots")
    monkeypatch.setattr(shelf, "_foreign", lambda: {"thrifty": theirs})
    known = []
    for patience in (1, 2):
        (package / "weights.py").write_text(f"PATIENCE = {patience}\n")
        known.append(source_hash("thrifty"))
    assert all(known) and known[0] != known[1]


def test_names_alone_load_no_code(folder: Path) -> None:
    (folder / "evil.py").write_text("raise SystemExit('loaded')")
    for name in ("./evil.py", "evil:Bot"):
        assert is_code(name) and not bots.is_known(name)
        with pytest.raises(OutcryError, match="no bot"):
            bots.find(name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("none.py", "there is no file"),
        ("empty.py", "holds no bot"),
        ("nowhere:Bot", "cannot be loaded"),
    ],
)
def test_a_bot_that_is_not_there_is_told_in_one_line(folder: Path, text: str, told: str) -> None:
    (folder / "empty.py").write_text("")
    with pytest.raises(OutcryError, match=told):
        find(text)
