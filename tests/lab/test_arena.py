"""The arena: same deals, every seat, same results however it is run."""

import csv
import io
import json
import sys
from inspect import isfunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from openoutcry.cli import main
from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.lab import report
from openoutcry.lab.arena import Plan, games, notebook_of, plan, seatings
from openoutcry.lab.games import Entrant, Game, entrant
from openoutcry.lab.spread import Workers
from openoutcry.titles import find
from openoutcry.titles import names as titles

HERE = Workers(1)


def _plan(bots: str, count: int, title: str = "mogul", seed: int = 3) -> Plan:
    entrants = [entrant(text) for text in bots.split(",")]
    return plan(Setup.of(find(title), len(entrants)), entrants, count, seed)


def _played(chosen: Plan, workers: Workers = HERE) -> list[Game]:
    return games(chosen, workers, None, lambda done: None)


def _timeless(found: list[Game]) -> list[Game]:
    return [msgspec.structs.replace(game, seconds=[], longest=[]) for game in found]


@pytest.mark.parametrize("title", titles())
def test_the_same_seed_gives_the_same_games_in_one_process_or_several(title: str) -> None:
    seats = min(3, find(title).box.seats(find(title).edition())[-1])
    chosen = _plan(",".join(["broker:5", "apprentice", "random"][:seats]), 6, title)
    alone = _timeless(_played(chosen))
    assert _timeless(_played(chosen, Workers(2))) == alone
    other = Plan(chosen.setup, chosen.entrants, chosen.games, chosen.seed + 1)
    assert _timeless(_played(other)) != alone


def test_a_ray_cluster_gives_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in with Ray's calls: whatever runs the jobs, the games are the same."""
    asked: list[str | None] = []

    def init(address: str | None, **settings: Any) -> None:
        asked.append(address)

    def remote(work: Any) -> SimpleNamespace:
        assert isfunction(work), "Ray takes nothing else"
        return SimpleNamespace(remote=lambda *given: (work, given))

    ray = SimpleNamespace(
        init=init,
        cluster_resources=lambda: {"CPU": 2.0},
        put=lambda value: value,
        remote=remote,
        wait=lambda running: (running[-1:], running[:-1]),
        get=lambda ready: [work(*given) for work, given in ready],
        cancel=lambda job: None,
    )
    monkeypatch.setitem(sys.modules, "ray", ray)
    chosen = _plan("apprentice,random,random", 9)
    assert _timeless(_played(chosen, Workers(1, "head:6379"))) == _timeless(_played(chosen))
    assert asked == ["head:6379"]


def test_without_ray_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OutcryError, match=r"pip install 'openoutcry\[ray\]'"):
        _played(_plan("random,random,random", 2), Workers(1, ""))


def test_every_seating_that_differs_is_played_with_the_same_deal() -> None:
    chosen = _plan("apprentice,random,random,broker:2", 24)
    jobs = chosen.jobs()
    assert len({job.seating for job in jobs[:12]}) == 12
    assert {job.deal for job in jobs[:12]} == {0}
    assert {job.deal for job in jobs[12:]} == {1}
    played = _played(_plan("apprentice,random,random", 3))
    assert len({tuple(game.prices[0]) for game in played}) == 1


