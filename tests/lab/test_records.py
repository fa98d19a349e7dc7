"""Every match that bots play can be kept as a record, and is the match that was counted."""

import json
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry.cli import main
from openoutcry.core.setup import Setup
from openoutcry.lab.arena import Plan, folder_of, games, plan
from openoutcry.lab.games import Game, entrant
from openoutcry.lab.ladder import climb, rungs
from openoutcry.lab.record_folder import open_folder
from openoutcry.lab.spread import Workers
from openoutcry.titles import find, names

BOTS = ("apprentice", "random", "random")


def _plan(count: int, title: str = "mogul", seed: int = 3) -> Plan:
    return plan(Setup.of(find(title), 3), [entrant(bot) for bot in BOTS], count, seed)


def _played(
    chosen: Plan, folder: Path, notebook: Path | None = None, workers: int = 1
) -> list[Game]:
    folder = open_folder(str(folder))
    return games(chosen, Workers(workers), notebook, lambda done: None, folder)


def _texts(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in sorted(folder.iterdir())}


@pytest.mark.parametrize("title", names())
def test_each_game_of_an_arena_is_a_record_that_verifies(title: str, tmp_path: Path) -> None:
    chosen = _plan(3, title)
    for game in _played(chosen, tmp_path):
        record = oo.load(folder_of(chosen, tmp_path).file(game.number))
        checked = record.verify()
        assert checked[-1] == "draws were not committed to: a local match, nothing to derive"
        assert (record.scores, record.places, len(record)) == (
            game.scores,
            game.places,
            game.steps,
        )
        assert record.setup == chosen.setup
        assert record.names == [f"{bot} {seat}" for seat, bot in enumerate(game.seating, 1)]


def test_records_are_the_same_files_however_and_whenever_they_are_played(tmp_path: Path) -> None:
    _played(_plan(6), tmp_path / "one")
    _played(_plan(6), tmp_path / "two", workers=2)
    _played(_plan(6), tmp_path / "two")
    assert len(_texts(tmp_path / "one")) == 6
    assert _texts(tmp_path / "one") == _texts(tmp_path / "two")


def test_keeping_records_changes_no_game(tmp_path: Path) -> None:
    kept = _played(_plan(6), tmp_path)
    plain = games(_plan(6), Workers(1), None, lambda done: None)
    assert [(game.scores, game.prices) for game in kept] == [
        (game.scores, game.prices) for game in plain
    ]


def test_different_tournaments_share_a_folder(tmp_path: Path) -> None:
    for chosen in (_plan(2), _plan(2, seed=4), _plan(2, "ekonos")):
        _played(chosen, tmp_path)
    assert len(_texts(tmp_path)) == 6


def test_a_stopped_tournament_loses_no_record(tmp_path: Path) -> None:
    chosen, notebook, folder = (
        _plan(8),
        tmp_path / "notes.jsonl",
        open_folder(str(tmp_path / "records")),
    )

    def stop(done: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        games(chosen, Workers(1), notebook, stop, folder)
    assert len(_texts(folder)) == 5
    heard: list[int] = []
    games(chosen, Workers(1), notebook, heard.append, folder)
    assert heard[0] == 5
    _played(chosen, tmp_path / "whole")
    assert _texts(folder) == _texts(tmp_path / "whole")


def test_games_noted_before_anybody_wanted_records_are_played_again(tmp_path: Path) -> None:
    chosen, notebook = _plan(4), tmp_path / "notes.jsonl"

    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        games(chosen, Workers(1), notebook, stop)
    assert len(_played(chosen, tmp_path / "records", notebook)) == 4
    assert len(_texts(tmp_path / "records")) == 4


def test_the_ladder_keeps_its_records(tmp_path: Path) -> None:
    ladder = rungs(["mogul"], 1, 1, 1)[:1]
    list(climb(ladder, Workers(1), lambda done: None, tmp_path))
    assert len(_texts(tmp_path)) == ladder[0].plan.games == 3


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "mogul", "--bots", "apprentice,random,random"],
        ["balance", "mogul", "--seats", "3"],
        ["simulate", "mogul", "--seats", "3", "--bots", "apprentice,random"],
    ],
)
def test_replay_verify_and_analyse_accept_what_a_command_kept(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "records"
    asked = [*command, "--games", "2", "--seed", "1", "--processes", "1"]
    assert main([*asked, "--save-records", str(folder)]) == 0
    files = sorted(folder.iterdir())
    assert len(files) == 2
    capsys.readouterr()
    assert main(["verify", str(files[0])]) == 0
    assert "final scores" in capsys.readouterr().out
    assert main(["replay", str(files[0])]) == 0
    assert "apprentice 1" in capsys.readouterr().out
    analyse = ["analyse", str(files[1]), "--simulations", "10", "--processes", "1", "--json"]
    assert main(analyse) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["names"] == oo.load(files[1]).names


def test_an_edition_of_ones_own_travels_in_its_records(tmp_path: Path) -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("per_point = 5", "per_point = 1"), "utf-8")
    asked = ["balance", "mogul", "--edition", str(mine), "--games", "2", "--processes", "1"]
    assert main([*asked, "--save-records", str(tmp_path / "records")]) == 0
    kept = [oo.load(file) for file in sorted((tmp_path / "records").iterdir())]
    assert len({record.edition.identity for record in kept}) == 2
    assert all(record.verify() for record in kept)


def test_a_file_is_no_folder_for_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "taken"
    file.write_text("mine", "utf-8")
    asked = ["arena", "mogul", "--bots", "random,random,random", "--games", "1"]
    assert main([*asked, "--save-records", str(file)]) == 2
    assert "is a file, not a folder for records" in capsys.readouterr().err
    assert main([*asked, "--save-records", str(file / "below")]) == 2
    told = capsys.readouterr().err
    assert "no folder for records" in told and told.count("\n") == 1
    assert file.read_text("utf-8") == "mine"


def test_random_play_inside_the_engine_leaves_no_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "mogul", "--games", "2", "--save-records", str(tmp_path / "records")]
    assert main(asked) == 2
    assert "add --bots random" in capsys.readouterr().err
    assert not (tmp_path / "records").exists()
