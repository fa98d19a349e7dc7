"""Simulations: the same seed gives the same figures, whoever plays."""

import csv
import io
import json
from pathlib import Path

import pytest

from openoutcry.core.setup import Setup
from openoutcry.lab.games import entrant
from openoutcry.lab.simulate import Simulation, Tally, play
from openoutcry.titles import find
from openoutcry.titles import names as title_names
from tests.cli.conftest import Outcry

MOGUL = Setup.of(find("mogul"))
AT_RANDOM = Simulation(MOGUL, (), 1100, 5)


@pytest.mark.parametrize(
    "extra",
    [
        ["--games", "1100"],
        ["--games", "6", "--bots", "apprentice,random"],
        ["--games", "600", "--seats", "6", "-o", "loans=on_turn"],
    ],
)
def test_figures_depend_on_the_seed_and_not_on_the_number_of_processes(
    outcry: Outcry, extra: list[str]
) -> None:
    command = ["simulate", "mogul", "--seed", "3", "--json", *extra]
    one = outcry(*command, "--processes", "1")
    two = outcry(*command, "--processes", "2")
    assert one.code == two.code == 0
    assert one.out == two.out
    assert one.out != outcry(*command, "--seed", "4").out


def test_json_counts_every_match(outcry: Outcry) -> None:
    found = json.loads(outcry("simulate", "mogul", "--games", "50", "--json").out)
    assert found["games"] == 50
    assert list(found["rows"]) == ["seat 0", "seat 1", "seat 2", "seat 3"]
    assert sum(row["wins"] for row in found["rows"].values()) == pytest.approx(1)
    assert found["length"]["least"] <= found["length"]["median"] <= found["length"]["most"]


def test_bots_change_seats(outcry: Outcry) -> None:
    command = ["simulate", "mogul", "--games", "8", "--bots", "apprentice,random,random"]
    rows = json.loads(outcry(*command, "--seats", "4", "--seed", "1", "--json").out)["rows"]
    assert rows["apprentice"]["games"] + rows["random"]["games"] == 32
    assert rows["apprentice"]["wins"] > rows["random"]["wins"]


def test_a_bot_from_a_file_plays(
    outcry: Outcry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("first.py").write_text(
        "class First:\n    def __init__(self, seed): ...\n"
        "    def decide(self, view, offers): return offers[0]\n"
    )
    command = ["simulate", "mogul", "--games", "4", "--bots", "./first.py,random", "--json"]
    code, out, _ = outcry(*command, "--processes", "1")
    assert code == 0
    assert "./first.py" in json.loads(out)["rows"]


def test_csv_has_a_line_a_seat(outcry: Outcry) -> None:
    out = outcry("simulate", "mogul", "--games", "10", "--csv", "--seats", "3").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["who"] for row in rows] == ["seat 0", "seat 1", "seat 2"]
    assert all(row["games"] == "10" for row in rows)


def test_the_table_fits_80_columns(outcry: Outcry) -> None:
    for lang in ("en", "es", "fr", "it"):
        out = outcry("simulate", "mogul", "--games", "20", "--lang", lang).out
        assert "±" in out
        assert max(map(len, out.splitlines())) <= 80


def test_an_edition_of_ones_own_is_simulated(outcry: Outcry) -> None:
    outcry("edition", "export", "mogul", "--out", "mine.toml")
    text = Path("mine.toml").read_text("utf-8")
    Path("mine.toml").write_text(text.replace("per_point = 5", "per_point = 1"), "utf-8")
    command = ["simulate", "mogul", "--games", "50", "--seed", "1", "--json"]
    own, mine = outcry(*command), outcry(*command, "--edition", "mine.toml")
    score = [json.loads(ran.out)["rows"]["seat 0"]["mean"] for ran in (own, mine)]
    assert score[1] > score[0]


def test_splitting_a_simulation_changes_nothing() -> None:
    parts = AT_RANDOM.parts()
    assert [len(part) for part in parts] == [500, 500, 100]
    together = Tally()
    for part in reversed(parts):
        together.add(play(AT_RANDOM, False, part).tally)
    assert together == play(AT_RANDOM, False, range(1100)).tally


def test_match_n_is_the_same_wherever_it_is_played() -> None:
    def tally(numbers: range) -> Tally:
        return play(AT_RANDOM, False, numbers).tally

    assert tally(range(700, 701)) != tally(range(701, 702))
    assert tally(range(700, 701)) == tally(range(700, 701))


@pytest.mark.parametrize("title", title_names())
def test_a_match_with_a_record_is_the_match_without_one(title: str) -> None:
    bots = (entrant("apprentice"), entrant("random"))
    chosen = Simulation(Setup.of(find(title)), bots, 4, 9)
    bare, logged = play(chosen, False, range(4)), play(chosen, True, range(4))
    assert bare.tally == logged.tally
    assert not bare.records and list(logged.records) == [0, 1, 2, 3]