def test_six_different_bots_are_seated_in_a_part_of_the_720_orders() -> None:
    found = seatings([Entrant("broker", budget) for budget in range(1, 7)])
    assert len(found) == len(set(found)) == 120
    for seat in range(6):
        assert len({seating[seat] for seating in found[:6]}) == 6


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    chosen = _plan("apprentice,random,random", 12)
    whole = _timeless(_played(chosen))
    notebook = tmp_path / "notes" / "arena.jsonl"

    def stop(done: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        games(chosen, HERE, notebook, stop)
    assert len(notebook.read_bytes().splitlines()) == 5
    with notebook.open("ab") as half_a_line:
        half_a_line.write(b'{"number":5,"de')
    heard: list[int] = []
    assert _timeless(games(chosen, HERE, notebook, heard.append)) == whole
    assert heard[0] == 5 and heard[-1] == 12
    assert not notebook.exists()


def test_a_bot_that_was_changed_starts_anew_and_the_arena_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    bot = Path("changing.py")
    text = (
        "class Mine:\n    def __init__(self, seed): pass\n"
        "    def decide(self, view, offers): return offers[{}]\n"
    )
    bot.write_text(text.format(0))
    chosen = _plan("./changing.py,random,random", 12)
    seen: list[int] = []

    def stop(done: int) -> None:
        seen.append(done)
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        games(chosen, HERE, notebook_of(chosen), stop)
    bot.write_text(text.format(-1))
    for name in [name for name in sys.modules if name.startswith("openoutcry_own_")]:
        monkeypatch.delitem(sys.modules, name)
    asked = ["arena", "mogul", "--bots", "./changing.py,random,random", "--games", "6"]
    assert main([*asked, "--seed", str(chosen.seed), "--processes", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert "source has changed" in err and "5 games" in err
    found = json.loads(out)
    assert found["entrants"][0]["source"] and found["made"]["command"] and found["made"]["machine"]
    assert found["edition"]["identity"] and "commit" in found["made"]


def test_plans_share_notes_only_if_their_games_are_the_same() -> None:
    chosen = _plan("broker:9,random,random", 10)
    assert notebook_of(chosen) == notebook_of(_plan("broker:9,random,random", 99))
    assert notebook_of(chosen) != notebook_of(_plan("broker:8,random,random", 10))
    assert notebook_of(chosen) != notebook_of(_plan("broker:9,random,random", 10, seed=4))


def test_a_level_without_a_budget_spends_its_own_measure_and_never_looks_at_the_clock() -> None:
    assert (
        Entrant("tycoon", 0).exact_budget("mogul") > Entrant("broker", 0).exact_budget("mogul") > 0
    )
    assert Entrant("tycoon", 7).exact_budget("mogul") == 7
    assert entrant("tycoon:7").label == "tycoon:7"


@pytest.mark.parametrize(
    ("bots", "line"),
    [
        ("tycoon:x,random,random", "or a number of simulations, such as tycoon:300"),
        ("tycoon:0,random,random", "simulations up to 1000000000, such as tycoon:300"),
        (
            "wizard,random,random",
            "no bot 'wizard'; there are: random, apprentice, broker, tycoon, baron",
        ),
        ("random,random", "mogul is for 3 to 6 seats, not 2"),
    ],
)
def test_errors_are_one_line_that_says_what_would_be_right(
    bots: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "mogul", "--bots", bots, "--games", "1"]) == 2
    told = capsys.readouterr().err
    assert line in told and told.count("\n") == 1


def test_the_json_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "mogul", "--bots", "apprentice,random,random", "--games", "6", "--json"]
    assert main([*asked, "--processes", "1", "--seed", "5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found)[:5] == ["title", "rules", "seats", "options", "edition"]
    assert (found["title"], found["games"], found["seed"]) == ("mogul", 6, 5)
    best, other = found["bots"]
    assert list(best) == [
        *("bot", "games", "win_share", "ci95", "mean_place", "mean_score", "rating"),
        *("rating_sigma", "ms_per_decision"),
    ]
    assert (best["bot"], best["games"], other["games"]) == ("apprentice", 6, 12)
    assert best["ci95"][0] <= best["win_share"] <= best["ci95"][1]
    assert best["win_share"] + 2 * other["win_share"] == pytest.approx(1, abs=1e-5)
    assert best["rating"] > other["rating"]


def test_the_csv_has_a_line_for_each_bot() -> None:
    chosen = _plan("apprentice,random,random", 6)
    lines = list(csv.DictReader(io.StringIO(report.as_csv(chosen, _played(chosen)))))
    assert [line["bot"] for line in lines] == ["apprentice", "random"]
    assert float(lines[0]["ci95_low"]) <= float(lines[0]["win_share"])


def test_the_page_holds_everything_itself(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    asked = ["arena", "mogul", "--bots", "apprentice,random,random", "--games", "6"]
    assert main([*asked, "--processes", "1", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    for plot in ("Final scores", "wins by seat", "Mean price", "Length of the match"):
        assert plot in text
    assert text.count('<svg role="img"') == 4
    assert "http" not in text and "<script" not in text and "src=" not in text
